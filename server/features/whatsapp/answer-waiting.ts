import type { AnswerMetadata, ChatMessage } from "../../../contract/conversations.ts";
import type { Transaction } from "../../database/database.ts";
import type { Events } from "../../events.ts";
import type { Jobs } from "../../jobs.ts";
import type { Answer } from "../../answering/extractive/answer.ts";
import type { AnswerLanguage } from "../../language/answer-language.ts";
import type { Turn } from "../../answering/extractive/follow-up.ts";
import { recognizeSmallTalk } from "../../language/small-talk.ts";
import { sourceWords } from "../../language/replies.ts";
import { describeAnswer, readMetadata } from "../../conversations/answer-metadata.ts";
import { lookForAnswer, type AnswerTools, type FoundAnswer } from "../../conversations/look-for-answer.ts";
import { saveAnswer } from "../../conversations/messages.ts";
import { endLease, tryLease } from "../../conversations/turns.ts";
import { nameSources, quoteSources } from "../../conversations/outbox/name-sources.ts";
import type { OutboundMessage } from "../../conversations/outbox/outbound-message.ts";
import { queueMessages, type LockedConversation } from "../../conversations/outbox/outbox.ts";
import { quietAfterMs } from "../../conversations/outbox/quiet.ts";
import { splitMessage } from "../../conversations/outbox/split-message.ts";
import { isForPerson } from "../../conversations/hand-off/find-wish.ts";
import { handOff } from "../../conversations/hand-off/hand-off.ts";
import { askAssistant } from "../../conversations/hand-off/silence.ts";
import { replies } from "../../language/replies.ts";
import { languageOfMessage, understandMessage } from "../../language/understand-message.ts";
import { maxButtonTextLength, maxTextLength } from "./graph-message.ts";
import { addToOpenTicket } from "../../conversations/hand-off/open-tickets.ts";
import { phrases, type Phrases } from "./phrases.ts";
import { askForRating, isOver, storeRating } from "./rating.ts";
import { Act, assistantChoiceId, personChoiceId } from "./read-message.ts";

export interface AnswerWaitingTools extends AnswerTools {
  events: Events;
  jobs: Jobs;
}

export interface ConversationKey {
  organizationId: string;
  sessionId: string;
}

/** Messages of the conversation that a question is understood from. */
const turnsRemembered = 20;
const messagesRead = 50;
/** A customer who sends ten pictures is told once that they cannot be seen. */
const mediaNoticeEveryMs = 120_000;

/** A language model has to word the answer to the oldest waiting message; the conversation is leased for it. */
export interface ToBeWorded {
  kind: "word";
  wamid: string;
  startedAt: number;
  word: NonNullable<FoundAnswer["word"]>;
}

/** What the model made of it. */
export interface Worded extends Pick<ToBeWorded, "wamid" | "startedAt"> {
  answer: Answer;
}

/** `busy`: a model is wording the answer for another job. */
type Answered = { kind: "more" | "none" | "busy" } | ToBeWorded;

export interface Given {
  /** No answer is looked for: earlier tries at it failed. */
  giveUp: boolean;
  /** What this call has been waiting for, after it said `word`. */
  worded: Worded | null;
}

/**
 * Answers the oldest waiting message of a locked conversation, all in `trx`: the reply, its way to the
 * customer and that the message is answered exist together or not at all. Where a model is to word the
 * answer it says so and has done nothing but lease the conversation: it is called again with the words.
 */
export async function answerNext(
  trx: Transaction,
  tools: AnswerWaitingTools,
  key: ConversationKey,
  conversation: LockedConversation,
  given: Given,
): Promise<Answered> {
  if (given.worded !== null) await endLease(trx, key);
  const waiting = await findWaiting(trx, key);
  const [first] = waiting;
  if (first === undefined) return { kind: "none" };
  const forPerson = await waitingForPerson(trx, key, conversation, waiting);
  if (forPerson.length > 0) {
    // A person has the conversation: they answer what is in it, the assistant is silent. A rating of
    // what it had answered before counts all the same.
    for (const { act } of forPerson) {
      const rated = Act.parse(act);
      if (rated.kind === "rating") await storeRating(trx, tools.events, key, rated);
    }
    await markAnswered(
      trx,
      key,
      forPerson.map(({ wamid }) => wamid),
    );
    const asked = forPerson.map(({ act }) => questionIn(Act.parse(act))).filter((text) => text !== null);
    await addToOpenTicket(trx, tools, key, asked.at(-1) ?? null);
    const isMore = waiting.length === messagesRead || forPerson.length < waiting.length;
    return { kind: isMore ? "more" : "none" };
  }
  // Kept as it is: answered once the number is active again.
  if (!(await isActive(trx, key))) return { kind: "none" };
  const { wamid, chat_message_id: chatMessageId } = first;
  const turn: TurnContext = {
    ...given,
    trx,
    tools,
    key,
    conversation,
    wamid,
    chatMessageId,
    alone: waiting.length === 1,
  };
  const word = await respond(turn, Act.parse(first.act));
  if (word !== null) return (await tryLease(trx, key)) === null ? { kind: "busy" } : word;
  await markAnswered(trx, key, [wamid]);
  return { kind: waiting.length > 1 ? "more" : "none" };
}

