-- An organization has an owner at all times. Whoever takes one away holds the lock of the organization,
-- so that the second of two who go at once finds that they are the last.
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

create index memberships_listed on memberships (organization_id, created_at, user_id);

-- Names an invitation without opening it.
alter table invitations add column id uuid not null default gen_random_uuid();
alter table invitations add unique (id);
