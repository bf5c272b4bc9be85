-- How often the sessions of an account were ended. A sign-in that began at another number starts none.
alter table users add column access_epoch integer not null default 0;
