-- Which state the index of a shelf is in: processes keep what they read of it for as long as that lasts.
-- From one sequence, so that no state ever has the number of another.
create sequence shelf_generations;
alter table shelf_statistics add column generation bigint not null default nextval('shelf_generations');

-- As before, and what is left of the shelf is in a new state.
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
    set versions = versions - 1, chunk_count = chunk_count - old.chunk_count, length = length - old.length,
      generation = nextval('shelf_generations')
    where organization_id = old.organization_id and audience = old.audience and language = old.language;
  perform set_config('app.organization_id', coalesce(outer_setting, ''), true);
  return null;
end
$$;
