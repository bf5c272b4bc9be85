-- What staff's list of conversations is filtered and searched by, kept here so that no other table has
-- to be read for it. `search_text` is the title and the customer, folded to lower case without accents.
alter table conversations add column channel text not null default 'chat'
  check (channel in ('chat', 'webhook', 'whatsapp'));
alter table conversations add column search_text text not null default '';

-- The person who wrote a message as staff; such a message has the role of the assistant and no metadata.
alter table chat_messages add column author_user_id uuid references users on delete set null;
create index chat_messages_author on chat_messages (author_user_id) where author_user_id is not null;

-- The owner of a table is bound by its policies, too, unless for these updates.
alter table conversations no force row level security;
alter table chat_sessions no force row level security;
alter table whatsapp_contacts no force row level security;
alter table memberships no force row level security;
update conversations c set channel = s.channel, search_text = lower(s.title)
  from chat_sessions s where s.organization_id = c.organization_id and s.id = c.session_id;
update conversations c set search_text = concat_ws(' ', c.search_text, lower(k.profile_name), '+' || k.wa_id)
  from whatsapp_contacts k where k.organization_id = c.organization_id and k.session_id = c.session_id;
update conversations c set owner_user_id = null
  where owner_user_id is not null and not exists (
    select from memberships m where m.organization_id = c.organization_id and m.user_id = c.owner_user_id
  );
alter table conversations force row level security;
alter table chat_sessions force row level security;
alter table whatsapp_contacts force row level security;
alter table memberships force row level security;

-- Whoever has a conversation is a member: when they leave, the assistant has it again.
alter table conversations drop constraint conversations_owner_user_id_fkey;
alter table conversations add constraint conversations_owner foreign key (organization_id, owner_user_id)
  references memberships (organization_id, user_id) on delete set null (owner_user_id);
create index conversations_owned on conversations (organization_id, owner_user_id, last_message_at desc, session_id)
  where owner_user_id is not null;
create index conversations_waiting on conversations (organization_id, last_message_at desc, session_id)
  where person_requested_at is not null and owner_user_id is null;
