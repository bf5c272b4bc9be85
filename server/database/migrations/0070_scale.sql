-- As before, but each term is looked up by its key, whatever plan PostgreSQL keeps. After a few calls on a
-- connection it took the plan for an average organization, of which there are many small ones: it read the
-- whole of a large one and compared each row with thousands of terms, for seconds.
create or replace function remove_postings() returns trigger language plpgsql as $$
declare
  outer_setting text := current_setting('app.organization_id', true);
  shelf "char" := left(old.audience, 1)::"char";
begin
  perform set_config('app.organization_id', old.organization_id::text, true);
  delete from postings where ctid = any (array(
    select found.ctid from unnest(old.terms) as wanted (term) cross join lateral (
      select p.ctid from postings p
      where p.organization_id = old.organization_id and p.audience = shelf
        and p.term = wanted.term collate "C" and p.segment = old.segment
      limit 1
    ) found
  ));
  perform lock_vocabulary(old.organization_id);
  -- Under the lock nobody else moves these rows.
  delete from vocabulary where ctid = any (array(
    select found.ctid from unnest(old.terms) as wanted (term) cross join lateral (
      select v.ctid, v.versions from vocabulary v
      where v.organization_id = old.organization_id and v.audience = shelf and v.term = wanted.term collate "C"
      limit 1
    ) found
    where found.versions = 1
  ));
  update vocabulary set versions = versions - 1 where ctid = any (array(
    select found.ctid from unnest(old.terms) as wanted (term) cross join lateral (
      select v.ctid from vocabulary v
      where v.organization_id = old.organization_id and v.audience = shelf and v.term = wanted.term collate "C"
      limit 1
    ) found
  ));
  delete from shelf_statistics
    where organization_id = old.organization_id and audience = old.audience
      and language = old.language and versions = 1;
  update shelf_statistics
    set versions = versions - 1, chunk_count = chunk_count - old.chunk_count, length = length - old.length,
      generation = nextval('shelf_generations')
    where organization_id = old.organization_id and audience = old.audience and language = old.language;
  perform set_config('app.organization_id', coalesce(outer_setting, ''), true);
  return null;
end
$$;

-- A fifth of a table of many organizations is millions of rows: vacuum and analyze come sooner and have less to do.
alter table postings set (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.02
);
alter table vocabulary set (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.02
);
alter table chunks set (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.02
);
alter table chunk_embeddings set (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.02
);
alter table document_pages set (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.02
);
alter table document_words set (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.02
);
alter table chat_messages set (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.02
);
alter table ticket_words set (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.02
);
-- Counted up with every document and answer, a few rows again and again.
alter table shelf_statistics set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 200);
alter table counted_by_day set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 200);
