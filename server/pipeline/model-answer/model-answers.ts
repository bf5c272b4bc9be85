import type { Logger } from "pino";
import { LanguageModelError } from "../../clients/language-model-error.ts";
import type { LanguageModel, ModelBudget, ModelUsage } from "../../clients/language-model.ts";
import { withTenant, type Database, type Transaction } from "../../database/database.ts";
import type { Answer, Evidence } from "../answer/answer.ts";
import type { Turn } from "../answer/follow-up.ts";
import type { RetrievedPassage } from "../retrieve/passage.ts";
import { openDraft, type Draft, type Fallback } from "./draft.ts";
import { addUsage, costMicrosOf, isUsedUp, readMonth, type ModelPrices } from "./model-usage.ts";
import { mayBeAnswered } from "./model-confidence.ts";
import { writePrompt } from "./prompt.ts";

export interface ModelQuestion {
  organizationId: string;
  history: Turn[];
  evidence: Evidence;
  /** What is given where the model gives nothing better. */
  extractive: Answer;
  /** The month's budget is used up. */
  isUsedUp: boolean;
  /** Ends the answer with what is confirmed of it. */
  signal: AbortSignal;
  /** Every sentence once it is confirmed. */
  wrote: (text: string) => void;
  /** The sentences so far are not the answer after all. */
  withdrew: () => void;
}

/** Answers in a language model's words, as far as the documents support them. */
export interface ModelAnswers {
  /** Read beside the passages, before the model is asked. */
  isUsedUp(trx: Transaction, organizationId: string): Promise<boolean>;
  /** Never rejects: without a sound answer of the model it is the extractive one, and says why. No transaction may be open. */
  write(question: ModelQuestion): Promise<Answer>;
}

const maxOutputTokens = 600;

interface Tools {
  model: LanguageModel;
  prices: ModelPrices;
  db: Database;
  log: Logger;
}

export function openModelAnswers(tools: Tools): ModelAnswers {
  return {
    isUsedUp: async (trx, organizationId) => isUsedUp(await readMonth(trx, organizationId)),
    async write(question) {
      const { extractive } = question;
      if (question.isUsedUp) return { ...extractive, fallback: "budget" };
      // Where the documents are this far from the question no wording makes them an answer.
      if (!mayBeAnswered(extractive.confidence)) return extractive;
      const { answer, fallback } = await ask(tools, question);
      if (answer !== null) return answer;
      return { ...extractive, fallback };
    },
  };
}

type Outcome = { answer: Answer; fallback?: never } | { answer: null; fallback: Fallback };

async function ask(tools: Tools, question: ModelQuestion): Promise<Outcome> {
  const used: ModelUsage = { inputTokens: 0, outputTokens: 0 };
  const budget: ModelBudget = {
    endsAt: performance.now() + tools.model.timeoutMs,
    retries: 1,
    signal: question.signal,
  };
  let { passages } = question.evidence;
  let draft = draftFor(question, passages);
  try {
    for (;;) {
      try {
        await writeDraft(tools.model, { question, passages, draft, budget, used });
        return settle(draft, question);
      } catch (error) {
        const isTooLong = error instanceof LanguageModelError && error.fault === "context_too_long";
        if (!isTooLong || budget.retries <= 0 || passages.length < 2) throw error;
        budget.retries -= 1;
        passages = passages.slice(0, Math.max(1, Math.floor(passages.length / 3)));
        draft = draftFor(question, passages);
      }
    }
  } catch (error) {
    if (question.signal.aborted && draft.hasShown()) return settle(draft, question);
    const fault = error instanceof LanguageModelError ? error.fault : "failed";
    // What was asked or answered does not belong into a log.
    tools.log.warn(
      { fault, name: error instanceof Error ? error.name : "" },
      "the language model gave no answer",
    );
    if (draft.hasShown()) question.withdrew();
    return { answer: null, fallback: "unavailable" };
  } finally {
    await count(tools, question.organizationId, used);
  }
}

const draftFor = ({ evidence, extractive, wrote }: ModelQuestion, passages: RetrievedPassage[]): Draft =>
  openDraft({ question: evidence.question, passages, retrieved: extractive.confidence, confirmed: wrote });

/** Ends a request whose rest cannot change anything. */
class Enough extends Error {}

interface Writing {
  question: ModelQuestion;
  passages: RetrievedPassage[];
  draft: Draft;
  budget: ModelBudget;
  used: ModelUsage;
}

async function writeDraft(
  model: LanguageModel,
  { question, passages, draft, budget, used }: Writing,
): Promise<void> {
  try {
    await model.write({
      messages: writePrompt({ question: question.evidence.question, history: question.history, passages }),
      maxOutputTokens,
      budget,
      wrote(text) {
        draft.push(text);
        if (draft.isHopeless()) throw new Enough();
      },
      used({ inputTokens, outputTokens }) {
        used.inputTokens += inputTokens;
        used.outputTokens += outputTokens;
      },
    });
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
}

function settle(draft: Draft, { withdrew, signal }: ModelQuestion): Outcome {
  const outcome = draft.end({ isStopped: signal.aborted });
  if (outcome.answer === null && draft.hasShown()) withdrew();
  return outcome;
}

async function count({ db, prices, log }: Tools, organizationId: string, used: ModelUsage): Promise<void> {
  if (used.inputTokens + used.outputTokens === 0) return;
  try {
    await withTenant(db, organizationId, (trx) =>
      addUsage(trx, organizationId, used, costMicrosOf(used, prices)),
    );
  } catch (error) {
    log.error({ err: error, ...used }, "what a language model's answer used could not be counted");
  }
}
