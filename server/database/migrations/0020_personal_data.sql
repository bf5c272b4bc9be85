alter table organizations
  -- After how many months without activity conversations and closed tickets are deleted; null: never.
  add column retention_months integer check (retention_months in (3, 6, 12, 24)),
  -- Its owner deleted it: nobody has access any more, and the housekeeping deletes its rows.
  add column deleted_at timestamptz;

-- As in the baseline, but the last owner of a deleted organization loses access, too.
create or replace function keep_an_owner() returns trigger language plpgsql as $$
begin
  if old.role <> 'owner' or (tg_op = 'UPDATE' and new.role = 'owner') then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  perform from organizations where id = old.organization_id and deleted_at is null for update;
  if found and not exists (
    select from memberships
    where organization_id = old.organization_id and role = 'owner' and user_id <> old.user_id
  ) then
    raise exception 'an organization keeps an owner'
      using errcode = 'check_violation', constraint = 'memberships_keep_an_owner', table = 'memberships';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
