import { ConversationMessage, MessageDelivery } from "../../../contract/inbox.ts";
import { toPerson } from "../../auth/invitations.ts";
import { equals, inTenant, type Transaction } from "../../database/database.ts";
import { fromRow } from "../../database/rows.ts";
import { readMessageFiles } from "../../conversations/message-files.ts";
import {
  inConversation,
  originOf,
  type ConversationKey,
  readMetadata,
} from "../../conversations/messages.ts";
import type { MessageRange } from "../../paging.ts";

/** With an id, only that message. */
type Page = MessageRange & { id?: string };

export async function readInboxMessage(trx: Transaction, key: ConversationKey, id: string) {
  const [found] = await readInboxMessages(trx, key, { limit: 1, id });
  if (found === undefined) throw new Error("the message is gone");
  return found;
}

/** The newest messages before `before`, oldest first, each with its delivery. */
export async function readInboxMessages(trx: Transaction, key: ConversationKey, { limit, before, id }: Page) {
  let query = trx
    .selectFrom("messages as m")
    .leftJoin("users as u", "u.id", "m.author_user_id")
    .selectAll("m")
    .select(["u.first_name", "u.last_name", "u.email"])
    .where(inConversation(key));
  if (before !== undefined) query = query.where("m.position", "<", before);
  if (id !== undefined) query = query.where("m.id", "=", id);
  const rows = await query.orderBy("m.position", "desc").limit(limit).execute();
  const sent = rows.flatMap((row) => (row.role === "user" ? [] : [row.id]));
  const deliveries = await readDeliveries(trx, key, sent);
  const received = rows.flatMap((row) => (row.role === "user" ? [row.id] : []));
  const files = await readMessageFiles(trx, key.organizationId, received);
  const holds = await readHolds(trx, key, received);
  return rows.toReversed().map(({ position, ...row }) => ({
    ...fromRow(ConversationMessage, {
      ...row,
      from: originOf(row.role, row.metadata !== null),
      author: toPerson(row.author_user_id, row),
      metadata: readMetadata(row.metadata),
      delivery: deliveries.get(row.id) ?? null,
      file: files.get(row.id) ?? null,
      is_held: holds.has(row.id),
    }),
    position,
  }));
}

/** The messages that wait while their WhatsApp number is inactive. */
async function readHolds(trx: Transaction, key: ConversationKey, messageIds: string[]) {
  if (messageIds.length === 0) return new Set<string | null>();
  const rows = await trx
    .selectFrom("whatsapp_messages as message")
    .innerJoin("whatsapp_contacts as contact", inTenant("contact.conversation_id", "message.conversation_id"))
    .innerJoin("whatsapp_integrations as integration", inTenant("integration.id", "contact.integration_id"))
    .select("message.message_id")
    .where("message.organization_id", "=", key.organizationId)
    .where(equals({ "message.conversation_id": key.conversationId, "integration.is_active": false }))
    .where("message.answered_at", "is", null)
    .where("message.message_id", "in", messageIds)
    .execute();
  return new Set(rows.map((row) => row.message_id));
}

/** A message sent in several parts has the status of the part that is furthest behind. */
async function readDeliveries(trx: Transaction, key: ConversationKey, messageIds: string[]) {
  const deliveries = new Map<string, MessageDelivery>();
  if (messageIds.length === 0) return deliveries;
  const parts = await trx
    .selectFrom("outbox")
    .select(["message_id", "state", "delivery", "error_reason"])
    .where(inConversation(key))
    .where("message_id", "in", messageIds)
    .orderBy("position")
    .execute();
  for (const part of parts) {
    const id = part.message_id ?? "";
    const delivery = deliveryOf(part);
    const known = deliveries.get(id);
    if (known === undefined || progress.indexOf(delivery.state) < progress.indexOf(known.state))
      deliveries.set(id, delivery);
  }
  return deliveries;
}

const progress: readonly MessageDelivery["state"][] = [
  "failed",
  "unconfirmed",
  "waiting",
  "sent",
  "delivered",
  "read",
];

function deliveryOf(part: {
  state: string;
  delivery: string | null;
  error_reason: string | null;
}): MessageDelivery {
  if (part.state === "failed" || part.state === "unconfirmed")
    return { state: part.state, reason: part.error_reason };
  if (part.state !== "sent") return { state: "waiting", reason: part.error_reason };
  // A recording that was played has been read.
  const reached = part.delivery === "played" ? "read" : part.delivery;
  return MessageDelivery.parse({ state: reached ?? "sent", reason: null });
}
