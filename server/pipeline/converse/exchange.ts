import type { Audience } from "../../../contract/common.ts";
import type { ChatExchange, ChatMessage } from "../../../contract/conversations.ts";
import { withTenant, type Database, type Transaction } from "../../database/database.ts";
import type { Events } from "../../events.ts";
import type { Metrics } from "../../metrics.ts";
import { answerGuided } from "../guidance/answer-guided.ts";
import type { Guidance } from "../guidance/guidance.ts";
import { findAnswer, readMessages, saveAnswer, saveQuestion } from "./messages.ts";
import { inTurn, type SessionKey } from "./turns.ts";

/** Earlier messages that a follow-up may lean on. */
const historyLength = 12;

export interface Question extends SessionKey {
  audience: Audience;
  content: string;
  /** The same question sent again carries the same key; null: every sending is a question of its own. */
  clientKey: string | null;
  /** Makes the session where there is none yet, in the transaction that saves the question. */
  open?: ((trx: Transaction) => Promise<void>) | undefined;
  /** Looked at just before the answer is saved, in its transaction; what it throws keeps it from being. */
  mayAnswer?: (trx: Transaction) => Promise<void>;
}

export interface ExchangeTools {
  db: Database;
  events: Events;
  metrics: Metrics;
  guidance: Guidance;
}

/** Told on the way, for a reader who watches. */
export interface ExchangeListener {
  /** The question is saved. */
  asked?(message: ChatMessage): void;
  /** The next piece of the answer. */
  wrote?(text: string): void;
}

/**
 * Saves a question, answers it from the documents of its audience and saves the answer. One at a time
 * per session. When answering fails the question stays, and asking again under its key answers it.
 */
export async function exchange(
  tools: ExchangeTools,
  question: Question,
  listener: ExchangeListener = {},
): Promise<ChatExchange> {
  const { db } = tools;
  const startedAt = performance.now();
  return inTurn(db, question, {
    open: question.open,
    begin: (trx) => saveQuestion(trx, question),
    work: async ({ position, ...userMessage }, release) => {
      listener.asked?.(userMessage);
      const assistantMessage = await answer(tools, question, { position, startedAt, release });
      listener.wrote?.(assistantMessage.content);
      return { userMessage, assistantMessage };
    },
  });
}

interface Asked {
  position: number;
  startedAt: number;
  release: (trx: Transaction) => Promise<void>;
}

async function answer(
  { db, events, metrics, guidance }: ExchangeTools,
  question: Question,
  { position, startedAt, release }: Asked,
): Promise<ChatMessage> {
  const { organizationId, sessionId, audience } = question;
  return withTenant(db, organizationId, async (trx) => {
    const given = question.clientKey === null ? null : await findAnswer(trx, { ...question, position });
    if (given !== null) return given;
    const history = await readMessages(trx, {
      organizationId,
      sessionId,
      limit: historyLength,
      before: position,
    });
    const { content, ...rest } = await answerGuided(trx, guidance, {
      organizationId,
      audience,
      question: question.content,
      history: history.map((message) => ({ role: message.role, content: message.content })),
    });
    const latencyMs = Math.round((performance.now() - startedAt) * 10) / 10;
    await question.mayAnswer?.(trx);
    const message = await saveAnswer(trx, {
      organizationId,
      sessionId,
      content,
      metadata: { ...rest, latencyMs },
    });
    await events.publish(trx, organizationId, { type: "message.created", id: message.id, sessionId });
    await release(trx);
    metrics.answer({ ...rest, latencyMs });
    return message;
  });
}
