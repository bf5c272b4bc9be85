import { z } from "zod";
import { withTenant, type Database } from "../../server/database/database.ts";
import type { NearChunk, VectorSearch } from "../../server/pipeline/fuse/hybrid-retrieval.ts";
import type { ChosenServer } from "../stand-in/choose-server.ts";

const Reply = z.object({ data: z.array(z.object({ index: z.int(), embedding: z.array(z.number()) })) });
const batch = 64;

export interface CollectedVectors extends VectorSearch {
  /** Embeds every passage of an organization; before that nothing of it is near to anything. */
  collect(db: Database, organizationId: string): Promise<void>;
}

/** Exact search in memory among the passages of the collections that were embedded. */
export function openVectors(server: Pick<ChosenServer, "baseUrl" | "apiKey" | "model">): CollectedVectors {
  const collected = new Map<string, { chunk: NearChunk; vector: Float32Array }[]>();
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
      const vectors: Float32Array[] = [];
      for (let from = 0; from < rows.length; from += batch) {
        const texts = rows
          .slice(from, from + batch)
          .map(({ heading_path: path, text }) => [...path, text].join("\n"));
        vectors.push(...(await embed(server, texts)));
      }
      collected.set(
        organizationId,
        rows.map(({ segment, ordinal, version_id: versionId }, at) => ({
          chunk: { segment, ordinal, versionId },
          vector: vectors[at] ?? new Float32Array(),
        })),
      );
    },
    embedQuery: async (question) => (await embed(server, [question]))[0] ?? new Float32Array(),
    nearestChunks: async (_, { organizationId, limit, vector: question }) =>
      (collected.get(organizationId) ?? [])
        .map(({ chunk, vector }) => ({ chunk, similarity: similarity(vector, question) }))
        .toSorted((a, b) => b.similarity - a.similarity)
        .slice(0, limit)
        .map(({ chunk }) => chunk),
  };
}

async function embed(
  { baseUrl, apiKey, model }: Pick<ChosenServer, "baseUrl" | "apiKey" | "model">,
  input: string[],
): Promise<Float32Array[]> {
  const response = await fetch(`${baseUrl}/embeddings`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify({ model, input }),
  });
  if (!response.ok) throw new Error(`the embedding server replied ${response.status}`);
  const { data } = Reply.parse(await response.json());
  return data.toSorted((a, b) => a.index - b.index).map(({ embedding }) => normalised(embedding));
}

function normalised(values: number[]): Float32Array {
  const length = Math.hypot(...values) || 1;
  return Float32Array.from(values, (value) => value / length);
}

function similarity(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += (a[k] ?? 0) * (b[k] ?? 0);
  return sum;
}
