import { sql } from "kysely";
import type { AnswerMetadata } from "../../../contract/conversations.ts";
import { rowWithId, now, type Transaction } from "../../database/database.ts";
import { findRow, rowId, updateRows } from "../../database/rows.ts";
import type { Answer } from "../../answering/answer.ts";
import type { AnsweredTurn } from "../../conversations/answer-turn.ts";
import { handOff, type HandOff } from "../../conversations/hand-off/hand-off.ts";
import type { TicketTools } from "../../conversations/hand-off/open-ticket.ts";
import { askAssistant, confirmWait, languageOfConversation } from "../../conversations/hand-off/silence.ts";
import {
  saveAssistantMessage,
  type ConversationKey,
  politeMetadata,
  describeAnswer,
} from "../../conversations/messages.ts";
import { nameSources, quoteSources } from "../../conversations/outbox/name-sources.ts";
import type { OutboundMessage } from "../../conversations/outbox/outbound-message.ts";
import { queueMessages } from "../../conversations/outbox/outbox.ts";
import { quietAfterMs } from "../../conversations/outbox/staff-message.ts";
import { splitMessage } from "../../conversations/outbox/split-message.ts";
import type { AnswerLanguage } from "../../language/answer-language.ts";
import { replies, sourceWords } from "../../language/replies.ts";
import { maxButtonTextLength, maxTextLength } from "./graph-message.ts";
import { phrases } from "./phrases.ts";
import { assistantChoiceId, personChoiceId, type CustomerRequest } from "./read-message.ts";
import type { WaitingMessage } from "./waiting-messages.ts";

/** A message that gets a reply. Its conversation is locked. */
export interface Incoming extends WaitingMessage {
  key: ConversationKey;
  /** No other message waits, so the reply need not quote this one. */
  isAlone: boolean;
  /** The message is a rating that was stored. */
  isRated: boolean;
}

export type AnsweredMessage = AnsweredTurn & { latencyMs: number };

/** Replies to a message. `answered` is null if the message has no question for the documents. */
export async function replyTo(
  trx: Transaction,
  tools: TicketTools,
  incoming: Incoming,
  answered: AnsweredMessage | null,
): Promise<void> {
  const { key } = incoming;
  if (answered === null) return sendReply(trx, tools, key, await respond(trx, tools, incoming));
  const { query, answer, latencyMs } = answered;
  const { language, intent, text: requestText } = query;
  if (answer === null) {
    const request = { language, intent, requestText };
    return sendReply(trx, tools, key, await handOffToPerson(trx, tools, incoming, request));
  }
  await sendReply(trx, tools, key, {
    message: { content: answer.content, metadata: describeAnswer(answer, latencyMs) },
    outbound: messagesOf(answer, incoming, language),
    isAnswer: answer.kind !== "small_talk",
  });
}

interface Reply {
  /** The message to save in the conversation, or the id of one that is saved already. */
  message: { content: string; metadata: AnswerMetadata } | { id: string };
  /** The same message as WhatsApp shows it. */
  outbound: OutboundMessage[];
  /** An answer, which a rating can be asked for. Absent: false. */
  isAnswer?: boolean;
}

/** The answer with its sources, in as many messages as it needs. Without an answer, a button offers a person. */
function messagesOf(answer: Answer, incoming: Incoming, language: AnswerLanguage): OutboundMessage[] {
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
    at === 0 && !incoming.isAlone ? { kind: "text", text, replyTo: incoming.wamid } : { kind: "text", text },
  );
}

function politeReply(content: string): Reply {
  return { message: { content, metadata: politeMetadata }, outbound: [{ kind: "text", text: content }] };
}

/** The reply to a message without a question; null if it needs none. */
async function respond(trx: Transaction, tools: TicketTools, incoming: Incoming): Promise<Reply | null> {
  const { key, request, isRated } = incoming;
  if (request.kind === "none") return null;
  const language = await languageOfConversation(trx, key);
  if (wantsAssistant(request)) {
    const { message } = await askAssistant(trx, tools, key, { undo: "if_in_time" });
    const polite = politeReply(message?.content ?? replies[language].presence);
    return message === null ? polite : { ...polite, message };
  }
  if (request.kind === "rating") return isRated ? politeReply(phrases[language].thanksForRating) : null;
  if (request.kind === "media" && request.caption === null)
    return (await isNoticeDue(trx, key)) ? politeReply(phrases[language].cannotRead) : null;
  return handOffToPerson(trx, tools, incoming, { language });
}

