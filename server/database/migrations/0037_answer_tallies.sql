-- What was answered on a day (UTC), counted once and added up from then on: a hundred thousand answers
-- become a few thousand rows. `measure` says what `bucket` means: how a question ended, about how long
-- it took, how sure the answer was (see tally.ts).
create table answer_tallies (
  organization_id uuid not null references organizations on delete cascade,
  day date not null,
  audience text not null check (audience in ('internal', 'external')),
  channel text not null,
  measure text not null check (measure in ('outcome', 'latency', 'confidence')),
  bucket smallint not null,
  count integer not null,
  primary key (organization_id, day, audience, channel, measure, bucket)
);
alter table answer_tallies enable row level security;
alter table answer_tallies force row level security;
create policy tenant on answer_tallies
  using (organization_id = any ((select app_organizations())::uuid[]));

-- Answers of a day that quote a document. A document that is gone keeps its count, without a name.
create table document_tallies (
  organization_id uuid not null references organizations on delete cascade,
  day date not null,
  document_id uuid not null,
  count integer not null,
  primary key (organization_id, day, document_id)
);
alter table document_tallies enable row level security;
alter table document_tallies force row level security;
create policy tenant on document_tallies
  using (organization_id = any ((select app_organizations())::uuid[]));

-- Until when the answers of an organization are in the tallies.
create table tally_progress (
  organization_id uuid primary key references organizations on delete cascade,
  counted_until timestamptz not null
);
alter table tally_progress enable row level security;
alter table tally_progress force row level security;
create policy tenant on tally_progress
  using (organization_id = any ((select app_organizations())::uuid[]));

create index feedback_by_day on feedback (organization_id, created_at) include (rating);
