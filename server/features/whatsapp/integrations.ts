import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { maskedSecret, dayMs } from "../../../contract/limits.ts";
import {
  WhatsappIntegration,
  whatsappProblemMessage,
  WhatsappProblem,
  type WhatsappIntegrationCreate,
  type WhatsappIntegrationUpdate,
  type WhatsappTest,
} from "../../../contract/whatsapp.ts";
import type { SecretBox } from "../../auth/secret-box.ts";
import { checkNumber } from "../../clients/graph-api.ts";
import type { Config } from "../../config.ts";
import type { Context } from "../../context.ts";
import { equals, inTenant, violates, withTenant, type Transaction } from "../../database/database.ts";
import { deleteRows, findRow, fromRow, insertIfNew, rowId, updateRows } from "../../database/rows.ts";
import { conflict, notFound } from "../../errors.ts";
import { senderOf, placeOfSecret, type IntegrationKey } from "./number.ts";
import type { Jobs } from "../../jobs.ts";

type IntegrationTools = Pick<Context, "config" | "events" | "jobs" | "secrets">;

/**
 * The organization's integrations, oldest first; at most 100. Secrets are masked, except for the verify token with
 * `showVerifyToken`, because it has to be entered at Meta as well.
 */
export async function listIntegrations(
  trx: Transaction,
  { config, secrets }: Pick<IntegrationTools, "config" | "secrets">,
  { organizationId, showVerifyToken }: { organizationId: string; showVerifyToken: boolean },
): Promise<WhatsappIntegration[]> {
  const rows = await selectIntegrations(trx, organizationId).select("verify_token").limit(100).execute();
  return rows.map((row) => {
    const integration = toIntegration(config, row);
    if (!showVerifyToken) return integration;
    const place = placeOfSecret.verifyToken({ organizationId, integrationId: row.id });
    const webhookVerifyToken = secrets.openOrNull(row.verify_token, place) ?? maskedSecret;
    return { ...integration, webhookVerifyToken };
  });
}

/** Connects a number. Throws whatsapp_number_taken if the organization has connected it already. */
export async function createIntegration(
  trx: Transaction,
  { config, events, secrets }: Omit<IntegrationTools, "jobs">,
  organizationId: string,
  form: WhatsappIntegrationCreate,
): Promise<WhatsappIntegration> {
  const id = randomUUID();
  const key = { organizationId, integrationId: id };
  const seal = sealerOf(secrets, key);
  const isNew = await insertIfNew(trx, "whatsapp_integrations", {
    ...rowId(organizationId, id),
    business_name: form.businessName,
    phone_number_id: form.phoneNumberId,
    access_token: seal<never>("accessToken", form.accessToken),
    verify_token: seal<never>("verifyToken", form.webhookVerifyToken),
    app_secret: seal("appSecret", form.appSecret) ?? null,
  });
  if (!isNew) throw numberInUse();
  await events.publish(trx, organizationId, { type: "whatsapp.updated", id });
  return readIntegration(trx, config, key);
}

/**
 * Changes the given settings, clears a recorded problem, and resumes waiting work. Throws whatsapp_number_taken if another
 * integration has the number.
 */
export async function updateIntegration(
  trx: Transaction,
  { config, events, jobs, secrets }: IntegrationTools,
  key: IntegrationKey,
  form: WhatsappIntegrationUpdate,
): Promise<WhatsappIntegration> {
  const { organizationId, integrationId } = key;
  const seal = sealerOf(secrets, key);
  const isFound = await updateRows(trx, "whatsapp_integrations", rowId(organizationId, integrationId), {
    updated_at: new Date(),
    problem: null,
    problem_at: null,
    paused_until: null,
    pauses_in_a_row: 0,
    business_name: form.businessName,
    phone_number_id: form.phoneNumberId,
    is_active: form.isActive,
    access_token: seal("accessToken", form.accessToken),
    verify_token: seal("verifyToken", form.webhookVerifyToken),
    app_secret: seal("appSecret", form.appSecret),
  }).catch((error: unknown) => {
    const isTaken = violates(error, "whatsapp_integrations_organization_id_phone_number_id_key");
    throw isTaken ? numberInUse() : error;
  });
  if (!isFound) throw noIntegration();
  await resumeWork(trx, jobs, key);
  await events.publish(trx, organizationId, { type: "whatsapp.updated", id: integrationId });
  return readIntegration(trx, config, key);
}

/** Encrypts a secret for its place; an absent one stays absent. */
const sealerOf =
  (secrets: SecretBox, key: IntegrationKey) =>
  <None extends null | undefined>(name: keyof typeof placeOfSecret, secret: string | None) =>
    typeof secret === "string" ? secrets.seal(secret, placeOfSecret[name](key)) : secret;

/** Disconnects a number. Conversations and ratings stay; unsent messages are never sent. */
export async function deleteIntegration(trx: Transaction, { events }: IntegrationTools, key: IntegrationKey) {
  const { organizationId, integrationId } = key;
  if (!(await deleteRows(trx, "whatsapp_integrations", rowId(organizationId, integrationId))))
    throw noIntegration();
  await events.publish(trx, organizationId, { type: "whatsapp.updated", id: integrationId });
}

