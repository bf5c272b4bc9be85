-- One row while email and WhatsApp messages are held: a restored installation is not to send what the one before it
-- has sent already. npm run release takes it away.
create table outgoing_hold (
  only_row boolean primary key default true check (only_row),
  held_since timestamptz not null default now()
);
