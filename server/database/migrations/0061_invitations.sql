-- An invitation belongs to its organization. Whoever holds the token of a link sees the one that it is for, and no other.
create function app_invitation() returns bytea language sql stable as $$
  select decode(nullif(current_setting('app.invitation', true), ''), 'hex')
$$;

-- The token of the mailed link, which shows that its holder reads the mail of the address; the link that the inviter
-- is given to copy does not.
alter table invitations add column mailed_token_hash bytea unique;
alter table invitations add column invited_by uuid references users on delete set null;

alter table invitations enable row level security;
alter table invitations force row level security;
create policy tenant on invitations
  using (
    organization_id = any ((select app_organizations())::uuid[])
    or token_hash = (select app_invitation())
    or mailed_token_hash = (select app_invitation())
  )
  with check (organization_id = any ((select app_organizations())::uuid[]));
