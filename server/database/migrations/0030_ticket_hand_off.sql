-- The conversation that a ticket was opened from, and how far its messages are in the ticket's thread.
alter table tickets add column session_id uuid;
alter table tickets add column copied_until bigint;
-- When the customer was asked to rate the ticket through the channel that they came by.
alter table tickets add column rating_asked_at timestamptz;
alter table tickets add constraint tickets_session foreign key (organization_id, session_id)
  references chat_sessions (organization_id, id) on delete set null (session_id);
create index tickets_session on tickets (organization_id, session_id) where session_id is not null;

-- What the assistant had answered before a person was asked for.
alter table ticket_messages drop constraint ticket_messages_kind_check;
alter table ticket_messages add constraint ticket_messages_kind_check
  check (kind in ('reply', 'note', 'customer', 'assistant'));
