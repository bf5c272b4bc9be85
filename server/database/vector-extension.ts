import { sql, type Selectable } from "kysely";
import pg from "pg";
import { appRole, type Database, type Transaction } from "./database.ts";
import type { DB } from "./schema.ts";

/** The maximum for an HNSW index of halfvec; only the first dimensions of longer vectors are indexed. */
export const maxIndexedDimensions = 4_000;

/** The first version with half-precision vectors and iterative scans. */
const oldest = "0.8";
const rowsAtOnce = 200;

/**
 * If the server has pgvector, vectors are stored in its type, with an index per model. Runs at each start as the owner
 * of the schema, so that a later installation of pgvector is noticed; vectors stored as bytes are then converted once.
 * Building indexes takes too long for a start, so the application requests them later.
 */
export async function useVectorExtension(db: Database): Promise<void> {
  const schemas = await findSchemas(db);
  if (schemas === null) return;
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ type: string }>`
      select typname as type from pg_attribute join pg_type on pg_type.oid = atttypid
      where attrelid = 'chunk_embeddings'::regclass and attname = 'vector'
    `.execute(trx);
    if (rows[0]?.type === "bytea") await convert(trx);
    await createIndexFunction(trx, schemas);
  });
}

/** The schemas of our tables and of the extension's types; null without a usable extension. */
async function findSchemas(db: Database): Promise<string[] | null> {
  const { rows } = await sql<{ offered: string; installed: string | null }>`
    select default_version as offered, installed_version as installed
    from pg_available_extensions where name = 'vector'
  `.execute(db);
  const [extension] = rows;
  if (extension === undefined) return null;
  if (!isNewEnough(extension.installed ?? "")) {
    if (!isNewEnough(extension.offered)) return null;
    const statement =
      extension.installed === null
        ? "create extension if not exists vector"
        : "alter extension vector update";
    try {
      await sql.raw(statement).execute(db);
    } catch (error) {
      // Usually only an administrator may install it; until then everything works without it.
      if (error instanceof pg.DatabaseError) return null;
      throw error;
    }
  }
  const found = await sql<{ ours: string; theirs: string; visible: boolean }>`
    select current_schema() as ours, nspname as theirs, to_regtype('halfvec') is not null as visible
    from pg_extension join pg_namespace on pg_namespace.oid = extnamespace where extname = 'vector'
  `.execute(db);
  const schemas = found.rows[0];
  return schemas === undefined || !schemas.visible ? null : [schemas.ours, schemas.theirs];
}

const isNewEnough = (version: string): boolean => version.localeCompare(oldest, "en", { numeric: true }) >= 0;

/** Converts vectors in this process, because a function in SQL takes 6 ms for a vector of 1,024 numbers. */
async function convert(trx: Transaction): Promise<void> {
  await sql`
    alter table chunk_embeddings add column halves halfvec, alter column vector drop not null
  `.execute(trx);
  // Row-level security applies to the owner, too.
  for (const { id } of await trx.selectFrom("organizations").select("id").execute()) {
    await sql`select set_config('app.organization_id', ${id}, true)`.execute(trx);
    for (let last: Row | null | undefined = null; last !== undefined;) {
      const rows: Row[] = await readNext(trx, id, last);
      if (rows.length > 0) await writeHalves(trx, id, rows);
      last = rows.at(-1);
    }
  }
  await sql`alter table chunk_embeddings drop column vector`.execute(trx);
  await sql`alter table chunk_embeddings rename column halves to vector`.execute(trx);
  await sql`alter table chunk_embeddings alter column vector set not null`.execute(trx);
}

type Row = Omit<Selectable<DB["chunk_embeddings"]>, "organization_id">;

async function readNext(trx: Transaction, organizationId: string, last: Row | null): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select segment, model, ordinal, vector from chunk_embeddings
    where organization_id = ${organizationId} and (segment, model, ordinal) >
      (${last?.segment ?? -1}::integer, ${last?.model ?? -1}::smallint, ${last?.ordinal ?? -1}::integer)
    order by segment, model, ordinal limit ${rowsAtOnce}
  `.execute(trx);
  return rows;
}

async function writeHalves(trx: Transaction, organizationId: string, rows: Row[]): Promise<void> {
  const values = rows.map(
    ({ segment, model, ordinal, vector }) =>
      sql`(${segment}::integer, ${model}::smallint, ${ordinal}::integer, ${toHalfvec(vector)}::halfvec)`,
  );
  await sql`
    update chunk_embeddings stored set halves = row.halves, vector = null
    from (values ${sql.join(values)}) as row (segment, model, ordinal, halves)
    where stored.organization_id = ${organizationId} and stored.segment = row.segment
      and stored.model = row.model and stored.ordinal = row.ordinal
  `.execute(trx);
}

/** pgvector's binary format: the number of dimensions, two zero bytes, the numbers; everything big-endian. */
function toHalfvec(halves: Buffer): Buffer {
  const bytes = Buffer.alloc(4 + halves.length);
  bytes.writeUInt16BE(halves.length / 2);
  bytes.set(halves, 4);
  bytes.subarray(4).swap16();
  return bytes;
}

/**
 * Creates a function with which the application, which may not create indexes, creates the one for a model: before its
 * first vectors, or while existing ones are searched without it. All vectors of a model have the same length.
 */
async function createIndexFunction(trx: Transaction, schemas: string[]): Promise<void> {
  const searchPath = schemas.map((schema) => pg.escapeIdentifier(schema)).join(", ");
  await sql
    .raw(`
    create or replace function index_embedding_model(wanted smallint) returns void
    language plpgsql security definer set search_path = ${searchPath}, pg_temp
    -- Many times faster while the index fits.
    set maintenance_work_mem = '512MB' as $$
    declare
      name text := 'chunk_embeddings_near_' || wanted;
      numbers integer := (
        select least(dimensions, ${maxIndexedDimensions}) from embedding_models where id = wanted
      );
    begin
      -- Called repeatedly, also while the index is being built.
      if numbers is null or to_regclass(name) is not null
        or not pg_try_advisory_xact_lock(hashtext('sizana index of vectors'))
      then
        return;
      end if;
      execute format(
        'create index if not exists %I on chunk_embeddings
          using hnsw ((subvector(vector, 1, %s)::halfvec(%s)) halfvec_ip_ops) where model = %s::smallint',
        name, numbers, numbers, wanted
      );
    end $$;
    revoke all on function index_embedding_model from public;
    grant execute on function index_embedding_model to ${appRole};
  `)
    .execute(trx);
}
