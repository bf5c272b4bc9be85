-- Two invitations of one address that were made at the same moment were both valid: the newest stays, and there are no
-- two from now on.
alter table invitations no force row level security;
delete from invitations older using invitations newer
where newer.organization_id = older.organization_id and lower(newer.email) = lower(older.email)
  and (newer.created_at, newer.id) > (older.created_at, older.id);
create unique index invitations_address on invitations (organization_id, lower(email));
alter table invitations force row level security;
