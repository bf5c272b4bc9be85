-- The message of the conversation that a message of a ticket was copied from: copied once, whoever copies.
alter table ticket_messages add column chat_message_id uuid;
create unique index ticket_messages_copied on ticket_messages (organization_id, ticket_id, chat_message_id)
  where chat_message_id is not null;

-- What became of a reply: said in the conversation, mailed or not; null for whatever is no reply.
alter table ticket_messages add column delivery text check (delivery in
  ('conversation', 'mailing', 'mailed', 'mail_failed', 'no_mail_server', 'no_address'));
