-- Conversations of every channel and their messages.

create table chat_sessions (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  audience text not null check (audience in ('internal', 'external')),
  channel text not null default 'chat' check (channel in ('chat', 'webhook', 'whatsapp')),
  user_id uuid references users on delete set null,
  title text not null,
  created_at timestamptz not null default now(),
  -- One question at a time: who answers in a conversation holds it until then, or until the process that held it is
  -- surely gone.
  busy_until timestamptz,
  -- Opening the chat makes a session; one in which nothing was said is listed and counted nowhere.
  has_messages boolean not null default false,
  -- Since when it is with a person: the assistant is silent in it until somebody releases it, its ticket is done, or
  -- the customer asks the assistant again.
  handed_off_at timestamptz,
  unique (organization_id, id)
);
create index chat_sessions_recent on chat_sessions (organization_id, created_at desc);
create index chat_sessions_user on chat_sessions (organization_id, user_id, created_at desc);

create table chat_messages (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  session_id uuid not null,
  -- Order within a conversation: two messages of one transaction share their time.
  position bigint generated always as identity,
  role text not null check (role in ('user', 'assistant')),
  content text not null,
  metadata jsonb,
  created_at timestamptz not null default clock_timestamp(),
  -- A question that is sent twice under the same key is the same question.
  client_key text,
  -- The person who wrote it as staff; such a message has the role of the assistant and no metadata.
  author_user_id uuid references users on delete set null,
  foreign key (organization_id, session_id) references chat_sessions (organization_id, id) on delete cascade
);
create index chat_messages_session on chat_messages (organization_id, session_id, position);
create unique index chat_messages_client_key on chat_messages (organization_id, session_id, client_key)
  where client_key is not null;
create index chat_messages_author on chat_messages (author_user_id) where author_user_id is not null;
create index chat_messages_recent on chat_messages (organization_id, created_at) where role = 'assistant';
-- The questions that found no answer, newest first: their answers carry what was asked.
create index chat_messages_unanswered on chat_messages (organization_id, created_at desc)
  where role = 'assistant' and metadata->>'asked' is not null;

create function begin_session() returns trigger language plpgsql as $$
begin
  update chat_sessions s set has_messages = true
    where s.organization_id = new.organization_id and s.id = new.session_id and not s.has_messages;
  return null;
end $$;
create trigger begin_session after insert on chat_messages for each row execute function begin_session();

-- A conversation with a customer outside of the product, beside its session. This row is the lock of the
-- conversation: who answers or sends in it holds it, so that everything in it has one order.
create table conversations (
  organization_id uuid not null,
  session_id uuid not null,
  -- The member who answers instead of the assistant; null: the assistant does, also after that member left.
  owner_user_id uuid,
  taken_over_at timestamptz,
  -- The customer asked for a person and nobody has taken over since.
  person_requested_at timestamptz,
  last_message_at timestamptz not null default now(),
  -- The customer's last own message, by the clock of the channel.
  last_customer_message_at timestamptz,
  -- Questions answered since the customer was last asked for a rating.
  answers_since_rating integer not null default 0,
  rating_asked_at timestamptz,
  -- Set when what a person was wanted for is settled: the channel's job then asks for a rating.
  rating_wanted boolean not null default false,
  -- When the customer was last told that pictures and recordings cannot be read.
  media_notice_at timestamptz,
  -- Sending allowance of this customer (a token bucket), as it was at `allowance_at`.
  send_allowance real not null default 45,
  allowance_at timestamptz not null default now(),
  -- What staff's list is filtered and searched by, kept here so that no other table has to be read for it.
  -- `search_text` is the title and the customer, folded to lower case without accents.
  channel text not null default 'chat' check (channel in ('chat', 'webhook', 'whatsapp')),
  search_text text not null default '',
  primary key (organization_id, session_id),
  foreign key (organization_id, session_id) references chat_sessions (organization_id, id) on delete cascade,
  constraint conversations_owner foreign key (organization_id, owner_user_id)
    references memberships (organization_id, user_id) on delete set null (owner_user_id)
);
create index conversations_recent on conversations (organization_id, last_message_at desc, session_id);
create index conversations_owned on conversations (organization_id, owner_user_id, last_message_at desc, session_id)
  where owner_user_id is not null;
create index conversations_waiting on conversations (organization_id, last_message_at desc, session_id)
  where person_requested_at is not null and owner_user_id is null;

-- Messages on their way to a customer, in order within a conversation. `sending` is written before the channel is
-- called: a row found in it has perhaps been delivered and is never sent again.
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

-- One row while email and WhatsApp messages are held: a restored installation is not to send what the one before it
-- has sent already. npm run release takes it away. For the whole installation.
create table outgoing_hold (
  only_row boolean primary key default true check (only_row),
  held_since timestamptz not null default now()
);

-- The picture, recording or document of a customer's message. Meta keeps it for days only, so a job fetches it:
-- `waiting` until it has, `missing` with a reason where it cannot be had or is too large.
create table message_files (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  chat_message_id uuid not null unique references chat_messages on delete cascade,
  kind text not null check (kind in ('image', 'audio', 'video', 'document', 'sticker')),
  -- What Meta calls it.
  media_id text not null,
  name text,
  caption text,
  state text not null default 'waiting' check (state in ('waiting', 'stored', 'missing')),
  reason text check (reason in ('too_large', 'gone', 'disconnected')),
  size_bytes bigint,
  -- By its content, whatever the customer's telephone said.
  media_type text,
  storage_key text,
  created_at timestamptz not null default now(),
  check ((state = 'stored') = (storage_key is not null and media_type is not null)),
  check ((state = 'missing') = (reason is not null))
);
create index message_files_waiting on message_files (organization_id) where state = 'waiting';

-- Messages go with their conversation, and no program is asked: the file is left to the housekeeping.
create function orphan_message_file() returns trigger language plpgsql as $$
begin
  insert into orphaned_files (storage_key, delete_after) values (old.storage_key, now())
  on conflict (storage_key) do update set delete_after = now();
  return null;
end $$;
create trigger orphan_message_file after delete on message_files
  for each row when (old.storage_key is not null) execute function orphan_message_file();
