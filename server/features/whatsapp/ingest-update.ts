import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import type { Context } from "../../context.ts";
import type { Transaction, Key } from "../../database/database.ts";
import { insertRow } from "../../database/rows.ts";
import type { Events } from "../../events.ts";
import type { Jobs } from "../../jobs.ts";
import { messageCreated, type ConversationKey } from "../../conversations/messages.ts";
import { changeNumber, conversationOfContact } from "./contacts.ts";
import type { Update } from "./envelope.ts";
import type { IntegrationOfUpdate } from "./secrets.ts";
import { markBroken } from "./number.ts";
import { parseCustomerMessage, type CustomerMessage, type SentFile } from "./read-message.ts";
import { problemOf } from "./send-failure.ts";
import { ingestStatus } from "./statuses.ts";

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
  const { events } = tools;
  switch (update.kind) {
    case "message":
      return ingestMessage(trx, tools, integration, update);
    case "status":
      await ingestStatus(trx, events, integration, update.value);
      return null;
    case "error":
      await ingestError(trx, events, integration, update.value);
      return null;
    case "unknown":
      throw new UnusableUpdateError("unknown shape");
  }
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
async function fetchLater(
  trx: Transaction,
  jobs: Jobs,
  { organizationId, messageId, mediaId, ...file }: SentFile & Key<"messageId">,
): Promise<void> {
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
