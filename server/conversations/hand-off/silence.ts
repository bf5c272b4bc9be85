import { sql, type RawBuilder } from "kysely";
import { undoWithinMs } from "../../../contract/limits.ts";
import { rowWithId, now, type Transaction } from "../../database/database.ts";
import { insertRow, rowId, updateRows } from "../../database/rows.ts";
import { conflict } from "../../errors.ts";
import { replies } from "../../language/replies.ts";
import { languageOfMessage } from "../../language/understand-query.ts";
import { lockConversation } from "../locks.ts";
import {
  politeMetadata,
  inConversation,
  messagesIn,
  readMessages,
  saveAssistantMessage,
  toChatMessage,
  type ConversationKey,
} from "../messages.ts";
import type { TicketTools } from "./open-ticket.ts";

/** Lets the assistant answer again, after a person has released the conversation or resolved the ticket. */
export async function endSilence(trx: Transaction, { organizationId, conversationId }: ConversationKey) {
  await trx
    .updateTable("conversations")
    .set({ handed_off_at: null })
    .where(rowWithId(organizationId, conversationId))
    .where("handed_off_at", "is not", null)
    .execute();
}

/** The latest confirmation of a hand-off. */
export const findHandOffMessage = (trx: Transaction, key: ConversationKey) =>
  findNewestMessage(trx, key, sql<boolean>`metadata->>'ticketId' is not null`);

/**
 * The latest confirmation of a hand-off or of a message that waits for a person. It is the reply to almost every
 * question while the assistant is silent: only the first one asks for the customer's contact.
 */
export const findWaitingMessage = (trx: Transaction, key: ConversationKey) =>
  findNewestMessage(trx, key, sql<boolean>`metadata->>'kind' = 'hand_off'`);

async function findNewestMessage(trx: Transaction, key: ConversationKey, condition: RawBuilder<boolean>) {
  const row = await messagesIn(trx, key)
    .where(condition)
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : toChatMessage(row);
}

/** Confirms to the customer the first message since the hand-off. Null for others, and once a person has replied. */
export async function confirmWait(trx: Transaction, { events }: TicketTools, key: ConversationKey) {
  const newest = await readMessages(trx, { ...key, limit: maxMessagesRead });
  const { metadata } = newest.findLast(({ role }) => role === "assistant") ?? {};
  if (metadata?.ticketId === undefined) return null;
  const content = replies[await languageOfConversation(trx, key)].stillWaiting;
  // Without the ticket's id, so that it is no second confirmation of the hand-off.
  const confirmation = { ...metadata, ticketId: undefined };
  return saveAssistantMessage(trx, events, { ...key, content, metadata: confirmation });
}

/**
 * Returns a conversation to the assistant at the customer's request. With `undo` the hand-off counts as a mistake: its
 * ticket is closed if no one has worked on it, and the same words do not cause another hand-off. An undo is possible
 * within a minute. After that it throws undo_too_late; with "if_in_time" the conversation just returns to the
 * assistant. Throws taken_over if a person is handling the conversation by now.
 * @returns the assistant's greeting, null if the conversation was not handed off; and whether the ticket was closed
 */
export async function askAssistant(
  trx: Transaction,
  { events }: Pick<TicketTools, "events">,
  key: ConversationKey,
  { undo }: { undo: boolean | "if_in_time" },
) {
  const conversation = await lockConversation(trx, key);
  if (conversation !== null && conversation.owner_user_id !== null)
    throw conflict("taken_over", "A person is now handling this conversation.");
  const handedOffAt = conversation?.handed_off_at ?? null;
  if (handedOffAt === null) return { message: null, ticketTakenBack: false };
  const isLate = handedOffAt.getTime() < Date.now() - undoWithinMs;
  if (undo === true && isLate) {
    throw conflict(
      "undo_too_late",
      "You can only undo a hand-off within a minute. Ask the assistant instead.",
    );
  }
  const ticketTakenBack =
    undo !== false && !isLate && (await closeUntouchedTicket(trx, { events }, key, handedOffAt));
  await endSilence(trx, key);
  const message = await saveAssistantMessage(trx, events, {
    ...key,
    content: replies[await languageOfConversation(trx, key)].presence,
    metadata: politeMetadata,
  });
  return { message, ticketTakenBack };
}

