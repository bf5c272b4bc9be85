import type { Transaction } from "../database/database.ts";
import type { Answer, AnswerRequest } from "../answering/extractive/answer.ts";
import { answerGuided } from "../answering/guidance/answer-guided.ts";
import { orderByUnits } from "../answering/extractive/order-passages.ts";
import type { Guidance } from "../answering/guidance/guidance.ts";
import type { ModelAnswers, Writing } from "../answering/generated/model-answers.ts";
import type { Retrieve } from "../retrieval/retrieve.ts";

export interface AnswerTools {
  guidance: Guidance;
  retrieve: Retrieve;
  /** Undefined: answers are quoted from the documents. */
  modelAnswers: ModelAnswers | undefined;
}

/** An answer before a language model has worded it, or for good. */
export interface FoundAnswer {
  answer: Answer;
  /**
   * Has the model word the answer; null where it stays as it is. Takes seconds, so no transaction may be
   * open. Never rejects: where the model fails it is the same answer, which then says why.
   */
  word: ((writing?: Partial<Writing>) => Promise<Answer>) | null;
}

/**
 * Looks for the answer to a question, whatever channel it came by. Must run in a transaction opened for
 * the organization; whoever saves the worded answer opens another one after it.
 */
export async function lookForAnswer(
  trx: Transaction,
  tools: AnswerTools,
  request: AnswerRequest,
): Promise<FoundAnswer> {
  const { modelAnswers } = tools;
  const { answer, evidence } = await answerGuided(trx, tools, request);
  if (modelAnswers === undefined || evidence === null) {
    return { answer, word: null };
  }
  const { organizationId, history } = request;
  const passages = orderByUnits(evidence.question, evidence.retrieval, evidence.passages.length);
  const question = { organizationId, history, evidence: { ...evidence, passages }, extractive: answer };
  return { answer, word: (writing) => modelAnswers.write(question, writing) };
}