const noIntegration = () => notFound("WhatsApp integration");

const numberInUse = () =>
  conflict(
    "whatsapp_number_taken",
    "This phone number ID is already connected. Edit that integration instead.",
  );

/** Checks everything that a number needs, and asks Meta about the access token. Changes nothing. Throws not_found. */
export async function testIntegration(
  { db, config, secrets }: Pick<Context, "db" | "config" | "secrets">,
  key: IntegrationKey,
): Promise<WhatsappTest> {
  const { row, lastMessageAt } = await withTenant(db, key.organizationId, async (trx) => {
    const id = rowId(key.organizationId, key.integrationId);
    const columns = ["phone_number_id", "access_token", "app_secret"] as const;
    const found = await findRow(trx, "whatsapp_integrations", id, columns);
    if (found === undefined) throw noIntegration();
    const newest = await trx
      .selectFrom("whatsapp_contacts")
      .innerJoin("messages", inTenant("messages.conversation_id", "whatsapp_contacts.conversation_id"))
      .select(({ fn }) => fn.max("messages.created_at").as("at"))
      .where("whatsapp_contacts.organization_id", "=", key.organizationId)
      .where(equals({ "whatsapp_contacts.integration_id": key.integrationId, "messages.role": "user" }))
      .executeTakeFirst();
    return { row: found, lastMessageAt: newest?.at ?? null };
  });
  const sender = senderOf(secrets, { ...key, ...row });
  const unreadable = { token: "unreadable", displayPhoneNumber: null } as const;
  return {
    ...(sender === null ? unreadable : await checkNumber(config.whatsapp.graphUrl, sender)),
    hasAppSecret: row.app_secret !== null || config.whatsapp.appSecret !== undefined,
    lastMessageAt: lastMessageAt?.toISOString() ?? null,
  };
}

function selectIntegrations(trx: Transaction, organizationId: string) {
  return trx
    .selectFrom("whatsapp_integrations")
    .select(["id", "organization_id", "business_name", "phone_number_id", "is_active", "problem"])
    .select(["created_at", "updated_at"])
    .select((eb) => eb("app_secret", "is not", null).$castTo<boolean>().as("has_app_secret"))
    .where("organization_id", "=", organizationId)
    .orderBy("created_at")
    .orderBy("id");
}
type Row = Awaited<ReturnType<ReturnType<typeof selectIntegrations>["execute"]>>[number];

async function readIntegration(trx: Transaction, config: Config, key: IntegrationKey) {
  const row = await selectIntegrations(trx, key.organizationId)
    .where("id", "=", key.integrationId)
    .executeTakeFirstOrThrow(noIntegration);
  return toIntegration(config, row);
}

function toIntegration(config: Config, row: Row): WhatsappIntegration {
  const unsigned = !row.has_app_secret && config.whatsapp.appSecret === undefined;
  const code = WhatsappProblem.nullable().parse(row.problem ?? (unsigned ? "app_secret_missing" : null));
  return fromRow(WhatsappIntegration, {
    ...row,
    access_token: maskedSecret,
    webhook_verify_token: maskedSecret,
    app_secret: row.has_app_secret ? maskedSecret : null,
    problem: code === null ? null : { code, message: whatsappProblemMessage[code] },
    webhook_url: `${config.publicUrl}/api/whatsapp/webhook/${row.organization_id}`,
  });
}

const windowMs = dayMs;

/**
 * Called after the settings of a number were changed. Waiting messages are sent, messages that arrived while it was
 * inactive are answered if WhatsApp still accepts an answer, and files that could not be fetched are tried again.
 */
async function resumeWork(trx: Transaction, jobs: Jobs, { organizationId, integrationId }: IntegrationKey) {
  const { rows: waiting } = await sql<{ id: string }>`
    select conversation_id as id
    from whatsapp_contacts join outbox using (organization_id, conversation_id)
    where organization_id = ${organizationId} and integration_id = ${integrationId} and state = 'waiting'
    union
    select conversation_id
    from whatsapp_contacts join whatsapp_messages using (organization_id, conversation_id)
    where organization_id = ${organizationId} and integration_id = ${integrationId} and answered_at is null
      and sent_at > ${new Date(Date.now() - windowMs)}
  `.execute(trx);
  for (const { id: conversationId } of waiting)
    await jobs.enqueue(trx, "whatsapp.continue", { organizationId, conversationId });
  const files = await trx
    .selectFrom("message_files as file")
    .innerJoin("messages as message", inTenant("message.id", "file.message_id"))
    .innerJoin("whatsapp_contacts as contact", inTenant("contact.conversation_id", "message.conversation_id"))
    .select("file.id")
    .where("file.organization_id", "=", organizationId)
    .where(equals({ "contact.integration_id": integrationId, "file.state": "waiting" }))
    .execute();
  for (const { id: fileId } of files) await jobs.enqueue(trx, "whatsapp.fetch", { organizationId, fileId });
}
