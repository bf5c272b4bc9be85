import type { JobRun } from "../../jobs.ts";
import type { Transaction } from "../../database/database.ts";
import type { Answer } from "../../answering/extractive/answer.ts";
import { answerTurn, type AnsweredTurn, type AnswerTools } from "../../conversations/answer-turn.ts";
import { addToOpenTicket } from "../../conversations/hand-off/open-tickets.ts";
import type { TicketTools } from "../../conversations/hand-off/open-ticket.ts";
import type { SessionKey } from "../../conversations/messages.ts";
import { lockConversation } from "../../conversations/outbox/outbox.ts";
import type { Turn } from "../../conversations/turns.ts";
import { understandQuery, type Query } from "../../language/understand-query.ts";
import { phrases } from "./phrases.ts";
import { askForRating, isOver, storeRating } from "./rating.ts";
import { Act } from "./read-message.ts";
import {
  callPerson,
  isPersonButton,
  resume,
  sameWords,
  sendAnswer,
  tellUnreadable,
  thankForRating,
  type Replying,
} from "./reply.ts";
import {
  findHistory,
  findWaiting,
  isActive,
  markAnswered,
  maxWaitingRead,
  type Waiting,
} from "./waiting-messages.ts";

export type AnswerWaitingTools = AnswerTools & TicketTools;

export interface AnswerWaiting {
  key: SessionKey;
  tools: AnswerWaitingTools;
  /** Ends what is written once the job is taken away. */
  signal: JobRun["signal"];
  /** No answer is looked for: earlier tries at it failed. */
  giveUp: boolean;
}

export interface Answered {
  /** Whether something waits still. */
  isMore: boolean;
  /** Something outside was waited for. */
  hasWaited: boolean;
}

/**
 * Answers the oldest waiting message of a conversation in its turn: the reply, its way to the customer and that the
 * message is answered exist together or not at all.
 */
export async function answerNext(turn: Turn, options: AnswerWaiting): Promise<Answered> {
  const { key, tools } = options;
  const oldest = await turn.run((trx) => takeOldest(trx, turn, options));
  if (oldest.message === null) return { isMore: oldest.isMore, hasWaited: false };
  const { act, chatMessageId } = oldest.message;
  const text = wantsAssistant(act) ? null : questionIn(act);
  if (text === null || isPersonButton(text)) {
    await turn.run(async (trx) => {
      await respond(await replyingTo(trx, options, oldest), act);
      await addToOpenTicket(trx, tools, key, null);
      await markAnswered(trx, key, [oldest.message.wamid]);
    });
    return { isMore: !oldest.isAlone, hasWaited: false };
  }
  const startedAt = performance.now();
  const answered = await (options.giveUp
    ? giveUpOn(text)
    : turn
        .run((trx) => findHistory(trx, key, chatMessageId))
        .then((history) => {
          const request = {
            organizationId: key.organizationId,
            audience: "external" as const,
            text,
            history,
          };
          return answerTurn(turn, tools, request, { signal: options.signal });
        }));
  // Taken away while it was being written: whoever has it now answers it.
  if (options.signal.aborted) return { isMore: true, hasWaited: true };
  return turn.run(async (trx) => {
    // A person has come in meanwhile: it is for them.
    if (isWithPerson(turn)) return { isMore: true, hasWaited: true };
    const replying = await replyingTo(trx, options, oldest);
    await giveAnswer(replying, answered, Math.round(performance.now() - startedAt));
    await markAnswered(trx, key, [oldest.message.wamid]);
    return { isMore: !oldest.isAlone, hasWaited: turn.hasCommitted() };
  });
}

interface Oldest {
  message: { wamid: string; act: Act; chatMessageId: string | null };
  isAlone: boolean;
}

