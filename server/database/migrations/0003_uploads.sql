-- Name and summary of the newest version, folded to lower case without accents, for free-text search.
alter table documents add column search_text text not null default '';
create index documents_newest on documents (organization_id, updated_at desc, id desc);

-- Files that no version owns: being uploaded, or left by a deleted document. Written down before the
-- file is touched and struck out when it is owned or gone, so that a crash in between leaves no file
-- that nobody knows of. Not the tenant's data, and it must outlive the tenant: no policy.
create table stray_files (
  storage_key text primary key,
  delete_after timestamptz not null
);
create index stray_files_due on stray_files (delete_after);
