import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import type { Transaction } from "../../database/database.ts";
import type { Events } from "../../events.ts";
import { changeNumber, conversationOf } from "./contacts.ts";
import type { Update } from "./envelope.ts";
import { markBroken } from "./integrations.ts";
import { readMessage } from "./read-message.ts";
import { problemOf } from "./send-failure.ts";
import { takeInStatus } from "./statuses.ts";

/** The number that an update is about. */
export interface IntegrationOfUpdate {
  organizationId: string;
  integrationId: string;
  isActive: boolean;
  settingsOf: Date;
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
  events: Events,
  integration: IntegrationOfUpdate,
  update: Update,
): Promise<string | null> {
  switch (update.kind) {
    case "message":
      return takeInMessage(trx, events, integration, update);
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
  events: Events,
  integration: IntegrationOfUpdate,
  update: Update,
): Promise<string | null> {
  const { organizationId, integrationId } = integration;
  const message = readMessage(update.value, update.contacts);
  if (message.inGroup) throw new UnusableUpdateError("sent in a group");
  const key = { organizationId, integrationId, ...message };
  const sessionId = await conversationOf(trx, key);
  const waits = message.act.kind !== "none" && integration.isActive;
  const chatMessageId = message.content === "" ? null : randomUUID();
  const stored = await trx
    .insertInto("whatsapp_messages")
    .values({
      organization_id: organizationId,
      wamid: message.wamid,
      session_id: sessionId,
      type: message.type,
      act: JSON.stringify(message.act),
      sent_at: message.sentAt,
      answered_at: waits ? null : new Date(),
      chat_message_id: chatMessageId,
    })
    .onConflict((repeated) => repeated.columns(["organization_id", "wamid"]).doNothing())
    .executeTakeFirst();
  if (stored.numInsertedOrUpdatedRows === 0n) return null;
  if (message.newWaId !== null) await changeNumber(trx, key, message.newWaId);
  await trx
    .updateTable("conversations")
    .set({
      last_message_at: sql`clock_timestamp()`,
      last_customer_message_at: sql`greatest(last_customer_message_at, ${message.sentAt})`,
    })
    .where("organization_id", "=", organizationId)
    .where("session_id", "=", sessionId)
    .execute();
  if (chatMessageId !== null) {
    await trx
      .insertInto("chat_messages")
      .values({
        id: chatMessageId,
        organization_id: organizationId,
        session_id: sessionId,
        role: "user",
        content: message.content,
      })
      .execute();
    await events.publish(trx, organizationId, { type: "message.created", id: chatMessageId, sessionId });
  }
  return waits ? sessionId : null;
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
