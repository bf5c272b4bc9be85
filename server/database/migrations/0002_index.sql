-- The index answers from exactly one version of a document: its row here is inserted and that of
-- the version before is deleted in the same transaction. `segment` stands for the version in the
-- postings, where sixteen bytes a row would count.
create table index_versions (
  organization_id uuid not null,
  audience text not null check (audience in ('internal', 'external')),
  segment integer generated always as identity,
  document_id uuid not null,
  -- The name that its documents row has: neither changes while the document lives.
  document_name text not null,
  version_id uuid not null,
  version integer not null,
  language text not null,
  chunk_count integer not null,
  -- Terms in all its chunks together, repetitions counted.
  length integer not null,
  -- The distinct terms, so that its postings are found again without an index of their own.
  terms text[] not null,
  primary key (organization_id, segment),
  -- The organization last: beside its policy the planner takes every index that begins with it for
  -- equally good, and read all versions where the primary key names one.
  unique (document_id, organization_id),
  unique (version_id, organization_id),
  foreign key (organization_id, version_id) references document_versions (organization_id, id) on delete cascade
)
-- Every question sums over the rows of its organization: the terms are kept out of their way.
with (toast_tuple_target = 128);
alter table index_versions enable row level security;
alter table index_versions force row level security;
create policy tenant on index_versions
  using (organization_id = any ((select app_organizations())::uuid[]));

create table chunks (
  organization_id uuid not null,
  segment integer not null,
  ordinal integer not null,
  text text not null,
  -- Four numbers a span: page, start, end, where it begins in `text`.
  spans integer[] not null,
  heading_path text[] not null,
  primary key (organization_id, segment, ordinal),
  foreign key (organization_id, segment) references index_versions (organization_id, segment) on delete cascade
);
alter table chunks enable row level security;
alter table chunks force row level security;
create policy tenant on chunks
  using (organization_id = any ((select app_organizations())::uuid[]));

-- One row per term and version; the bytes are described in server/pipeline/index/postings.ts. A
-- question reads one range of the primary key per term. No foreign key: it would be checked once a
-- row at every upload; the trigger below keeps the two tables together instead.
create table postings (
  organization_id uuid not null,
  segment integer not null,
  -- First letter of the audience: a byte where millions of rows carry it twice.
  audience "char" not null check (audience in ('i', 'e')),
  term text collate "C" not null,
  postings bytea not null,
  primary key (organization_id, audience, term, segment)
);
alter table postings enable row level security;
alter table postings force row level security;
create policy tenant on postings
  using (organization_id = any ((select app_organizations())::uuid[]));

-- However a version goes (replaced, its document or its whole organization deleted), its postings
-- go with it. The policy on postings would hide them from a cascade that runs outside a tenant's
-- transaction, so the trigger opens the one that the deleted row belonged to.
create function remove_postings() returns trigger language plpgsql as $$
declare
  outer_setting text := current_setting('app.organization_id', true);
begin
  perform set_config('app.organization_id', old.organization_id::text, true);
  delete from postings
    where organization_id = old.organization_id and audience = left(old.audience, 1)::"char"
      and term = any (old.terms) and segment = old.segment;
  perform set_config('app.organization_id', coalesce(outer_setting, ''), true);
  return null;
end
$$;
create trigger remove_postings after delete on index_versions for each row execute function remove_postings();
