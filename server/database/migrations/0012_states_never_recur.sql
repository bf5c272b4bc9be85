-- The state of a collection is that of its languages together. When the last document of a language went, the others kept
-- theirs, and the state was again the one from before that document came: a process that had read it meanwhile, in the moment
-- between two statements, went on answering from it. Now the others have a new state, too.
create or replace function remove_postings() returns trigger language plpgsql as $$
declare
  outer_setting text := current_setting('app.organization_id', true);
  audience_byte "char" := left(old.audience, 1)::"char";
begin
  perform set_config('app.organization_id', old.organization_id::text, true);
  delete from postings where ctid = any (array(
    select found.ctid from unnest(old.terms) as wanted (term) cross join lateral (
      select p.ctid from postings p
      where p.organization_id = old.organization_id and p.audience = audience_byte
        and p.term = wanted.term collate "C" and p.segment = old.segment
      limit 1
    ) found
  ));
  perform lock_vocabulary(old.organization_id);
  -- Under the lock nobody else moves these rows.
  delete from vocabulary where ctid = any (array(
    select found.ctid from unnest(old.terms) as wanted (term) cross join lateral (
      select v.ctid, v.versions from vocabulary v
      where v.organization_id = old.organization_id and v.audience = audience_byte and v.term = wanted.term collate "C"
      limit 1
    ) found
    where found.versions = 1
  ));
  update vocabulary set versions = versions - 1 where ctid = any (array(
    select found.ctid from unnest(old.terms) as wanted (term) cross join lateral (
      select v.ctid from vocabulary v
      where v.organization_id = old.organization_id and v.audience = audience_byte and v.term = wanted.term collate "C"
      limit 1
    ) found
  ));
  delete from collection_statistics
    where organization_id = old.organization_id and audience = old.audience
      and language = old.language and versions = 1;
  if found then
    update collection_statistics set generation = nextval('collection_generations')
      where organization_id = old.organization_id and audience = old.audience;
  end if;
  update collection_statistics
    set versions = versions - 1, chunk_count = chunk_count - old.chunk_count, length = length - old.length,
      generation = nextval('collection_generations')
    where organization_id = old.organization_id and audience = old.audience and language = old.language;
  perform set_config('app.organization_id', coalesce(outer_setting, ''), true);
  return null;
end
$$;
