-- How many there are of what cards and reports show. Counting a hundred thousand rows would be slower than the
-- list under the figure. Only sums over lanes mean something: a row is below 0 where rows went by another connection
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

create trigger count_row after insert or delete or update of status on tickets
  for each row execute function count_row();
create trigger count_row after insert or delete or update of source, rating, created_at on feedback
  for each row execute function count_row();
create trigger count_row after insert or delete or update of created_at on documents
  for each row execute function count_row();
create trigger count_row after insert or delete or update of has_messages, created_at on chat_sessions
  for each row execute function count_row();