async function closeUntouchedTicket(
  trx: Transaction,
  { events }: Pick<TicketTools, "events">,
  { organizationId, conversationId }: ConversationKey,
  handedOffAt: Date,
): Promise<boolean> {
  await updateRows(trx, "conversations", rowId(organizationId, conversationId), {
    person_requested_at: null,
  });
  await events.publish(trx, organizationId, { type: "conversation.updated", id: conversationId });
  await markUndone(trx, { organizationId, conversationId });
  const ticket = await trx
    .updateTable("tickets")
    .set({ status: "closed", updated_at: now })
    .where(inConversation({ organizationId, conversationId }))
    .where("status", "=", "open")
    .where("assigned_to", "is", null)
    // A ticket that is older than this hand-off was opened for something else.
    .where("created_at", ">=", handedOffAt)
    .where(sql<boolean>`not exists (
      select from ticket_messages m
      where m.organization_id = tickets.organization_id and m.ticket_id = tickets.id and m.author_id is not null
    )`)
    .returning("id")
    .executeTakeFirst();
  if (ticket === undefined) return false;
  await insertRow(trx, "ticket_messages", {
    organization_id: organizationId,
    ticket_id: ticket.id,
    kind: "note",
    content: "The customer withdrew this request within a minute.",
  });
  await events.publish(trx, organizationId, { type: "ticket.updated", id: ticket.id });
  return true;
}

/** Marks the hand-off as undone, so that the same words do not lead to another one. */
async function markUndone(trx: Transaction, key: ConversationKey): Promise<void> {
  const message = await findHandOffMessage(trx, key);
  if (message === null) return;
  const metadata = JSON.stringify({ ...message.metadata, undone: true });
  await updateRows(trx, "messages", rowId(key.organizationId, message.id), { metadata });
}

/** How many messages are read for the customer's language and for the last reply. */
const maxMessagesRead = 40;

/** The language of the latest sentence that the customer wrote. */
export async function languageOfConversation(trx: Transaction, key: ConversationKey) {
  const newest = await readMessages(trx, { ...key, limit: maxMessagesRead });
  const texts = newest.flatMap(({ role, content }) => (role === "user" ? content : [])).toReversed();
  // A choice from a list, or the text that replaces a picture, is not in the customer's own language.
  const sentence = texts.find((text) => /\p{L}+\s+\p{L}+/u.test(text) && !/^[[★]/.test(text));
  return languageOfMessage(sentence ?? texts[0] ?? "");
}

/**
 * Records that a conversation no longer needs a person. If WhatsApp still accepts messages to the customer, the
 * channel's job asks for a rating. Returns whether it does.
 */
export async function settleConversation(trx: Transaction, tools: TicketTools, key: ConversationKey) {
  const { events, jobs } = tools;
  const settled = await trx
    .updateTable("conversations")
    .set({
      person_requested_at: null,
      // WhatsApp accepts no messages to a customer who has been silent for a day.
      rating_wanted: sql<boolean>`channel = 'whatsapp' and last_customer_message_at > now() - interval '24 hours'`,
    })
    .where(rowWithId(key.organizationId, key.conversationId))
    .where("channel", "!=", "chat")
    .returning("rating_wanted")
    .executeTakeFirst();
  if (settled === undefined) return false;
  if (settled.rating_wanted) await jobs.enqueue(trx, "whatsapp.continue", key);
  await events.publish(trx, key.organizationId, { type: "conversation.updated", id: key.conversationId });
  return settled.rating_wanted;
}
