import { sql } from "kysely";
import { Audience } from "../../../contract/common.ts";
import type { ChatMessage } from "../../../contract/conversations.ts";
import { now, type Transaction } from "../../database/database.ts";
import { rowId, updateRows } from "../../database/rows.ts";
import { notFound } from "../../errors.ts";
import type { AnswerLanguage } from "../../language/answer-language.ts";
import { emergencyAdvice, isUrgent } from "../../language/emergency.ts";
import { recognizeIntent, type RequestIntent } from "../../language/intents.ts";
import { replies } from "../../language/replies.ts";
import { saysYes } from "../../language/offer.ts";
import { languageOfMessage } from "../../language/understand-query.ts";
import { lockConversation } from "../locks.ts";
import { saveAssistantMessage, type ConversationKey, politeMetadata } from "../messages.ts";
import { titleFrom } from "../open-conversation.ts";
import { findContact, findOpenTicket, openTicket, startDraft } from "./open-ticket.ts";
import type { NewTicket, OpenedTicket, TicketTools } from "./open-ticket.ts";
import { copyTranscript, readSince, type TranscriptMessage } from "./transcript.ts";
import { formatTicketNumber } from "./ticket-number.ts";

/** A request to hand a conversation to a person, with the customer's details. */
export interface HandOff
  extends ConversationKey, Pick<NewTicket, "customerName" | "customerEmail" | "customerPhone"> {
  /** Absent: taken from the customer's last question. */
  title?: string | undefined;
  /** The title when the customer has asked no question. */
  fallbackTitle?: string;
  /** The customer's words when asking for a person. No reply to them is drafted. */
  requestText?: string | undefined;
  /** What the customer wants. In an emergency the ticket is urgent, and the confirmation begins with whom to call. */
  intent?: RequestIntent | null | undefined;
  /** The message that stands for a pressed button. It is not copied as a question. */
  buttonMessageId?: string | null;
  /** The language of the confirmation; absent: that of the customer's words. */
  language?: AnswerLanguage;
  /** A message that the customer adds for the person, in the ticket only. */
  message?: string | undefined;
}

const maxTitleLength = 120;
/** Longer requests for a person also say what they are about. In UTF-16 code units. */
const maxBareLength = 60;

/**
 * Hands a conversation off to a person. Its messages are copied into its open ticket, or a new one if there is none, and
 * the conversation waits in the inbox. The assistant confirms this and then stays silent. Throws not_found.
 * @returns the ticket, whether it is new, and the confirmation; null if the conversation was handed off already
 */
export async function handOff(trx: Transaction, tools: TicketTools, request: HandOff) {
  const { audience, channel, wasSilent } = await requestPerson(trx, tools, request);
  const open = await findOpenTicket(trx, request);
  const copied = open && { ticketId: open.id, copiedUntil: open.copied_until };
  const transcript = await readSince(trx, { ...request, ...copied });
  const { words, ...described } = describeRequest(request, transcript);
  const { hasContact, ...ticket } = await addToTicket(trx, tools, open, {
    ...request,
    ...described,
    audience,
    transcript,
  });
  const language = request.language ?? languageOfMessage(words);
  const advice = emergencyAdvice(request.intent ?? null, language);
  const asksContact = channel === "webhook" && !hasContact;
  const confirmation = { ...request, language, advice, asksContact };
  const message = wasSilent ? null : await confirmHandOff(trx, tools, confirmation, ticket);
  return { ...ticket, isNew: open === undefined, message };
}

/** A ticket's title and priority, the question to draft a reply to, and the customer's words. */
function describeRequest(request: HandOff, transcript: readonly TranscriptMessage[]) {
  const messages = transcript.filter(({ id }) => id !== request.buttonMessageId);
  const question = request.requestText === undefined ? (request.message ?? openQuestion(messages)) : "";
  const words = request.requestText ?? request.message ?? lastQuestion(messages);
  const matter = isBareRequest(request.requestText) ? matterOf(messages) : undefined;
  const title = request.title ?? (titleFrom(matter ?? words, maxTitleLength) || request.fallbackTitle);
  const priority = isUrgent(request.intent ?? null) ? ("urgent" as const) : undefined;
  return { title, question, priority, words };
}

