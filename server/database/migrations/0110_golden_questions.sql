-- Questions that an organization wants answered rightly whatever changes, and what each answer has to hold.
create table golden_questions (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  position bigint generated always as identity,
  audience text not null check (audience in ('internal', 'external')),
  question text not null,
  -- `question` folded to its bare words, so that each is kept once.
  question_key text not null,
  must_hold text[] not null check (cardinality(must_hold) > 0),
  must_not_hold text[] not null default '{}',
  -- What came of asking it last; all null until then.
  holds boolean,
  answer text,
  answered_by text,
  checked_at timestamptz,
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, id),
  unique (organization_id, audience, question_key),
  check ((holds is null) = (checked_at is null))
);
create index golden_questions_newest on golden_questions (organization_id, position desc);
alter table golden_questions enable row level security;
alter table golden_questions force row level security;
create policy tenant on golden_questions
  using (organization_id = any ((select app_organizations())::uuid[]));

-- Organizations that have new versions rehearsed with real questions before they go live.
create table rehearsal_settings (
  organization_id uuid primary key references organizations on delete cascade,
  enabled boolean not null,
  updated_by uuid references users on delete set null,
  updated_at timestamptz not null default now()
);
alter table rehearsal_settings enable row level security;
alter table rehearsal_settings force row level security;
create policy tenant on rehearsal_settings
  using (organization_id = any ((select app_organizations())::uuid[]));

-- What was asked of a version before it went live, and which answers it changes. While `held_at` is set the version
-- is completed but not live; `accepted_at` lets it answer.
create table version_checks (
  organization_id uuid not null,
  version_id uuid not null,
  golden_asked integer not null,
  golden_broken integer not null,
  rehearsal_asked integer not null,
  rehearsal_changed integer not null,
  -- JSON as contract/golden-questions.ts describes it.
  differences jsonb not null,
  checked_at timestamptz not null default now(),
  held_at timestamptz,
  accepted_at timestamptz,
  accepted_by uuid references users on delete set null,
  primary key (organization_id, version_id),
  foreign key (organization_id, version_id) references document_versions (organization_id, id) on delete cascade
);
create index version_checks_held on version_checks (organization_id, held_at desc) where held_at is not null;
alter table version_checks enable row level security;
alter table version_checks force row level security;
create policy tenant on version_checks
  using (organization_id = any ((select app_organizations())::uuid[]));