type Waiting = Awaited<ReturnType<typeof findWaiting>>;

/** What is for the person who has the conversation: all that waits, or what came before the assistant was asked again. */
async function waitingForPerson(
  trx: Transaction,
  key: ConversationKey,
  conversation: LockedConversation,
  waiting: Waiting,
): Promise<Waiting> {
  if (conversation.owner_user_id !== null) return waiting;
  if (!(await isHandedOff(trx, key))) return [];
  const resumesAt = waiting.findIndex(({ act }) => wantsAssistant(Act.parse(act)));
  return resumesAt === -1 ? waiting : waiting.slice(0, resumesAt);
}

/** False only for a number that somebody turned off. */
async function isActive(trx: Transaction, { organizationId, sessionId }: ConversationKey): Promise<boolean> {
  const integration = await trx
    .selectFrom("whatsapp_contacts as contact")
    .innerJoin("whatsapp_integrations as integration", "integration.id", "contact.integration_id")
    .select("integration.is_active")
    .where("contact.organization_id", "=", organizationId)
    .where("integration.organization_id", "=", organizationId)
    .where("contact.session_id", "=", sessionId)
    .executeTakeFirst();
  return integration?.is_active !== false;
}

interface TurnContext extends Given {
  trx: Transaction;
  tools: AnswerWaitingTools;
  key: ConversationKey;
  conversation: LockedConversation;
  wamid: string;
  chatMessageId: string | null;
  /** Nothing else waits, so a reply needs no quote to be understood. */
  alone: boolean;
}

/** Null once it has replied; else what has to be worded before it can. */
async function respond(turn: TurnContext, act: Act): Promise<ToBeWorded | null> {
  switch (act.kind) {
    case "question":
      return respondToQuestion(turn, act.text);
    case "media":
      if (act.caption !== null) return respondToQuestion(turn, act.caption);
      await respondToMedia(turn);
      break;
    case "person":
      await callPerson(turn);
      break;
    case "assistant":
      await resume(turn);
      break;
    case "rating":
      await respondToRating(turn, act.requestId, act.rating);
      break;
    case "none":
      break;
  }
  await addToOpenTicket(turn.trx, turn.tools, turn.key, null);
  return null;
}

/** What a message asks in words; null where it asks nothing. */
function questionIn(act: Act): string | null {
  if (act.kind === "question") return act.text;
  return act.kind === "media" ? act.caption : null;
}

async function respondToQuestion(turn: TurnContext, text: string): Promise<ToBeWorded | null> {
  const { wamid, worded } = turn;
  const language = languageOfMessage(text);
  const words = phrases[language];
  if (worded !== null && worded.wamid === wamid) {
    await giveAnswer(turn, text, worded, language);
    return null;
  }
  if (wantsAssistant({ kind: "question", text })) {
    await resume(turn);
    return null;
  }
  const startedAt = performance.now();
  const history = await findHistory(turn.trx, turn.key, turn.chatMessageId);
  const understood = understandMessage(text);
  const { organizationId } = turn.key;
  if (
    isPersonButton(text) ||
    (await isForPerson(turn.trx, turn.tools, { organizationId, audience: "external" }, understood, history))
  ) {
    await callPerson(turn, text);
    return null;
  }
  const { answer, word } = turn.giveUp ? unanswerable(words) : await lookFor(turn, text, history);
  if (word !== null) return { kind: "word", wamid, startedAt, word };
  await giveAnswer(turn, text, { answer, startedAt }, language);
  if (answer.kind === "small_talk" && isOver(recognizeSmallTalk(text).act)) {
    await askForRating(turn.trx, turn.conversation, words);
  }
  return null;
}

async function lookFor({ trx, tools, key }: TurnContext, question: string, said: Said[]) {
  const { organizationId } = key;
  const history = said.map(({ role, content }): Turn => ({ role, content }));
  return lookForAnswer(trx, tools, { organizationId, audience: "external", question, history });
}

async function giveAnswer(
  turn: TurnContext,
  question: string,
  { answer, startedAt }: Omit<Worded, "wamid">,
  language: AnswerLanguage,
): Promise<void> {
  await reply(turn, {
    content: answer.content,
    metadata: describeAnswer(answer, Math.round(performance.now() - startedAt)),
    messages: toMessages(turn, answer, language),
  });
  await addToOpenTicket(turn.trx, turn.tools, turn.key, question);
  if (answer.kind !== "small_talk") await countAnswer(turn);
}

