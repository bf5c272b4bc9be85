import type { Transaction } from "../../database/database.ts";
import type { AnswerRequest, GroundedAnswer } from "../answer.ts";
import { orderByUnits } from "../extractive/order-for-model.ts";
import { findTables } from "../tables/find-tables.ts";
import type { ModelPassages } from "./model-answers.ts";

/** The passages for a model, those with the best units first, since it reads only a few. Null if nothing was found. */
export async function passagesForModel(
  trx: Transaction,
  { organizationId, query }: AnswerRequest,
  { answer, material }: GroundedAnswer,
): Promise<ModelPassages | null> {
  if (material === null) return null;
  const passages = orderByUnits(query, material);
  return {
    passages,
    tables: await findTables(trx, organizationId, passages),
    english: material.retrieval.english,
    extractive: answer,
  };
}