/** The oldest message for the assistant; what is for a person is theirs from here on. */
async function takeOldest(
  trx: Transaction,
  turn: Turn,
  { key, tools }: AnswerWaiting,
): Promise<Oldest | { message: null; isMore: boolean }> {
  const waiting = await findWaiting(trx, key);
  const forPerson = waitingForPerson(turn, waiting);
  if (forPerson.length > 0) {
    await leaveToPerson(trx, tools, key, forPerson);
    return { message: null, isMore: waiting.length === maxWaitingRead || forPerson.length < waiting.length };
  }
  const [first] = waiting;
  // What came to a number that is off is kept as it is: answered once that is active again.
  if (first === undefined || !(await isActive(trx, key))) return { message: null, isMore: false };
  const { wamid, chat_message_id: chatMessageId } = first;
  return { message: { wamid, act: Act.parse(first.act), chatMessageId }, isAlone: waiting.length === 1 };
}

function isWithPerson(turn: Turn): boolean {
  const { isHandedOff, ownerUserId } = turn.standing();
  return isHandedOff || ownerUserId !== null;
}

/** What is for the person who has the conversation: all that waits, or what came before the assistant was asked again. */
function waitingForPerson(turn: Turn, waiting: Waiting): Waiting {
  const { isHandedOff, ownerUserId } = turn.standing();
  if (ownerUserId !== null) return waiting;
  if (!isHandedOff) return [];
  const resumesAt = waiting.findIndex(({ act }) => wantsAssistant(Act.parse(act)));
  return resumesAt === -1 ? waiting : waiting.slice(0, resumesAt);
}

/**
 * A person has the conversation: they answer what is in it, the assistant is silent. A rating of what it had answered
 * before counts all the same.
 */
async function leaveToPerson(
  trx: Transaction,
  tools: AnswerWaitingTools,
  key: SessionKey,
  waiting: Waiting,
): Promise<void> {
  const acts = waiting.map(({ act }) => Act.parse(act));
  for (const act of acts) if (act.kind === "rating") await storeRating(trx, tools.events, key, act);
  await markAnswered(
    trx,
    key,
    waiting.map(({ wamid }) => wamid),
  );
  const question = acts.map(questionIn).findLast((text) => text !== null) ?? null;
  await addToOpenTicket(trx, tools, key, question === null ? null : understandQuery(question));
}

async function replyingTo(
  trx: Transaction,
  { key, tools }: AnswerWaiting,
  { message: { wamid, chatMessageId }, isAlone }: Oldest,
): Promise<Replying> {
  const conversation = await lockConversation(trx, key);
  if (conversation === null) throw new Error("the conversation is gone");
  return { trx, tools, key, conversation, wamid, chatMessageId, isAlone };
}

/** Responds to what asks nothing. */
async function respond(replying: Replying, act: Act): Promise<void> {
  if (wantsAssistant(act)) return resume(replying);
  switch (act.kind) {
    case "question":
    case "person":
      return callPerson(replying);
    case "media":
      return act.caption === null ? tellUnreadable(replying) : callPerson(replying);
    case "rating":
      return thankForRating(replying, act);
    case "assistant":
    case "none":
      return undefined;
  }
}

/** What a message asks in words; null where it asks nothing. */
function questionIn(act: Act): string | null {
  if (act.kind === "question") return act.text;
  return act.kind === "media" ? act.caption : null;
}

async function giveAnswer(
  replying: Replying,
  { query, answer }: AnsweredTurn,
  latencyMs: number,
): Promise<void> {
  const { trx, tools, key, conversation } = replying;
  if (answer === null) {
    await callPerson(replying, query);
    return addToOpenTicket(trx, tools, key, null);
  }
  await sendAnswer(replying, answer, { language: query.language, latencyMs });
  await addToOpenTicket(trx, tools, key, query);
  if (answer.kind === "small_talk" && isOver(query.smallTalk))
    await askForRating(trx, conversation, phrases[query.language]);
}

async function giveUpOn(text: string): Promise<AnsweredTurn> {
  const query: Query = understandQuery(text);
  const answer: Answer = {
    content: phrases[query.language].wentWrong,
    confidence: 0,
    answered: false,
    kind: "unknown",
    sources: [],
    engine: "extractive",
  };
  return { query, answer };
}

/** The assistant is to answer again: by its button, or by the words on it. */
function wantsAssistant(act: Act): boolean {
  if (act.kind === "assistant") return true;
  if (act.kind !== "question") return false;
  return Object.values(phrases).some(({ askAssistant: title }) => sameWords(act.text, title));
}
