-- A reply that was not emailed because its organization had reached its limit; `delivery` is 'mail_failed', which older
-- versions know.
alter table ticket_messages add column over_mail_limit boolean not null default false;
