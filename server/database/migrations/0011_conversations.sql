-- oldest code: 0011_conversations
-- A conversation was a row of chat_sessions, and one with a customer outside of the product had a second row, in
-- conversations. It is one row now, whatever the channel, with one name wherever it is referred to. Ids stay as they
-- are. In one step, while nothing else runs: docs/decisions/0135-one-table-of-conversations.md.

-- Rows are moved, and references to them checked, as the owner, whom row-level security binds otherwise.
alter table chat_sessions no force row level security;
alter table conversations no force row level security;
alter table memberships no force row level security;
alter table outbox no force row level security;
alter table whatsapp_contacts no force row level security;
alter table whatsapp_messages no force row level security;
alter table conversations rename to customer_conversations;
alter table chat_sessions rename to conversations;

-- This row is the lock of the conversation: who answers or sends in it holds it, so that everything in it has one order.
-- The columns from `last_message_at` on are kept for conversations with customers, which the inbox lists.
alter table conversations
  -- The member who answers instead of the assistant; null: the assistant does, also after that member left.
  add column owner_user_id uuid,
  add column taken_over_at timestamptz,
  -- The customer asked for a person and nobody has taken over since.
  add column person_requested_at timestamptz,
  add column last_message_at timestamptz not null default now(),
  -- The customer's last own message, by the clock of the channel.
  add column last_customer_message_at timestamptz,
  -- Questions answered since the customer was last asked for a rating.
  add column answers_since_rating integer not null default 0,
  add column rating_asked_at timestamptz,
  -- Set when what a person was wanted for is settled: the channel's job then asks for a rating.
  add column rating_wanted boolean not null default false,
  -- When the customer was last told that pictures and recordings cannot be read.
  add column media_notice_at timestamptz,
  -- Sending allowance of this customer (a token bucket), as it was at `allowance_at`.
  add column send_allowance real not null default 45,
  add column allowance_at timestamptz not null default now(),
  -- What the inbox is searched by: the title and the customer, folded to lower case without accents.
  add column search_text text not null default '';

update conversations c set
  owner_user_id = o.owner_user_id,
  taken_over_at = o.taken_over_at,
  person_requested_at = o.person_requested_at,
  last_message_at = o.last_message_at,
  last_customer_message_at = o.last_customer_message_at,
  answers_since_rating = o.answers_since_rating,
  rating_asked_at = o.rating_asked_at,
  rating_wanted = o.rating_wanted,
  media_notice_at = o.media_notice_at,
  send_allowance = o.send_allowance,
  allowance_at = o.allowance_at,
  search_text = o.search_text
from customer_conversations o
where o.organization_id = c.organization_id and o.session_id = c.id;

alter table outbox drop constraint outbox_organization_id_session_id_fkey;
alter table whatsapp_contacts drop constraint whatsapp_contacts_organization_id_session_id_fkey;
alter table whatsapp_messages drop constraint whatsapp_messages_organization_id_session_id_fkey;
drop table customer_conversations;
drop index chat_sessions_recent, chat_sessions_user;

alter table chat_messages rename to messages;
alter table messages rename column session_id to conversation_id;
alter table outbox rename column session_id to conversation_id;
alter table whatsapp_contacts rename column session_id to conversation_id;
alter table whatsapp_messages rename column session_id to conversation_id;
alter table webhook_requests rename column session_id to conversation_id;
alter table tickets rename column session_id to conversation_id;
alter table feedback rename column session_id to conversation_id;
alter table outbox rename column chat_message_id to message_id;
alter table message_files rename column chat_message_id to message_id;
alter table whatsapp_messages rename column chat_message_id to message_id;
-- The message of the conversation that this one was copied from.
alter table ticket_messages rename column chat_message_id to message_id;

-- 0.1.0, which read `act`, does not run on this schema: both were written, so nothing is in `request` alone.
alter table whatsapp_messages drop column request;
alter table whatsapp_messages rename column act to request;

-- Constraints (with their indexes), indexes and the sequence that were called after the old names.
alter table conversations rename constraint chat_sessions_pkey to conversations_pkey;
alter table conversations rename constraint chat_sessions_organization_id_id_key to conversations_organization_id_id_key;
alter table conversations rename constraint chat_sessions_organization_id_fkey to conversations_organization_id_fkey;
alter table conversations rename constraint chat_sessions_user_id_fkey to conversations_user_id_fkey;
alter table conversations rename constraint chat_sessions_audience_check to conversations_audience_check;
alter table conversations rename constraint chat_sessions_channel_check to conversations_channel_check;
alter table messages rename constraint chat_messages_pkey to messages_pkey;
alter table messages rename constraint chat_messages_role_check to messages_role_check;
alter table messages rename constraint chat_messages_author_user_id_fkey to messages_author_user_id_fkey;
alter table messages rename constraint chat_messages_organization_id_session_id_fkey to messages_conversation;
alter table webhook_requests rename constraint webhook_requests_organization_id_session_id_fkey to webhook_requests_conversation;
alter table whatsapp_contacts rename constraint whatsapp_contacts_organization_id_session_id_key to whatsapp_contacts_organization_id_conversation_id_key;
alter table tickets rename constraint tickets_session to tickets_conversation;
alter table message_files rename constraint message_files_chat_message_id_key to message_files_message_id_key;
alter table message_files rename constraint message_files_chat_message_id_fkey to message_files_message_id_fkey;
alter index chat_messages_session rename to messages_conversation;
alter index chat_messages_client_key rename to messages_client_key;
alter index chat_messages_author rename to messages_author;
alter index chat_messages_recent rename to messages_recent;
alter index chat_messages_unanswered rename to messages_unanswered;
alter index outbox_session rename to outbox_conversation;
alter index whatsapp_messages_session rename to whatsapp_messages_conversation;
alter index webhook_requests_session rename to webhook_requests_conversation;
alter index tickets_session rename to tickets_conversation;
alter index feedback_session rename to feedback_conversation;
alter sequence chat_messages_position_seq rename to messages_position_seq;

alter table conversations add constraint conversations_owner foreign key (organization_id, owner_user_id)
  references memberships (organization_id, user_id) on delete set null (owner_user_id);
alter table outbox add constraint outbox_conversation
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade;
alter table whatsapp_contacts add constraint whatsapp_contacts_conversation
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade;
alter table whatsapp_messages add constraint whatsapp_messages_conversation
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade;

-- The chats of a member; and the inbox, which lists the conversations of all other channels.
create index conversations_user on conversations (organization_id, user_id, created_at desc) where user_id is not null;
create index conversations_recent on conversations (organization_id, last_message_at desc, id) where channel <> 'chat';
create index conversations_owned on conversations (organization_id, owner_user_id, last_message_at desc, id)
  where owner_user_id is not null;
create index conversations_waiting on conversations (organization_id, last_message_at desc, id)
  where person_requested_at is not null and owner_user_id is null;

alter trigger begin_session on messages rename to begin_conversation;
alter function begin_session() rename to begin_conversation;
create or replace function begin_conversation() returns trigger language plpgsql as $$
begin
  update conversations c set has_messages = true
    where c.organization_id = new.organization_id and c.id = new.conversation_id and not c.has_messages;
  return null;
end $$;

alter table conversations force row level security;
alter table memberships force row level security;
alter table outbox force row level security;
alter table whatsapp_contacts force row level security;
alter table whatsapp_messages force row level security;
analyze conversations;
