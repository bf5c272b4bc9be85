import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import type { Context } from "../../context.ts";
import type { Transaction, Key } from "../../database/database.ts";
import type { Events } from "../../events.ts";
import type { Jobs } from "../../jobs.ts";
import { messageCreated, type ConversationKey } from "../../conversations/messages.ts";
import { changeNumber, conversationOf } from "./contacts.ts";
import type { Update } from "./envelope.ts";
import type { IntegrationOfUpdate } from "./secrets.ts";
import { markBroken } from "./number.ts";
import { readMessage, type CustomerMessage, type SentFile } from "./read-message.ts";
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
  const message = readMessage(update.value, update.contacts);
  if (message.inGroup) throw new UnusableUpdateError("sent in a group");
  const key = { organizationId, integrationId, ...message };
  const conversationId = await conversationOf(trx, key);
  // Also while the number is inactive: the message then waits, and is answered once it is active again.
  const waits = message.request.kind !== "none";
  const messageId = message.content === "" ? null : randomUUID();
  const stored = await storeMessage(trx, { organizationId, conversationId, message, waits, messageId });
  if (!stored) return null;
  if (message.newWaId !== null) await changeNumber(trx, key, message.newWaId);
  if (messageId !== null) {
    if (message.file !== null) await fetchLater(trx, jobs, { organizationId, messageId, ...message.file });
    await events.publish(trx, organizationId, messageCreated({ organizationId, conversationId }, messageId));
  }
  return waits ? conversationId : null;
}

/** Records the file of a message and queues fetching it: Meta keeps it for a few days only. */
async function fetchLater(
  trx: Transaction,
  jobs: Jobs,
  { organizationId, ...file }: SentFile & Key<"messageId">,
): Promise<void> {
  const { id } = await trx
    .insertInto("message_files")
    .values({
      organization_id: organizationId,
      message_id: file.messageId,
      kind: file.kind,
      media_id: file.mediaId,
      name: file.name,
      caption: file.caption,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await jobs.enqueue(trx, "whatsapp.fetch", { organizationId, fileId: id });
}

interface ReceivedMessage extends ConversationKey {
  message: CustomerMessage;
  waits: boolean;
  /** Null when there is nothing to show to staff. */
  messageId: string | null;
}

/** Stores a message in its conversation; false when it is stored already. One statement, since a batch has a thousand. */
async function storeMessage(trx: Transaction, received: ReceivedMessage): Promise<boolean> {
  const { organizationId, conversationId, message, waits, messageId } = received;
  const request = JSON.stringify(message.request);
  const { rows } = await sql`
    with stored as (
      insert into whatsapp_messages (organization_id, wamid, conversation_id, type, request, sent_at, answered_at, message_id)
      values (
        ${organizationId}, ${message.wamid}, ${conversationId}, ${message.type}, ${request},
        ${message.sentAt}, ${waits ? null : new Date()}, ${messageId}
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
