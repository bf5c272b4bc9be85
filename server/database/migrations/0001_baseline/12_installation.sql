-- What holds for all tables, and what belongs to the installation.

-- What all processes of an installation have in common: fingerprints of the secret keys in use, and the mark of the
-- storage that its files are in. For the owner of the schema only.
create table installation_marks (
  kind text not null check (kind in ('secret key', 'storage')),
  mark text not null,
  primary key (kind, mark)
);

-- Row-level security: a row that carries organization_id is seen only where the transaction was opened for that
-- organization, also by the owner of the table. The policies of memberships and invitations, which let more through,
-- stand with these tables.
do $$
declare
  name text;
begin
  for name in
    select relname from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and attname = 'organization_id'
    order by relname
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    if name not in ('memberships', 'invitations') then
      execute format(
        'create policy tenant on %I using (organization_id = any ((select app_organizations())::uuid[]))', name
      );
    end if;
  end loop;
end $$;

-- A fifth of a table of many organizations is millions of rows: vacuum and analyze come sooner and have less to do.
do $$
declare
  name text;
begin
  foreach name in array array[
    'postings', 'vocabulary', 'chunks', 'chunk_embeddings', 'document_pages', 'document_words', 'chat_messages',
    'ticket_words'
  ] loop
    execute format(
      'alter table %I set (
        autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05,
        autovacuum_analyze_scale_factor = 0.02
      )', name
    );
  end loop;
end $$;
-- Counted up with every document and answer, a few rows again and again.
alter table collection_statistics set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 200);
alter table counts set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 200);
