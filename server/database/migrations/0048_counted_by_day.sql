-- Opening the chat makes a session; one in which nothing was said is none that anybody counts.
alter table chat_sessions add column has_messages boolean not null default false;

-- How many documents and begun chat sessions an organization has, by the day (UTC) they were made. The rows of
-- a day are shared out over lanes by connection, so that conversations which begin at once do not wait for each other.
create table counted_by_day (
  organization_id uuid not null references organizations on delete cascade,
  counted text not null check (counted in ('documents', 'chat_sessions')),
  day date not null,
  lane smallint not null,
  -- Below 0 where rows went by another connection than they came by: only sums over lanes mean something.
  count integer not null,
  primary key (organization_id, counted, day, lane)
);
alter table counted_by_day enable row level security;
alter table counted_by_day force row level security;
create policy tenant on counted_by_day
  using (organization_id = any ((select app_organizations())::uuid[]));

create function count_by_day(organization uuid, what text, made_at timestamptz, change integer)
returns void language sql as $$
  insert into counted_by_day (organization_id, counted, day, lane, count)
    values (organization, what, (made_at at time zone 'UTC')::date, pg_backend_pid() % 16, change)
    on conflict (organization_id, counted, day, lane) do update set count = counted_by_day.count + excluded.count;
$$;

-- Rows also go with their organization, and then there is nothing left to count for.
create function count_row_by_day() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' or tg_op = 'DELETE' then
    if exists (select from organizations where id = old.organization_id) then
      perform count_by_day(old.organization_id, tg_argv[0], old.created_at, -1);
    end if;
  end if;
  if tg_op = 'UPDATE' or tg_op = 'INSERT' then
    perform count_by_day(new.organization_id, tg_argv[0], new.created_at, 1);
  end if;
  return null;
end $$;
create trigger count_document after insert or delete or update of created_at on documents
  for each row execute function count_row_by_day('documents');
create trigger count_session_gone after delete on chat_sessions
  for each row when (old.has_messages) execute function count_row_by_day('chat_sessions');
create trigger count_session_moved after update of created_at on chat_sessions
  for each row when (old.has_messages and new.has_messages) execute function count_row_by_day('chat_sessions');

create function begin_session() returns trigger language plpgsql as $$
declare
  made_at timestamptz;
begin
  update chat_sessions s set has_messages = true
    where s.organization_id = new.organization_id and s.id = new.session_id and not s.has_messages
    returning s.created_at into made_at;
  if found then
    perform count_by_day(new.organization_id, 'chat_sessions', made_at, 1);
  end if;
  return null;
end $$;
create trigger begin_session after insert on chat_messages for each row execute function begin_session();

-- Who of the members uploaded something lately, without looking at every version.
create index document_versions_uploader on document_versions (organization_id, uploader_id, created_at);

-- Words of documents in the order of the list that they are searched for: a search reads this index alone.
drop trigger index_document on documents;
drop trigger index_document_again on documents;
alter table document_words drop constraint document_words_pkey;
drop index document_words_document;
alter table document_words add column audience text collate "C" not null default '';
alter table document_words add column updated_at timestamptz not null default now();
alter table document_words alter column audience drop default, alter column updated_at drop default;
alter table documents no force row level security;
alter table document_words no force row level security;
alter table chat_sessions no force row level security;
alter table chat_messages no force row level security;
alter table counted_by_day no force row level security;
update document_words w set audience = d.audience, updated_at = d.updated_at from documents d where d.id = w.document_id;
update chat_sessions s set has_messages = true where exists (
  select from chat_messages m where m.organization_id = s.organization_id and m.session_id = s.id
);
insert into counted_by_day (organization_id, counted, day, lane, count)
  select organization_id, 'documents', (created_at at time zone 'UTC')::date, 0, count(*) from documents group by 1, 3;
insert into counted_by_day (organization_id, counted, day, lane, count)
  select organization_id, 'chat_sessions', (created_at at time zone 'UTC')::date, 0, count(*)
  from chat_sessions where has_messages group by 1, 3;
alter table documents force row level security;
alter table document_words force row level security;
alter table chat_sessions force row level security;
alter table chat_messages force row level security;
alter table counted_by_day force row level security;
alter table document_words add primary key (organization_id, word, audience, updated_at, document_id);
create unique index document_words_document on document_words (document_id, word);

create or replace function index_document() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from document_words w where w.document_id = old.id;
  end if;
  if tg_op = 'DELETE' then
    return null;
  end if;
  insert into document_words (organization_id, word, audience, updated_at, document_id)
    select new.organization_id, word, new.audience, new.updated_at, new.id from words_of_document(new.search_text) word;
  return null;
end $$;
create trigger index_document after insert or delete on documents for each row execute function index_document();
create trigger index_document_again after update of search_text, audience, updated_at on documents
  for each row
  when ((old.search_text, old.audience, old.updated_at) is distinct from (new.search_text, new.audience, new.updated_at))
  execute function index_document();
