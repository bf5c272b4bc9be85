import { sql } from "kysely";
import type { Logger } from "pino";
import type { Transaction } from "../../database/database.ts";
import { maxIndexedDimensions } from "../../database/vector-extension.ts";
import { encodeHalves } from "./halves.ts";
import { findModel, type EmbeddingModel } from "./models.ts";
import type { NearestChunk, NearestRequest } from "./nearest.ts";
import { describeError } from "../../errors.ts";

/** Up to this many passages are compared one by one. For more, the index is used, which misses a few of the nearest. */
const defaultMaxCompared = 10_000;
/** How many candidates the index keeps while it searches (`hnsw.ef_search`). */
const candidates = 200;
const timeoutMs = 1_000;

const settings = `
  set local statement_timeout = ${timeoutMs};
  set local plan_cache_mode = force_custom_plan;
  set local jit = off;
  set local hnsw.iterative_scan = relaxed_order;
  set local hnsw.ef_search = ${candidates};
`;

export type VectorsInDatabase = ReturnType<typeof openVectorsInDatabase>;

/** Search with pgvector, in the question's transaction. */
export function openVectorsInDatabase(
  { log, modelName }: { log: Logger; modelName: string },
  maxCompared = defaultMaxCompared,
) {
  return {
    /** Null if PostgreSQL has no pgvector, is still building the index, or takes too long. */
    async nearestInDatabase(trx: Transaction, request: NearestRequest): Promise<NearestChunk[] | null> {
      const model = await findModel(trx, modelName);
      if (model === null || model.dimensions !== request.vector.length) return [];
      if (model.stored !== "halfvec") return null;
      const { passages, isIndexed } = await countPassages(trx, request, model);
      const isCompared = passages <= maxCompared;
      if (!isCompared && !isIndexed) return null;
      return withinSavepoint(trx, { log, request }, () =>
        isCompared ? compareAll(trx, request, model) : searchIndex(trx, request, model),
      );
    },
  };
}

/** Rolls back the settings and any failure of the search, because the question continues in the same transaction. */
async function withinSavepoint(
  trx: Transaction,
  { log, request }: { log: Logger; request: NearestRequest },
  search: () => Promise<NearestChunk[]>,
): Promise<NearestChunk[] | null> {
  await sql.raw(`savepoint nearest; ${settings}`).execute(trx);
  try {
    return await search();
  } catch (error) {
    const { organizationId } = request;
    log.warn({ err: describeError(error), organizationId }, "pgvector could not be searched");
    return null;
  } finally {
    await sql.raw("rollback to savepoint nearest; release savepoint nearest").execute(trx);
  }
}

/** The `from` and `where` clauses for the versions that are searched. */
function segmentsOf({ organizationId, audience }: NearestRequest, model: EmbeddingModel) {
  return sql`
    from embedded_versions embedded
    join index_versions version
      on version.organization_id = embedded.organization_id and version.segment = embedded.segment
    where embedded.organization_id = ${organizationId} and embedded.model = ${model.id}::smallint
      and version.audience = ${audience}
  `;
}

async function countPassages(trx: Transaction, request: NearestRequest, model: EmbeddingModel) {
  const { rows } = await sql<{ passages: number; isIndexed: boolean }>`
    select coalesce(sum(version.chunk_count), 0)::integer as passages,
      to_regclass(${`chunk_embeddings_near_${model.id}`}) is not null as "isIndexed"
    ${segmentsOf(request, model)}
  `.execute(trx);
  return rows[0] ?? { passages: 0, isIndexed: false };
}

async function compareAll(trx: Transaction, request: NearestRequest, model: EmbeddingModel) {
  const { rows } = await sql<NearestChunk>`
    select version.segment, chunk.ordinal, version.version_id as "versionId",
      -(chunk.vector <#> ${encodeHalves(request.vector, "halfvec")}::halfvec) as similarity
    from (
      select version.organization_id, version.segment, version.version_id ${segmentsOf(request, model)} offset 0
    ) version
    join chunk_embeddings chunk
      on chunk.organization_id = version.organization_id and chunk.segment = version.segment
    where chunk.organization_id = ${request.organizationId} and chunk.model = ${model.id}::smallint
    order by similarity desc limit ${request.limit}
  `.execute(trx);
  return rows;
}

/**
 * The index contains the vectors of all organizations, so the scan continues until it has found enough for this
 * organization and audience. PostgreSQL uses the index only if the query repeats its expression and its condition on
 * the model.
 */
async function searchIndex(trx: Transaction, request: NearestRequest, model: EmbeddingModel) {
  const numbers = Math.min(model.dimensions, maxIndexedDimensions);
  const type = sql`halfvec(${sql.lit(numbers)})`;
  const indexed = sql`subvector(vector, 1, ${sql.lit(numbers)})::${type}`;
  const beginning = encodeHalves(request.vector.subarray(0, numbers), "halfvec");
  const vector = encodeHalves(request.vector, "halfvec");
  // Outdated estimates for a table that has grown recently could keep the planner from using the index.
  await sql`set local enable_sort = off`.execute(trx);
  const { rows } = await sql<NearestChunk>`
    with near as materialized (
      select segment, ordinal, -(vector <#> ${vector}::halfvec) as similarity from chunk_embeddings
      where organization_id = ${request.organizationId} and model = ${sql.lit(model.id)}::smallint
        and (segment in (select version.segment ${segmentsOf(request, model)})) is true
      order by ${indexed} <#> ${beginning}::${type} limit ${sql.lit(request.limit)}
    )
    select near.segment, near.ordinal, version.version_id as "versionId", near.similarity
    from near join index_versions version
      on version.organization_id = ${request.organizationId} and version.segment = near.segment
  `.execute(trx);
  return rows.toSorted((a, b) => b.similarity - a.similarity);
}
