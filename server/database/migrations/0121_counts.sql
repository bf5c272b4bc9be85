-- oldest code: 0121_counts
-- One way of counting instead of six tables and eight triggers.

-- How many there are of what cards and reports show: counting a hundred thousand rows would be slower than the
-- list under them. Only sums over lanes mean something: a row is below 0 where rows went by another connection
-- than they came by.
create table counts (
  organization_id uuid not null references organizations on delete cascade,
  -- What the other columns mean for each: see the functions counts_of, and answer-counts.ts for answers.
  counted text collate "C" not null,
  -- -infinity: on whatever day.
  day date not null,
  part text collate "C" not null,
  bucket smallint not null,
  -- By connection, so that two that count at once seldom wait for each other.
  lane smallint not null,
  count integer not null,
  primary key (organization_id, counted, day, part, bucket, lane)
);
alter table counts enable row level security;
alter table counts force row level security;
create policy tenant on counts
  using (organization_id = any ((select app_organizations())::uuid[]));
-- A few rows change again and again.
alter table counts set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 200);

create type count_key as (counted text, day date, part text, bucket smallint);

-- What a row counts for. A new counter is a function of this name for the row of its table, and a trigger.
create function counts_of(ticket tickets) returns count_key[] language sql immutable as $$
  select array[row('tickets', '-infinity', ticket.status, 0)::count_key]
$$;
create function counts_of(rating feedback) returns count_key[] language sql stable as $$
  select array[
    row('ratings', '-infinity', rating.source, rating.rating)::count_key,
    row('ratings_by_day', organization_day(rating.organization_id, rating.created_at), '', rating.rating)::count_key
  ]
$$;
-- By the day (UTC) on which it was made.
create function counts_of(document documents) returns count_key[] language sql immutable as $$
  select array[row('documents', (document.created_at at time zone 'UTC')::date, '', 0)::count_key]
$$;
-- Opening the chat makes a session; one in which nothing was said is none that anybody counts.
create function counts_of(conversation chat_sessions) returns count_key[] language sql immutable as $$
  select case when conversation.has_messages
    then array[row('conversations', (conversation.created_at at time zone 'UTC')::date, '', 0)::count_key]
    else '{}'::count_key[] end
$$;

create function count_row() returns trigger language plpgsql as $$
declare
  organization uuid;
  less count_key[] := '{}';
  more count_key[] := '{}';
begin
  if tg_op <> 'INSERT' then
    organization := old.organization_id;
    less := counts_of(old);
  end if;
  if tg_op <> 'DELETE' then
    organization := new.organization_id;
    more := counts_of(new);
  end if;
  if less = more then
    return null;
  end if;
  -- Rows also go with their organization, and then there is nothing left to count for.
  if tg_op = 'DELETE' and not exists (select from organizations where id = organization) then
    return null;
  end if;
  insert into counts as known (organization_id, counted, day, part, bucket, lane, count)
    select organization, counted, day, part, bucket, pg_backend_pid() % 16, sum(change)
    from (select *, -1 as change from unnest(less) union all select *, 1 from unnest(more)) changes
    group by counted, day, part, bucket
    having sum(change) <> 0
    -- Locked in one order: of two rows that change against each other each would wait for the other.
    order by counted, day, part, bucket
  on conflict (organization_id, counted, day, part, bucket, lane) do update set count = known.count + excluded.count;
  return null;
end $$;

drop trigger count_ticket on tickets;
drop trigger count_ticket_move on tickets;
drop trigger count_feedback on feedback;
drop trigger count_rating on feedback;
drop trigger count_document on documents;
drop trigger count_session_gone on chat_sessions;
drop trigger count_session_moved on chat_sessions;
drop function count_ticket, count_feedback, count_rating, count_row_by_day;
create trigger count_row after insert or delete or update of status on tickets
  for each row execute function count_row();
create trigger count_row after insert or delete or update of source, rating, created_at on feedback
  for each row execute function count_row();
create trigger count_row after insert or delete or update of created_at on documents
  for each row execute function count_row();
create trigger count_row after insert or delete or update of has_messages, created_at on chat_sessions
  for each row execute function count_row();

-- The conversation counts from its first message on.
create or replace function begin_session() returns trigger language plpgsql as $$
begin
  update chat_sessions s set has_messages = true
    where s.organization_id = new.organization_id and s.id = new.session_id and not s.has_messages;
  return null;
end $$;
drop function count_by_day;

-- One trigger for each table of words, too: what did not change is left alone by the function.
drop trigger index_ticket on tickets;
drop trigger index_ticket_again on tickets;
create or replace function index_ticket() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.search_text = new.search_text then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    delete from ticket_words w where w.organization_id = old.organization_id and w.number = old.number;
  end if;
  if tg_op <> 'DELETE' then
    insert into ticket_words (organization_id, word, number)
      select distinct new.organization_id, word, new.number from words_of_text(new.search_text) word;
  end if;
  return null;
end $$;
create trigger index_ticket after insert or delete or update of search_text on tickets
  for each row execute function index_ticket();

drop trigger index_document on documents;
drop trigger index_document_again on documents;
create or replace function index_document() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and (old.search_text, old.audience, old.updated_at) = (new.search_text, new.audience, new.updated_at)
  then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    delete from document_words w where w.document_id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into document_words (organization_id, word, audience, updated_at, document_id)
      select new.organization_id, word, new.audience, new.updated_at, new.id
      from words_of_document(new.search_text) word;
  end if;
  return null;
end $$;
create trigger index_document after insert or delete or update of search_text, audience, updated_at on documents
  for each row execute function index_document();

-- Until when the answers of an organization are in its counts; null: none is.
alter table organizations add column answers_counted_until timestamptz;

alter table ticket_tallies no force row level security;
alter table feedback_tallies no force row level security;
alter table rating_tallies no force row level security;
alter table counted_by_day no force row level security;
alter table answer_tallies no force row level security;
alter table document_tallies no force row level security;
alter table tally_progress no force row level security;
alter table counts no force row level security;
insert into counts (organization_id, counted, day, part, bucket, lane, count)
  select organization_id, 'tickets', '-infinity'::date, status, 0, 0, count from ticket_tallies
  union all
  select organization_id, 'ratings', '-infinity', source, rating, 0, count from feedback_tallies
  union all
  select organization_id, 'ratings_by_day', day, '', rating, 0, count from rating_tallies
  union all
  select organization_id, case counted when 'chat_sessions' then 'conversations' else counted end, day, '', 0, lane, count
  from counted_by_day
  union all
  select organization_id,
    case measure when 'outcome' then 'answers' when 'latency' then 'answer_latency' else 'answer_confidence' end,
    day, channel, bucket, 0, sum(count)
  from answer_tallies group by organization_id, measure, day, channel, bucket
  union all
  select organization_id, 'quoted_documents', day, document_id::text, 0, 0, count from document_tallies;
update organizations o set answers_counted_until = p.counted_until
  from tally_progress p where p.organization_id = o.id;
alter table counts force row level security;
drop table ticket_tallies, feedback_tallies, rating_tallies, counted_by_day, answer_tallies, document_tallies, tally_progress;
