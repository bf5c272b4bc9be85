import { openEmbeddings } from "../../server/clients/embeddings.ts";
import { withTenant, type Database } from "../../server/database/database.ts";
import type { VectorSearch } from "../../server/retrieval/hybrid/hybrid-retrieval.ts";
import type { NearestChunk } from "../../server/ingestion/embed/nearest.ts";
import type { ChosenServer } from "../stand-in/choose-server.ts";

type ChunkLocation = Omit<NearestChunk, "similarity">;

export interface CollectedVectors extends VectorSearch {
  /** Embeds every passage of an organization; must be called before its passages can be found. */
  collect(db: Database, organizationId: string): Promise<void>;
}

/** Exact search in memory among the passages of the embedded organizations. */
export function openVectors(server: Pick<ChosenServer, "baseUrl" | "apiKey" | "model">): CollectedVectors {
  // A long timeout, since the evaluation is about quality, not speed.
  const client = openEmbeddings({ ...server, timeoutMs: 30_000 });
  const collected = new Map<string, { chunk: ChunkLocation; vector: Float32Array }[]>();
  return {
    async collect(db, organizationId) {
      const rows = await withTenant(db, organizationId, (trx) =>
        trx
          .selectFrom("chunks")
          .innerJoin("index_versions", (join) =>
            join
              .onRef("index_versions.organization_id", "=", "chunks.organization_id")
              .onRef("index_versions.segment", "=", "chunks.segment"),
          )
          .select([
            "chunks.segment",
            "chunks.ordinal",
            "chunks.text",
            "chunks.heading_path",
            "index_versions.version_id",
          ])
          .where("chunks.organization_id", "=", organizationId)
          .execute(),
      );
      const texts = rows.map(({ heading_path: path, text }) => [...path, text].join("\n"));
      const vectors = await client.embed(texts);
      collected.set(
        organizationId,
        rows.map(({ segment, ordinal, version_id: versionId }, at) => ({
          chunk: { segment, ordinal, versionId },
          vector: vectors[at] ?? new Float32Array(),
        })),
      );
    },
    client,
    nearestChunks: async (_, { organizationId, limit, vector: question }) =>
      (collected.get(organizationId) ?? [])
        .map(({ chunk, vector }) => ({ ...chunk, similarity: similarity(vector, question) }))
        .toSorted((a, b) => b.similarity - a.similarity)
        .slice(0, limit),
  };
}

function similarity(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += (a[k] ?? 0) * (b[k] ?? 0);
  return sum;
}
