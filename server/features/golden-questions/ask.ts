import type { Answer, AnswerRequest, GroundedAnswer } from "../../answering/answer.ts";
import type { ModelPassages } from "../../answering/generated/model-answers.ts";
import { passagesForModel } from "../../answering/generated/passages-for-model.ts";
import { answerGuided } from "../../answering/guidance/answer-guided.ts";
import type { Context } from "../../context.ts";
import { withTenant, type Transaction } from "../../database/database.ts";
import { inUnitOfWork, workOfTransaction, type UnitOfWork } from "../../database/unit-of-work.ts";
import { inParts } from "../../in-parts.ts";
import { understandQuery } from "../../language/understand-query.ts";
import { indexVersion, type IndexRequest } from "../../ingestion/index/index-version.ts";
import type { Collection } from "../../retrieval/passage.ts";

export type AskTools = Pick<
  Context,
  "db" | "guidance" | "retrieve" | "retrieveByWords" | "modelAnswers" | "config"
>;

interface AskedQuestion {
  question: string;
}

/** The answer to `asked` before a language model rewrites it, with the request that it answers. */
export interface AnsweredRequest<Asked = AskedQuestion> extends GroundedAnswer {
  asked: Asked;
  request: AnswerRequest;
  /** Null without a language model, or if nothing was found. */
  passages: ModelPassages | null;
}

/** How many questions one transaction answers. A trial blocks other writers of the organization's index meanwhile. */
const questionsPerTransaction = 40;

/** Answers each question as the first of a conversation, from the live versions. Keeps the order of the questions. */
export async function askLive<Asked extends AskedQuestion>(
  tools: AskTools,
  collection: Collection,
  questions: readonly Asked[],
) {
  const batches = await Array.fromAsync(inParts(questions, questionsPerTransaction), (batch) =>
    inUnitOfWork(tools.db, collection.organizationId, (work) => askAll(work, tools, collection, batch)),
  );
  return batches.flat();
}

/**
 * Answers each question from the live versions (`before`), and as if this version were live (`after`): it is indexed in a
 * transaction that is rolled back. Returns null if the version would not go live, because the document was deleted or a
 * newer version answers.
 */
export async function askBoth<Asked extends AskedQuestion>(
  tools: AskTools,
  version: IndexRequest,
  questions: readonly Asked[],
) {
  const live = await askLive(tools, version, questions);
  const both: { before: AnsweredRequest; after: AnsweredRequest<Asked> }[] = [];
  for (const batch of inParts(questions, questionsPerTransaction)) {
    const answers = await inRolledBackTransaction(tools, version.organizationId, async (trx) => {
      if (!(await indexVersion(trx, version))) return null;
      // Only this transaction sees the index of the trial, so it stays open even while waiting for embeddings.
      return askAll(workOfTransaction(trx, { mayWait: true }), tools, version, batch);
    });
    if (answers === null) return null;
    for (const after of answers) both.push({ before: live[both.length] as AnsweredRequest, after });
  }
  return both;
}

async function askAll<Asked extends AskedQuestion>(
  work: UnitOfWork,
  tools: AskTools,
  { organizationId, audience }: Collection,
  questions: readonly Asked[],
) {
  const answers: AnsweredRequest<Asked>[] = [];
  for (const asked of questions) {
    const request = { organizationId, audience, query: understandQuery(asked.question) };
    const grounded = await answerGuided(work, tools, request);
    const passages =
      tools.modelAnswers === undefined
        ? null
        : await work.run((trx) => passagesForModel(trx, request, grounded));
    answers.push({ asked, request, ...grounded, passages });
  }
  return answers;
}

/** Has a language model write the answer, if one is configured. No transaction may be open. */
export async function writeWithModel(
  { modelAnswers }: Pick<AskTools, "modelAnswers">,
  { request: { organizationId, query }, answer, passages }: AnsweredRequest,
): Promise<Answer> {
  if (modelAnswers === undefined || passages === null) return answer;
  return modelAnswers.write({ organizationId, query, passages });
}

/** Whether the model wrote no answer for a reason unrelated to the question: an outage, or the budget. */
export const isModelUnavailable = ({ fallback }: Answer): boolean =>
  fallback === "unavailable" || fallback === "budget";

/** Whether a model would be given the same passages for both answers. */
export function hasSameMaterial(one: GroundedAnswer, other: GroundedAnswer): boolean {
  const texts = ({ material }: GroundedAnswer) => material?.passages.map(({ text }) => text).join("\n\n");
  return texts(one) === texts(other) && one.answer.content === other.answer.content;
}

async function inRolledBackTransaction<Result>(
  { db }: AskTools,
  organizationId: string,
  work: (trx: Transaction) => Promise<Result>,
): Promise<Result> {
  const rollback = new Error("the trial is over");
  const results: Result[] = [];
  await withTenant(db, organizationId, async (trx) => {
    results.push(await work(trx));
    throw rollback;
  }).catch((error: unknown) => {
    if (error !== rollback) throw error;
  });
  return results[0] as Result;
}

/** The engine of an answer, or the language model's name if it wrote the answer. */
export function answeredBy({ config }: Pick<AskTools, "config">, { engine }: Answer): string {
  return engine === "model" ? (config.llm?.model ?? "model") : engine;
}
