-- The tables of the version that its document is answered from, one row each: a question reads them whole,
-- and a process keeps them by version, which never changes. They go with the index of their version.
create table document_tables (
  organization_id uuid not null,
  segment integer not null,
  -- 0-based within the version.
  number integer not null,
  -- The chunks that show it.
  first_ordinal integer not null,
  last_ordinal integer not null,
  -- JSON as server/ingestion/tables/stored-table.ts describes it; text, as nothing in the database looks into it.
  content text not null,
  primary key (organization_id, segment, number),
  foreign key (organization_id, segment) references index_versions (organization_id, segment) on delete cascade
);
alter table document_tables enable row level security;
alter table document_tables force row level security;
create policy tenant on document_tables
  using (organization_id = any ((select app_organizations())::uuid[]));
