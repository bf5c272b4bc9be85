import type { TakeOver } from "../../../contract/inbox.ts";
import type { Context } from "../../context.ts";
import type { Key, Transaction } from "../../database/database.ts";
import { rowId, updateRows } from "../../database/rows.ts";
import { conflict, notFound } from "../../errors.ts";
import { addToOpenTicket, assignOpenTicket } from "../../conversations/hand-off/open-ticket.ts";
import { endSilence } from "../../conversations/hand-off/silence.ts";
import { lockConversation } from "../../conversations/locks.ts";
import { findSaved, type ConversationKey } from "../../conversations/messages.ts";
import { withdrawWaiting } from "../../conversations/outbox/outbox.ts";
import { quietAfterMs, sendStaffMessage } from "../../conversations/outbox/staff-message.ts";
import { readInboxConversation } from "./conversations.ts";
import { readInboxMessage } from "./read-messages.ts";

type InboxTools = Pick<Context, "events" | "jobs">;

type Staff = Key<"conversationId" | "userId">;

/**
 * Takes a conversation over: the person answers until they release it, its ticket is assigned to them, and the
 * assistant's unsent messages are withdrawn. Throws taken_over when a colleague other than `from` has it.
 */
export async function takeOver(
  trx: Transaction,
  { events }: InboxTools,
  { userId, ...key }: Staff,
  { from }: TakeOver,
) {
  // Answering and taking over use this lock, so that the second of two people sees the first.
  const { owner_user_id: owner } = await lock(trx, key);
  if (owner === userId) return readInboxConversation(trx, key);
  if (owner !== null && owner !== from) throw await takenOver(trx, key);
  const taken = { owner_user_id: userId, taken_over_at: new Date(), person_requested_at: null };
  await updateRows(trx, "conversations", rowId(key.organizationId, key.conversationId), taken);
  await assignOpenTicket(trx, { events }, { ...key, userId });
  if (owner === null) await withdrawWaiting(trx, key, "a person took over before it was sent");
  await events.publish(trx, key.organizationId, { type: "conversation.updated", id: key.conversationId });
  return readInboxConversation(trx, key);
}

/** Releases a conversation to the assistant. Throws taken_over when a colleague has it. */
export async function releaseConversation(trx: Transaction, tools: InboxTools, { userId, ...key }: Staff) {
  const { owner_user_id: owner, channel } = await lock(trx, key);
  if (owner === null) return readInboxConversation(trx, key);
  if (owner !== userId) throw await takenOver(trx, key);
  const released = { owner_user_id: null, taken_over_at: null };
  await updateRows(trx, "conversations", rowId(key.organizationId, key.conversationId), released);
  await endSilence(trx, key);
  if (channel === "whatsapp") {
    // The job checks later whether to ask the customer for a rating.
    await tools.jobs.enqueue(trx, "whatsapp.continue", key, { startAfterSeconds: quietAfterMs / 1000 + 1 });
  }
  await tools.events.publish(trx, key.organizationId, {
    type: "conversation.updated",
    id: key.conversationId,
  });
  return readInboxConversation(trx, key);
}

/** Takes the lock of a conversation. Throws not_found. */
async function lock(trx: Transaction, key: ConversationKey) {
  const conversation = await lockConversation(trx, key);
  if (conversation === null) throw notFound("conversation");
  return conversation;
}

/** The error that names the colleague who has taken the conversation over. */
async function takenOver(trx: Transaction, key: ConversationKey): Promise<Error> {
  const { owner } = await readInboxConversation(trx, key);
  const name = [owner?.firstName, owner?.lastName].filter(Boolean).join(" ") || owner?.email || "A colleague";
  return conflict("taken_over", `${name} has already taken over this conversation.`);
}

/**
 * Sends a message to the customer as the person who has taken the conversation over; its ticket gets it too. A repeated
 * request has the same client key; null: every request is a new message. Throws not_taken_over, taken_over,
 * window_closed, idempotency_key_reused.
 */
export async function sendReply(
  trx: Transaction,
  tools: InboxTools,
  { userId, ...key }: Staff,
  { content, clientKey: sentKey }: { content: string; clientKey: string | null },
) {
  const conversation = await lock(trx, key);
  const clientKey = sentKey && `staff ${userId} ${sentKey}`;
  // First, because a repeated request succeeds even if replying is no longer allowed.
  const sent = await findSaved(trx, { ...key, content, clientKey }, "message");
  if (sent !== undefined) return readInboxMessage(trx, key, sent.id);
  if (conversation.owner_user_id === null)
    throw conflict("not_taken_over", "Take over the conversation before you reply.");
  if (conversation.owner_user_id !== userId) throw await takenOver(trx, key);
  const id = await sendStaffMessage(trx, tools, conversation, { userId, content, clientKey });
  await addToOpenTicket(trx, tools, key, null);
  return readInboxMessage(trx, key, id);
}
