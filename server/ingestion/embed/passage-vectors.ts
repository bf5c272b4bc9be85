import type { Logger } from "pino";
import { openEmbeddings } from "../../clients/embeddings.ts";
import type { EmbeddingsConfig } from "../../config.ts";
import type { Database, Key, Transaction } from "../../database/database.ts";
import type { Events } from "../../events.ts";
import type { Jobs } from "../../jobs.ts";
import { repeat } from "../../repeat.ts";
import { findModel, indexModel } from "./models.ts";
import type { NearestSearch } from "./nearest.ts";
import { sweepVersions } from "./sweep.ts";
import { openVectorsInDatabase, type VectorsInDatabase } from "./vectors-in-database.ts";
import { openVectorsInMemory, type VectorsInMemory } from "./vectors-in-memory.ts";
import { describeError } from "../../errors.ts";

const firstSweepMs = 1_000;
const sweepMs = 60_000;

/** Embeds passages and questions with the embedding server, and searches the passages. */
export type PassageVectors = ReturnType<typeof openPassageVectors>;

export interface PassageVectorTools {
  db: Database;
  events: Events;
  jobs: Jobs;
  log: Logger;
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
      repeat(sweep, { firstRunMs: firstSweepMs, intervalMs: sweepMs, until });
    },
  };
}

/**
 * Searches in memory. While the vectors are being loaded, or if they do not fit, searches with pgvector if PostgreSQL
 * has it.
 */
export function joinSearches(memory: VectorsInMemory, database: VectorsInDatabase): NearestSearch {
  return {
    nearestChunks: async (trx, request) =>
      (await memory.nearestIfLoaded(request)) ??
      (await database.nearestInDatabase(trx, request)) ??
      memory.nearestOnceLoaded(request),
  };
}
