import type { Transaction } from "../database/database.ts";
import type { UnitOfWork } from "../database/unit-of-work.ts";
import { indexReader } from "./index-reader.ts";
import type { Retrieval, RetrievalRequest } from "./passage.ts";
import { search } from "./search.ts";

/**
 * Finds passages for a question: by its words alone, or as far as configured by embeddings too. What
 * has to be asked of other servers is waited for outside the transaction.
 */
export type Retrieve = (unit: UnitOfWork, request: RetrievalRequest) => Promise<Retrieval>;

/** By words alone, which waits for nothing. */
export const retrieveByWords: Retrieve = (unit, request) => unit.run((trx) => retrieve(trx, request));

/**
 * The passages of one audience of one organization that best match a question. Reads only, in the
 * caller's transaction: the statistics, one range of the index per term, the passages themselves,
 * and for words that hardly any document holds what they may have been meant as.
 */
export async function retrieve(trx: Transaction, request: RetrievalRequest): Promise<Retrieval> {
  return search(indexReader(trx, request), request);
}
