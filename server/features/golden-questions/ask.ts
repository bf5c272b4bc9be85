import type { Audience } from "../../../contract/common.ts";
import type { Answer, AnswerRequest, GroundedAnswer } from "../../answering/extractive/answer.ts";
import { answerGuided } from "../../answering/guidance/answer-guided.ts";
import type { Context } from "../../context.ts";
import { forModel } from "../../conversations/answer-turn.ts";
import { withTenant, type Transaction } from "../../database/database.ts";
import { inUnitOfWork, type UnitOfWork } from "../../database/unit-of-work.ts";
import { understandQuery } from "../../language/understand-query.ts";
import { indexVersion, type IndexRequest } from "../../ingestion/index/index-version.ts";

export type AskTools = Pick<
  Context,
  "db" | "guidance" | "retrieve" | "retrieveByWords" | "modelAnswers" | "config"
>;

export interface AskedCollection {
  organizationId: string;
  audience: Audience;
}

/** What is said without a language model, and what was asked. */
export interface FoundAnswer extends GroundedAnswer {
  request: AnswerRequest;
}

/** Questions that one transaction answers: a trial holds other writers of the organization's index up. */
const questionsPerTransaction = 40;

/** The answers to questions that open a conversation, as they are now: in the order of the questions. */
export async function askLive(tools: AskTools, collection: AskedCollection, questions: readonly string[]) {
  const found: FoundAnswer[] = [];
  for (const batch of batches(questions)) {
    found.push(
      ...(await inUnitOfWork(tools.db, collection.organizationId, (unit) =>
        askAll(unit, tools, collection, batch),
      )),
    );
  }
  return found;
}

/**
 * The answers as they would be with this version live: it is indexed in a transaction that is undone. Null where it
 * would not go live, because the document is gone or answers from a newer version.
 */
export async function askWithVersion(tools: AskTools, version: IndexRequest, questions: readonly string[]) {
  const found: FoundAnswer[] = [];
  for (const batch of batches(questions)) {
    const answers = await undone(tools, version.organizationId, async (trx) =>
      (await indexVersion(trx, version)) ? askAll(trialOf(trx), tools, version, batch) : null,
    );
    if (answers === null) return null;
    found.push(...answers);
  }
  return found;
}

/** What a trial wrote is seen by its own transaction only, so that stays open while embeddings are waited for. */
const trialOf = (trx: Transaction): UnitOfWork => ({ run: (work) => work(trx), outside: (wait) => wait() });

async function askAll(
  unit: UnitOfWork,
  tools: AskTools,
  { organizationId, audience }: AskedCollection,
  questions: readonly string[],
): Promise<FoundAnswer[]> {
  const found: FoundAnswer[] = [];
  for (const question of questions) {
    const request = { organizationId, audience, query: understandQuery(question) };
    found.push({ request, ...(await answerGuided(unit, tools, request)) });
  }
  return found;
}

/** The answer in a language model's words where one is configured. No transaction may be open. */
export async function inWords(
  { modelAnswers }: Pick<AskTools, "modelAnswers">,
  { request: { organizationId, query }, answer, evidence }: FoundAnswer,
): Promise<Answer> {
  if (modelAnswers === undefined || evidence === null) return answer;
  return modelAnswers.write({ organizationId, query, found: forModel(query, answer, evidence) });
}

/** Whether a model has not worded an answer without a fault of the answer's. */
export const modelIsAway = ({ fallback }: Answer): boolean =>
  fallback === "unavailable" || fallback === "budget";

/** Whether a model would be shown the same passages. */
export function readsTheSame(one: GroundedAnswer, other: GroundedAnswer): boolean {
  const texts = ({ evidence }: GroundedAnswer) => evidence?.passages.map(({ text }) => text).join("\n\n");
  return texts(one) === texts(other) && one.answer.content === other.answer.content;
}

/** The result of work in a transaction that is never committed. */
async function undone<Result>(
  { db }: AskTools,
  organizationId: string,
  work: (trx: Transaction) => Promise<Result>,
): Promise<Result> {
  const over = new Error("the trial is over");
  const results: Result[] = [];
  await withTenant(db, organizationId, async (trx) => {
    results.push(await work(trx));
    throw over;
  }).catch((error: unknown) => {
    if (error !== over) throw error;
  });
  return results[0] as Result;
}

function* batches(questions: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < questions.length; at += questionsPerTransaction)
    yield questions.slice(at, at + questionsPerTransaction);
}

/** What answered: the name of the language model where that did. */
export function answeredBy({ config }: Pick<AskTools, "config">, { engine }: Answer): string {
  return engine === "model" ? (config.llm?.model ?? "model") : engine;
}
