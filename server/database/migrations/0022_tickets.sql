-- The last ticket number of an organization. Counted up by the transaction that makes the ticket, so
-- whoever comes next waits for it, and a number that is not used is never given.
create table ticket_counters (
  organization_id uuid primary key references organizations on delete cascade,
  last_number integer not null
);
alter table ticket_counters enable row level security;
alter table ticket_counters force row level security;
create policy tenant on ticket_counters
  using (organization_id = any ((select app_organizations())::uuid[]));

create table tickets (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  number integer not null,
  title text not null,
  description text,
  category text check (category in ('technical', 'billing', 'general', 'feature_request')),
  priority text not null check (priority in ('urgent', 'high', 'medium', 'low')),
  status text not null default 'open' check (status in ('open', 'in_progress', 'resolved', 'closed')),
  -- Whose documents replies are drafted from.
  audience text not null check (audience in ('internal', 'external')),
  customer_name text,
  customer_email text,
  customer_phone text,
  assigned_to uuid references users on delete set null,
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Number, title, description and customer, folded to lower case without accents.
  search_text text not null,
  unique (organization_id, number),
  unique (organization_id, id)
);
-- Newest first is highest number first, whatever the filter.
create index tickets_status on tickets (organization_id, status, number desc);
create index tickets_priority on tickets (organization_id, priority, number desc);
create index tickets_category on tickets (organization_id, category, number desc);
create index tickets_assignee on tickets (organization_id, assigned_to, number desc);
alter table tickets enable row level security;
alter table tickets force row level security;
create policy tenant on tickets
  using (organization_id = any ((select app_organizations())::uuid[]));

-- What the assistant would reply. A ticket has at most one draft that is not done with.
create table ticket_drafts (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  ticket_id uuid not null,
  position bigint generated always as identity,
  state text not null default 'writing' check (state in ('writing', 'ready', 'failed', 'sent', 'discarded')),
  question text not null,
  content text,
  confidence real,
  answered boolean,
  sources jsonb not null default '[]',
  created_at timestamptz not null default now(),
  unique (organization_id, id),
  foreign key (organization_id, ticket_id) references tickets (organization_id, id) on delete cascade
);
create index ticket_drafts_newest on ticket_drafts (organization_id, ticket_id, position desc);
create unique index ticket_drafts_open on ticket_drafts (organization_id, ticket_id)
  where state in ('writing', 'ready', 'failed');
alter table ticket_drafts enable row level security;
alter table ticket_drafts force row level security;
create policy tenant on ticket_drafts
  using (organization_id = any ((select app_organizations())::uuid[]));

create table ticket_messages (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  ticket_id uuid not null,
  position bigint generated always as identity,
  kind text not null check (kind in ('reply', 'note', 'customer')),
  content text not null,
  author_id uuid references users on delete set null,
  -- The draft that a reply began as.
  draft_id uuid,
  created_at timestamptz not null default now(),
  foreign key (organization_id, ticket_id) references tickets (organization_id, id) on delete cascade
);
create index ticket_messages_thread on ticket_messages (organization_id, ticket_id, position desc);
alter table ticket_messages enable row level security;
alter table ticket_messages force row level security;
create policy tenant on ticket_messages
  using (organization_id = any ((select app_organizations())::uuid[]));
