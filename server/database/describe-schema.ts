import { sql } from "kysely";
import type { Database } from "./database.ts";

/**
 * Describes the current schema, one line per object, so that two schemas can be compared: tables, columns (in any
 * order), constraints, indexes, policies, functions, triggers, types and sequences. Omits what each start creates by
 * itself: the list of migrations, policies for backups, grants, and everything of pgvector.
 */
export async function describeSchema(db: Database): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with ours as (
      select oid, relname, relkind, relrowsecurity, relforcerowsecurity, reloptions from pg_class
      where relnamespace = current_schema()::regnamespace and relname <> 'kysely_migration'
        and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    ), tables as (
      select * from ours where relkind in ('r', 'p')
    )
    select format('table %s%s%s%s', relname, case when relrowsecurity then ', row-level security' end,
      case when relforcerowsecurity then ', forced' end, ' with ' || nullif(array_to_string(array(select unnest(reloptions) order by 1), ' '), '')) as line
    from tables
    union all
    select format('column %s.%s %s%s%s%s%s%s', relname, attname,
      case when attname = 'vector' then 'vector' else format_type(atttypid, atttypmod) end,
      case when attnotnull then ' not null' end,
      case when attcollation <> typcollation then ' collate ' || attcollation::regcollation::text end,
      case when attidentity <> '' then ' identity ' || attidentity::text end,
      ' default ' || pg_get_expr(adbin, adrelid),
      case when attstorage <> typstorage and attname <> 'vector' then ' storage ' || attstorage::text end)
    from pg_attribute join tables on tables.oid = attrelid join pg_type on pg_type.oid = atttypid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attnum > 0 and not attisdropped
    union all
    select format('constraint %s on %s %s', conname, relname, pg_get_constraintdef(pg_constraint.oid))
    from pg_constraint join tables on tables.oid = conrelid where contype <> 'n'
    union all
    select format('index %s', replace(pg_get_indexdef(indexrelid), ' ON ' || quote_ident(current_schema()) || '.', ' ON '))
    from pg_index join tables on tables.oid = indrelid join pg_class index on index.oid = indexrelid
    where index.relname not like 'chunk\\_embeddings\\_near\\_%'
    union all
    select format('policy %s on %s for %s to %s using (%s) check (%s)', polname, relname, polcmd, polroles,
      pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
    from pg_policy join tables on tables.oid = polrelid where polname <> 'backup'
    union all
    select format('trigger %s', replace(pg_get_triggerdef(pg_trigger.oid), ' ON ' || quote_ident(current_schema()) || '.', ' ON '))
    from pg_trigger join tables on tables.oid = tgrelid where not tgisinternal
    union all
    select format('function %s(%s) returns %s language %s %s%s%s %s', proname, pg_get_function_arguments(pg_proc.oid),
      pg_get_function_result(pg_proc.oid), lanname, provolatile, case when proisstrict then ' strict' end,
      case when prosecdef then ' security definer' end,
      regexp_replace(regexp_replace(prosrc, '--[^\n]*', '', 'g'), '\s+', ' ', 'g'))
    from pg_proc join pg_language on pg_language.oid = prolang
    where pronamespace = current_schema()::regnamespace and proname <> 'index_embedding_model'
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    union all
    select format('type %s.%s %s', relname, attname, format_type(atttypid, atttypmod))
    from ours join pg_attribute on attrelid = ours.oid where relkind = 'c' and attnum > 0
    union all
    select format('sequence %s', relname) from ours where relkind = 'S'
    order by line
  `.execute(db);
  return rows.map(({ line }) => line);
}
