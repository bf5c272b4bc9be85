import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Audience } from "../contract/common.ts";
import { withTenant, type Database, type Transaction } from "../server/database/database.ts";
import { encodeHalves } from "../server/ingestion/embed/halves.ts";
import { rememberModel, type EmbeddingModel } from "../server/ingestion/embed/models.ts";

/** More rows would exceed the number of parameters of a statement. */
const rowsAtOnce = 500;

export interface EmbeddedVersion {
  organizationId: string;
  audience: Audience;
  modelName: string;
  vectors: Float32Array[];
}

/** Adds an embedded document that has vectors but no text. Returns its version's id. */
export async function addEmbeddedVersion(db: Database, added: EmbeddedVersion): Promise<string> {
  const { organizationId, audience, modelName, vectors } = added;
  const model = await rememberModel(db, modelName, vectors[0]?.length ?? 0);
  const [documentId, versionId] = [randomUUID(), randomUUID()];
  await withTenant(db, organizationId, async (trx) => {
    await sql`
      insert into documents (organization_id, id, audience, name)
      values (${organizationId}, ${documentId}, ${audience}, ${documentId})
    `.execute(trx);
    await sql`
      insert into document_versions
        (organization_id, id, document_id, version, file_type, file_size, storage_key, sha256)
      values (${organizationId}, ${versionId}, ${documentId}, 1, 'pdf', 1, ${versionId}, '\\x')
    `.execute(trx);
    const { rows } = await sql<{ segment: number }>`
      insert into index_versions (organization_id, audience, document_id, document_name, version_id, version,
        language, chunk_count, length, terms)
      values (${organizationId}, ${audience}, ${documentId}, ${documentId}, ${versionId}, 1,
        'en', ${vectors.length}, 0, '{}')
      returning segment
    `.execute(trx);
    await writeVectors(trx, { organizationId, segment: rows[0]?.segment ?? 0, model }, vectors);
  });
  return versionId;
}

async function writeVectors(
  trx: Transaction,
  { organizationId, segment, model }: { organizationId: string; segment: number; model: EmbeddingModel },
  vectors: Float32Array[],
): Promise<void> {
  const type = sql.raw(model.stored);
  for (let from = 0; from < vectors.length; from += rowsAtOnce) {
    const values = vectors.slice(from, from + rowsAtOnce).map((vector, at) => {
      const bytes = encodeHalves(vector, model.stored);
      return sql`(${organizationId}::uuid, ${segment}::integer, ${model.id}::smallint, ${from + at}::integer, ${bytes}::${type})`;
    });
    await sql`
      insert into chunk_embeddings (organization_id, segment, model, ordinal, vector) values ${sql.join(values)}
    `.execute(trx);
  }
  await sql`
    insert into embedded_versions (organization_id, segment, model)
    values (${organizationId}, ${segment}, ${model.id})
  `.execute(trx);
}
