import type { Audience } from "../../contract/common.ts";
import {
  orderByMeaning,
  maxPassagesRetrieved,
  maxPassagesRead,
} from "../../server/answering/extractive/order-for-reading.ts";
import type { contextualize } from "../../server/language/follow-up.ts";
import type { Retrieval } from "../../server/retrieval/passage.ts";
import type { Collection } from "./collections.ts";

/** The passages that an answer to a question is chosen from, as in the product. */
export async function readFor(
  collection: Collection,
  question: string,
  { text, contextWords, earlier }: ReturnType<typeof contextualize>,
  audience?: Audience,
  translation?: string,
): Promise<Retrieval> {
  const found = await collection.retrieve(text, maxPassagesRetrieved, contextWords, audience, translation);
  const retrieval = orderByMeaning(question, earlier, found);
  return { ...retrieval, passages: retrieval.passages.slice(0, maxPassagesRead) };
}
