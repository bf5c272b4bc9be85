-- When somebody last proved who they are in this session: some changes ask for a proof of the last minutes.
-- A session also ends a fixed time after it began, however often it is used.
alter table sessions add column authenticated_at timestamptz not null default now();
-- Opened by two factors, by a passkey or by single sign-on.
alter table sessions add column is_strong boolean not null default false;

-- Null: nobody has shown yet that the address is theirs.
alter table users add column email_verified_at timestamptz;

-- Names a connection of single sign-on without its subject; what the provider calls the account helps to recognise it.
alter table identities add column id uuid not null default gen_random_uuid();
alter table identities add unique (id);
alter table identities add column label text;

-- Somebody who wants an account, until they open the link in the mail: found by the SHA-256 of its token. The browser
-- that asked is known by the SHA-256 of a cookie; in another one the password is asked for.
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

-- A link by which a user who is signed up shows that the address is theirs.
create table email_verifications (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  email text not null,
  expires_at timestamptz not null
);
create index email_verifications_user on email_verifications (user_id);

drop function find_session(bytea);
create function find_session(token bytea) returns table (
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
        select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name, 'role', m.role) order by m.created_at, o.id)
        from memberships m join organizations o on o.id = m.organization_id
        where m.user_id = u.id
      ), '[]'),
      session.created_at, session.authenticated_at, session.is_strong, u.email_verified_at
    from users u where u.id = session.user_id;
end $$;
