import type { Logger } from "pino";
import type { Audience } from "../../contract/common.ts";
import type { ChatMessage } from "../../contract/conversations.ts";
import { withTenant, type Database, type Transaction } from "../database/database.ts";
import { AppError, describeError } from "../errors.ts";
import type { Events } from "../events.ts";
import type { Jobs } from "../jobs.ts";
import type { Metrics } from "../metrics.ts";
import type { Answer } from "../answering/extractive/answer.ts";
import { understandQuery, type Query } from "../language/understand-query.ts";
import { describeAnswer } from "./answer-metadata.ts";
import { answerTurn, type AnswerTools, type TurnMessage } from "./answer-turn.ts";
import { addToOpenTicket } from "./hand-off/open-tickets.ts";
import { handOff, type HandOff } from "./hand-off/hand-off.ts";
import { findHandOffMessage } from "./hand-off/silence.ts";
import {
  findAnswer,
  readMessages,
  sayInSession,
  saveQuestion,
  type PlacedMessage,
  type SessionKey,
} from "./messages.ts";
import { openWithAnswer, openWithQuestion } from "./open-conversation.ts";
import type { QuestionLine } from "./question-line.ts";
import { listenForStop } from "./stop-answer.ts";
import { inFirstTurn, inTurn, type Turn } from "./turns.ts";

/** Earlier messages that a follow-up may lean on. */
const historyLength = 12;

export interface Question extends SessionKey {
  audience: Audience;
  content: string;
  /** The same question sent again carries the same key; null: every sending is a question of its own. */
  clientKey: string | null;
  /** Who asks, as far as it is known: for the ticket, where a person is to answer. */
  customer?: Pick<HandOff, "customerName" | "customerEmail">;
  /** It opens its conversation, a program's, under a session id that is new. */
  isFirst?: boolean;
}

export interface ExchangeTools extends AnswerTools {
  db: Database;
  log: Logger;
  events: Events;
  jobs: Jobs;
  metrics: Metrics;
  questions: QuestionLine;
}

/** Told on the way, for a reader who watches. */
export interface ExchangeListener {
  /** The question is saved. */
  onSaved?(message: ChatMessage): void;
  /** The next piece of the answer. */
  onDelta?(text: string): void;
  /** The pieces so far are no part of the answer after all. */
  onRetract?(): void;
}

export interface Exchange {
  userMessage: ChatMessage;
  /** Null: a person has taken the conversation over, and the question is kept for them. */
  assistantMessage: ChatMessage | null;
}

/**
 * Saves a question, answers it from the documents of its audience and saves the answer. One at a time
 * per session, and in turn with those of other organizations. When answering fails the question stays, and
 * asking again under its key answers it. Throws overloaded, with nothing saved.
 */
export async function exchange(
  tools: ExchangeTools,
  question: Question,
  listener: ExchangeListener = {},
): Promise<Exchange> {
  const { db, questions } = tools;
  const startedAt = performance.now();
  return questions.run(question.organizationId, async ({ outside }) => {
    const answering: Answering = { tools, question, listener, startedAt, saved: null };
    const open = async (trx: Transaction) => {
      answering.saved = await openWithQuestion(trx, question);
    };
    let turn: Turn | undefined;
    const work = (given: Turn) => {
      turn = given;
      return takeTurn(turn, answering);
    };
    try {
      if (question.isFirst === true) return await inFirstTurn(db, question, { outside, open }, work);
      return await inTurn(db, question, { outside }, work);
    } catch (error) {
      const isLost = turn?.hasCommitted() === false && !(error instanceof AppError);
      if (isLost) await keepQuestion(tools, question);
      throw error;
    }
  });
}

interface Answering {
  tools: ExchangeTools;
  question: Question;
  listener: ExchangeListener;
  startedAt: number;
  /** Null while the question waits to be saved with the answer. */
  saved: PlacedMessage | null;
}

async function takeTurn(turn: Turn, answering: Answering): Promise<Exchange> {
  const { question, listener } = answering;
  if (question.isFirst === true) return answerInTurn(turn, answering, []);
  const { earlierAnswer, history, ...saved } = await turn.run((trx) => ask(trx, question));
  const { userMessage } = saved;
  answering.saved = userMessage;
  if (listener.onSaved !== undefined) await turn.outside(async () => listener.onSaved?.(userMessage));
  const kept = await turn.run((trx) => keepForPerson(trx, turn, answering, earlierAnswer));
  if (kept !== undefined) return { userMessage, assistantMessage: kept };
  if (earlierAnswer === null) return answerInTurn(turn, answering, history);
  listener.onDelta?.(earlierAnswer.content);
  return { userMessage, assistantMessage: earlierAnswer };
}

interface SavedQuestion {
  userMessage: PlacedMessage;
  /** The answer to the same question, if it was sent before. */
  earlierAnswer: ChatMessage | null;
  /** Oldest first. */
  history: PlacedMessage[];
}

