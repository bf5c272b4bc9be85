-- What a customer wants with a message was called its act. This release writes `act` as well, for 0.1.0, and reads it
-- where 0.1.0 has written no `request`; the next release drops it.
alter table whatsapp_messages add column request jsonb;
