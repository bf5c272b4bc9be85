-- WhatsApp: the number of an organization, what Meta delivers, who writes, and what became of what was sent.

-- The secrets are encrypted (server/auth/secret-box.ts): a copy of this table opens nothing.
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
  -- Sending allowance of the number (a token bucket), as it was at `allowance_at`.
  send_allowance real not null default 80,
  allowance_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, phone_number_id),
  unique (organization_id, id)
);

-- The durable inbox: what Meta delivered, byte for byte, stored before it is told so. The hash stays longer than the
-- seven days in which Meta repeats itself; the body goes as soon as everything in it is ingested.
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

-- Parts of an event that could not be ingested, kept for a person to look at. `ordinal` -1 is the whole.
create table whatsapp_dead_letters (
  organization_id uuid not null,
  event_id uuid not null,
  ordinal integer not null,
  reason text not null,
  part bytea not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, event_id, ordinal),
  foreign key (organization_id, event_id) references whatsapp_events (organization_id, id) on delete cascade
);
create index whatsapp_dead_letters_age on whatsapp_dead_letters (organization_id, created_at);

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

-- What Meta said about messages that were sent; kept apart, for it may speak before the send is on record.
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
