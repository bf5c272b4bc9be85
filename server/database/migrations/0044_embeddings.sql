-- Whose vectors they are: those of two models cannot be compared. Not tenant-owned.
create table embedding_models (
  id smallint generated always as identity primary key,
  name text not null unique,
  dimensions integer not null check (dimensions between 1 and 8192)
);

-- One vector of length 1 for each chunk, two bytes a number, the lowest byte first.
create table chunk_embeddings (
  organization_id uuid not null,
  segment integer not null,
  model smallint not null references embedding_models,
  ordinal integer not null,
  vector bytea not null,
  primary key (organization_id, segment, model, ordinal),
  foreign key (organization_id, segment) references index_versions (organization_id, segment) on delete cascade
);
-- Compressing them gains nothing.
alter table chunk_embeddings alter column vector set storage external;
alter table chunk_embeddings enable row level security;
alter table chunk_embeddings force row level security;
create policy tenant on chunk_embeddings
  using (organization_id = any ((select app_organizations())::uuid[]));

-- Versions of which every chunk is embedded: only those are searched.
create table embedded_versions (
  organization_id uuid not null,
  segment integer not null,
  model smallint not null references embedding_models,
  primary key (organization_id, segment, model),
  foreign key (organization_id, segment) references index_versions (organization_id, segment) on delete cascade
);
alter table embedded_versions enable row level security;
alter table embedded_versions force row level security;
create policy tenant on embedded_versions
  using (organization_id = any ((select app_organizations())::uuid[]));
