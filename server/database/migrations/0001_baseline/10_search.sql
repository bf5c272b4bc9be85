-- The words that lists of tickets and documents are searched by. Plain tables and not indexes of search_text: under
-- row-level security only comparisons that PostgreSQL knows to keep secrets may use an index, and `like` is none.
-- Triggers keep them in step: a reference would be checked for each of the words.

-- The words of a text, each with what follows it up to the next white space, so that "example.org" and "0042" are
-- found as well as "thandi@example.org" and "tkt-0042". At most 40 characters of each; whatever is not ASCII counts
-- as a letter, whatever the locale of the database.
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

create table ticket_words (
  organization_id uuid not null,
  word text collate "C" not null,
  number integer not null,
  primary key (organization_id, word, number)
);
-- For looking through the newest tickets, and for taking the words of one away.
create unique index ticket_words_ticket on ticket_words (organization_id, number, word);

create function index_ticket() returns trigger language plpgsql as $$
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

-- Words of documents stand in the order of the list that they are searched for: a search reads this index alone.
create table document_words (
  organization_id uuid not null,
  word text collate "C" not null,
  document_id uuid not null,
  audience text collate "C" not null,
  updated_at timestamptz not null,
  primary key (organization_id, word, audience, updated_at, document_id)
);
create unique index document_words_document on document_words (document_id, word);

-- Names of documents, the first line, are found by any part: every ending of a name is a word.
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
