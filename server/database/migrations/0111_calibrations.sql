-- How likely an answer with a given confidence is right, fitted on questions whose answers were judged: of one engine
-- ('extractive', 'reader' or the name of a language model), by everybody's sets or by an organization's own questions.
-- `slope` and `intercept` are of the log odds.
create table installation_calibrations (
  engine text primary key,
  slope double precision not null,
  intercept double precision not null,
  questions integer not null,
  calibrated_at timestamptz not null default now()
);
create table calibrations (
  organization_id uuid not null references organizations on delete cascade,
  engine text not null,
  slope double precision not null,
  intercept double precision not null,
  questions integer not null,
  calibrated_at timestamptz not null default now(),
  primary key (organization_id, engine)
);
alter table calibrations enable row level security;
alter table calibrations force row level security;
create policy tenant on calibrations
  using (organization_id = any ((select app_organizations())::uuid[]));
