-- The picture, recording or document of a customer's message. Meta keeps it for days only, so a job fetches it:
-- `waiting` until it has, `missing` with a reason where it cannot be had or is too large.
create table message_files (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  chat_message_id uuid not null unique references chat_messages on delete cascade,
  kind text not null check (kind in ('image', 'audio', 'video', 'document', 'sticker')),
  -- What Meta calls it.
  media_id text not null,
  name text,
  caption text,
  state text not null default 'waiting' check (state in ('waiting', 'stored', 'missing')),
  reason text check (reason in ('too_large', 'gone', 'disconnected')),
  size_bytes bigint,
  -- By its content, whatever the customer's telephone said.
  media_type text,
  storage_key text,
  created_at timestamptz not null default now(),
  check ((state = 'stored') = (storage_key is not null and media_type is not null)),
  check ((state = 'missing') = (reason is not null))
);
create index message_files_waiting on message_files (organization_id) where state = 'waiting';
alter table message_files enable row level security;
alter table message_files force row level security;
create policy tenant on message_files
  using (organization_id = any ((select app_organizations())::uuid[]));

-- Messages go with their session, and no program is asked: the file is left to the housekeeping.
create function disown_message_file() returns trigger language plpgsql as $$
begin
  insert into stray_files (storage_key, delete_after) values (old.storage_key, now())
  on conflict (storage_key) do update set delete_after = now();
  return null;
end $$;
create trigger message_files_disowned after delete on message_files
  for each row when (old.storage_key is not null) execute function disown_message_file();
