import { withoutSources } from "../../answering/answer.ts";
import type { GraphSender } from "../../clients/graph-api.ts";
import type { AnsweredTurn, TurnRequest } from "../../conversations/answer-turn.ts";
import type { Context } from "../../context.ts";
import { addToOpenTicket } from "../../conversations/hand-off/open-ticket.ts";
import type { ConversationKey } from "../../conversations/messages.ts";
import type { Turn } from "../../conversations/turns.ts";
import type { Transaction } from "../../database/database.ts";
import type { JobRun } from "../../jobs.ts";
import { understandQuery, type Query } from "../../language/understand-query.ts";
import { findNumber, senderOf } from "./number.ts";
import { phrases } from "./phrases.ts";
import { askForRating, storeChosenRating } from "./rating.ts";
import type { CustomerRequest } from "./read-message.ts";
import { confirmToWaiting, isPersonButton, replyTo, wantsAssistant, type AnsweredMessage } from "./reply.ts";
import {
  countRetry,
  findHistory,
  findWaiting,
  markAnswered,
  maxWaitingRead,
  type WaitingMessage,
} from "./waiting-messages.ts";

export type AnswerWaitingTools = Pick<Context, "assistant" | "events" | "jobs" | "secrets">;

export interface AnswerWaiting {
  key: ConversationKey;
  /** Aborted when the job expires or its worker stops; the model then stops writing. */
  signal: JobRun["signal"];
  /** An earlier attempt at the oldest message failed. */
  isRetry: boolean;
  /** Called with the newest waiting message, so that WhatsApp can show it as read. */
  onRead: (sender: GraphSender, wamid: string) => void;
}

/** After this many retries of a message, its customer is told that something went wrong. */
const maxRetries = 2;

/**
 * Answers the oldest waiting message of a conversation, or leaves the messages to the person who handles it. One
 * transaction saves the reply, queues it for sending and marks the message as answered. `isMore`: more messages are
 * waiting; `hasWaited`: a transaction has committed, because another server was called or a retry was counted.
 */
export async function answerNext(turn: Turn, tools: AnswerWaitingTools, options: AnswerWaiting) {
  const { key, signal, isRetry } = options;
  const startedAt = performance.now();
  const next = await turn.run((trx) => findNext(trx, turn, tools, options));
  const [message] = next.messages;
  if (message === undefined) return { isMore: next.isMore, hasWaited: false };
  const request = next.isForPerson ? null : await turn.run((trx) => requestOf(trx, turn, key, message));
  if (isRetry || message.retries > 0) {
    await turn.run((trx) => countRetry(trx, key, message));
    // Commits, so that a retry which ends the process is counted, too.
    await turn.outside(async () => undefined);
  }
  const answeredTurn = await answerRequest(turn, tools, request, { message, signal });
  const answered = answeredTurn && { ...answeredTurn, latencyMs: Math.round(performance.now() - startedAt) };
  // The job was aborted while the answer was being written; the next job answers.
  if (signal.aborted) return { isMore: true, hasWaited: true };
  return turn.run(async (trx) => {
    // A person took the conversation over while the answer was being written, so they reply instead.
    const { isHandedOff, ownerUserId } = turn.status();
    const isLeft = answered !== null && (isHandedOff || ownerUserId !== null);
    if (isLeft || !(await markAnswered(trx, key, next.messages))) return { isMore: true, hasWaited: true };
    await finishMessages(trx, turn, tools, { key, next, message, answered });
    return { isMore: next.isMore, hasWaited: turn.hasCommitted() };
  });
}

/** Answers the question of a message, with an apology after too many retries; null if it has none. */
async function answerRequest(
  turn: Turn,
  { assistant }: AnswerWaitingTools,
  request: TurnRequest | null,
  { message, signal }: Pick<AnswerWaiting, "signal"> & { message: WaitingMessage },
): Promise<AnsweredTurn | null> {
  if (request === null) return null;
  if (message.retries >= maxRetries) return failedAnswer(request.text);
  return assistant.answerTurn(turn, request, { signal });
}

interface FinishedMessages {
  key: ConversationKey;
  next: Next;
  message: WaitingMessage;
  /** Null: the message has no question for the documents, or a person replies to it. */
  answered: AnsweredMessage | null;
}

