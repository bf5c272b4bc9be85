-- Set when what a person was wanted for is settled: the channel's job then asks for a rating.
alter table conversations add column rating_wanted boolean not null default false;

-- How many tickets an organization has in each status, counted as they change: cards that count a hundred
-- thousand rows would be slower than the list under them.
create table ticket_tallies (
  organization_id uuid not null references organizations on delete cascade,
  status text not null,
  count integer not null,
  primary key (organization_id, status)
);
alter table ticket_tallies enable row level security;
alter table ticket_tallies force row level security;
create policy tenant on ticket_tallies
  using (organization_id = any ((select app_organizations())::uuid[]));

create function count_ticket() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    -- Locked in one order, whichever way a ticket moves: two that move against each other must not wait in a circle.
    perform from ticket_tallies t
      where t.organization_id = new.organization_id and t.status in (old.status, new.status)
      order by t.status for update;
  end if;
  if tg_op <> 'INSERT' then
    update ticket_tallies t set count = t.count - 1
      where t.organization_id = old.organization_id and t.status = old.status;
  end if;
  if tg_op <> 'DELETE' then
    insert into ticket_tallies (organization_id, status, count) values (new.organization_id, new.status, 1)
      on conflict (organization_id, status) do update set count = ticket_tallies.count + 1;
  end if;
  return null;
end $$;
create trigger count_ticket after insert or delete on tickets for each row execute function count_ticket();
create trigger count_ticket_move after update of status on tickets
  for each row when (old.status <> new.status) execute function count_ticket();

-- How many ratings an organization has of each kind from each source.
create table feedback_tallies (
  organization_id uuid not null references organizations on delete cascade,
  source text not null,
  rating smallint not null,
  count integer not null,
  primary key (organization_id, source, rating)
);
alter table feedback_tallies enable row level security;
alter table feedback_tallies force row level security;
create policy tenant on feedback_tallies
  using (organization_id = any ((select app_organizations())::uuid[]));

create function count_feedback() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform from feedback_tallies t
      where t.organization_id = new.organization_id
        and (t.source, t.rating) in ((old.source, old.rating), (new.source, new.rating))
      order by t.source, t.rating for update;
  end if;
  if tg_op <> 'INSERT' then
    update feedback_tallies t set count = t.count - 1
      where t.organization_id = old.organization_id and t.source = old.source and t.rating = old.rating;
  end if;
  if tg_op <> 'DELETE' then
    insert into feedback_tallies (organization_id, source, rating, count)
      values (new.organization_id, new.source, new.rating, 1)
      on conflict (organization_id, source, rating) do update set count = feedback_tallies.count + 1;
  end if;
  return null;
end $$;
create trigger count_feedback after insert or delete or update of source, rating on feedback
  for each row execute function count_feedback();

-- The words of a text, each with what follows it up to the next white space, so that "example.org" and "0042"
-- are found as well as "thandi@example.org" and "tkt-0042". At most 40 characters of each; whatever is not
-- ASCII counts as a letter, whatever the locale of the database.
create function words_of_text(content text) returns setof text language plpgsql immutable strict as $$
declare
  token text;
  rest text;
begin
  for token in select distinct regexp_split_to_table(content, '\s+') loop
    if token !~ '[\u0001-/:-`{-\u007f]' then
      if token <> '' then
        return next left(token, 40);
      end if;
      continue;
    end if;
    rest := regexp_replace(left(token, 200), '^[\u0001-/:-`{-\u007f]+', '');
    while rest <> '' loop
      return next left(rest, 40);
      rest := regexp_replace(rest, '^[^\u0001-/:-`{-\u007f]+[\u0001-/:-`{-\u007f]*', '');
    end loop;
  end loop;
end $$;

-- The words that tickets are found by. A plain table and not an index of search_text: under row-level
-- security only comparisons that PostgreSQL knows to keep secrets may use an index, and `like` is none.
create table ticket_words (
  organization_id uuid not null,
  word text collate "C" not null,
  number integer not null,
  primary key (organization_id, word, number)
);
-- For looking through the newest tickets, and for taking the words of one away. Triggers keep it in step: a
-- reference would be checked for each of the words.
create unique index ticket_words_ticket on ticket_words (organization_id, number, word);
alter table ticket_words enable row level security;
alter table ticket_words force row level security;
create policy tenant on ticket_words
  using (organization_id = any ((select app_organizations())::uuid[]));

create function index_ticket() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from ticket_words w where w.organization_id = old.organization_id and w.number = old.number;
  end if;
  if tg_op = 'DELETE' then
    return null;
  end if;
  insert into ticket_words (organization_id, word, number)
    select distinct new.organization_id, word, new.number from words_of_text(new.search_text) word;
  return null;
end $$;
create trigger index_ticket after insert or delete on tickets for each row execute function index_ticket();
create trigger index_ticket_again after update of search_text on tickets
  for each row when (old.search_text <> new.search_text) execute function index_ticket();

-- The same for documents. Their names, the first line, are found by any part: every ending of a name is a word.
create table document_words (
  organization_id uuid not null,
  word text collate "C" not null,
  document_id uuid not null,
  primary key (organization_id, word, document_id)
);
create unique index document_words_document on document_words (document_id, word);
alter table document_words enable row level security;
alter table document_words force row level security;
create policy tenant on document_words
  using (organization_id = any ((select app_organizations())::uuid[]));

create function words_of_document(search_text text) returns setof text language plpgsql immutable strict as $$
begin
  return query
    select words_of_text(search_text)
    union
    select left(substr(token, place), 40)
    from regexp_split_to_table(split_part(search_text, E'\n', 1), '\s+') token, generate_series(1, length(token)) place;
end $$;

create function index_document() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from document_words w where w.document_id = old.id;
  end if;
  if tg_op = 'DELETE' then
    return null;
  end if;
  insert into document_words (organization_id, word, document_id)
    select new.organization_id, word, new.id from words_of_document(new.search_text) word;
  return null;
end $$;
create trigger index_document after insert or delete on documents for each row execute function index_document();
create trigger index_document_again after update of search_text on documents
  for each row when (old.search_text is distinct from new.search_text) execute function index_document();

-- What is there already. The owner of a table is bound by its policies, too, unless for these reads.
alter table documents no force row level security;
alter table document_words no force row level security;
alter table tickets no force row level security;
alter table feedback no force row level security;
alter table ticket_tallies no force row level security;
alter table feedback_tallies no force row level security;
alter table ticket_words no force row level security;
insert into ticket_tallies select organization_id, status, count(*) from tickets group by 1, 2;
insert into feedback_tallies select organization_id, source, rating, count(*) from feedback group by 1, 2, 3;
insert into ticket_words (organization_id, word, number)
  select distinct t.organization_id, w.word, t.number from tickets t, words_of_text(t.search_text) as w (word);
insert into document_words (organization_id, word, document_id)
  select d.organization_id, w.word, d.id from documents d, words_of_document(d.search_text) as w (word);
alter table documents force row level security;
alter table document_words force row level security;
alter table tickets force row level security;
alter table feedback force row level security;
alter table ticket_tallies force row level security;
alter table feedback_tallies force row level security;
alter table ticket_words force row level security;
