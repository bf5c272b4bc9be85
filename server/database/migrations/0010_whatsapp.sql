-- A chat session with a customer outside of the product, whatever the channel. This row is the lock
-- of the conversation: who answers or sends in it holds it, so that everything in it has one order.
create table conversations (
  organization_id uuid not null,
  session_id uuid not null,
  -- The person who answers instead of the assistant; null: the assistant does.
  owner_user_id uuid references users on delete set null,
  taken_over_at timestamptz,
  -- The customer asked for a person and nobody has taken over since.
  person_requested_at timestamptz,
  last_message_at timestamptz not null default now(),
  -- The customer's last own message, by the clock of the channel.
  last_customer_message_at timestamptz,
  -- Questions answered since the customer was last asked for a rating.
  answers_since_rating integer not null default 0,
  rating_asked_at timestamptz,
  -- When the customer was last told that pictures and recordings cannot be read.
  media_notice_at timestamptz,
  -- Sending allowance of this customer (a token bucket), as it was at `allowance_at`.
  send_allowance real not null default 45,
  allowance_at timestamptz not null default now(),
  primary key (organization_id, session_id),
  foreign key (organization_id, session_id) references chat_sessions (organization_id, id) on delete cascade
);
create index conversations_recent on conversations (organization_id, last_message_at desc, session_id);
alter table conversations enable row level security;
alter table conversations force row level security;
create policy tenant on conversations
  using (organization_id = any ((select app_organizations())::uuid[]));

-- The secrets are sealed (server/auth/secret-box.ts): a copy of this table opens nothing.
create table whatsapp_integrations (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  business_name text not null,
  phone_number_id text not null,
  access_token bytea not null,
  verify_token bytea not null,
  app_secret bytea,
  is_active boolean not null default true,
  -- Why nothing can be sent until somebody changes the settings.
  problem text check (problem in ('token_refused', 'permission_missing', 'secrets_unreadable')),
  problem_at timestamptz,
  -- Meta asked the number to slow down.
  paused_until timestamptz,
  pauses_in_a_row integer not null default 0,
  send_allowance real not null default 80,
  allowance_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, phone_number_id),
  unique (organization_id, id)
);
alter table whatsapp_integrations enable row level security;
alter table whatsapp_integrations force row level security;
create policy tenant on whatsapp_integrations
  using (organization_id = any ((select app_organizations())::uuid[]));

-- What Meta delivered, byte for byte, stored before it is told so. The hash stays longer than the
-- seven days in which Meta repeats itself; the body goes as soon as everything in it is taken in.
create table whatsapp_events (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  body_sha256 bytea not null,
  body bytea,
  -- Which phone numbers the signature vouches for.
  phone_number_ids text[] not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  unique (organization_id, body_sha256),
  unique (organization_id, id)
);
create index whatsapp_events_processed on whatsapp_events (organization_id, processed_at);
alter table whatsapp_events enable row level security;
alter table whatsapp_events force row level security;
create policy tenant on whatsapp_events
  using (organization_id = any ((select app_organizations())::uuid[]));

-- Parts of an event that could not be taken in, kept for a person to look at. `ordinal` -1 is the whole.
create table whatsapp_set_aside (
  organization_id uuid not null,
  event_id uuid not null,
  ordinal integer not null,
  reason text not null,
  part bytea not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, event_id, ordinal),
  foreign key (organization_id, event_id) references whatsapp_events (organization_id, id) on delete cascade
);
create index whatsapp_set_aside_age on whatsapp_set_aside (organization_id, created_at);
alter table whatsapp_set_aside enable row level security;
alter table whatsapp_set_aside force row level security;
create policy tenant on whatsapp_set_aside
  using (organization_id = any ((select app_organizations())::uuid[]));

