import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { dayMs } from "../../../contract/limits.ts";
import type { Transaction } from "../../database/database.ts";
import { findRow, rowId, updateRows } from "../../database/rows.ts";
import type { Events } from "../../events.ts";
import { inConversation, type ConversationKey } from "../../conversations/messages.ts";
import { lockConversation, type LockedConversation } from "../../conversations/locks.ts";
import { queueMessages } from "../../conversations/outbox/outbox.ts";
import { storeRating } from "../../conversations/rating.ts";
import { quietAfterMs } from "../../conversations/outbox/staff-message.ts";
import type { AnswerLanguage } from "../../language/answer-language.ts";
import { phrases } from "./phrases.ts";
import { ratingChoiceId } from "./read-message.ts";

const askEveryMs = dayMs;

export function isRatingDue(conversation: LockedConversation): boolean {
  const isQuiet = Date.now() - conversation.last_message_at.getTime() >= quietAfterMs;
  return conversation.rating_wanted || (conversation.answers_since_rating > 0 && isQuiet);
}

/**
 * Asks for a rating of the answers since the last request. Does nothing without such answers, within a day of the last
 * request, or while a person has the conversation or is requested, unless the ticket was resolved.
 */
export async function askForRating(trx: Transaction, key: ConversationKey, language: AnswerLanguage) {
  const conversation = await lockConversation(trx, key);
  if (conversation === null) return;
  const askedMsAgo = Date.now() - (conversation.rating_asked_at?.getTime() ?? 0);
  const withPerson = conversation.owner_user_id !== null || conversation.person_requested_at !== null;
  const isUnsuitable = conversation.answers_since_rating === 0 || askedMsAgo < askEveryMs || withPerson;
  if (isUnsuitable && !conversation.rating_wanted) return;
  const requestId = randomUUID();
  const words = phrases[language];
  const choices = words.ratings.map((title, at) => ({ id: ratingChoiceId(requestId, 5 - at), title }));
  await queueMessages(trx, key, null, [{ kind: "list", text: words.askRating, button: words.rate, choices }]);
  const asked = { rating_asked_at: new Date(), answers_since_rating: 0, rating_wanted: false };
  await updateRows(trx, "conversations", rowId(key.organizationId, key.conversationId), asked);
}

/**
 * Stores the rating that the customer chose from a list; choosing again replaces it. False for a list that was not
 * sent in this conversation.
 */
export async function storeChosenRating(
  trx: Transaction,
  events: Events,
  { organizationId, conversationId }: ConversationKey,
  { requestId, rating }: { requestId: string; rating: number },
): Promise<boolean> {
  const request = await trx
    .selectFrom("outbox")
    .select("id")
    .where(inConversation({ organizationId, conversationId }))
    .where(sql<boolean>`content -> 'choices' -> 0 ->> 'id' = ${ratingChoiceId(requestId, 5)}`)
    .executeTakeFirst();
  if (request === undefined) return false;
  const ofConversation = { organization_id: organizationId, conversation_id: conversationId };
  const contact = await findRow(trx, "whatsapp_contacts", ofConversation, ["wa_id"]);
  const rated = {
    organizationId,
    conversationId,
    occasion: `whatsapp ${requestId}`,
    source: "whatsapp" as const,
    customerPhone: contact?.wa_id ? `+${contact.wa_id}` : null,
  };
  await storeRating(trx, events, rated, { rating });
  return true;
}
