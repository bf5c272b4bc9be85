import { randomUUID } from "node:crypto";
import type { ChatMessage } from "../../contract/conversations.ts";
import type { Answer } from "../answering/answer.ts";
import type { Context } from "../context.ts";
import { withTenant, type Transaction } from "../database/database.ts";
import { AppError, describeError } from "../errors.ts";
import { understandQuery, type Query } from "../language/understand-query.ts";
import { maxHistoryMessages } from "./answer-turn.ts";
import { addToOpenTicket } from "./hand-off/open-ticket.ts";
import { handOff, type HandOff } from "./hand-off/hand-off.ts";
import { confirmWait, findHandOffMessage, findWaitingMessage } from "./hand-off/silence.ts";
import {
  answerKey,
  findAnswer,
  insertQuestion,
  messageCreated,
  readMessages,
  saveAssistantMessage,
  saveExchange,
  saveQuestion,
  type NewQuestion,
  type PositionedMessage,
  describeAnswer,
} from "./messages.ts";
import { listenForStop } from "./stop-answer.ts";
import type { Turn } from "./turns.ts";

export interface Question extends Omit<NewQuestion, "id"> {
  /** Customer details, which a hand-off puts into the ticket. */
  customer?: Pick<HandOff, "customerName" | "customerEmail">;
}

export type ExchangeTools = Pick<
  Context,
  "db" | "log" | "events" | "jobs" | "metrics" | "questions" | "turns" | "firstExchanges" | "assistant"
>;

/** Callbacks for streaming the answer while it is being written. */
export interface ExchangeListener {
  onSaved?(message: ChatMessage): void;
  onDelta?(text: string): void;
  /** Discard the pieces so far: another answer follows. */
  onRetract?(): void;
}

export interface Exchange {
  userMessage: ChatMessage;
  /** Null: a person has taken the conversation over, and will find the question there. */
  assistantMessage: ChatMessage | null;
}

/**
 * Saves a question, answers it from the documents of its audience, and saves the answer. A conversation answers one
 * question at a time, and organizations take turns. If answering fails, the question stays saved, and a retry with the
 * same client key answers it. Throws overloaded before anything is saved.
 */
export async function exchange(tools: ExchangeTools, request: Question, listener: ExchangeListener = {}) {
  const startedAt = performance.now();
  const question = { ...request, id: randomUUID() };
  const pending: PendingQuestion = { question, listener, startedAt, saved: null, earlierAnswer: null };
  return tools.questions.run(question.organizationId, async (outside) => {
    const beforeWait = (trx: Transaction) => saveQuestionOnce(trx, pending);
    let hasBegun = false;
    try {
      return await tools.turns.inTurn(question, { outside, beforeWait }, (turn) => {
        hasBegun = true;
        return takeTurn(turn, tools, pending);
      });
    } catch (error) {
      if (hasBegun && !(error instanceof AppError)) await saveAfterFailure(tools, question);
      throw error;
    }
  });
}

interface PendingQuestion {
  question: Question & NewQuestion;
  listener: ExchangeListener;
  startedAt: number;
  /** The saved question. Null until it is saved, which usually happens together with its answer, in one statement. */
  saved: PositionedMessage | null;
  /** The answer to an earlier request with the same client key. */
  earlierAnswer: ChatMessage | null;
}

async function takeTurn(turn: Turn, tools: ExchangeTools, pending: PendingQuestion): Promise<Exchange> {
  await turn.run((trx) => saveIfRepeatable(trx, pending));
  const { listener, earlierAnswer } = pending;
  if (listener.onSaved !== undefined)
    await turn.outside(async () => pending.saved !== null && listener.onSaved?.(pending.saved));
  const left = await turn.run((trx) => leaveToPerson(trx, turn, tools, pending));
  if (left !== null) return left;
  if (earlierAnswer === null) return respond(turn, tools, pending);
  listener.onDelta?.(earlierAnswer.content);
  return {
    userMessage: await turn.run((trx) => saveQuestionOnce(trx, pending)),
    assistantMessage: earlierAnswer,
  };
}

/** Saves a question with a client key: its request may be repeated. Finds the question saved before, and its answer. */
async function saveIfRepeatable(trx: Transaction, pending: PendingQuestion): Promise<void> {
  const { question } = pending;
  if (question.opens !== undefined || question.clientKey === null) return;
  pending.saved = await saveQuestion(trx, question);
  pending.earlierAnswer = await findAnswer(trx, question, pending.saved);
}

/** The messages before the question, oldest first. */
async function readHistory(trx: Transaction, { question, saved }: PendingQuestion) {
  if (question.opens !== undefined) return [];
  return readMessages(trx, { ...question, limit: maxHistoryMessages, before: saved?.position });
}

async function saveQuestionOnce(trx: Transaction, pending: PendingQuestion): Promise<PositionedMessage> {
  pending.saved ??= await saveQuestion(trx, pending.question);
  return pending.saved;
}

