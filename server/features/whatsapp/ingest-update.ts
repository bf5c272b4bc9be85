import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { Id } from "../../../contract/common.ts";
import type { Context } from "../../context.ts";
import type { Transaction, Key } from "../../database/database.ts";
import { insertRow, findRows, insertIfNew } from "../../database/rows.ts";
import type { Events } from "../../events.ts";
import type { Jobs } from "../../jobs.ts";
import { messageCreated, type ConversationKey } from "../../conversations/messages.ts";
import { changeNumber, conversationOfContact } from "./contacts.ts";
import type { Update } from "./envelope.ts";
import { markBroken, type IntegrationOfUpdate } from "./number.ts";
import { parseCustomerMessage, type CustomerMessage, type SentFile } from "./read-message.ts";
import { problemOf, reasonOf } from "./send-failure.ts";
import { deliveryRanks, recordDelivery } from "../../conversations/outbox/outbox.ts";

export type IngestTools = Pick<Context, "events" | "jobs">;

/** An update that can never be ingested. It becomes a dead letter with this reason. */
export class UnusableUpdateError extends Error {
  override name = "UnusableUpdateError";
}

/**
 * Ingests one update as part of `trx`; ingesting it twice changes nothing. Returns the conversation that has a
 * message to answer, or null. Throws UnusableUpdateError for an update of an unknown shape.
 */
export async function ingestUpdate(
  trx: Transaction,
  tools: IngestTools,
  integration: IntegrationOfUpdate,
  update: Update,
): Promise<string | null> {
  if (update.kind === "unknown") throw new UnusableUpdateError("unknown shape");
  if (update.kind === "message") return ingestMessage(trx, tools, integration, update);
  const ingest = update.kind === "status" ? ingestStatus : ingestError;
  await ingest(trx, tools.events, integration, update.value);
  return null;
}

async function ingestMessage(
  trx: Transaction,
  { events, jobs }: IngestTools,
  integration: IntegrationOfUpdate,
  update: Update,
): Promise<string | null> {
  const { organizationId, integrationId } = integration;
  const message = parseCustomerMessage(update.value, update.contacts);
  if (message.inGroup) throw new UnusableUpdateError("sent in a group");
  const key = { organizationId, integrationId, ...message };
  const conversation = { organizationId, conversationId: await conversationOfContact(trx, jobs, key) };
  const messageId = message.content === "" ? null : randomUUID();
  if (!(await storeMessage(trx, conversation, message, messageId))) return null;
  if (message.newWaId !== null) await changeNumber(trx, key, message.newWaId);
  if (messageId !== null) {
    if (message.file !== null) await fetchLater(trx, jobs, { organizationId, messageId, ...message.file });
    await events.publish(trx, organizationId, messageCreated(conversation, messageId));
  }
  // Also while the number is inactive: the message then waits, and is answered once it is active again.
  return message.request.kind === "none" ? null : conversation.conversationId;
}

/** Records the file of a message and queues fetching it: Meta keeps it for a few days only. */
async function fetchLater(trx: Transaction, jobs: Jobs, sent: SentFile & Key<"messageId">): Promise<void> {
  const { organizationId, messageId, mediaId, ...file } = sent;
  const row = { organization_id: organizationId, message_id: messageId, media_id: mediaId, ...file };
  const fileId = await insertRow(trx, "message_files", row);
  await jobs.enqueue(trx, "whatsapp.fetch", { organizationId, fileId });
}

/**
 * Stores a message in its conversation, and shows it to staff under `messageId` if there is one; false when it is stored
 * already. One statement, since a batch has a thousand.
 */
async function storeMessage(
  trx: Transaction,
  { organizationId, conversationId }: ConversationKey,
  message: CustomerMessage,
  messageId: string | null,
): Promise<boolean> {
  const request = JSON.stringify(message.request);
  const answeredAt = message.request.kind === "none" ? new Date() : null;
  const { rows } = await sql`
    with stored as (
      insert into whatsapp_messages (organization_id, wamid, conversation_id, type, request, sent_at, answered_at, message_id)
      values (
        ${organizationId}, ${message.wamid}, ${conversationId}, ${message.type}, ${request},
        ${message.sentAt}, ${answeredAt}, ${messageId}
      )
      on conflict (organization_id, wamid) do nothing
      returning conversation_id
    ), shown_message as (
      insert into messages (id, organization_id, conversation_id, role, content)
      select ${messageId}::uuid, ${organizationId}::uuid, conversation_id, 'user', ${message.content}
      from stored where ${messageId}::uuid is not null
    ), updated_conversation as (
      update conversations set
        last_message_at = clock_timestamp(),
        last_customer_message_at = greatest(last_customer_message_at, ${message.sentAt}::timestamptz)
      where organization_id = ${organizationId} and id in (select conversation_id from stored)
    )
    select from stored`.execute(trx);
  return rows.length > 0;
}

