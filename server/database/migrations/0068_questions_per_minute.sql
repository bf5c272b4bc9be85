-- How many questions an organization has asked in the current minute, by all processes together. They take
-- some at a time, so that not every question is a write.
create table question_counts (
  organization_id uuid primary key references organizations on delete cascade,
  minute timestamptz not null,
  taken integer not null
);
alter table question_counts enable row level security;
alter table question_counts force row level security;
create policy tenant on question_counts
  using (organization_id = any ((select app_organizations())::uuid[]));
