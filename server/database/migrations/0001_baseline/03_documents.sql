-- Documents, their versions and pages, and the files that they are made of.

-- A document keeps its id over versions.
create table documents (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  audience text not null check (audience in ('internal', 'external')),
  name text not null,
  -- The version that lists show.
  newest_version integer not null default 1,
  -- The version that questions are answered from.
  answering_version_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Name and summary of the newest version, folded to lower case without accents. The first line is the name.
  search_text text not null default '',
  unique (organization_id, audience, name),
  unique (organization_id, id)
);
create index documents_recent on documents (organization_id, audience, updated_at desc, id desc);
create index documents_newest on documents (organization_id, updated_at desc, id desc);

create table document_versions (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  document_id uuid not null,
  version integer not null,
  file_type text not null,
  file_size integer not null,
  storage_key text not null,
  sha256 bytea not null,
  status text not null default 'processing' check (status in ('processing', 'completed', 'error')),
  error_code text,
  summary text,
  language text,
  page_count integer,
  uploader_id uuid references users on delete set null,
  -- Where the completion call of an upload said that the file is, and the key of the request that brought it: the
  -- same request sent again, because its reply was lost, finds the version instead of making another one.
  file_path text,
  upload_key uuid,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  unique (organization_id, document_id, version),
  unique (organization_id, id),
  foreign key (organization_id, document_id) references documents (organization_id, id) on delete cascade
);
create unique index document_versions_upload_key on document_versions (organization_id, upload_key)
  where upload_key is not null;
-- Documents that are being read or could not be: few, however many there are.
create index document_versions_unready on document_versions (organization_id) where status <> 'completed';
-- Who of the members uploaded something lately, without looking at every version.
create index document_versions_uploader on document_versions (organization_id, uploader_id, created_at);
-- How many files an organization keeps and how large they are together, without reading the rows.
create index document_versions_quota on document_versions (organization_id) include (file_size);

create table document_pages (
  organization_id uuid not null,
  version_id uuid not null,
  page integer not null,
  width real not null,
  height real not null,
  text text not null,
  boxes jsonb not null default '[]',
  primary key (organization_id, version_id, page),
  foreign key (organization_id, version_id) references document_versions (organization_id, id) on delete cascade
);

-- Pages of which a picture took more time or memory than a picture may: they are not tried again for a day.
create table undrawable_pages (
  organization_id uuid not null,
  version_id uuid not null,
  page integer not null,
  exceeded_at timestamptz not null default now(),
  primary key (organization_id, version_id, page),
  foreign key (organization_id, version_id) references document_versions (organization_id, id) on delete cascade
);

-- Files that no row claims: being uploaded, or left by a deleted document. Written down before the file is touched
-- and struck out when it is claimed or gone, so that a crash in between leaves no file that nobody knows of. Not the
-- tenant's data, and it must outlive the tenant.
create table orphaned_files (
  storage_key text primary key,
  delete_after timestamptz not null,
  -- Of a file whose parts the store still keeps: what it calls that upload.
  store_upload_id text
);
create index orphaned_files_due on orphaned_files (delete_after);

-- Objects that a browser sends to a signed address. They wait here until they become a version of a document, and
-- are forgotten when they expire. Their files are among the orphaned ones all the while.
create table object_uploads (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  user_id uuid not null references users on delete cascade,
  storage_key text not null,
  in_parts boolean not null,
  -- What the store calls an upload in parts, where it keeps the parts itself.
  store_upload_id text,
  -- Of an upload in parts: when they became one object.
  assembled_at timestamptz,
  -- What has come in or is coming in, as far as this server sees it.
  size_bytes bigint not null default 0,
  -- The document that it became a version of. Not a reference: deleting the document leaves the upload used.
  document_id uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unique (organization_id, id)
);
create index object_uploads_expiry on object_uploads (organization_id, expires_at);

-- The parts that this server keeps. A part that is sent again gets a file of its own, so that what comes in late
-- from a broken connection replaces nothing.
create table object_upload_parts (
  organization_id uuid not null,
  upload_id uuid not null,
  part_number integer not null check (part_number between 1 and 10000),
  storage_key text not null,
  size_bytes bigint not null,
  -- Null while its bytes come in.
  etag text,
  primary key (organization_id, upload_id, part_number),
  foreign key (organization_id, upload_id) references object_uploads (organization_id, id) on delete cascade
);
