import type { AnswerMetadata } from "../../../contract/conversations.ts";
import type { Transaction } from "../../database/database.ts";
import type { Events } from "../../events.ts";
import type { Jobs } from "../../jobs.ts";
import type { Answer } from "../../answering/extractive/answer.ts";
import { describeAnswer } from "../../conversations/answer-metadata.ts";
import { handOff } from "../../conversations/hand-off/hand-off.ts";
import { askAssistant } from "../../conversations/hand-off/silence.ts";
import { sayInSession, type SessionKey } from "../../conversations/messages.ts";
import { nameSources, quoteSources } from "../../conversations/outbox/name-sources.ts";
import type { OutboundMessage } from "../../conversations/outbox/outbound-message.ts";
import { queueMessages, type LockedConversation } from "../../conversations/outbox/outbox.ts";
import { quietAfterMs } from "../../conversations/outbox/quiet.ts";
import { splitMessage } from "../../conversations/outbox/split-message.ts";
import type { AnswerLanguage } from "../../language/answer-language.ts";
import { replies } from "../../language/replies.ts";
import { sourceWords } from "../../language/replies.ts";
import { maxButtonTextLength, maxTextLength } from "./graph-message.ts";
import { phrases } from "./phrases.ts";
import { storeRating } from "./rating.ts";
import { assistantChoiceId, personChoiceId } from "./read-message.ts";
import { languageOfConversation } from "./waiting-messages.ts";

/** A customer who sends ten pictures is told once that they cannot be seen. */
const mediaNoticeEveryMs = 120_000;

/** The message that is replied to, in a conversation that is locked. */
export interface Replying {
  trx: Transaction;
  tools: { events: Events; jobs: Jobs };
  key: SessionKey;
  conversation: LockedConversation;
  wamid: string;
  chatMessageId: string | null;
  /** Nothing else waits, so a reply needs no quote to be understood. */
  isAlone: boolean;
}

export async function sendAnswer(
  replying: Replying,
  answer: Answer,
  { language, latencyMs }: { language: AnswerLanguage; latencyMs: number },
): Promise<void> {
  await reply(replying, {
    content: answer.content,
    metadata: describeAnswer(answer, latencyMs),
    messages: toMessages(replying, answer, language),
  });
  if (answer.kind !== "small_talk") await countAnswer(replying);
}

/** The answer with its sources named, in as many messages as it needs; what claims nothing offers a person. */
function toMessages(
  { isAlone, wamid }: Replying,
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
    at === 0 && !isAlone ? { kind: "text", text, replyTo: wamid } : { kind: "text", text },
  );
}

/** Told once in a while, however much is sent. */
export async function tellUnreadable(replying: Replying): Promise<void> {
  const { trx, key, conversation } = replying;
  const last = conversation.media_notice_at?.getTime() ?? 0;
  if (Date.now() - last < mediaNoticeEveryMs) return;
  await updateConversation(trx, key, { media_notice_at: new Date() });
  await say(replying, phrases[await languageOfConversation(trx, key)].cannotRead);
}

export const sameWords = (text: string, title: string): boolean =>
  text.trim().toLowerCase().replaceAll("’", "'") === title.toLowerCase();

/** The customer typed what stands on the button. */
export const isPersonButton = (text: string): boolean =>
  Object.values(phrases).some(({ talkToPerson }) => sameWords(text, talkToPerson));

/** The conversation waits for a person in the inbox, and a ticket holds what was said. */
export async function callPerson(
  replying: Replying,
  wish?: { text: string; language: AnswerLanguage },
): Promise<void> {
  const { trx, tools, key } = replying;
  const contact = await trx
    .selectFrom("whatsapp_contacts")
    .select(["profile_name", "wa_id"])
    .where("organization_id", "=", key.organizationId)
    .where("session_id", "=", key.sessionId)
    .executeTakeFirst();
  const language = wish?.language ?? (await languageOfConversation(trx, key));
  const isButton = wish === undefined || isPersonButton(wish.text);
  const { message } = await handOff(trx, tools, {
    ...key,
    // What stands on the button is no title.
    wish: isButton ? undefined : wish.text,
    buttonMessageId: isButton ? replying.chatMessageId : null,
    language,
    fallbackTitle: `${contact?.profile_name ?? "A customer"} asked for a person on WhatsApp`,
    customerName: contact?.profile_name,
    customerPhone: contact?.wa_id ? `+${contact.wa_id}` : null,
  });
  if (message === null) return;
  const choices = [{ id: assistantChoiceId, title: phrases[language].askAssistant }];
  await send(replying, message.id, [{ kind: "buttons", text: message.content, choices }]);
}

/** The assistant answers again; right after the hand-off that counts as never wished. */
export async function resume(replying: Replying): Promise<void> {
  const { trx, tools, key } = replying;
  const { message } = await askAssistant(trx, tools, key, { undo: "if_in_time" });
  const content = message?.content ?? replies[await languageOfConversation(trx, key)].presence;
  if (message === null) await say(replying, content);
  else await send(replying, message.id, [{ kind: "text", text: content }]);
}

export async function thankForRating(
  replying: Replying,
  rated: { requestId: string; rating: number },
): Promise<void> {
  const { trx, tools, key } = replying;
  const stored = await storeRating(trx, tools.events, key, rated);
  if (stored) await say(replying, phrases[await languageOfConversation(trx, key)].thanksForRating);
}

/** Something polite that stands on no document. */
async function say(replying: Replying, content: string): Promise<void> {
  const metadata: AnswerMetadata = {
    answered: true,
    sources: [],
    engine: "extractive",
    latencyMs: 0,
    kind: "small_talk",
  };
  await reply(replying, { content, metadata, messages: [{ kind: "text", text: content }] });
}

async function reply(
  replying: Replying,
  { content, metadata, messages }: { content: string; metadata: AnswerMetadata; messages: OutboundMessage[] },
): Promise<void> {
  const { trx, tools, key } = replying;
  const { id } = await sayInSession(trx, tools.events, { ...key, content, metadata });
  await send(replying, id, messages);
}

async function send(
  { trx, key, conversation }: Replying,
  chatMessageId: string,
  messages: OutboundMessage[],
): Promise<void> {
  await queueMessages(trx, key, chatMessageId, messages);
  conversation.last_message_at = new Date();
  await updateConversation(trx, key, { last_message_at: conversation.last_message_at });
}

/** After an answer comes, later, a look at whether the conversation has ended with it. */
async function countAnswer({ trx, tools, key, conversation }: Replying): Promise<void> {
  conversation.answers_since_rating += 1;
  await updateConversation(trx, key, { answers_since_rating: conversation.answers_since_rating });
  await tools.jobs.enqueue(trx, "whatsapp.continue", key, { startAfterSeconds: quietAfterMs / 1000 + 1 });
}

async function updateConversation(
  trx: Transaction,
  { organizationId, sessionId }: SessionKey,
  set: Partial<Pick<LockedConversation, "media_notice_at" | "last_message_at" | "answers_since_rating">>,
): Promise<void> {
  await trx
    .updateTable("conversations")
    .set(set)
    .where("organization_id", "=", organizationId)
    .where("session_id", "=", sessionId)
    .execute();
}