/** The answer with its sources named, in as many messages as it needs; what claims nothing offers a person. */
function toMessages(
  { alone, wamid }: TurnContext,
  answer: Answer,
  language: AnswerLanguage,
): OutboundMessage[] {
  const words = sourceWords[language];
  if (!answer.answered) {
    const whole = quoteSources(answer.content, answer.kind === "may_help" ? answer.sources : [], words);
    const parts = splitMessage(whole, maxButtonTextLength);
    const choices = [{ id: personChoiceId, title: phrases[language].talkToPerson }];
    return parts.map((text, at) =>
      at < parts.length - 1 ? { kind: "text", text } : { kind: "buttons", text, choices },
    );
  }
  const sources = nameSources(answer.sources, words);
  const whole = sources === "" ? answer.content : `${answer.content}\n\n${sources}`;
  return splitMessage(whole, maxTextLength).map((text, at) =>
    at === 0 && !alone ? { kind: "text", text, replyTo: wamid } : { kind: "text", text },
  );
}

const unanswerable = ({ wentWrong }: Phrases): FoundAnswer => ({
  answer: {
    content: wentWrong,
    confidence: 0,
    answered: false,
    kind: "unknown",
    sources: [],
    engine: "extractive",
  },
  word: null,
});

async function respondToMedia(turn: TurnContext): Promise<void> {
  const { trx, key, conversation } = turn;
  const last = conversation.media_notice_at?.getTime() ?? 0;
  if (Date.now() - last < mediaNoticeEveryMs) return;
  await updateConversation(trx, key, { media_notice_at: new Date() });
  await say(turn, phrases[await languageOfConversation(trx, key)].cannotRead);
}

const sameWords = (text: string, title: string): boolean =>
  text.trim().toLowerCase().replaceAll("’", "'") === title.toLowerCase();

/** The customer typed what stands on the button. */
const isPersonButton = (text: string): boolean =>
  Object.values(phrases).some(({ talkToPerson }) => sameWords(text, talkToPerson));

/** The assistant is to answer again: by its button, or by the words on it. */
function wantsAssistant(act: Act): boolean {
  if (act.kind === "assistant") return true;
  if (act.kind !== "question") return false;
  return Object.values(phrases).some(({ askAssistant: title }) => sameWords(act.text, title));
}

async function isHandedOff(
  trx: Transaction,
  { organizationId, sessionId }: ConversationKey,
): Promise<boolean> {
  const session = await trx
    .selectFrom("chat_sessions")
    .select("handed_off_at")
    .where("organization_id", "=", organizationId)
    .where("id", "=", sessionId)
    .executeTakeFirst();
  return session !== undefined && session.handed_off_at !== null;
}

/** The conversation waits for a person in the inbox, and a ticket holds what was said. */
async function callPerson(turn: TurnContext, wish?: string): Promise<void> {
  const { trx, tools, key } = turn;
  const contact = await trx
    .selectFrom("whatsapp_contacts")
    .select(["profile_name", "wa_id"])
    .where("organization_id", "=", key.organizationId)
    .where("session_id", "=", key.sessionId)
    .executeTakeFirst();
  const language = wish === undefined ? await languageOfConversation(trx, key) : languageOfMessage(wish);
  const isButton = wish === undefined || isPersonButton(wish);
  const { message } = await handOff(trx, tools, {
    ...key,
    // What stands on the button is no title.
    wish: isButton ? undefined : wish,
    buttonMessageId: isButton ? turn.chatMessageId : null,
    language,
    fallbackTitle: `${contact?.profile_name ?? "A customer"} asked for a person on WhatsApp`,
    customerName: contact?.profile_name,
    customerPhone: contact?.wa_id ? `+${contact.wa_id}` : null,
  });
  if (message === null) return;
  const choices = [{ id: assistantChoiceId, title: phrases[language].askAssistant }];
  await send(turn, message.id, [{ kind: "buttons", text: message.content, choices }]);
}

/** The assistant answers again; right after the hand-off that counts as never wished. */
async function resume(turn: TurnContext): Promise<void> {
  const { trx, tools, key } = turn;
  const { message } = await askAssistant(trx, tools, key, { undo: "if_in_time" });
  const content = message?.content ?? replies[await languageOfConversation(trx, key)].presence;
  if (message === null) await say(turn, content);
  else await send(turn, message.id, [{ kind: "text", text: content }]);
}

async function respondToRating(turn: TurnContext, requestId: string, rating: number): Promise<void> {
  const { trx, tools, key } = turn;
  const stored = await storeRating(trx, tools.events, key, { requestId, rating });
  if (stored) await say(turn, phrases[await languageOfConversation(trx, key)].thanksForRating);
}

