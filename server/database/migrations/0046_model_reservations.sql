-- What answers that a language model is writing may still cost, so that answers at the same time know
-- of each other and a budget is overrun by the last of them at most. What a process that died has set
-- aside counts until it expires.
create table model_reservations (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  cost_micros bigint not null,
  expires_at timestamptz not null
);
create index model_reservations_organization on model_reservations (organization_id);
alter table model_reservations enable row level security;
alter table model_reservations force row level security;
create policy tenant on model_reservations
  using (organization_id = any ((select app_organizations())::uuid[]));

-- How far the budget was used up when the owners were last told, once for each in a month.
alter table model_usage add warned_of text check (warned_of in ('near', 'used_up'));

-- Who found the words of a draft; null: the documents.
alter table ticket_drafts
  add engine text check (engine in ('extractive', 'model', 'curated')),
  add fallback text check (fallback in ('unavailable', 'refused', 'unsupported', 'budget'));
