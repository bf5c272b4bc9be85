-- One question at a time: whoever answers in a session holds it until then, or until the process that
-- held it is surely gone.
alter table chat_sessions add column busy_until timestamptz;
create index chat_sessions_user on chat_sessions (organization_id, user_id, created_at desc);

-- A question that is sent twice under the same key is the same question.
alter table chat_messages add column client_key text;
create unique index chat_messages_client_key on chat_messages (organization_id, session_id, client_key)
  where client_key is not null;
