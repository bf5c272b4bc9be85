-- The public webhook: keys by which programs ask, and the questions that may be sent again.

-- The SHA-256 of a key is stored, so that a copy of this table opens no door. A revoked key stays listed.
create table api_keys (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null,
  key_hash bytea not null unique,
  prefix text not null,
  may_ask_internal boolean not null,
  may_ask_external boolean not null,
  created_at timestamptz not null default now(),
  -- To the minute.
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  unique (organization_id, id)
);
create index api_keys_recent on api_keys (organization_id, created_at desc, id desc);
create policy by_key on api_keys for select
  using (key_hash = (select decode(nullif(current_setting('app.key_hash', true), ''), 'hex')));

-- Sites whose pages may use a key in a browser. Gone when the key is revoked.
create table api_key_origins (
  organization_id uuid not null,
  api_key_id uuid not null,
  origin text not null,
  primary key (organization_id, api_key_id, origin),
  foreign key (organization_id, api_key_id) references api_keys (organization_id, id) on delete cascade
);
create index api_key_origins_origin on api_key_origins (origin);
create policy by_origin on api_key_origins for select
  using (origin = (select nullif(current_setting('app.origin', true), '')));

-- From the hash of a key to what it may do, in one round trip; no row for a key that is unknown, revoked or expired.
-- Settings are made inside, until the end of the statement's transaction, so that the policies let exactly this key
-- and its organization through.
create function find_api_key(hash bytea) returns table (
  id uuid,
  organization_id uuid,
  may_ask_internal boolean,
  may_ask_external boolean,
  allowed_origins text[]
) language plpgsql as $$
declare
  asked api_keys%rowtype;
begin
  perform set_config('app.key_hash', encode(hash, 'hex'), true);
  select * into asked from api_keys k
    where k.key_hash = hash and k.revoked_at is null and (k.expires_at is null or k.expires_at > now());
  if not found then return; end if;
  perform set_config('app.organization_id', asked.organization_id::text, true);
  -- A write for every request would be a queue at this row.
  if asked.last_used_at is null or asked.last_used_at < now() - interval '1 minute' then
    update api_keys k set last_used_at = now()
      where k.organization_id = asked.organization_id and k.id = asked.id
        and (k.last_used_at is null or k.last_used_at < now() - interval '1 minute');
  end if;
  return query select asked.id, asked.organization_id, asked.may_ask_internal, asked.may_ask_external,
    array(
      select o.origin from api_key_origins o
      where o.organization_id = asked.organization_id and o.api_key_id = asked.id
    );
end $$;

-- Whether any living key lets pages of this origin in: a browser asks before it shows its key.
create function is_api_key_origin(asked text) returns boolean language plpgsql as $$
begin
  perform set_config('app.origin', asked, true);
  return exists (select from api_key_origins o where o.origin = asked);
end $$;

-- Questions that carried an Idempotency-Key, kept for a day.
create table webhook_requests (
  organization_id uuid not null,
  api_key_id uuid not null,
  idempotency_key text not null,
  id uuid not null default gen_random_uuid(),
  body_sha256 bytea not null,
  session_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, api_key_id, idempotency_key),
  foreign key (organization_id, api_key_id) references api_keys (organization_id, id) on delete cascade,
  foreign key (organization_id, session_id) references chat_sessions (organization_id, id) on delete cascade
);
create index webhook_requests_age on webhook_requests (organization_id, api_key_id, created_at);
create index webhook_requests_session on webhook_requests (organization_id, session_id);
