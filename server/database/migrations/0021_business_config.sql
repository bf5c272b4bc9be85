-- What an organization applied for a kind of business. `json` and not `jsonb`: it keeps the order in
-- which flags, templates and groups were sent, which is the order that people read them in.
create table business_configs (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  business_type text not null,
  is_active boolean not null default true,
  settings json not null,
  template_settings json not null,
  workflow_settings json not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, business_type)
);
alter table business_configs enable row level security;
alter table business_configs force row level security;
create policy tenant on business_configs
  using (organization_id = any ((select app_organizations())::uuid[]));
