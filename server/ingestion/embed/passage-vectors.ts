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

/** Embeds passages and questions by the embedding server, and searches the passages. */
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
      log.warn({ err: describeError(error) }, "what is not embedded could not be queued");
    });
    // Of vectors that were there before pgvector.
    const indexing = findModel(tools.db, config.model).then((model) => indexModel(tools.db, model));
    indexing.catch((error: unknown) => {
      log.warn({ err: describeError(error) }, "the vectors of the passages could not be indexed");
    });
  };
  const vectorTools = { ...tools, modelName: config.model };
  return {
    ...joinSearches(openVectorsInMemory(vectorTools), openVectorsInDatabase(vectorTools)),
    client,
    /** Queues a version for embedding, in the transaction that makes it answer. */
    async embedLater(trx: Transaction, { organizationId, versionId }: Key<"versionId">): Promise<void> {
      await jobs.enqueue(trx, "version.embed", { organizationId, versionId });
    },
    /** In the background, embeds what the current model has not embedded yet, and indexes what it has. */
    startSweeping(until: AbortSignal): void {
      repeat(sweep, { firstRunMs: firstSweepMs, intervalMs: sweepMs, until });
    },
  };
}

/**
 * Searches in memory. While the vectors are being read, or if they do not fit, searches by pgvector if PostgreSQL
 * has it.
 */
export function joinSearches(memory: VectorsInMemory, database: VectorsInDatabase): NearestSearch {
  return {
    nearestChunks: async (trx, request) =>
      (await memory.nearestRead(request)) ??
      (await database.nearestStored(trx, request)) ??
      memory.nearestSoon(request),
  };
}
