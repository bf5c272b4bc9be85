-- Answers that people of the organization wrote. `question_key` is the question folded to its bare
-- words, so that one question has one answer.
create table curated_answers (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  position bigint generated always as identity,
  audience text not null check (audience in ('internal', 'external')),
  question text not null,
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
alter table curated_answers enable row level security;
alter table curated_answers force row level security;
create policy tenant on curated_answers
  using (organization_id = any ((select app_organizations())::uuid[]));

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
alter table dismissed_questions enable row level security;
alter table dismissed_questions force row level security;
create policy tenant on dismissed_questions
  using (organization_id = any ((select app_organizations())::uuid[]));

-- The questions that found no answer, newest first: their answers carry what was asked.
create index chat_messages_unanswered on chat_messages (organization_id, created_at desc)
  where role = 'assistant' and metadata->>'asked' is not null;
create index ticket_drafts_unanswered on ticket_drafts (organization_id, created_at desc) where not answered;
