import { sql } from "kysely";
import { openEmbeddings } from "../../clients/embeddings.ts";
import type { EmbeddingsConfig } from "../../config.ts";
import { forAllTenants, type Key, type Transaction } from "../../database/database.ts";
import type { Events } from "../../events.ts";
import type { Jobs } from "../../jobs.ts";
import { repeat } from "../../repeat.ts";
import { findModel, indexModel } from "./models.ts";
import type { NearestSearch } from "./nearest.ts";
import { openVectorsInDatabase, type VectorsInDatabase } from "./vectors-in-database.ts";
import { openVectorsInMemory, type VectorsInMemory, type VectorTools } from "./vectors-in-memory.ts";
import { describeError } from "../../errors.ts";

/** Embeds passages and questions with the embedding server, and searches the passages. */
export type PassageVectors = ReturnType<typeof openPassageVectors>;

export interface PassageVectorTools extends Pick<VectorTools, "db" | "log"> {
  events: Events;
  jobs: Jobs;
}

export function openPassageVectors(config: EmbeddingsConfig, tools: PassageVectorTools) {
  const { jobs, log } = tools;
  const client = openEmbeddings(config);
  const sweep = (): void => {
    sweepVersions({ ...tools, modelName: config.model }).catch((error: unknown) => {
      log.warn({ err: describeError(error) }, "versions to embed could not be queued");
    });
    // Vectors stored before pgvector was installed have no index yet.
    const indexing = findModel(tools.db, config.model).then((model) => indexModel(tools.db, model));
    indexing.catch((error: unknown) => {
      log.warn({ err: describeError(error) }, "the vectors of the passages could not be indexed");
    });
  };
  const vectorTools = { ...tools, modelName: config.model };
  return {
    ...joinSearches(openVectorsInMemory(vectorTools), openVectorsInDatabase(vectorTools)),
    client,
    /** Queues a version for embedding. Call in the transaction that indexes it. */
    async enqueueEmbedding(trx: Transaction, { organizationId, versionId }: Key<"versionId">): Promise<void> {
      await jobs.enqueue(trx, "version.embed", { organizationId, versionId });
    },
    /** Regularly queues versions that the current model has not embedded yet, and indexes the model's vectors. */
    startSweeping(until: AbortSignal): void {
      repeat(sweep, { firstRunMs: 1_000, intervalMs: 60_000, until });
    },
  };
}

/** Searches in memory; with pgvector, if PostgreSQL has it, until the vectors are loaded or if they do not fit. */
export function joinSearches(memory: VectorsInMemory, database: VectorsInDatabase): NearestSearch {
  return {
    nearestChunks: async (trx, request) =>
      (await memory.nearestIfLoaded(request)) ??
      (await database.nearestInDatabase(trx, request)) ??
      memory.nearestOnceLoaded(request),
  };
}

const maxVersionsPerSweep = 2_000;

export interface SweepTools extends Pick<VectorTools, "db" | "modelName"> {
  jobs: Pick<Jobs, "enqueue" | "counts">;
}

/**
 * Queues the versions that are not embedded with the current model, which are all of them after it was set or
 * changed. Does nothing while earlier jobs are unfinished, so that no version is queued twice.
 */
export async function sweepVersions({ db, jobs, modelName }: SweepTools): Promise<void> {
  const counts = (await jobs.counts())["version.embed"];
  if (counts !== undefined && counts.waiting + counts.active > 0) return;
  const model = await findModel(db, modelName);
  let left = maxVersionsPerSweep;
  await forAllTenants(db, async (trx) => {
    if (left === 0) return;
    // Row-level security limits this to the organizations that the transaction was opened for.
    const { rows } = await sql<Key<"versionId">>`
      select version.organization_id as "organizationId", version.version_id as "versionId"
      from index_versions version
      where version.chunk_count > 0 and not exists (
        select from embedded_versions embedded
        where embedded.organization_id = version.organization_id and embedded.segment = version.segment
          and embedded.model = ${model?.id ?? null}::smallint
      )
      order by version.segment desc limit ${left}
    `.execute(trx);
    for (const version of rows) await jobs.enqueue(trx, "version.embed", version);
    left -= rows.length;
  });
}