/** Replies to messages that no longer wait, or leaves them to a person. */
async function finishMessages(
  trx: Transaction,
  turn: Turn,
  tools: AnswerWaitingTools,
  { key, next: { messages, isForPerson, isMore }, message, answered }: FinishedMessages,
): Promise<void> {
  let isRated = false;
  // A rating counts even while a person handles the conversation: it is about the assistant's earlier answers.
  for (const { request } of messages)
    if (request.kind === "rating") isRated = await storeChosenRating(trx, tools.events, key, request);
  const incoming = { ...message, key, isAlone: !isMore, isRated };
  if (!isForPerson) await replyTo(trx, tools, incoming, answered);
  else if (turn.status().ownerUserId === null) await confirmToWaiting(trx, tools, key);
  const question = isForPerson ? lastQuestion(messages) : answered?.answer ? answered.query : null;
  if (turn.status().mayHaveTicket) await addToOpenTicket(trx, tools, key, question);
  if (answered?.answer?.kind === "small_talk" && endings.has(answered.query.smallTalk))
    await askForRating(trx, key, answered.query.language);
}

/** Small talk that ends a conversation. */
const endings = new Set<Query["smallTalk"]>(["thanks", "goodbye"]);

type Next = Awaited<ReturnType<typeof findNext>>;

/** What to do next: the oldest message for the assistant, or all messages for a person. */
async function findNext(trx: Transaction, turn: Turn, tools: AnswerWaitingTools, options: AnswerWaiting) {
  const { key } = options;
  const waiting = await findWaiting(trx, key);
  const newest = waiting.at(-1);
  if (newest === undefined) return { messages: [], isForPerson: false, isMore: false };
  // In a conversation that a person has taken over, the assistant marks nothing as read.
  const number = turn.status().ownerUserId === null ? await findNumber(trx, key) : null;
  const sender =
    number?.is_active === true && number.problem === null ? senderOf(tools.secrets, number) : null;
  if (sender !== null) options.onRead(sender, newest.wamid);
  const forPerson = waitingForPerson(turn, waiting);
  if (forPerson.length > 0) {
    const isMore = waiting.length === maxWaitingRead || forPerson.length < waiting.length;
    return { messages: forPerson, isForPerson: true, isMore };
  }
  // Messages to an inactive number wait until it is active again.
  if (number?.is_active === false) return { messages: [], isForPerson: false, isMore: false };
  return { messages: waiting.slice(0, 1), isForPerson: false, isMore: waiting.length > 1 };
}

/** The messages for the person who handles the conversation: all, or those before the customer asked for the assistant. */
function waitingForPerson(turn: Turn, waiting: WaitingMessage[]): WaitingMessage[] {
  const { isHandedOff, ownerUserId } = turn.status();
  if (ownerUserId !== null) return waiting;
  if (!isHandedOff) return [];
  const resumesAt = waiting.findIndex(({ request }) => wantsAssistant(request));
  return resumesAt === -1 ? waiting : waiting.slice(0, resumesAt);
}

/** The customer's last words to the person who handles the conversation. */
function lastQuestion(messages: readonly WaitingMessage[]): Query | null {
  const text = messages.flatMap(({ request }) => textOf(request) ?? []).at(-1);
  return text === undefined ? null : understandQuery(text);
}

/** The question in a message; null if there is none for the documents to answer. */
async function requestOf(
  trx: Transaction,
  turn: Turn,
  key: ConversationKey,
  { request }: WaitingMessage,
): Promise<TurnRequest | null> {
  const text = wantsAssistant(request) ? null : textOf(request);
  if (text === null || isPersonButton(text)) return null;
  const history = await findHistory(trx, key);
  return { organizationId: key.organizationId, audience: turn.status().audience, text, history };
}

function textOf(request: CustomerRequest): string | null {
  if (request.kind === "question") return request.text;
  return request.kind === "media" ? request.caption : null;
}

function failedAnswer(text: string): AnsweredTurn {
  const query = understandQuery(text);
  return { query, answer: withoutSources("unknown", phrases[query.language].wentWrong) };
}