-- A customer of one number: known by a telephone number (wa_id), by Meta's id for a user, or by both.
create table whatsapp_contacts (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  integration_id uuid not null,
  session_id uuid not null,
  wa_id text,
  user_id text,
  profile_name text,
  created_at timestamptz not null default now(),
  check (wa_id is not null or user_id is not null),
  unique (organization_id, session_id),
  unique (organization_id, integration_id, wa_id),
  unique (organization_id, integration_id, user_id),
  unique (organization_id, id),
  foreign key (organization_id, integration_id) references whatsapp_integrations (organization_id, id) on delete cascade,
  foreign key (organization_id, session_id) references conversations (organization_id, session_id) on delete cascade
);
alter table whatsapp_contacts enable row level security;
alter table whatsapp_contacts force row level security;
create policy tenant on whatsapp_contacts
  using (organization_id = any ((select app_organizations())::uuid[]));

-- What customers sent. `answered_at` null: it still waits for the assistant.
create table whatsapp_messages (
  organization_id uuid not null,
  wamid text not null,
  session_id uuid not null,
  -- The order of arrival, for messages of the same second.
  position bigint generated always as identity,
  type text not null,
  -- What to do about it; see server/features/whatsapp/read-message.ts.
  act jsonb not null,
  sent_at timestamptz not null,
  received_at timestamptz not null default now(),
  answered_at timestamptz,
  chat_message_id uuid,
  primary key (organization_id, wamid),
  foreign key (organization_id, session_id) references conversations (organization_id, session_id) on delete cascade
);
create index whatsapp_messages_waiting on whatsapp_messages (organization_id, session_id, sent_at, position)
  where answered_at is null;
create index whatsapp_messages_session on whatsapp_messages (organization_id, session_id);
alter table whatsapp_messages enable row level security;
alter table whatsapp_messages force row level security;
create policy tenant on whatsapp_messages
  using (organization_id = any ((select app_organizations())::uuid[]));

-- Messages on their way to a customer, in order within a conversation. `sending` is written before
-- the channel is called: a row found in it has perhaps been delivered and is never sent again.
create table outbox (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  session_id uuid not null,
  position bigint generated always as identity,
  chat_message_id uuid,
  content jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'unconfirmed', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  sending_job uuid,
  sending_since timestamptz,
  -- The channel's own id of the message, once known.
  channel_message_id text,
  -- How far it got, by the channel's word.
  delivery text check (delivery in ('sent', 'delivered', 'read', 'played', 'failed')),
  error_code integer,
  error_reason text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  unique (organization_id, id),
  unique (organization_id, channel_message_id),
  foreign key (organization_id, session_id) references conversations (organization_id, session_id) on delete cascade
);
create index outbox_waiting on outbox (organization_id, session_id, position) where state in ('waiting', 'sending');
create index outbox_session on outbox (organization_id, session_id);
alter table outbox enable row level security;
alter table outbox force row level security;
create policy tenant on outbox
  using (organization_id = any ((select app_organizations())::uuid[]));

-- What Meta said about messages; kept apart, for it may speak before the send is on record.
create table whatsapp_statuses (
  organization_id uuid not null references organizations on delete cascade,
  wamid text not null,
  status text not null,
  recipient text not null,
  outbox_id uuid,
  error_code integer,
  at timestamptz not null,
  received_at timestamptz not null default now(),
  primary key (organization_id, wamid, status, recipient)
);
create index whatsapp_statuses_age on whatsapp_statuses (organization_id, received_at);
alter table whatsapp_statuses enable row level security;
alter table whatsapp_statuses force row level security;
create policy tenant on whatsapp_statuses
  using (organization_id = any ((select app_organizations())::uuid[]));

-- One rating per occasion (a chat answer, a ticket, the end of a conversation): giving it again
-- corrects it.
create table feedback (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  occasion text not null,
  rating smallint not null check (rating between 1 and 5),
  source text not null check (source in ('chat', 'whatsapp', 'email', 'ticket')),
  category text,
  comment text,
  customer_email text,
  customer_phone text,
  session_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, occasion)
);
create index feedback_recent on feedback (organization_id, created_at desc, id desc);
alter table feedback enable row level security;
alter table feedback force row level security;
create policy tenant on feedback
  using (organization_id = any ((select app_organizations())::uuid[]));