/** Copies messages into the open ticket of their conversation, or into a new one if there is none. */
async function addToTicket(
  trx: Transaction,
  tools: TicketTools,
  open: Awaited<ReturnType<typeof findOpenTicket>>,
  added: NewTicket & Pick<HandOff, "message"> & { transcript: readonly TranscriptMessage[] },
) {
  const { organizationId, transcript, message, question, priority } = added;
  const ticket =
    open === undefined
      ? // The conversation is locked: no older message can still be saved.
        await openTicket(trx, tools, { ...added, copiedUntil: transcript.at(-1)?.position ?? null })
      : { ticketId: open.id, ticketNumber: formatTicketNumber(open.number) };
  const key = { organizationId, ticketId: ticket.ticketId };
  const isLonger = await copyTranscript(trx, key, transcript, message);
  const note = { role: "user", content: message ?? "" } as const;
  const hasContact = await findContact(trx, key, [...transcript, note]);
  if (open !== undefined && priority !== undefined)
    await updateRows(trx, "tickets", rowId(organizationId, open.id), { priority });
  if (open !== undefined && isLonger) {
    if (question !== "") await startDraft(trx, tools, key, question);
    await tools.events.publish(trx, organizationId, { type: "ticket.updated", id: open.id });
  }
  return { ...ticket, hasContact };
}

interface Confirmation extends ConversationKey {
  language: AnswerLanguage;
  /** Whom to call in an emergency; null if there is none. */
  advice: string | null;
  asksContact: boolean;
}

function confirmHandOff(
  trx: Transaction,
  { events }: TicketTools,
  { language, advice, asksContact, ...key }: Confirmation,
  { ticketId, ticketNumber }: OpenedTicket,
): Promise<ChatMessage> {
  const { handOff: handedOff, askContact } = replies[language];
  const texts = [advice, handedOff.replace("{ticket}", ticketNumber), asksContact ? askContact : null];
  return saveAssistantMessage(trx, events, {
    ...key,
    content: texts.filter((text) => text !== null).join(" "),
    metadata: { ...politeMetadata, kind: "hand_off", answered: false, ticketId, ticketNumber },
  });
}

/**
 * Silences the assistant and, if the conversation is with a customer, lists it in the inbox as waiting for a person. The
 * second of two simultaneous requests waits here, and then finds the ticket of the first.
 */
async function requestPerson(trx: Transaction, { events }: TicketTools, key: ConversationKey) {
  const found = await lockConversation(trx, key, { keepsMessagesOut: true });
  if (found === null) throw notFound("conversation");
  const wasSilent = found.handed_off_at !== null;
  const isNewRequest =
    found.channel !== "chat" && found.person_requested_at === null && found.owner_user_id === null;
  if (!wasSilent || isNewRequest) {
    await updateRows(trx, "conversations", rowId(key.organizationId, key.conversationId), {
      handed_off_at: sql<Date>`coalesce(handed_off_at, now())`,
      ...(isNewRequest ? { person_requested_at: now } : {}),
    });
  }
  if (isNewRequest)
    await events.publish(trx, key.organizationId, { type: "conversation.updated", id: key.conversationId });
  return { audience: Audience.parse(found.audience), channel: found.channel, wasSilent };
}

const isSmallTalk = (message: ChatMessage | undefined): boolean => message?.metadata?.kind === "small_talk";

/** The customer's messages that are not small talk. */
const questionsIn = (transcript: readonly TranscriptMessage[]): string[] =>
  transcript
    .filter(({ role }, at) => role === "user" && !isSmallTalk(transcript[at + 1]))
    .map(({ content }) => content);

const lastQuestion = (transcript: readonly TranscriptMessage[]): string =>
  questionsIn(transcript).at(-1) ?? "";

/** The question that a draft should answer; empty if the assistant has just said that it doesn't know the answer. */
function openQuestion(transcript: readonly TranscriptMessage[]): string {
  const answers = transcript.filter((message) => message.metadata !== null && !isSmallTalk(message));
  return answers.at(-1)?.metadata?.answered === false ? "" : lastQuestion(transcript);
}

/** Whether a customer's words say only that they want a person, or accept one, not what about. */
const isBareRequest = (text = ""): boolean =>
  text.length <= maxBareLength && (saysYes(text) || recognizeIntent(text)?.intent === "person");

/** What a customer who only asks for a person wants: the last question without an answer, or the last one at all. */
const matterOf = (transcript: readonly TranscriptMessage[]): string | undefined =>
  transcript.findLast(({ metadata }) => metadata?.asked !== undefined)?.metadata?.asked ??
  questionsIn(transcript).findLast((question) => !isBareRequest(question));
