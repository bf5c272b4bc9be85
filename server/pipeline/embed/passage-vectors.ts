import type { Logger } from "pino";
import { openEmbeddings, type Embeddings } from "../../clients/embeddings.ts";
import type { EmbeddingsConfig } from "../../config.ts";
import type { Database, Transaction } from "../../database/database.ts";
import type { Events } from "../../events.ts";
import type { Jobs } from "../../jobs.ts";
import type { NearestSearch } from "./nearest.ts";
import { sweepVersions } from "./sweep.ts";
import { openVectorsInMemory } from "./vectors-in-memory.ts";

const firstSweepMs = 1_000;
const sweepMs = 60_000;

/** The vectors of passages and questions, as far as the embedding server makes them. */
export interface PassageVectors extends NearestSearch {
  client: Embeddings;
  /** A unit vector of the present model, soon or not at all. Throws EmbeddingsError. */
  embedQuestion(question: string): Promise<Float32Array>;
  /** In the transaction that lets a version answer. */
  embedLater(trx: Transaction, version: { organizationId: string; versionId: string }): Promise<void>;
  /** Embeds what is not embedded with the present model, in the background. */
  startSweeping(): void;
}

export interface PassageVectorTools {
  db: Database;
  events: Events;
  jobs: Jobs;
  log: Logger;
}

export function openPassageVectors(config: EmbeddingsConfig, tools: PassageVectorTools): PassageVectors {
  const { jobs, log } = tools;
  const client = openEmbeddings(config);
  const sweep = (): void => {
    sweepVersions({ ...tools, modelName: config.model }).catch((error: unknown) => {
      log.warn({ err: error }, "what is not embedded could not be queued");
    });
  };
  return {
    ...openVectorsInMemory({ ...tools, modelName: config.model }),
    client,
    embedQuestion: (question) => client.embedQuestion(question),
    async embedLater(trx, { organizationId, versionId }) {
      await jobs.enqueue(trx, "version.embed", { organizationId, versionId });
    },
    startSweeping() {
      setTimeout(sweep, firstSweepMs).unref();
      setInterval(sweep, sweepMs).unref();
    },
  };
}
