import type { UnitOfWork } from "../database/unit-of-work.ts";
import { openIndexes } from "./index-reader.ts";
import type { Retrieval, RetrievalRequest } from "./passage.ts";
import { search } from "./search.ts";

/** Finds passages for a question. Waits for other servers, if configured, outside the transaction. */
export type Retrieve = (unit: UnitOfWork, request: RetrievalRequest) => Promise<Retrieval>;

/**
 * Finds the passages of a collection that best match a question by its words, in one read-only transaction and without
 * other servers: it reads the collection's statistics, the postings of each term, similar terms for rare words, and the
 * passages. All of these are cached, and so are the results of recent questions, since many people ask the same.
 */
export function openWordRetrieval(): Retrieve {
  const open = openIndexes();
  return (unit, request) =>
    unit.run(async (trx) => {
      const index = await open(trx, request, unit.sharesReads === true);
      return index.searchOnce(keyOf(request), () => search(index, request));
    });
}

const keyOf = ({ question, contextWords = new Set(), translation, limit }: RetrievalRequest): string =>
  JSON.stringify([question, [...contextWords], translation, limit]);
