-- The days (UTC) on which a member used an organization: who belongs to several is active only where they were.
create table member_days (
  organization_id uuid not null references organizations on delete cascade,
  user_id uuid not null references users on delete cascade,
  day date not null,
  primary key (organization_id, user_id, day)
);
create index member_days_user on member_days (user_id);
alter table member_days enable row level security;
alter table member_days force row level security;
create policy tenant on member_days
  using (organization_id = any ((select app_organizations())::uuid[]));

alter table member_days no force row level security;
alter table chat_sessions no force row level security;
alter table document_versions no force row level security;
insert into member_days (organization_id, user_id, day)
  select organization_id, user_id, (created_at at time zone 'UTC')::date
    from chat_sessions where has_messages and user_id is not null and created_at > now() - interval '90 days'
  union
  select organization_id, uploader_id, (created_at at time zone 'UTC')::date
    from document_versions where uploader_id is not null and created_at > now() - interval '90 days';
alter table member_days force row level security;
alter table chat_sessions force row level security;
alter table document_versions force row level security;