/** Something polite that stands on no document. */
async function say(turn: TurnContext, content: string): Promise<void> {
  const metadata: AnswerMetadata = {
    answered: true,
    sources: [],
    engine: "extractive",
    latencyMs: 0,
    kind: "small_talk",
  };
  await reply(turn, { content, metadata, messages: [{ kind: "text", text: content }] });
}

async function reply(
  turn: TurnContext,
  given: { content: string; metadata: AnswerMetadata; messages: OutboundMessage[] },
): Promise<void> {
  const { trx, tools, key } = turn;
  const { id } = await saveAnswer(trx, { ...key, content: given.content, metadata: given.metadata });
  await send(turn, id, given.messages);
  await tools.events.publish(trx, key.organizationId, {
    type: "message.created",
    id,
    sessionId: key.sessionId,
  });
}

async function send(
  { trx, key, conversation }: TurnContext,
  chatMessageId: string,
  messages: OutboundMessage[],
): Promise<void> {
  await queueMessages(trx, key, chatMessageId, messages);
  conversation.last_message_at = new Date();
  await updateConversation(trx, key, { last_message_at: conversation.last_message_at });
}

/** After an answer comes, later, a look at whether the conversation has ended with it. */
async function countAnswer({ trx, tools, key, conversation }: TurnContext): Promise<void> {
  conversation.answers_since_rating += 1;
  await updateConversation(trx, key, { answers_since_rating: conversation.answers_since_rating });
  await tools.jobs.enqueue(trx, "whatsapp.continue", key, { startAfterSeconds: quietAfterMs / 1000 + 1 });
}

async function updateConversation(
  trx: Transaction,
  { organizationId, sessionId }: ConversationKey,
  set: Partial<Pick<LockedConversation, "media_notice_at" | "last_message_at" | "answers_since_rating">>,
): Promise<void> {
  await trx
    .updateTable("conversations")
    .set(set)
    .where("organization_id", "=", organizationId)
    .where("session_id", "=", sessionId)
    .execute();
}

function findWaiting(trx: Transaction, { organizationId, sessionId }: ConversationKey) {
  return trx
    .selectFrom("whatsapp_messages")
    .select(["wamid", "act", "chat_message_id"])
    .where("organization_id", "=", organizationId)
    .where("session_id", "=", sessionId)
    .where("answered_at", "is", null)
    .orderBy("sent_at")
    .orderBy("position")
    .limit(messagesRead)
    .execute();
}

async function markAnswered(
  trx: Transaction,
  { organizationId }: ConversationKey,
  wamids: string[],
): Promise<void> {
  await trx
    .updateTable("whatsapp_messages")
    .set({ answered_at: new Date() })
    .where("organization_id", "=", organizationId)
    .where("wamid", "in", wamids)
    .execute();
}

type Said = Pick<ChatMessage, "role" | "content" | "metadata">;

/** What was said before the question; what waits behind it has not been said yet. */
async function findHistory(
  trx: Transaction,
  { organizationId, sessionId }: ConversationKey,
  questionId: string | null,
): Promise<Said[]> {
  const rows = await trx
    .selectFrom("chat_messages")
    .select(["role", "content", "metadata"])
    .where("organization_id", "=", organizationId)
    .where("session_id", "=", sessionId)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom("whatsapp_messages")
            .select("whatsapp_messages.wamid")
            .whereRef("whatsapp_messages.organization_id", "=", "chat_messages.organization_id")
            .whereRef("whatsapp_messages.chat_message_id", "=", "chat_messages.id")
            .where("whatsapp_messages.session_id", "=", sessionId)
            .where("whatsapp_messages.answered_at", "is", null),
        ),
      ),
    )
    .where("id", "!=", questionId ?? sessionId)
    .orderBy("position", "desc")
    .limit(turnsRemembered)
    .execute();
  return rows.toReversed().map(({ role, content, metadata }) => ({
    role: role === "user" ? "user" : "assistant",
    content,
    metadata: readMetadata(metadata),
  }));
}

/** The language that the customer last wrote in. */
export async function languageOfConversation(
  trx: Transaction,
  { organizationId, sessionId }: ConversationKey,
) {
  const rows = await trx
    .selectFrom("chat_messages")
    .select("content")
    .where("organization_id", "=", organizationId)
    .where("session_id", "=", sessionId)
    .where("role", "=", "user")
    .orderBy("position", "desc")
    .limit(turnsRemembered)
    .execute();
  // What was picked from a list or stands for a picture says nothing; a whole sentence does.
  const written = rows
    .map(({ content }) => content)
    .find((content) => /\p{L}+\s+\p{L}+/u.test(content) && !/^[[★]/.test(content));
  return languageOfMessage(written ?? "");
}