/** Whether to tell the customer that the assistant can't see files: only every two minutes, however many they send. */
async function isNoticeDue(trx: Transaction, { organizationId, conversationId }: ConversationKey) {
  const noted = await trx
    .updateTable("conversations")
    .set({ media_notice_at: now })
    .where(rowWithId(organizationId, conversationId))
    .where(sql<boolean>`coalesce(media_notice_at < now() - interval '2 minutes', true)`)
    .executeTakeFirst();
  return noted.numUpdatedRows === 1n;
}

type HandOffWords = Partial<Pick<HandOff, "intent" | "requestText">> & { language: AnswerLanguage };

/**
 * Hands the conversation off to a person, with a ticket. `requestText` has the customer's words if they asked for a person in
 * their own words, not by a button.
 */
async function handOffToPerson(
  trx: Transaction,
  tools: TicketTools,
  { key, messageId }: Incoming,
  { language, intent, requestText }: HandOffWords,
): Promise<Reply | null> {
  const ofConversation = { organization_id: key.organizationId, conversation_id: key.conversationId };
  const contact = await findRow(trx, "whatsapp_contacts", ofConversation, ["profile_name", "wa_id"]);
  const { message } = await handOff(trx, tools, {
    ...key,
    requestText,
    buttonMessageId: requestText === undefined ? messageId : null,
    language,
    intent,
    fallbackTitle: `${contact?.profile_name ?? "A customer"} asked for a person on WhatsApp`,
    customerName: contact?.profile_name,
    customerPhone: contact?.wa_id ? `+${contact.wa_id}` : null,
  });
  if (message === null) return null;
  const choices = [{ id: assistantChoiceId, title: phrases[language].askAssistant }];
  return { message, outbound: [{ kind: "buttons", text: message.content, choices }] };
}

/** Tells a customer who waits for a person, once, that the message has reached the team. */
export async function confirmToWaiting(trx: Transaction, tools: TicketTools, key: ConversationKey) {
  const message = await confirmWait(trx, tools, key);
  if (message !== null) await sendReply(trx, tools, key, { ...politeReply(message.content), message });
}

async function sendReply(trx: Transaction, tools: TicketTools, key: ConversationKey, reply: Reply | null) {
  if (reply === null) return;
  const { message, outbound, isAnswer = false } = reply;
  const { organizationId, conversationId } = key;
  const { id } =
    "id" in message ? message : await saveAssistantMessage(trx, tools.events, { ...key, ...message });
  await queueMessages(trx, key, id, outbound);
  await updateRows(trx, "conversations", rowId(organizationId, conversationId), {
    last_message_at: sql<Date>`clock_timestamp()`,
    answers_since_rating: sql<number>`answers_since_rating + ${isAnswer ? 1 : 0}`,
  });
  if (!isAnswer) return;
  // The job checks later whether the conversation has ended, to ask for a rating.
  await tools.jobs.enqueue(trx, "whatsapp.continue", key, { startAfterSeconds: quietAfterMs / 1000 + 1 });
}

const sameWords = (text: string, title: string): boolean =>
  text.trim().toLowerCase().replaceAll("’", "'") === title.toLowerCase();

/** Whether the customer typed the text of the button. */
export const isPersonButton = (text: string): boolean =>
  Object.values(phrases).some(({ talkToPerson }) => sameWords(text, talkToPerson));

/** Whether the customer asks for the assistant again, by the button or by typing its text. */
export function wantsAssistant(request: CustomerRequest): boolean {
  if (request.kind === "assistant") return true;
  if (request.kind !== "question") return false;
  return Object.values(phrases).some(({ askAssistant: title }) => sameWords(request.text, title));
}
