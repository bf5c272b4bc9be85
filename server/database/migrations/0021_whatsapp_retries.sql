-- How often answering the message was tried again. It was counted per job, but a job that finds the conversation still
-- leased to a dead process ends and leaves the message to a new job, so a message that ends its process was tried for ever.
alter table whatsapp_messages add column retries integer not null default 0;
