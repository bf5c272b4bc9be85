import { hash, randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { z } from "zod";
import { Audience } from "../../../contract/common.ts";
import {
  WebhookConversation,
  type WebhookAskAssistant,
  type WebhookConversationQuery,
  type WebhookHandOff,
  type WebhookQuestion,
} from "../../../contract/webhook.ts";
import type { KeyPrincipal } from "../../auth/api-keys.ts";
import type { Context } from "../../context.ts";
import { inConversation, originOf, type ConversationKey } from "../../conversations/messages.ts";
import { equals, lockName, now, type Transaction } from "../../database/database.ts";
import { findRow, fromRow, insertRow, rowId, updateRows } from "../../database/rows.ts";
import { idempotencyKeyReused, notFound } from "../../errors.ts";
import { openConversation } from "../../conversations/open-conversation.ts";
import type { AssistantResumed } from "../../../contract/conversations.ts";
import { handOff } from "../../conversations/hand-off/hand-off.ts";
import { askAssistant } from "../../conversations/hand-off/silence.ts";
import type { TicketTools } from "../../conversations/hand-off/open-ticket.ts";

/** Each new request deletes up to this many old ones, so that no cleanup job is needed. */
const removedAtOnce = 20;

/**
 * The conversation of a question, which is created if the question names none, and the client key of the question: it is
 * the same for requests with the same Idempotency-Key. Throws not_found and idempotency_key_reused.
 */
export async function findOrOpen(
  trx: Transaction,
  key: KeyPrincipal,
  body: WebhookQuestion,
  idempotencyKey: string | undefined,
) {
  if (idempotencyKey !== undefined) return rememberRequest(trx, key, body, idempotencyKey);
  return { conversationId: await conversationOfQuestion(trx, key, body), clientKey: null };
}

/** The id of the question's conversation, which is created if the question names none. Throws not_found. */
async function conversationOfQuestion(
  trx: Transaction,
  key: KeyPrincipal,
  { question, type, conversationId }: WebhookQuestion,
): Promise<string> {
  if (conversationId === undefined) {
    const opening = { conversationId: randomUUID(), opens: type, content: question };
    await openConversation(trx, { organizationId: key.organizationId, ...opening });
    return opening.conversationId;
  }
  const named = { ...rowId(key.organizationId, conversationId), channel: "webhook", audience: type };
  const asked = { last_message_at: now, last_customer_message_at: now };
  if (!(await updateRows(trx, "conversations", named, asked))) throw notFound("conversation");
  return conversationId;
}

/** Throws not_found for another organization's conversation, or an audience that the key may not query. */
export async function requireConversation(trx: Transaction, key: KeyPrincipal, conversationId: string) {
  const values = { ...rowId(key.organizationId, conversationId), channel: "webhook" };
  const conversation = await findRow(trx, "conversations", values, ["audience", "owner_user_id"]);
  if (conversation === undefined || !key.permissions[Audience.parse(conversation.audience)])
    throw notFound("conversation");
  return conversation;
}

/**
 * The earlier request with this Idempotency-Key, or a new one with its conversation. The second of two simultaneous
 * requests waits for the first to commit. Throws idempotency_key_reused for another body.
 */
async function rememberRequest(
  trx: Transaction,
  key: KeyPrincipal,
  body: WebhookQuestion,
  idempotencyKey: string,
) {
  await lockName(trx, `${key.id} ${idempotencyKey}`);
  await removeOldRequests(trx, key);
  const asked = JSON.stringify([body.question, body.type, body.conversationId ?? null]);
  const bodySha256 = hash("sha256", asked, "buffer");
  const values = {
    organization_id: key.organizationId,
    api_key_id: key.id,
    idempotency_key: idempotencyKey,
  };
  const columns = ["id", "conversation_id", "body_sha256"] as const;
  const before = await findRow(trx, "webhook_requests", values, columns);
  if (before !== undefined) {
    if (!bodySha256.equals(before.body_sha256)) throw idempotencyKeyReused("question");
    return { conversationId: before.conversation_id, clientKey: `webhook ${before.id}` };
  }
  const conversationId = await conversationOfQuestion(trx, key, body);
  const row = { ...values, body_sha256: bodySha256, conversation_id: conversationId };
  return { conversationId, clientKey: `webhook ${await insertRow(trx, "webhook_requests", row)}` };
}

async function removeOldRequests(trx: Transaction, { organizationId, id }: KeyPrincipal): Promise<void> {
  await trx
    .deleteFrom("webhook_requests")
    .where(equals({ organization_id: organizationId, api_key_id: id }))
    .where("idempotency_key", "in", (eb) =>
      eb
        .selectFrom("webhook_requests")
        .select("idempotency_key")
        .where(equals({ organization_id: organizationId, api_key_id: id }))
        .where("created_at", "<", sql<Date>`now() - interval '1 day'`)
        .limit(removedAtOnce)
        .forUpdate()
        .skipLocked(),
    )
    .execute();
}

/** A conversation as its customer sees it. Throws not_found, also for an audience that the key may not query. */
export async function readWebhookConversation(
  trx: Transaction,
  key: KeyPrincipal,
  conversationId: string,
  query: WebhookConversationQuery,
): Promise<WebhookConversation> {
  const { organizationId } = key;
  const conversation = await requireConversation(trx, key, conversationId);
  const rows = await selectMessages(trx, { organizationId, conversationId }, query);
  const messages = rows.map((row) =>
    fromRow(Message, { ...row, from: originOf(row.role, row.metadata !== null) }),
  );
  return { conversationId, takenOver: conversation.owner_user_id !== null, messages };
}

const Message = WebhookConversation.shape.messages.element;

/** The first after `after`, or the newest; oldest first. */
async function selectMessages(trx: Transaction, key: ConversationKey, query: WebhookConversationQuery) {
  const all = trx
    .selectFrom("messages")
    .select(["id", "role", "content", "metadata", "created_at"])
    .where(inConversation(key))
    .limit(query.limit);
  if (query.after === undefined) return (await all.orderBy("position", "desc").execute()).toReversed();
  const known = trx
    .selectFrom("messages")
    .select("position")
    .where(inConversation(key))
    .where("id", "=", query.after);
  return all.where("position", ">", known).orderBy("position").execute();
}

/**
 * Hands a conversation over to a person; returns its open ticket if there is one already. Throws not_found for another
 * organization's conversation, or an audience that the key may not query.
 */
export async function handOffConversation(
  trx: Transaction,
  tools: TicketTools,
  key: KeyPrincipal,
  { message, ...form }: z.output<typeof WebhookHandOff>,
) {
  const { conversationId } = form;
  await requireConversation(trx, key, conversationId);
  const fallbackTitle = `${form.customerName ?? "A customer"} asked for a person`;
  const details = { ...form, organizationId: key.organizationId, message: message ?? undefined };
  const { ticketNumber, isNew } = await handOff(trx, tools, { ...details, fallbackTitle });
  return { ticketNumber, conversationId, isNew };
}

/** Goes back to the assistant after a hand-off. Throws not_found, undo_too_late, taken_over. */
export async function resumeConversation(
  trx: Transaction,
  { events }: Pick<Context, "events">,
  key: KeyPrincipal,
  { conversationId, undo }: z.output<typeof WebhookAskAssistant>,
): Promise<AssistantResumed> {
  await requireConversation(trx, key, conversationId);
  const conversation = { organizationId: key.organizationId, conversationId };
  return askAssistant(trx, { events }, conversation, { undo });
}
