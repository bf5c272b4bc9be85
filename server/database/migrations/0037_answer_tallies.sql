-- What was answered on a day (UTC), counted once and added up from then on: a hundred thousand answers
-- become a few thousand rows. `measure` says what `bucket` means: how a question ended, about how long
-- it took, how sure the answer was (see tally.ts).
create table answer_tallies (
  organization_id uuid not null references organizations on delete cascade,
  day date not null,
  audience text not null check (audience in ('internal', 'external')),
  -- Of outcomes only, else empty.
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

-- Ratings of a day (UTC). A rating can be corrected later, so every change of one is counted at once;
-- there are few enough for that.
create table rating_tallies (
  organization_id uuid not null references organizations on delete cascade,
  day date not null,
  rating smallint not null,
  count integer not null,
  primary key (organization_id, day, rating)
);
alter table rating_tallies enable row level security;
alter table rating_tallies force row level security;
create policy tenant on rating_tallies
  using (organization_id = any ((select app_organizations())::uuid[]));

create function count_rating() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update rating_tallies t set count = t.count - 1
      where t.organization_id = old.organization_id and t.day = (old.created_at at time zone 'UTC')::date
        and t.rating = old.rating;
  end if;
  if tg_op <> 'DELETE' then
    insert into rating_tallies (organization_id, day, rating, count)
      values (new.organization_id, (new.created_at at time zone 'UTC')::date, new.rating, 1)
      on conflict (organization_id, day, rating) do update set count = rating_tallies.count + 1;
  end if;
  return null;
end $$;
create trigger count_rating after insert or delete or update of rating, created_at on feedback
  for each row execute function count_rating();

insert into rating_tallies (organization_id, day, rating, count)
  select organization_id, (created_at at time zone 'UTC')::date, rating, count(*) from feedback group by 1, 2, 3;

-- Documents that are being read or could not be: few, however many there are.
create index document_versions_unready on document_versions (organization_id) where status <> 'completed';
