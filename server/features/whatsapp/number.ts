import { sql } from "kysely";
import type { WhatsappProblem } from "../../../contract/whatsapp.ts";
import type { SecretBox } from "../../auth/secret-box.ts";
import type { GraphSender } from "../../clients/graph-api.ts";
import type { ConversationKey } from "../../conversations/messages.ts";
import type { LockedConversation } from "../../conversations/locks.ts";
import { equals, inTenant, rowWithId, type Transaction, type Key } from "../../database/database.ts";
import { rowId, updateRows } from "../../database/rows.ts";
import type { Events } from "../../events.ts";

export type IntegrationKey = Key<"integrationId">;

/** The number that an update is about. */
export interface IntegrationOfUpdate extends IntegrationKey {
  settingsChangedAt: Date;
}

const place =
  (what: string) =>
  (key: IntegrationKey): string =>
    `whatsapp ${what} ${key.organizationId} ${key.integrationId}`;

/** The places of an integration's secrets: a secret encrypted for one place cannot be decrypted for another. */
export const placeOfSecret = {
  accessToken: place("access token"),
  verifyToken: place("verify token"),
  appSecret: place("app secret"),
};

/** Encrypts the secrets of an organization's integrations under the first key. Returns the number of changed rows. */
export async function resealIntegrations(trx: Transaction, secrets: SecretBox, organizationId: string) {
  const rows = await trx
    .selectFrom("whatsapp_integrations")
    .select(["id", "access_token", "verify_token", "app_secret"])
    .where("organization_id", "=", organizationId)
    .forUpdate()
    .execute();
  let changed = 0;
  for (const row of rows) {
    const key = { organizationId, integrationId: row.id };
    const resealed = {
      access_token: secrets.reseal(row.access_token, placeOfSecret.accessToken(key)),
      verify_token: secrets.reseal(row.verify_token, placeOfSecret.verifyToken(key)),
      app_secret: row.app_secret && secrets.reseal(row.app_secret, placeOfSecret.appSecret(key)),
    };
    const values = Object.fromEntries(Object.entries(resealed).filter(([, value]) => value !== null));
    if (Object.keys(values).length === 0) continue;
    await updateRows(trx, "whatsapp_integrations", rowId(organizationId, row.id), values);
    changed += 1;
  }
  return changed;
}

/** Meta's limits: 80 messages per second and number, and one per 6 s and customer with bursts of 45. */
const number = { burst: 80, perSecond: 80 };
const pair = { burst: 45, perSecond: 1 / 6 };

/** The number of a conversation, and its customer there; null when it was disconnected. */
export async function findNumber(trx: Transaction, { organizationId, conversationId }: ConversationKey) {
  const row = await trx
    .selectFrom("whatsapp_contacts as contact")
    .innerJoin("whatsapp_integrations as integration", inTenant("integration.id", "contact.integration_id"))
    .select(["contact.wa_id as waId", "contact.user_id as userId"])
    .select(["integration.id as integrationId", "integration.organization_id as organizationId"])
    .select(["integration.updated_at as settingsChangedAt", "phone_number_id", "access_token", "is_active"])
    .select(["problem", "paused_until", "pauses_in_a_row"])
    .where(equals({ "contact.organization_id": organizationId, "contact.conversation_id": conversationId }))
    .executeTakeFirst();
  return row ?? null;
}
export type WhatsappNumber = NonNullable<Awaited<ReturnType<typeof findNumber>>>;

/** Null when the access token cannot be decrypted. */
export function senderOf(
  secrets: SecretBox,
  integration: IntegrationKey & Pick<WhatsappNumber, "access_token" | "phone_number_id">,
): GraphSender | null {
  const accessToken = secrets.openOrNull(integration.access_token, placeOfSecret.accessToken(integration));
  return accessToken === null ? null : { phoneNumberId: integration.phone_number_id, accessToken };
}

/**
 * Takes a token for one message from the buckets of the customer and of the number, which all processes share in the
 * database. If one is empty, takes nothing and returns how long to wait; `isBrief` if that fits into
 * the job. The caller has locked the conversation; the number is locked after it, always in this order.
 */
export async function takeAllowance(
  trx: Transaction,
  conversation: LockedConversation,
  { integrationId }: WhatsappNumber,
) {
  const { organization_id: organizationId, id: conversationId } = conversation;
  const seconds = Math.max(0, Date.now() - conversation.allowance_at.getTime()) / 1000;
  const tokens = Math.min(pair.burst, conversation.send_allowance + seconds * pair.perSecond);
  if (tokens < 1) return { waitMs: ((1 - tokens) / pair.perSecond) * 1000, isBrief: false };
  const refilled = sql<number>`least(${number.burst}::real, send_allowance + extract(epoch from clock_timestamp() - allowance_at) * ${number.perSecond}::real)`;
  const allowance = await trx
    .updateTable("whatsapp_integrations")
    .set({ send_allowance: sql`${refilled} - 1`, allowance_at: sql`clock_timestamp()` })
    .where(rowWithId(organizationId, integrationId))
    .where(refilled, ">=", 1)
    .executeTakeFirst();
  if (allowance.numUpdatedRows === 0n) return { waitMs: 1000 / number.perSecond, isBrief: true };
  const left = { send_allowance: tokens - 1, allowance_at: new Date() };
  await updateRows(trx, "conversations", rowId(organizationId, conversationId), left);
  return { waitMs: 0, isBrief: true };
}

/** Pauses sending from a number until then; null: ends the pause. */
export async function pauseNumber(trx: Transaction, paused: WhatsappNumber, until: Date | null) {
  // Many conversations may reach the limit at the same time; that counts as one pause.
  const pause =
    until === null
      ? { paused_until: null, pauses_in_a_row: 0 }
      : {
          paused_until: sql<Date>`greatest(paused_until, ${until})`,
          pauses_in_a_row: paused.pauses_in_a_row + 1,
        };
  const id = rowId(paused.organizationId, paused.integrationId);
  await updateRows(trx, "whatsapp_integrations", id, pause);
}

/** A problem with the settings of a number, as they were at `settingsChangedAt`. */
type BrokenNumber = IntegrationOfUpdate & { problem: Exclude<WhatsappProblem, "app_secret_missing"> };

/** Records a problem with the settings, unless they were changed since `settingsChangedAt`. */
export async function markBroken(trx: Transaction, events: Events, broken: BrokenNumber): Promise<void> {
  const { organizationId, integrationId, settingsChangedAt, problem } = broken;
  const marked = await trx
    .updateTable("whatsapp_integrations")
    .set({ problem, problem_at: new Date() })
    .where(rowWithId(organizationId, integrationId))
    // A Date has milliseconds, the column microseconds.
    .where(sql`date_trunc('milliseconds', updated_at)`, "<=", settingsChangedAt)
    .where("problem", "is", null)
    .executeTakeFirst();
  if (marked.numUpdatedRows === 0n) return;
  await events.publish(trx, organizationId, { type: "whatsapp.updated", id: integrationId });
}
