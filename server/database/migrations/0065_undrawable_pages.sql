-- Pages of which a picture took more time or memory than a picture may: they are not tried again for a day.
create table undrawable_pages (
  organization_id uuid not null,
  version_id uuid not null,
  page integer not null,
  exceeded_at timestamptz not null default now(),
  primary key (organization_id, version_id, page),
  foreign key (organization_id, version_id) references document_versions (organization_id, id) on delete cascade
);
alter table undrawable_pages enable row level security;
alter table undrawable_pages force row level security;
create policy tenant on undrawable_pages
  using (organization_id = any ((select app_organizations())::uuid[]));
