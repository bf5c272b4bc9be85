-- Tenancy: every tenant-owned row carries organization_id, and a policy compares it with the
-- organizations that the transaction was opened for (see tenancy.ts). No setting, no rows.
create function app_organizations() returns uuid[] language sql stable as $$
  select coalesce(string_to_array(nullif(current_setting('app.organization_id', true), ''), ',')::uuid[], '{}')
$$;
create function app_user() returns uuid language sql stable as $$
  select nullif(current_setting('app.user_id', true), '')::uuid
$$;

-- The directory: who exists and how they sign in. Not tenant-owned, reached by id or token only.
create table organizations (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  created_at timestamptz not null default now()
);

create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  password_hash text,
  first_name text,
  last_name text,
  profile_image_url text,
  date_of_birth date,
  created_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));

-- A session is found by the SHA-256 of its random token, so a copy of this table opens no door.
create table sessions (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- Attempts to sign in or up by an account or an address within a window. `subject` is a keyed hash,
-- not the e-mail or the address.
create table sign_in_attempts (
  id bigint generated always as identity primary key,
  subject bytea not null,
  at timestamptz not null default clock_timestamp()
);
create index sign_in_attempts_subject on sign_in_attempts (subject, at);
create index sign_in_attempts_age on sign_in_attempts (at);

create table memberships (
  organization_id uuid not null references organizations on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('owner', 'admin', 'agent', 'viewer')),
  created_at timestamptz not null default now(),
  primary key (organization_id, user_id)
);
create index memberships_user on memberships (user_id, created_at);
alter table memberships enable row level security;
alter table memberships force row level security;
create policy tenant on memberships
  using (organization_id = any ((select app_organizations())::uuid[]) or user_id = (select app_user()))
  with check (organization_id = any ((select app_organizations())::uuid[]));

-- A membership that waits for its person: found by the SHA-256 of the token in the link.
create table invitations (
  token_hash bytea primary key,
  organization_id uuid not null references organizations on delete cascade,
  email text not null,
  role text not null check (role in ('admin', 'agent', 'viewer')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index invitations_organization on invitations (organization_id);

-- From token to user and memberships in one round trip. Binding app.user_id inside lets the policy on
-- memberships see those of this user until the end of the statement's transaction.
create function find_session(token bytea) returns table (
  user_id uuid,
  email text,
  first_name text,
  last_name text,
  profile_image_url text,
  date_of_birth date,
  expires_at timestamptz,
  memberships jsonb
) language plpgsql as $$
declare
  owner uuid;
  expiry timestamptz;
begin
  select s.user_id, s.expires_at into owner, expiry
    from sessions s where s.token_hash = token and s.expires_at > now();
  if owner is null then return; end if;
  perform set_config('app.user_id', owner::text, true);
  return query
    select u.id, u.email, u.first_name, u.last_name, u.profile_image_url, u.date_of_birth, expiry,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name, 'role', m.role) order by m.created_at, o.id)
        from memberships m join organizations o on o.id = m.organization_id
        where m.user_id = u.id
      ), '[]')
    from users u where u.id = owner;
end $$;

-- A document keeps its id over versions. `answering_version_id` is the version that questions are
-- answered from; `newest_version` is the one that lists show.
create table documents (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  audience text not null check (audience in ('internal', 'external')),
  name text not null,
  newest_version integer not null default 1,
  answering_version_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, audience, name),
  unique (organization_id, id)
);
create index documents_recent on documents (organization_id, audience, updated_at desc, id desc);
alter table documents enable row level security;
alter table documents force row level security;
create policy tenant on documents
  using (organization_id = any ((select app_organizations())::uuid[]));

create table document_versions (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  document_id uuid not null,
  version integer not null,
  file_type text not null,
  file_size integer not null,
  storage_key text not null,
  sha256 bytea not null,
  status text not null default 'processing' check (status in ('processing', 'completed', 'error')),
  error_code text,
  summary text,
  language text,
  page_count integer,
  uploader_id uuid references users on delete set null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  unique (organization_id, document_id, version),
  unique (organization_id, id),
  foreign key (organization_id, document_id) references documents (organization_id, id) on delete cascade
);
alter table document_versions enable row level security;
alter table document_versions force row level security;
create policy tenant on document_versions
  using (organization_id = any ((select app_organizations())::uuid[]));

create table document_pages (
  organization_id uuid not null,
  version_id uuid not null,
  page integer not null,
  width real not null,
  height real not null,
  text text not null,
  boxes jsonb not null default '[]',
  primary key (organization_id, version_id, page),
  foreign key (organization_id, version_id) references document_versions (organization_id, id) on delete cascade
);
alter table document_pages enable row level security;
alter table document_pages force row level security;
create policy tenant on document_pages
  using (organization_id = any ((select app_organizations())::uuid[]));

create table chat_sessions (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  audience text not null check (audience in ('internal', 'external')),
  channel text not null default 'chat' check (channel in ('chat', 'webhook', 'whatsapp')),
  user_id uuid references users on delete set null,
  title text not null,
  created_at timestamptz not null default now(),
  unique (organization_id, id)
);
create index chat_sessions_recent on chat_sessions (organization_id, created_at desc);
alter table chat_sessions enable row level security;
alter table chat_sessions force row level security;
create policy tenant on chat_sessions
  using (organization_id = any ((select app_organizations())::uuid[]));

create table chat_messages (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  session_id uuid not null,
  -- Order within a session: two messages of one transaction share their time.
  position bigint generated always as identity,
  role text not null check (role in ('user', 'assistant')),
  content text not null,
  metadata jsonb,
  created_at timestamptz not null default clock_timestamp(),
  foreign key (organization_id, session_id) references chat_sessions (organization_id, id) on delete cascade
);
create index chat_messages_session on chat_messages (organization_id, session_id, position);
create index chat_messages_recent on chat_messages (organization_id, created_at) where role = 'assistant';
alter table chat_messages enable row level security;
alter table chat_messages force row level security;
create policy tenant on chat_messages
  using (organization_id = any ((select app_organizations())::uuid[]));
