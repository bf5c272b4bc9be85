import type { Audience } from "../../contract/common.ts";
import type { ChatExchange, ChatMessage } from "../../contract/conversations.ts";
import { withTenant, type Database, type Transaction } from "../database/database.ts";
import type { Events } from "../events.ts";
import type { Jobs } from "../jobs.ts";
import type { Metrics } from "../metrics.ts";
import type { Answer } from "../answering/extractive/answer.ts";
import { understandMessage } from "../language/understand-message.ts";
import { describeAnswer } from "./answer-metadata.ts";
import { addToOpenTicket } from "./hand-off/open-tickets.ts";
import { isForPerson } from "./hand-off/find-wish.ts";
import { handOff, type HandOff } from "./hand-off/hand-off.ts";
import { findHandOffMessage } from "./hand-off/silence.ts";
import { lookForAnswer, type AnswerTools, type FoundAnswer } from "./look-for-answer.ts";
import { findAnswer, readMessages, saveAnswer, saveQuestion } from "./messages.ts";
import type { QuestionLine, QuestionTurn } from "./question-line.ts";
import { listenForStop } from "./stop-answer.ts";
import { inTurn, type SessionKey } from "./turns.ts";

/** Earlier messages that a follow-up may lean on. */
const historyLength = 12;

export interface Question extends SessionKey {
  audience: Audience;
  content: string;
  /** The same question sent again carries the same key; null: every sending is a question of its own. */
  clientKey: string | null;
  /** Who asks, as far as it is known: for the ticket, where a person is to answer. */
  customer?: Pick<HandOff, "customerName" | "customerEmail">;
  /** Makes a new session under its first turn's lease, in the transaction that saves the question. */
  open?: ((trx: Transaction) => Promise<void>) | undefined;
  /** Looked at just before the answer is saved, in its transaction; what it throws keeps it from being. */
  mayAnswer?: (trx: Transaction) => Promise<void>;
}

export interface ExchangeTools extends AnswerTools {
  db: Database;
  events: Events;
  jobs: Jobs;
  metrics: Metrics;
  questions: QuestionLine;
}

/** Told on the way, for a reader who watches. */
export interface ExchangeListener {
  /** The question is saved. */
  asked?(message: ChatMessage): void;
  /** The next piece of the answer. */
  wrote?(text: string): void;
  /** The pieces so far are no part of the answer after all. */
  withdrew?(): void;
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
): Promise<ChatExchange> {
  const { db, events, questions } = tools;
  const startedAt = performance.now();
  return questions.run(question.organizationId, ({ outside }) =>
    inTurn(db, question, {
      open: question.open,
      whileWaiting: outside,
      begin: async (trx, lease) => ({ ...lease, ...(await saveQuestion(trx, question)) }),
      work: async ({ position, isHandedOff, ...userMessage }, release) => {
        const { signal, close } = listenForStop(events, question);
        try {
          listener.asked?.(userMessage);
          const asked = { position, isHandedOff, startedAt, release, listener, signal, outside };
          return { userMessage, assistantMessage: await answer(tools, question, asked) };
        } finally {
          close();
        }
      },
    }),
  );
}

interface Asked {
  position: number;
  /** A person has the conversation. */
  isHandedOff: boolean;
  startedAt: number;
  release: (trx: Transaction) => Promise<void>;
  listener: ExchangeListener;
  /** Aborted when somebody wants no more of the answer. */
  signal: AbortSignal;
  /** Leaves the question's place to others while the model writes. */
  outside: QuestionTurn["outside"];
}

/**
 * Looks for the answer and saves it: in one transaction, or, where a language model words it, in one
 * before and one after, with none open while the model writes.
 */
