import { sql } from "kysely";
import { z } from "zod";
import type { Transaction, Key } from "../../database/database.ts";
import { findRows, insertIfNew } from "../../database/rows.ts";
import type { Events } from "../../events.ts";
import { deliveryRanks, recordDelivery } from "../../conversations/outbox/outbox.ts";
import type { IntegrationOfUpdate } from "./secrets.ts";
import { markBroken } from "./number.ts";
import { problemOf, reasonOf } from "./send-failure.ts";

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

const Id = z.uuid();

/** Ingests a status of a message. Statuses may arrive in any order, and before the sending itself is recorded. */
export async function ingestStatus(
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
  const problem = code === null ? null : problemOf(code);
  if (problem !== null) await markBroken(trx, events, { ...integration, problem });
}

/** Locks a message, since a status may arrive while its sending is being recorded. */
export async function lockMessage(trx: Transaction, organizationId: string, wamid: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${organizationId} ${wamid}`}, 1))`.execute(trx);
}

/** Gives the message in the outbox the furthest status that is known for `wamid`. */
export async function applyStatuses(
  trx: Transaction,
  events: Events,
  { organizationId, wamid }: Key<"wamid">,
): Promise<void> {
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
    .where((where) =>
      where.or([
        where("channel_message_id", "=", wamid),
        ...(outboxId === null
          ? []
          : [where.and([where("id", "=", outboxId), where("channel_message_id", "is", null)])]),
      ]),
    )
    .execute();
  return rows.find((row) => row.channel_message_id === wamid) ?? rows[0] ?? null;
}
