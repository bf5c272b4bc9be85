import pg from "pg";
import type { TableCopy } from "./manifest.ts";

type Column = TableCopy["columns"][number];

const rowsAtOnce = 500;
const bytesAtOnce = 4_000_000;

/** Settings that make PostgreSQL write values as the same text everywhere. */
export const textSettings = `
  set local bytea_output = hex; set local datestyle = 'ISO, YMD'; set local intervalstyle = postgres;
  set local timezone = 'UTC'; set local extra_float_digits = 1
`;

/** The tables to back up: not those that a start creates, the list of migrations and the queues. */
export async function listTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname = 'public' and tablename <> 'kysely_migration' order by name
  `);
  return [...rows.map(({ name }) => name), "pgboss.job"];
}

/** Stored columns only, not generated ones. */
export async function columnsOf(client: pg.Client, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  return rows;
}

/** One line per row: a JSON array of its values as PostgreSQL writes them, so that nothing is lost. */
export async function* readRows(client: pg.Client, table: string, columns: readonly Column[]) {
  const values = columns.map(({ name }) => `${pg.escapeIdentifier(name)}::text`).join(", ");
  await client.query(
    `declare copied no scroll cursor for select to_json(array[${values}]::text[])::text as line from ${table}`,
  );
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${rowsAtOnce} from copied`);
    if (rows.length === 0) break;
    for (const { line } of rows) yield line;
  }
  await client.query("close copied");
}

/** Inserts the lines of `readRows` into an empty table. */
export async function writeRows(
  client: pg.Client,
  table: string,
  columns: readonly Column[],
  lines: AsyncIterable<string>,
): Promise<void> {
  const names = columns.map(({ name }) => pg.escapeIdentifier(name)).join(", ");
  const values = columns.map(({ type }, index) => `(line ->> ${index})::${type}`).join(", ");
  const insert = `
    insert into ${table} (${names}) overriding system value
    select ${values} from json_array_elements($1::json) as line
  `;
  for await (const batch of inBatches(lines)) await client.query(insert, [`[${batch.join(",")}]`]);
}

async function* inBatches(lines: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = [];
  let length = 0;
  for await (const line of lines) {
    batch.push(line);
    length += line.length;
    if (length < bytesAtOnce && batch.length < rowsAtOnce) continue;
    yield batch;
    batch = [];
    length = 0;
  }
  if (batch.length > 0) yield batch;
}

/**
 * Runs `load` without foreign keys, triggers and row-level security, so that rows can be inserted in any order.
 * Afterwards all are restored, and the foreign keys are checked.
 */
export async function withoutConstraints(
  client: pg.Client,
  tables: readonly string[],
  load: () => Promise<void>,
): Promise<void> {
  const own = tables.filter((table) => table.startsWith("public."));
  const keys = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
  `);
  const secured = await client.query<{ table: string }>(`
    select oid::regclass::text as table from pg_class
    where relnamespace = 'public'::regnamespace and relforcerowsecurity
  `);
  for (const { table, name } of keys.rows) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { table } of secured.rows)
    await client.query(`alter table ${table} no force row level security`);
  for (const table of own) await client.query(`alter table ${table} disable trigger user`);
  await load();
  for (const table of own) await client.query(`alter table ${table} enable trigger user`);
  for (const { table, name, definition } of keys.rows)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  for (const { table } of secured.rows) await client.query(`alter table ${table} force row level security`);
}