async function ask(trx: Transaction, question: Question): Promise<SavedQuestion> {
  const { organizationId, sessionId, clientKey } = question;
  const userMessage = await saveQuestion(trx, question);
  const { position } = userMessage;
  const key = { organizationId, sessionId };
  const earlierAnswer = clientKey === null ? null : await findAnswer(trx, { ...key, position });
  if (earlierAnswer !== null) return { userMessage, earlierAnswer, history: [] };
  const history = await readMessages(trx, { ...key, limit: historyLength, before: position });
  return { userMessage, earlierAnswer, history };
}

/**
 * Brings what the customer says to the person who has the conversation. The reply is the hand-off that stands, or null
 * for a conversation that was taken over; undefined: the assistant is to answer.
 */
async function keepForPerson(
  trx: Transaction,
  turn: Turn,
  answering: Answering,
  earlierAnswer: ChatMessage | null,
): Promise<ChatMessage | null | undefined> {
  const { organizationId, sessionId, content } = answering.question;
  const { isHandedOff, ownerUserId } = turn.standing();
  const key = { organizationId, sessionId };
  if (ownerUserId === null) {
    const standing = isHandedOff ? (earlierAnswer ?? (await findHandOffMessage(trx, key))) : null;
    if (standing !== null) await addToOpenTicket(trx, answering.tools, key, understandQuery(content));
    return standing ?? undefined;
  }
  await keepForOwner(trx, answering, understandQuery(content));
  return earlierAnswer;
}

/** The person who has taken the conversation over finds the question in it. */
async function keepForOwner(
  trx: Transaction,
  { tools, question: { organizationId, sessionId }, saved }: Answering,
  query: Query,
): Promise<void> {
  if (saved !== null) {
    await tools.events.publish(trx, organizationId, { type: "message.created", id: saved.id, sessionId });
  }
  await addToOpenTicket(trx, tools, { organizationId, sessionId }, query);
}

/** Answers a question that has no answer yet. */
async function answerInTurn(turn: Turn, answering: Answering, history: TurnMessage[]): Promise<Exchange> {
  const { tools, question, listener } = answering;
  const { organizationId, audience, content: text } = question;
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
  const request = { organizationId, audience, text, history };
  const { query, answer } = await answerTurn(turn, tools, request, writing).finally(stop.close);
  const exchanged = await turn.run(async (trx) => {
    if (turn.standing().ownerUserId !== null) {
      await keepForOwner(trx, answering, query);
      return { userMessage: await questionOf(trx, answering), assistantMessage: null };
    }
    return answer === null ? handOver(trx, answering) : save(trx, answering, query, answer);
  });
  if (shown === "" && answer !== null) listener.onDelta?.(exchanged.assistantMessage?.content ?? "");
  return exchanged;
}

/** The question as it is saved, at the latest now. */
async function questionOf(trx: Transaction, answering: Answering): Promise<PlacedMessage> {
  answering.saved ??= await openWithQuestion(trx, answering.question);
  return answering.saved;
}

/** Hands the conversation to a person, in the transaction that ends the turn. */
async function handOver(trx: Transaction, answering: Answering): Promise<Exchange> {
  const { tools, question } = answering;
  const { organizationId, sessionId, content, customer } = question;
  const userMessage = await questionOf(trx, answering);
  const key = { organizationId, sessionId };
  const { message } = await handOff(trx, tools, { ...key, ...customer, wish: content });
  const assistantMessage = message ?? (await findHandOffMessage(trx, key));
  if (assistantMessage?.metadata == null) throw new Error("a hand-off says nothing");
  tools.metrics.answer(assistantMessage.metadata);
  return { userMessage, assistantMessage };
}

/** In the transaction that ends the turn. */
async function save(
  trx: Transaction,
  { tools, question, startedAt, saved }: Answering,
  query: Query,
  answer: Answer,
): Promise<Exchange> {
  const { organizationId, sessionId } = question;
  const key = { organizationId, sessionId };
  const latencyMs = Math.round((performance.now() - startedAt) * 10) / 10;
  const metadata = describeAnswer(answer, latencyMs);
  const message = { content: answer.content, metadata };
  tools.metrics.answer(metadata);
  if (saved === null) return openWithAnswer(trx, tools.events, question, message);
  const assistantMessage = await sayInSession(trx, tools.events, { ...key, ...message });
  // A conversation that this question opened has no ticket yet.
  if (question.isFirst !== true) await addToOpenTicket(trx, tools, key, query);
  return { userMessage: saved, assistantMessage };
}

/** After a failure that undid it. Asked again, it is answered. */
async function keepQuestion({ db, log }: ExchangeTools, question: Question): Promise<void> {
  const { organizationId, isFirst } = question;
  const keep = isFirst === true ? openWithQuestion : saveQuestion;
  await withTenant(db, organizationId, (trx) => keep(trx, question)).catch((error: unknown) => {
    log.warn({ organizationId, err: describeError(error) }, "a question whose answer failed was not kept");
  });
}
