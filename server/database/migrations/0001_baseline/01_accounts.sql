-- Who exists and how they sign in. These tables belong to no organization: they are reached by an id or a token
-- only, and row-level security (12_row_level_security.sql) leaves them alone.

create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  -- Null: signs in without a password.
  password_hash text,
  first_name text,
  last_name text,
  profile_image_url text,
  date_of_birth date,
  -- Null: nobody has shown yet that the address is theirs.
  email_verified_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));

-- A person's picture, small enough to stand with the rest. Who may see it follows from the organizations that two
-- people share.
create table profile_pictures (
  user_id uuid primary key references users on delete cascade,
  media_type text not null check (media_type in ('image/jpeg', 'image/png')),
  bytes bytea not null,
  sha256 bytea not null,
  updated_at timestamptz not null default now()
);

-- A session is found by the SHA-256 of its random token, so that a copy of this table opens no door.
create table sessions (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  -- A session also ends a fixed time after it began, however often it is used.
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- When somebody last proved who they are: some changes ask for a proof of the last minutes.
  authenticated_at timestamptz not null default now(),
  -- Opened by two factors, by a passkey or by single sign-on.
  is_strong boolean not null default false
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- Attempts to sign in or up by an account or an address within a window.
create table sign_in_attempts (
  id bigint generated always as identity primary key,
  -- A keyed hash, not the email or the network address.
  subject bytea not null,
  at timestamptz not null default clock_timestamp()
);
create index sign_in_attempts_subject on sign_in_attempts (subject, at);
create index sign_in_attempts_age on sign_in_attempts (at);

-- Single sign-on: an account at a provider, whose subject never changes, as an email address may.
create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  -- Names the connection without its subject.
  id uuid not null default gen_random_uuid() unique,
  -- What the provider calls the account.
  label text,
  primary key (issuer, subject)
);
create index identities_user on identities (user_id);

-- Second factors.
create table totp_secrets (
  user_id uuid primary key references users on delete cascade,
  -- Encrypted: a copy of this table makes no codes.
  secret bytea not null,
  -- Null until a first code has shown that the app has the secret.
  confirmed_at timestamptz,
  -- The step of the newest code that was used: none is used twice.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

create table passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  -- Since the password was reset after it was added, it opens nothing alone until both were used together.
  needs_password boolean not null default false,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id, created_at);

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  -- SHA-256 of a random code.
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- Links in emails, each found by the SHA-256 of its token.

-- Sets another password for somebody who forgot theirs.
create table password_resets (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index password_resets_user on password_resets (user_id);

-- Shows that an address belongs to a user who is signed up.
create table email_verifications (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  email text not null,
  expires_at timestamptz not null
);
create index email_verifications_user on email_verifications (user_id);

-- Makes an account for somebody who asked for one. The browser that asked is known by the SHA-256 of a cookie; in
-- another one the password is asked for.
create table pending_sign_ups (
  token_hash bytea primary key,
  browser_hash bytea not null,
  email text not null,
  password_hash text not null,
  details jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index pending_sign_ups_email on pending_sign_ups (lower(email));
create index pending_sign_ups_expiry on pending_sign_ups (expires_at);
