-- What shapes answers besides documents, what people thought of them, and what the language model cost.

-- Answers that people of the organization wrote.
create table curated_answers (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  position bigint generated always as identity,
  audience text not null check (audience in ('internal', 'external')),
  question text not null,
  -- The question folded to its bare words, so that one question has one answer.
  question_key text not null,
  -- Other ways in which it was asked.
  wordings text[] not null default '{}',
  answer text not null,
  created_by uuid references users on delete set null,
  updated_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, id),
  unique (organization_id, audience, question_key)
);
create index curated_answers_newest on curated_answers (organization_id, audience, position desc);

-- Unanswered questions that need no answer: those like `question` that were asked until then.
create table dismissed_questions (
  organization_id uuid not null references organizations on delete cascade,
  audience text not null check (audience in ('internal', 'external')),
  question_key text not null,
  question text not null,
  dismissed_by uuid references users on delete set null,
  dismissed_at timestamptz not null default now(),
  primary key (organization_id, audience, question_key)
);

-- One rating per occasion (a chat answer, a ticket, the end of a conversation): giving it again corrects it.
create table feedback (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  occasion text not null,
  rating smallint not null check (rating between 1 and 5),
  source text not null check (source in ('chat', 'whatsapp', 'email', 'ticket')),
  category text,
  comment text,
  customer_email text,
  customer_phone text,
  session_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, occasion)
);
create index feedback_recent on feedback (organization_id, created_at desc, id desc);
create index feedback_by_source on feedback (organization_id, source, created_at desc, id desc);
create index feedback_by_rating on feedback (organization_id, rating, created_at desc, id desc);
create index feedback_counts on feedback (organization_id, source, rating);
create index feedback_session on feedback (organization_id, session_id) where session_id is not null;

-- What the language model cost, by organization and calendar month. Money is in millionths of the operator's
-- currency, so that sums are exact.
create table model_usage (
  organization_id uuid not null references organizations on delete cascade,
  month date not null,
  answers integer not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  cost_micros bigint not null,
  -- How far the budget was used up when the owners were last told, once for each in a month.
  warned_of text check (warned_of in ('near', 'used_up')),
  primary key (organization_id, month)
);

-- What an organization may spend in a month. No row: no limit.
create table model_budgets (
  organization_id uuid primary key references organizations on delete cascade,
  monthly_micros bigint not null check (monthly_micros >= 0)
);

-- What answers that are being written may still cost, so that answers at the same time know of each other and a
-- budget is overrun by the last of them at most. What a process that died has reserved counts until it expires.
create table model_reservations (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  cost_micros bigint not null,
  expires_at timestamptz not null
);
create index model_reservations_organization on model_reservations (organization_id);

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

-- Organizations that have new versions rehearsed with real questions before they go live.
create table rehearsal_settings (
  organization_id uuid primary key references organizations on delete cascade,
  enabled boolean not null,
  updated_by uuid references users on delete set null,
  updated_at timestamptz not null default now()
);

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