/**
 * Leaves the message to the person who handles the conversation, and adds it to the ticket. The reply confirms that it
 * waits for a person; after a take-over there is none. Returns null if the assistant should answer.
 */
async function leaveToPerson(trx: Transaction, turn: Turn, tools: ExchangeTools, pending: PendingQuestion) {
  const { question } = pending;
  const { isHandedOff, ownerUserId, mayHaveTicket } = turn.status();
  if (!isHandedOff && ownerUserId === null) return null;
  const reply =
    pending.earlierAnswer ?? (ownerUserId === null ? await findWaitingMessage(trx, question) : null);
  if (reply === null && ownerUserId === null) return null;
  const userMessage = await saveQuestionOnce(trx, pending);
  if (ownerUserId !== null)
    await tools.events.publish(trx, question.organizationId, messageCreated(question, userMessage.id));
  if (mayHaveTicket) await addToOpenTicket(trx, tools, question, understandQuery(question.content));
  const isNew = ownerUserId === null && pending.earlierAnswer === null;
  return { userMessage, assistantMessage: (isNew ? await confirmWait(trx, tools, question) : null) ?? reply };
}

async function respond(turn: Turn, tools: ExchangeTools, pending: PendingQuestion) {
  const { question, listener } = pending;
  const { organizationId, content: text } = question;
  const history = await turn.run((trx) => readHistory(trx, pending));
  const stop = listenForStop(tools.events, question);
  let shown = "";
  const writing = {
    signal: stop.signal,
    onDelta(delta: string) {
      shown += delta;
      listener.onDelta?.(delta);
    },
    onRetract() {
      shown = "";
      listener.onRetract?.();
    },
  };
  const request = { organizationId, audience: turn.status().audience, text, history };
  const { query, answer } = await tools.assistant.answerTurn(turn, request, writing).finally(stop.close);
  const exchanged = await turn.run(async (trx) => {
    const { ownerUserId, mayHaveTicket } = turn.status();
    // A person took the conversation over while the answer was being written, so they reply instead.
    const left = ownerUserId === null ? null : await leaveToPerson(trx, turn, tools, pending);
    if (left !== null) return left;
    if (answer === null) return handOffAndConfirm(trx, tools, pending, query);
    const saved = await saveAnswer(trx, tools, pending, answer);
    if (mayHaveTicket) await addToOpenTicket(trx, tools, question, query);
    return saved;
  });
  if (shown === "" && answer !== null) listener.onDelta?.(exchanged.assistantMessage?.content ?? "");
  return exchanged;
}

/** Hands the conversation off, in the transaction that ends the turn. */
async function handOffAndConfirm(
  trx: Transaction,
  tools: ExchangeTools,
  pending: PendingQuestion,
  { language, intent }: Query,
) {
  const { organizationId, conversationId, content, customer } = pending.question;
  const userMessage = await saveQuestionOnce(trx, pending);
  const request = { organizationId, conversationId, ...customer, requestText: content, language, intent };
  const { message } = await handOff(trx, tools, request);
  const assistantMessage = message ?? (await findHandOffMessage(trx, pending.question));
  if (assistantMessage?.metadata == null) throw new Error("a hand-off has no confirmation");
  tools.metrics.answer(assistantMessage.metadata);
  return { userMessage, assistantMessage };
}

/** Saves the answer in the transaction that ends the turn, together with the question if that is not saved yet. */
async function saveAnswer(
  trx: Transaction,
  { events, metrics, firstExchanges }: ExchangeTools,
  { question, saved, startedAt }: PendingQuestion,
  answer: Answer,
): Promise<Exchange> {
  const { organizationId, conversationId } = question;
  const metadata = describeAnswer(answer, Math.round((performance.now() - startedAt) * 10) / 10);
  const reply = { organizationId, conversationId, content: answer.content, metadata };
  metrics.answer(metadata);
  if (saved === null && question.opens !== undefined) {
    const { opens, content, id: questionId } = question;
    return firstExchanges(trx, { ...reply, answer: answer.content, questionId, question: content, opens });
  }
  if (saved === null) return saveExchange(trx, events, question, reply);
  const clientKey = question.clientKey === null ? null : answerKey(saved);
  return {
    userMessage: saved,
    assistantMessage: await saveAssistantMessage(trx, events, { ...reply, clientKey }),
  };
}

/** Saves the question after answering failed, unless the failed transaction has committed it after all. */
async function saveAfterFailure({ db, log }: ExchangeTools, question: NewQuestion): Promise<void> {
  const { organizationId } = question;
  await withTenant(db, organizationId, (trx) => insertQuestion(trx, question)).catch((error: unknown) => {
    log.warn({ organizationId, err: describeError(error) }, "a question whose answer failed was not saved");
  });
}
