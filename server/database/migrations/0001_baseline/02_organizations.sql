-- Organizations (tenants), who belongs to them, and what they set for themselves.

create table organizations (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  created_at timestamptz not null default now(),
  -- Its members need a second factor, or single sign-on.
  requires_second_factor boolean not null default false,
  -- Where its days begin and end.
  time_zone text not null default 'UTC',
  -- Until when its answers are in its counts (11_counts.sql); null: none is.
  answers_counted_until timestamptz
);

create function organization_day(organization uuid, moment timestamptz) returns date language sql stable as $$
  select (moment at time zone coalesce((select o.time_zone from organizations o where o.id = organization), 'UTC'))::date;
$$;

-- What a transaction was opened for: see withTenant in database.ts. No setting, no rows.
create function app_organizations() returns uuid[] language sql stable as $$
  select coalesce(string_to_array(nullif(current_setting('app.organization_id', true), ''), ',')::uuid[], '{}')
$$;
create function app_user() returns uuid language sql stable as $$
  select nullif(current_setting('app.user_id', true), '')::uuid
$$;
create function app_invitation() returns bytea language sql stable as $$
  select decode(nullif(current_setting('app.invitation', true), ''), 'hex')
$$;

create table memberships (
  organization_id uuid not null references organizations on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('owner', 'admin', 'agent', 'viewer')),
  created_at timestamptz not null default now(),
  primary key (organization_id, user_id)
);
create index memberships_user on memberships (user_id, created_at);
create index memberships_listed on memberships (organization_id, created_at, user_id);
-- People see their own memberships, whichever organization they are about to open.
create policy tenant on memberships
  using (organization_id = any ((select app_organizations())::uuid[]) or user_id = (select app_user()))
  with check (organization_id = any ((select app_organizations())::uuid[]));

-- An organization has an owner at all times. Who takes one away holds the lock of the organization, so that the
-- second of two who leave at once finds that they are the last.
create function keep_an_owner() returns trigger language plpgsql as $$
begin
  if old.role <> 'owner' or (tg_op = 'UPDATE' and new.role = 'owner') then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  perform from organizations where id = old.organization_id for update;
  -- Not found: the organization itself is being deleted.
  if found and not exists (
    select from memberships
    where organization_id = old.organization_id and role = 'owner' and user_id <> old.user_id
  ) then
    raise exception 'an organization keeps an owner'
      using errcode = 'check_violation', constraint = 'memberships_keep_an_owner', table = 'memberships';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger keep_an_owner before update or delete on memberships
  for each row execute function keep_an_owner();

-- A membership that waits for its person.
create table invitations (
  -- SHA-256 of the token in the link that the inviter is given to copy.
  token_hash bytea primary key,
  -- The same of the link that is mailed, which shows that its holder reads the mail of the address.
  mailed_token_hash bytea unique,
  -- Names the invitation without opening it.
  id uuid not null default gen_random_uuid() unique,
  organization_id uuid not null references organizations on delete cascade,
  email text not null,
  role text not null check (role in ('admin', 'agent', 'viewer')),
  invited_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index invitations_organization on invitations (organization_id);
-- The holder of a link's token sees the invitation that it is for, and no other.
create policy tenant on invitations
  using (
    organization_id = any ((select app_organizations())::uuid[])
    or token_hash = (select app_invitation())
    or mailed_token_hash = (select app_invitation())
  )
  with check (organization_id = any ((select app_organizations())::uuid[]));

-- From the token of a session to its user and memberships in one round trip. Setting app.user_id inside lets the
-- policy on memberships see those of this user until the end of the statement's transaction.
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

-- The days (UTC) on which a member used an organization: who belongs to several is active only where they were.
create table member_days (
  organization_id uuid not null references organizations on delete cascade,
  user_id uuid not null references users on delete cascade,
  day date not null,
  primary key (organization_id, user_id, day)
);
create index member_days_user on member_days (user_id);

-- How many questions an organization has asked in the current minute, by all processes together. They take some at
-- a time, so that not every question is a write.
create table question_counts (
  organization_id uuid primary key references organizations on delete cascade,
  minute timestamptz not null,
  taken integer not null
);

-- What an organization applied for a kind of business. `json` and not `jsonb`: it keeps the order in which flags,
-- templates and groups were sent, which is the order that people read them in.
create table business_configs (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  business_type text not null,
  is_active boolean not null default true,
  settings json not null,
  template_settings json not null,
  workflow_settings json not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, business_type)
);
