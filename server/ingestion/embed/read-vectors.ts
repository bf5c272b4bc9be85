import { sql } from "kysely";
import { setImmediate as nextTurn } from "node:timers/promises";
import { withTenant, type Database } from "../../database/database.ts";
import type { SegmentVectors } from "./exact-search.ts";
import { decodeHalves } from "./halves.ts";
import type { EmbeddingModel } from "./models.ts";

/** A version that is completely embedded. */
export interface EmbeddedVersion extends Omit<SegmentVectors, "ordinals" | "vectors"> {
  chunkCount: number;
}

const rowsAtOnce = 250;

export async function listEmbedded(db: Database, organizationId: string, model: EmbeddingModel) {
  const { rows } = await withTenant(db, organizationId, (trx) =>
    sql<EmbeddedVersion>`
      select version.segment, version.audience, version.version_id as "versionId",
        version.chunk_count as "chunkCount"
      from embedded_versions embedded
      join index_versions version
        on version.organization_id = embedded.organization_id and version.segment = embedded.segment
      where embedded.organization_id = ${organizationId} and embedded.model = ${model.id}::smallint
    `.execute(trx),
  );
  return rows;
}

/** Reads the vectors of a version, a few at a time; null if it was replaced or deleted in the meantime. */
export async function readSegment(
  db: Database,
  organizationId: string,
  { model, version }: { model: EmbeddingModel; version: EmbeddedVersion },
): Promise<SegmentVectors | null> {
  const { segment, audience, versionId, chunkCount } = version;
  const { stored } = model;
  const bytes = stored === "halfvec" ? sql`halfvec_send(vector)` : sql`vector`;
  const vectors = new Float32Array(chunkCount * model.dimensions);
  const ordinals: number[] = [];
  while (ordinals.length < chunkCount) {
    const { rows } = await withTenant(db, organizationId, (trx) =>
      sql<{ ordinal: number; vector: Buffer }>`
        select ordinal, ${bytes} as vector from chunk_embeddings
        where organization_id = ${organizationId} and segment = ${segment}::integer
          and model = ${model.id}::smallint and ordinal > ${ordinals.at(-1) ?? -1}::integer
        order by ordinal limit ${rowsAtOnce}
      `.execute(trx),
    );
    if (rows.length === 0) return null;
    for (const { ordinal, vector } of rows) {
      decodeHalves(vector, stored, vectors, ordinals.length * model.dimensions);
      ordinals.push(ordinal);
    }
    await nextTurn();
  }
  return { segment, audience, versionId, ordinals, vectors };
}
