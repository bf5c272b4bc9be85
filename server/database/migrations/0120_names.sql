-- oldest code: 0120_names
-- Tables and functions by the words of docs/glossary.md: a collection, an orphaned file, a dead letter.
alter table shelf_statistics rename to collection_statistics;
alter table collection_statistics rename constraint shelf_statistics_pkey to collection_statistics_pkey;
alter table collection_statistics
  rename constraint shelf_statistics_audience_check to collection_statistics_audience_check;
alter sequence shelf_generations rename to collection_generations;

alter table stray_files rename to orphaned_files;
alter table orphaned_files rename constraint stray_files_pkey to orphaned_files_pkey;
alter index stray_files_due rename to orphaned_files_due;

alter table whatsapp_set_aside rename to whatsapp_dead_letters;
alter table whatsapp_dead_letters rename constraint whatsapp_set_aside_pkey to whatsapp_dead_letters_pkey;
alter table whatsapp_dead_letters
  rename constraint whatsapp_set_aside_organization_id_event_id_fkey to whatsapp_dead_letters_organization_id_event_id_fkey;
alter index whatsapp_set_aside_age rename to whatsapp_dead_letters_age;

alter trigger message_files_disowned on message_files rename to orphan_message_file;
alter function disown_message_file() rename to orphan_message_file;
create or replace function orphan_message_file() returns trigger language plpgsql as $$
begin
  insert into orphaned_files (storage_key, delete_after) values (old.storage_key, now())
  on conflict (storage_key) do update set delete_after = now();
  return null;
end $$;

-- As before, under the new names.
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
  update collection_statistics
    set versions = versions - 1, chunk_count = chunk_count - old.chunk_count, length = length - old.length,
      generation = nextval('collection_generations')
    where organization_id = old.organization_id and audience = old.audience and language = old.language;
  perform set_config('app.organization_id', coalesce(outer_setting, ''), true);
  return null;
end
$$;
