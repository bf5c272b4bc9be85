import { pino } from "pino";
import { openReranker } from "../../server/clients/rerank.ts";
import { readConfig } from "../../server/config.ts";
import type { Database } from "../../server/database/database.ts";
import { openHybridRetrieval } from "../../server/retrieval/hybrid/hybrid-retrieval.ts";
import { openWordRetrieval, type Retrieve } from "../../server/retrieval/retrieve.ts";
import type { ChosenServer } from "../stand-in/choose-server.ts";
import { openVectors } from "./vectors.ts";

export interface RetrievalMethods {
  /** The configurations of retrieval that use embeddings. */
  methods: { name: string; retrieve: Retrieve }[];
  /** The name of the reranker; null without one. */
  reranker: string | null;
  /** Embeds an organization's passages; must be called before its questions are asked. */
  collect(db: Database, organizationId: string): Promise<void>;
}

/** Retrieval fused with the server's embeddings and, if RERANK_* is set, also reordered by the reranker. */
export function openRetrievalMethods(server: ChosenServer): RetrievalMethods {
  const vectors = openVectors(server);
  const log = pino({ level: "silent" });
  // The results of a fallback must not be reported as those of the server.
  const metrics = {
    retrievalFallback(stage: string, fault: string): never {
      throw new Error(`${stage} failed: ${fault}`);
    },
  };
  const { rerank } = readConfig();
  const tools = { retrieveByWords: openWordRetrieval(), vectors, log, metrics };
  const hybrid = openHybridRetrieval({ ...tools, reranker: undefined });
  const methods = [{ name: "sizana hybrid", retrieve: hybrid }];
  if (rerank !== undefined) {
    const retrieve = openHybridRetrieval({ ...tools, reranker: openReranker(rerank) });
    methods.push({ name: "hybrid + rerank", retrieve });
  }
  return {
    methods,
    reranker: rerank === undefined ? null : (rerank.model ?? rerank.baseUrl),
    collect: (db, organizationId) => vectors.collect(db, organizationId),
  };
}
