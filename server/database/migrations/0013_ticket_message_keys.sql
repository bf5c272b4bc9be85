-- Who adds a message, and the Idempotency-Key of the request: one that is sent again adds nothing.
alter table ticket_messages add column client_key text;
create unique index ticket_messages_client_key on ticket_messages (organization_id, ticket_id, client_key)
  where client_key is not null;
