-- How somebody proves a second time who they are. Part of the directory, like users and sessions: reached by the user
-- or the credential only.
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
  -- Alone it opens nothing any more, since the password was set anew after it was added, until both were used together.
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

-- Its members need a second factor, or single sign-on.
alter table organizations add column requires_second_factor boolean not null default false;

create or replace function find_session(token bytea) returns table (
  user_id uuid,
  email text,
  first_name text,
  last_name text,
  profile_image_url text,
  date_of_birth date,
  expires_at timestamptz,
  memberships jsonb,
  created_at timestamptz,
  authenticated_at timestamptz,
  is_strong boolean,
  email_verified_at timestamptz
) language plpgsql as $$
declare
  session sessions;
begin
  select * into session from sessions s
    where s.token_hash = token and s.expires_at > now() and s.created_at > now() - interval '90 days';
  if session.user_id is null then return; end if;
  perform set_config('app.user_id', session.user_id::text, true);
  return query
    select u.id, u.email, u.first_name, u.last_name, u.profile_image_url, u.date_of_birth, session.expires_at,
      coalesce((
        select jsonb_agg(
          jsonb_build_object('id', o.id, 'name', o.name, 'role', m.role)
            || case when o.requires_second_factor and not session.is_strong
                 then '{"needsSecondFactor": true}'::jsonb else '{}'::jsonb end
          order by m.created_at, o.id)
        from memberships m join organizations o on o.id = m.organization_id
        where m.user_id = u.id
      ), '[]'),
      session.created_at, session.authenticated_at, session.is_strong, u.email_verified_at
    from users u where u.id = session.user_id;
end $$;
