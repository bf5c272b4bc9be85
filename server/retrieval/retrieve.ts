import type { UnitOfWork } from "../database/unit-of-work.ts";
import { openIndexes } from "./index-reader.ts";
import type { Retrieval, RetrievalRequest } from "./passage.ts";
import { search } from "./search.ts";

/**
 * Finds passages for a question: by its words alone, or as far as configured by embeddings too. What
 * has to be asked of other servers is waited for outside the transaction.
 */
export type Retrieve = (unit: UnitOfWork, request: RetrievalRequest) => Promise<Retrieval>;

/**
 * Finds the passages of one audience of one organization that best match a question by its words. Reads only, in one
 * transaction, and waits for nothing: the statistics, one range of the index per term, the passages themselves, and for
 * words that hardly any document holds what they may have been meant as. What it reads of the index is cached, and so is
 * what was found for the questions that were asked last: many ask the same.
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
