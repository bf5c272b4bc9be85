-- What questions are answered from: for each document the chunks, postings, tables and embeddings of one version.

-- The row of a version is inserted and that of the version before is deleted in the same transaction. `segment`
-- stands for the version in the postings, where sixteen bytes a row would count.
create table index_versions (
  organization_id uuid not null,
  audience text not null check (audience in ('internal', 'external')),
  segment integer generated always as identity,
  document_id uuid not null,
  -- The name that its documents row has: neither changes while the document lives.
  document_name text not null,
  version_id uuid not null,
  version integer not null,
  language text not null,
  chunk_count integer not null,
  -- Terms in all its chunks together, repetitions counted.
  length integer not null,
  -- The distinct terms, so that its postings are found again without an index of their own.
  terms text[] not null,
  primary key (organization_id, segment),
  -- The organization last: beside its policy the planner takes every index that begins with it for equally good, and
  -- reads all versions where the primary key names one.
  unique (document_id, organization_id),
  unique (version_id, organization_id),
  foreign key (organization_id, version_id) references document_versions (organization_id, id) on delete cascade
)
-- Every question reads rows of its organization: the terms are kept out of their way.
with (toast_tuple_target = 128);

create table chunks (
  organization_id uuid not null,
  segment integer not null,
  ordinal integer not null,
  text text not null,
  -- Four numbers a span: page, start, end, where it begins in `text`.
  spans integer[] not null,
  heading_path text[] not null,
  primary key (organization_id, segment, ordinal),
  foreign key (organization_id, segment) references index_versions (organization_id, segment) on delete cascade
);

-- The tables of a version, one row each: a question reads them whole, and a process keeps them by version, which
-- never changes.
create table document_tables (
  organization_id uuid not null,
  segment integer not null,
  -- 0-based within the version.
  number integer not null,
  -- The chunks that show it.
  first_ordinal integer not null,
  last_ordinal integer not null,
  -- JSON as server/ingestion/tables/stored-table.ts describes it; text, as nothing in the database looks into it.
  content text not null,
  primary key (organization_id, segment, number),
  foreign key (organization_id, segment) references index_versions (organization_id, segment) on delete cascade
);

-- One row per term and version; the bytes are described in server/ingestion/index/postings.ts. A question reads one
-- range of the primary key per term. No foreign key: it would be checked once a row at every upload; the trigger
-- below keeps the two tables together instead.
create table postings (
  organization_id uuid not null,
  segment integer not null,
  -- First letter of the audience: a byte where millions of rows carry it twice.
  audience "char" not null check (audience in ('i', 'e')),
  term text collate "C" not null,
  postings bytea not null,
  primary key (organization_id, audience, term, segment)
);

-- The terms of the index, each once: where a misspelt word is looked for. In the postings a term stands once per
-- version, so that in a large organization the terms that begin with two letters are tens of thousands of rows.
create table vocabulary (
  organization_id uuid not null,
  audience "char" not null check (audience in ('i', 'e')),
  term text collate "C" not null,
  -- How many versions of documents hold it; never 0.
  versions integer not null,
  primary key (organization_id, audience, term)
)
-- Every document counts up hundreds of rows: room on the page keeps the index out of it.
with (fillfactor = 80);

-- What every question needs to know of the collection that it is answered from, summed up when a version comes or
-- goes.
create sequence collection_generations;
create table collection_statistics (
  organization_id uuid not null,
  audience text not null check (audience in ('internal', 'external')),
  language text not null,
  -- Of documents; never 0.
  versions integer not null,
  chunk_count bigint not null,
  -- Terms in all chunks together, repetitions counted.
  length bigint not null,
  -- Which state the index is in: processes keep what they read of it for as long as that lasts. From one sequence,
  -- so that no state ever has the number of another.
  generation bigint not null default nextval('collection_generations'),
  primary key (organization_id, audience, language)
);

-- Who counts terms or versions of an organization up or down holds this until the end of the transaction: two that
-- changed the same terms in different order would wait for each other for ever.
create function lock_vocabulary(organization uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('vocabulary ' || organization, 0))
$$;

-- However a version goes (replaced, its document or its whole organization deleted), its postings go with it and its
-- terms are counted down. The policies would hide them from a cascade that runs outside a tenant's transaction, so
-- the trigger opens the one that the deleted row belonged to.
--
-- Each term is looked up by its key, whatever plan PostgreSQL keeps: the plan for an average organization, of which
-- there are many small ones, reads the whole of a large one and compares each row with thousands of terms.
create function remove_postings() returns trigger language plpgsql as $$
declare
  outer_setting text := current_setting('app.organization_id', true);
  audience_byte "char" := left(old.audience, 1)::"char";
begin
  perform set_config('app.organization_id', old.organization_id::text, true);
  delete from postings where ctid = any (array(
    select found.ctid from unnest(old.terms) as wanted (term) cross join lateral (
      select p.ctid from postings p
      where p.organization_id = old.organization_id and p.audience = audience_byte
        and p.term = wanted.term collate "C" and p.segment = old.segment
      limit 1
    ) found
  ));
  perform lock_vocabulary(old.organization_id);
  -- Under the lock nobody else moves these rows.
  delete from vocabulary where ctid = any (array(
    select found.ctid from unnest(old.terms) as wanted (term) cross join lateral (
      select v.ctid, v.versions from vocabulary v
      where v.organization_id = old.organization_id and v.audience = audience_byte and v.term = wanted.term collate "C"
      limit 1
    ) found
    where found.versions = 1
  ));
  update vocabulary set versions = versions - 1 where ctid = any (array(
    select found.ctid from unnest(old.terms) as wanted (term) cross join lateral (
      select v.ctid from vocabulary v
      where v.organization_id = old.organization_id and v.audience = audience_byte and v.term = wanted.term collate "C"
      limit 1
    ) found
  ));
  delete from collection_statistics
    where organization_id = old.organization_id and audience = old.audience
      and language = old.language and versions = 1;
  update collection_statistics
    set versions = versions - 1, chunk_count = chunk_count - old.chunk_count, length = length - old.length,
      generation = nextval('collection_generations')
    where organization_id = old.organization_id and audience = old.audience and language = old.language;
  perform set_config('app.organization_id', coalesce(outer_setting, ''), true);
  return null;
end
$$;
create trigger remove_postings after delete on index_versions for each row execute function remove_postings();

-- Whose vectors they are: those of two models cannot be compared. Not tenant-owned.
create table embedding_models (
  id smallint generated always as identity primary key,
  name text not null unique,
  dimensions integer not null check (dimensions between 1 and 8192)
);

-- One vector of length 1 for each chunk, two bytes a number, the lowest byte first; where the server has pgvector, of
-- its type (vector-extension.ts).
create table chunk_embeddings (
  organization_id uuid not null,
  segment integer not null,
  model smallint not null references embedding_models,
  ordinal integer not null,
  vector bytea not null,
  primary key (organization_id, segment, model, ordinal),
  foreign key (organization_id, segment) references index_versions (organization_id, segment) on delete cascade
);
-- Compressing them gains nothing.
alter table chunk_embeddings alter column vector set storage external;

-- Versions of which every chunk is embedded: only those are searched.
create table embedded_versions (
  organization_id uuid not null,
  segment integer not null,
  model smallint not null references embedding_models,
  primary key (organization_id, segment, model),
  foreign key (organization_id, segment) references index_versions (organization_id, segment) on delete cascade
);
