-- Since when a conversation is with a person: the assistant is silent in it until somebody releases it, its ticket is
-- done, or the customer asks the assistant again.
alter table chat_sessions add column handed_off_at timestamptz;
