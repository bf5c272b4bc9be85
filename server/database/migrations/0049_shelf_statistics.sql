-- What every question needs to know of the documents it may be answered from, summed up when a version
-- comes or goes: summing over the versions took longer with every document.
create table shelf_statistics (
  organization_id uuid not null,
  audience text not null check (audience in ('internal', 'external')),
  language text not null,
  -- Of documents; never 0.
  versions integer not null,
  chunk_count bigint not null,
  -- Terms in all chunks together, repetitions counted.
  length bigint not null,
  primary key (organization_id, audience, language)
);
alter table shelf_statistics enable row level security;
alter table shelf_statistics force row level security;
create policy tenant on shelf_statistics
  using (organization_id = any ((select app_organizations())::uuid[]));

alter table index_versions no force row level security;
alter table shelf_statistics no force row level security;
insert into shelf_statistics (organization_id, audience, language, versions, chunk_count, length)
  select organization_id, audience, language, count(*), sum(chunk_count), sum(length)
  from index_versions group by organization_id, audience, language;
alter table index_versions force row level security;
alter table shelf_statistics force row level security;

-- Beside the policy the planner took it for as good as the primary key, and read all versions of the
-- organization where the key names one.
drop index index_versions_statistics;

-- As before, and the version is taken out of the statistics, which the vocabulary's lock guards too.
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
  delete from shelf_statistics
    where organization_id = old.organization_id and audience = old.audience
      and language = old.language and versions = 1;
  update shelf_statistics
    set versions = versions - 1, chunk_count = chunk_count - old.chunk_count, length = length - old.length
    where organization_id = old.organization_id and audience = old.audience and language = old.language;
  perform set_config('app.organization_id', coalesce(outer_setting, ''), true);
  return null;
end
$$;
