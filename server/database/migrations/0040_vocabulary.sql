-- The terms of the index, each once: where a misspelt word is looked for. In the postings a term stands
-- once a version, so that in a large organization the terms that begin with two letters were tens of
-- thousands of rows.
create table vocabulary (
  organization_id uuid not null,
  audience "char" not null check (audience in ('i', 'e')),
  term text collate "C" not null,
  -- How many versions of documents hold it; never 0.
  versions integer not null,
  primary key (organization_id, audience, term)
)
-- Every document counts up hundreds of rows: room on the page keeps the index out of it.
with (fillfactor = 80);
alter table vocabulary enable row level security;
alter table vocabulary force row level security;
create policy tenant on vocabulary
  using (organization_id = any ((select app_organizations())::uuid[]));

alter table postings no force row level security;
alter table vocabulary no force row level security;
insert into vocabulary (organization_id, audience, term, versions)
  select organization_id, audience, term, count(*) from postings group by organization_id, audience, term;
alter table postings force row level security;
alter table vocabulary force row level security;

-- Who counts terms up or down holds this until the end of the transaction: two that changed the same
-- terms in different order would wait for each other for ever.
create function lock_vocabulary(organization uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('vocabulary ' || organization, 0))
$$;

-- As before, and the terms are counted down.
create or replace function remove_postings() returns trigger language plpgsql as $$
declare
  outer_setting text := current_setting('app.organization_id', true);
  shelf "char" := left(old.audience, 1)::"char";
begin
  perform set_config('app.organization_id', old.organization_id::text, true);
  delete from postings
    where organization_id = old.organization_id and audience = shelf
      and term = any (old.terms) and segment = old.segment;
  perform lock_vocabulary(old.organization_id);
  delete from vocabulary
    where organization_id = old.organization_id and audience = shelf
      and term = any (old.terms) and versions = 1;
  update vocabulary set versions = versions - 1
    where organization_id = old.organization_id and audience = shelf and term = any (old.terms);
  perform set_config('app.organization_id', coalesce(outer_setting, ''), true);
  return null;
end
$$;

-- What every question sums up, without the rows themselves.
create index index_versions_statistics on index_versions (organization_id, audience)
  include (language, chunk_count, length);
