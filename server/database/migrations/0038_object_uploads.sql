-- Objects that a browser sends to a signed address. They wait here until they become a version of a
-- document, and are forgotten when they expire. Their bytes are among the stray files all the while.
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
  -- The document that it became a version of. Not a reference: deleting the document leaves it used.
  document_id uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unique (organization_id, id)
);
create index object_uploads_expiry on object_uploads (organization_id, expires_at);
alter table object_uploads enable row level security;
alter table object_uploads force row level security;
create policy tenant on object_uploads
  using (organization_id = any ((select app_organizations())::uuid[]));

-- The parts that this server keeps. A part that is sent again gets a file of its own, so that what
-- comes in late from a broken connection replaces nothing.
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
alter table object_upload_parts enable row level security;
alter table object_upload_parts force row level security;
create policy tenant on object_upload_parts
  using (organization_id = any ((select app_organizations())::uuid[]));

-- Of a file whose parts the store still keeps: what it calls that upload.
alter table stray_files add column store_upload_id text;

-- Where the completion call said that the file is, and the key of the request that brought it: the same
-- request sent again, because its reply was lost, finds the version instead of making another one.
alter table document_versions add column file_path text;
alter table document_versions add column upload_key uuid;
create unique index document_versions_upload_key on document_versions (organization_id, upload_key)
  where upload_key is not null;
