-- What the language model cost, by organization and calendar month (UTC). Money is in millionths of
-- the operator's currency, so that sums are exact.
create table model_usage (
  organization_id uuid not null references organizations on delete cascade,
  month date not null,
  answers integer not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  cost_micros bigint not null,
  primary key (organization_id, month)
);
alter table model_usage enable row level security;
alter table model_usage force row level security;
create policy tenant on model_usage
  using (organization_id = any ((select app_organizations())::uuid[]));

-- What an organization may spend in a month. No row: no limit.
create table model_budgets (
  organization_id uuid primary key references organizations on delete cascade,
  monthly_micros bigint not null check (monthly_micros >= 0)
);
alter table model_budgets enable row level security;
alter table model_budgets force row level security;
create policy tenant on model_budgets
  using (organization_id = any ((select app_organizations())::uuid[]));
