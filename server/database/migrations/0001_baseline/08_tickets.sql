-- Tickets: what a person has to look into, what was said about it, and what the assistant would reply.

-- The last ticket number of an organization. Counted up by the transaction that makes the ticket, so that the next
-- one waits for it, and a number that is not used is never given.
create table ticket_counters (
  organization_id uuid primary key references organizations on delete cascade,
  last_number integer not null
);

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
  -- The conversation that it was opened from, and how far its messages are in the ticket's thread.
  session_id uuid,
  copied_until bigint,
  -- When the customer was asked to rate it through the channel that they came by.
  rating_asked_at timestamptz,
  -- Number, title, description and customer, folded to lower case without accents.
  search_text text not null,
  unique (organization_id, number),
  unique (organization_id, id),
  constraint tickets_session foreign key (organization_id, session_id)
    references chat_sessions (organization_id, id) on delete set null (session_id)
);
-- Newest first is highest number first, whatever the filter.
create index tickets_status on tickets (organization_id, status, number desc);
create index tickets_priority on tickets (organization_id, priority, number desc);
create index tickets_category on tickets (organization_id, category, number desc);
create index tickets_assignee on tickets (organization_id, assigned_to, number desc);
create index tickets_session on tickets (organization_id, session_id) where session_id is not null;

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
  -- Who found the words; null: the documents.
  engine text check (engine in ('extractive', 'model', 'curated')),
  fallback text check (fallback in ('unavailable', 'refused', 'unsupported', 'budget')),
  created_at timestamptz not null default now(),
  unique (organization_id, id),
  foreign key (organization_id, ticket_id) references tickets (organization_id, id) on delete cascade
);
create index ticket_drafts_newest on ticket_drafts (organization_id, ticket_id, position desc);
create unique index ticket_drafts_open on ticket_drafts (organization_id, ticket_id)
  where state in ('writing', 'ready', 'failed');
create index ticket_drafts_unanswered on ticket_drafts (organization_id, created_at desc) where not answered;

create table ticket_messages (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  ticket_id uuid not null,
  position bigint generated always as identity,
  -- `assistant`: what the assistant had answered before a person was asked for.
  kind text not null check (kind in ('reply', 'note', 'customer', 'assistant')),
  content text not null,
  author_id uuid references users on delete set null,
  -- The draft that a reply began as.
  draft_id uuid,
  -- The message of the conversation that it was copied from: copied once, whoever copies.
  chat_message_id uuid,
  -- What became of a reply: said in the conversation, mailed or not; null for whatever is no reply.
  delivery text check (delivery in
    ('conversation', 'mailing', 'mailed', 'mail_failed', 'no_mail_server', 'no_address')),
  created_at timestamptz not null default now(),
  foreign key (organization_id, ticket_id) references tickets (organization_id, id) on delete cascade
);
create index ticket_messages_thread on ticket_messages (organization_id, ticket_id, position desc);
create unique index ticket_messages_copied on ticket_messages (organization_id, ticket_id, chat_message_id)
  where chat_message_id is not null;