const AccountError = z.object({ code: z.int() });

/** An error about the number itself. */
async function ingestError(
  trx: Transaction,
  events: Events,
  integration: IntegrationOfUpdate,
  value: unknown,
): Promise<void> {
  const problem = problemOf(AccountError.parse(value).code);
  if (problem !== null) await markBroken(trx, events, { ...integration, problem });
}

const Status = z.object({
  id: z.string().min(1).max(512),
  status: z.string().min(1).max(64),
  timestamp: z.coerce.number().int().positive().max(9_999_999_999),
  recipient_id: z.string().max(128).optional(),
  recipient_user_id: z.string().max(128).optional(),
  // The message's id in the outbox, which we sent with it.
  biz_opaque_callback_data: z.string().optional(),
  errors: z.array(z.object({ code: z.int() })).optional(),
});

/** Ingests a status of a message. Statuses may arrive in any order, and before the sending itself is recorded. */
async function ingestStatus(
  trx: Transaction,
  events: Events,
  integration: IntegrationOfUpdate,
  value: unknown,
): Promise<void> {
  const { organizationId } = integration;
  const status = Status.parse(value);
  const code = status.errors?.[0]?.code ?? null;
  const outboxId = Id.safeParse(status.biz_opaque_callback_data).data ?? null;
  await lockMessage(trx, organizationId, status.id);
  // The message was deleted with its conversation: its status would only keep the customer's number.
  if (outboxId !== null && (await findMessage(trx, organizationId, status.id, outboxId)) === null) return;
  const isNew = await insertIfNew(trx, "whatsapp_statuses", {
    organization_id: organizationId,
    wamid: status.id,
    status: status.status,
    recipient: status.recipient_id ?? status.recipient_user_id ?? "",
    outbox_id: outboxId,
    error_code: code,
    at: new Date(status.timestamp * 1000),
  });
  if (!isNew) return;
  await applyStatuses(trx, events, { organizationId, wamid: status.id });
  const problem = problemOf(code);
  if (problem !== null) await markBroken(trx, events, { ...integration, problem });
}

/** Locks a message, since a status may arrive while its sending is being recorded. */
export async function lockMessage(trx: Transaction, organizationId: string, wamid: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${organizationId} ${wamid}`}, 1))`.execute(trx);
}

/** Gives the message in the outbox the furthest status that is known for `wamid`. */
export async function applyStatuses(trx: Transaction, events: Events, key: Key<"wamid">): Promise<void> {
  const { organizationId, wamid } = key;
  const known = { organization_id: organizationId, wamid };
  const statuses = await findRows(trx, "whatsapp_statuses", known, ["status", "outbox_id", "error_code"]);
  const furthest = deliveryRanks.findLast((rank) => statuses.some((each) => each.status === rank));
  if (furthest === undefined) return;
  const outboxId = statuses.find(({ outbox_id: id }) => id !== null)?.outbox_id ?? null;
  const message = await findMessage(trx, organizationId, wamid, outboxId);
  if (message === null) return;
  const code = statuses.find((each) => each.status === furthest)?.error_code ?? null;
  const reason = furthest === "failed" ? reasonOf(code) : null;
  const { id, conversation_id: conversationId } = message;
  const status = { organizationId, id, channelMessageId: wamid, delivery: furthest, code, reason };
  await recordDelivery(trx, status);
  await events.publish(trx, organizationId, { type: "conversation.updated", id: conversationId });
}

async function findMessage(trx: Transaction, organizationId: string, wamid: string, outboxId: string | null) {
  const rows = await trx
    .selectFrom("outbox")
    .select(["id", "conversation_id", "channel_message_id"])
    .where("organization_id", "=", organizationId)
    .where((eb) =>
      eb.or([
        eb("channel_message_id", "=", wamid),
        ...(outboxId === null
          ? []
          : [eb.and([eb("id", "=", outboxId), eb("channel_message_id", "is", null)])]),
      ]),
    )
    .execute();
  return rows.find((row) => row.channel_message_id === wamid) ?? rows[0] ?? null;
}
