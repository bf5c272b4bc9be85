import { withTenant, type Database, type Transaction } from "../database/database.ts";
import {
  answerWithEvidence,
  type Answer,
  type AnswerRequest,
  type Evidence,
} from "../answering/extractive/answer.ts";
import { answerGuided } from "../answering/guidance/answer-guided.ts";
import { orderByUnits } from "../answering/extractive/order-passages.ts";
import type { Guidance } from "../answering/guidance/guidance.ts";
import type { ModelAnswers, Writing } from "../answering/generated/model-answers.ts";
import type { Retrieve } from "../retrieval/retrieve.ts";

export interface AnswerTools {
  db: Database;
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
  const lookAgain = (translation: string) =>
    withTenant(tools.db, organizationId, async (again) => {
      const found = await answerWithEvidence(again, { ...request, translation }, tools.retrieve);
      return { ...found, evidence: forModel(found.evidence) };
    });
  const question = { organizationId, history, evidence: forModel(evidence), extractive: answer, lookAgain };
  return { answer, word: (writing) => modelAnswers.write(question, writing) };
}

/** With the passages first that hold the best units: a model reads no more than a few. */
function forModel(evidence: Evidence): Evidence;
function forModel(evidence: Evidence | null): Evidence | null;
function forModel(evidence: Evidence | null): Evidence | null {
  if (evidence === null) return null;
  const { question, retrieval } = evidence;
  const passages = orderByUnits(retrieval.english?.text ?? question, retrieval, evidence.passages.length);
  return { ...evidence, passages };
}