async function answer(tools: ExchangeTools, question: Question, asked: Asked): Promise<ChatMessage> {
  const { db } = tools;
  const { organizationId } = question;
  const { listener, signal, outside } = asked;
  const looked = await withTenant(db, organizationId, async (trx) => {
    const standing = asked.isHandedOff ? await keepForPerson(trx, tools, question, asked) : null;
    if (standing !== null) return { standing };
    const found = await look(trx, tools, question, asked);
    if (found.given !== null) return { saved: found.given };
    if (found.word === null)
      return { saved: await save(trx, tools, { question, asked, answer: found.answer }) };
    return { word: found.word };
  });
  if (looked.standing !== undefined) return looked.standing;
  if (looked.saved !== undefined) {
    listener.wrote?.(looked.saved.content);
    return looked.saved;
  }
  let shown = "";
  const writing = {
    signal,
    wrote(text: string) {
      shown += text;
      listener.wrote?.(text);
    },
    withdrew() {
      shown = "";
      listener.withdrew?.();
    },
  };
  const written = await outside(() => looked.word(writing));
  const saved = await withTenant(db, organizationId, (trx) =>
    save(trx, tools, { question, asked, answer: written }),
  );
  if (shown === "") listener.wrote?.(saved.content);
  return saved;
}

type Looked = { given: ChatMessage } | ({ given: null } & FoundAnswer);

/** Brings what the customer says to the person who has the conversation; the reply is the hand-off that stands. */
async function keepForPerson(
  trx: Transaction,
  { events, jobs }: ExchangeTools,
  question: Question,
  { position, release }: Asked,
): Promise<ChatMessage | null> {
  const { organizationId, sessionId, clientKey, content } = question;
  const key = { organizationId, sessionId };
  const given = clientKey === null ? null : await findAnswer(trx, { ...key, position });
  const standing = given ?? (await findHandOffMessage(trx, key));
  if (standing === null) return null;
  await addToOpenTicket(trx, { events, jobs }, key, content);
  await release(trx);
  return standing;
}

/** The answer that was given to this question already, the hand-off that it wishes for, or what is found for it. */
async function look(
  trx: Transaction,
  tools: ExchangeTools,
  question: Question,
  asked: Asked,
): Promise<Looked> {
  const { organizationId, sessionId, audience } = question;
  const { position } = asked;
  const given = question.clientKey === null ? null : await findAnswer(trx, { ...question, position });
  if (given !== null) return { given };
  const before = { organizationId, sessionId, limit: historyLength, before: position };
  // A conversation that this question opened has no history.
  const messages = question.open === undefined ? await readMessages(trx, before) : [];
  const understood = understandMessage(question.content);
  if (await isForPerson(trx, tools, question, understood, messages)) {
    return { given: await handOver(trx, tools, question, asked) };
  }
  const history = messages.map(({ role, content }) => ({ role, content }));
  const request = { organizationId, audience, question: question.content, history };
  return { given: null, ...(await lookForAnswer(trx, tools, request)) };
}

/** Hands the conversation to a person, in the transaction that ends the turn. */
async function handOver(
  trx: Transaction,
  { events, jobs, metrics }: ExchangeTools,
  { organizationId, sessionId, content, customer, mayAnswer }: Question,
  { release }: Asked,
): Promise<ChatMessage> {
  await mayAnswer?.(trx);
  const key = { organizationId, sessionId };
  const { message } = await handOff(trx, { events, jobs }, { ...key, ...customer, wish: content });
  const said = message ?? (await findHandOffMessage(trx, key));
  if (said?.metadata == null) throw new Error("a hand-off says nothing");
  await release(trx);
  metrics.answer(said.metadata);
  return said;
}

/** In the transaction that ends the turn. */
async function save(
  trx: Transaction,
  { events, jobs, metrics }: ExchangeTools,
  given: { question: Question; asked: Asked; answer: Answer },
): Promise<ChatMessage> {
  const { organizationId, sessionId, mayAnswer, open } = given.question;
  const latencyMs = Math.round((performance.now() - given.asked.startedAt) * 10) / 10;
  const metadata = describeAnswer(given.answer, latencyMs);
  await mayAnswer?.(trx);
  const message = await saveAnswer(trx, {
    organizationId,
    sessionId,
    content: given.answer.content,
    metadata,
  });
  await events.publish(trx, organizationId, { type: "message.created", id: message.id, sessionId });
  // A conversation that this question opened has no ticket yet.
  if (open === undefined) {
    await addToOpenTicket(trx, { events, jobs }, { organizationId, sessionId }, given.question.content);
  }
  await given.asked.release(trx);
  metrics.answer(metadata);
  return message;
}
