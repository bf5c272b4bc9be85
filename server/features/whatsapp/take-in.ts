import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import type { Transaction } from "../../database/database.ts";
import type { Events } from "../../events.ts";
import type { Jobs } from "../../jobs.ts";
import { changeNumber, conversationOf } from "./contacts.ts";
import type { Update } from "./envelope.ts";
import { markBroken } from "./integrations.ts";
import { readMessage, type CustomerMessage, type SentFile } from "./read-message.ts";
import { problemOf } from "./send-failure.ts";
import { takeInStatus } from "./statuses.ts";

/** The number that an update is about. */
export interface IntegrationOfUpdate {
  organizationId: string;
  integrationId: string;
  settingsOf: Date;
}

export interface TakeInTools {
  events: Events;
  jobs: Jobs;
}

/** An update that cannot be taken in, now or later: it is kept aside with this reason. */
export class UnusableUpdateError extends Error {
  override name = "UnusableUpdateError";
}

/**
 * Takes in one update as part of `trx`. Again, it changes nothing. The session that has something to
 * answer, or null. Throws for an update that makes no sense.
 */
export async function takeIn(
  trx: Transaction,
  tools: TakeInTools,
  integration: IntegrationOfUpdate,
  update: Update,
): Promise<string | null> {
  const { events } = tools;
  switch (update.kind) {
    case "message":
      return takeInMessage(trx, tools, integration, update);
    case "status":
      await takeInStatus(trx, events, integration, update.value);
      return null;
    case "error":
      await takeInError(trx, events, integration, update.value);
      return null;
    case "unknown":
      throw new UnusableUpdateError("unknown shape");
  }
}

async function takeInMessage(
  trx: Transaction,
  { events, jobs }: TakeInTools,
  integration: IntegrationOfUpdate,
  update: Update,
): Promise<string | null> {
  const { organizationId, integrationId } = integration;
  const message = readMessage(update.value, update.contacts);
  if (message.inGroup) throw new UnusableUpdateError("sent in a group");
  const key = { organizationId, integrationId, ...message };
  const sessionId = await conversationOf(trx, key);
  // Also while the number is inactive: the message is then kept, and answered once it is active again.
  const waits = message.act.kind !== "none";
  const chatMessageId = message.content === "" ? null : randomUUID();
  const stored = await storeMessage(trx, { organizationId, sessionId, message, waits, chatMessageId });
  if (!stored) return null;
  if (message.newWaId !== null) await changeNumber(trx, key, message.newWaId);
  if (chatMessageId !== null) {
    if (message.file !== null) await fetchLater(trx, jobs, { organizationId, chatMessageId }, message.file);
    await events.publish(trx, organizationId, { type: "message.created", id: chatMessageId, sessionId });
  }
  return waits ? sessionId : null;
}

/** Notes the file of a message and has it fetched: Meta keeps it for days only. */
async function fetchLater(
  trx: Transaction,
  jobs: Jobs,
  { organizationId, chatMessageId }: { organizationId: string; chatMessageId: string },
  file: SentFile,
): Promise<void> {
  const { id } = await trx
    .insertInto("message_files")
    .values({
      organization_id: organizationId,
      chat_message_id: chatMessageId,
      kind: file.kind,
      media_id: file.mediaId,
      name: file.name,
      caption: file.caption,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await jobs.enqueue(trx, "whatsapp.fetch", { organizationId, fileId: id });
}

interface HeardMessage {
  organizationId: string;
  sessionId: string;
  message: CustomerMessage;
  waits: boolean;
  /** Null where there is nothing to show to staff. */
  chatMessageId: string | null;
}

/** Stores a message in its conversation, in one round trip: a batch has a thousand. False when it is known. */
async function storeMessage(trx: Transaction, heard: HeardMessage): Promise<boolean> {
  const { organizationId, sessionId, message, waits, chatMessageId } = heard;
  const { rows } = await sql`
    with stored as (
      insert into whatsapp_messages (organization_id, wamid, session_id, type, act, sent_at, answered_at, chat_message_id)
      values (
        ${organizationId}, ${message.wamid}, ${sessionId}, ${message.type}, ${JSON.stringify(message.act)},
        ${message.sentAt}, ${waits ? null : new Date()}, ${chatMessageId}
      )
      on conflict (organization_id, wamid) do nothing
      returning session_id
    ), said as (
      insert into chat_messages (id, organization_id, session_id, role, content)
      select ${chatMessageId}::uuid, ${organizationId}::uuid, session_id, 'user', ${message.content}
      from stored where ${chatMessageId}::uuid is not null
    ), heard as (
      update conversations set
        last_message_at = clock_timestamp(),
        last_customer_message_at = greatest(last_customer_message_at, ${message.sentAt}::timestamptz)
      where organization_id = ${organizationId} and session_id in (select session_id from stored)
    )
    select from stored`.execute(trx);
  return rows.length > 0;
}

const AccountError = z.object({ code: z.int() });

/** An error about the number itself. */
async function takeInError(
  trx: Transaction,
  events: Events,
  integration: IntegrationOfUpdate,
  value: unknown,
): Promise<void> {
  const problem = problemOf(AccountError.parse(value).code);
  if (problem !== null) await markBroken(trx, events, { ...integration, problem });
}
