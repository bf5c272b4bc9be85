import { createHmac, hash, timingSafeEqual } from "node:crypto";
import type { Context } from "../../context.ts";
import { withTenant, type Transaction } from "../../database/database.ts";
import { findRows } from "../../database/rows.ts";
import { AppError, denied, notFound } from "../../errors.ts";
import { readEnvelope } from "./envelope.ts";
import { placeOfSecret } from "./number.ts";

export type WebhookTools = Pick<Context, "config" | "db" | "jobs" | "secrets">;

interface Delivery {
  organizationId: string;
  body: Buffer;
  /** The header X-Hub-Signature-256, or "". */
  signature: string;
}

/**
 * Stores a delivery from Meta together with the job that ingests it, so that nothing is lost once this resolves. A
 * repeated delivery is stored once. Throws bad_signature or app_secret_missing if it is not proven to be from Meta, and
 * not_found if it is not for this organization.
 */
export async function receiveEvent(tools: WebhookTools, delivery: Delivery): Promise<void> {
  const { organizationId, body } = delivery;
  await withTenant(tools.db, organizationId, async (trx) => {
    const verified = await verify(trx, tools, delivery);
    const updates = readEnvelope(body) ?? [];
    const numbers = new Set(updates.flatMap(({ phoneNumberId }) => phoneNumberId ?? []));
    const ours = [...numbers].filter((number) => verified.includes(number));
    // Nothing about another organization's customers may be stored.
    if (numbers.size > 0 && ours.length === 0) throw notFound("phone number");
    const event = await trx
      .insertInto("whatsapp_events")
      .values({
        organization_id: organizationId,
        body_sha256: hash("sha256", body, "buffer"),
        body,
        phone_number_ids: ours,
      })
      .onConflict((oc) => oc.columns(["organization_id", "body_sha256"]).doNothing())
      .returning("id")
      .executeTakeFirst();
    if (event !== undefined)
      await tools.jobs.enqueue(trx, "whatsapp.receive", { organizationId, eventId: event.id });
  });
}

/**
 * The organization's numbers whose app secret made the signature. A number without a secret of its own
 * uses the installation's. Without any secret the delivery is refused: anyone who knew the address could
 * otherwise invent messages from customers.
 */
async function verify(trx: Transaction, tools: WebhookTools, delivery: Delivery): Promise<string[]> {
  const { organizationId, body, signature } = delivery;
  const ofOrganization = { organization_id: organizationId };
  const columns = ["id", "phone_number_id", "app_secret"] as const;
  const integrations = await findRows(trx, "whatsapp_integrations", ofOrganization, columns);
  if (integrations.length === 0) throw notFound("webhook");
  const shared = tools.config.whatsapp.appSecret ?? null;
  const known = integrations.map(({ id: integrationId, phone_number_id: number, app_secret: sealed }) => {
    const place = placeOfSecret.appSecret({ organizationId, integrationId });
    return { number, secret: sealed === null ? shared : tools.secrets.openOrNull(sealed, place) };
  });
  if (known.every(({ secret }) => secret === null)) {
    throw denied(
      "app_secret_missing",
      "No app secret is set, so the event can't be verified. Add the app secret.",
    );
  }
  const secrets = new Set(known.flatMap(({ secret }) => secret ?? []));
  const signers = [...secrets].filter((secret) => isSignedBy(secret, body, signature));
  if (signers.length === 0)
    throw new AppError(401, "bad_signature", "The signature doesn't match the content.");
  return known.flatMap(({ secret, number }) => (signers.includes(secret ?? "") ? number : []));
}

/** Whether `token` is the verify token of one of the organization's numbers. */
export async function isVerifyToken(
  { db, secrets }: Pick<WebhookTools, "db" | "secrets">,
  organizationId: string,
  token: string,
): Promise<boolean> {
  const rows = await withTenant(db, organizationId, (trx) =>
    findRows(trx, "whatsapp_integrations", { organization_id: organizationId }, ["id", "verify_token"]),
  );
  return rows.some(({ id: integrationId, verify_token: sealed }) => {
    const stored = secrets.openOrNull(sealed, placeOfSecret.verifyToken({ organizationId, integrationId }));
    return stored !== null && isSameSecret(stored, token);
  });
}

const format = /^sha256=[0-9a-f]{64}$/;

/** Whether `header` (X-Hub-Signature-256) is the HMAC of these bytes; compares in constant time. */
function isSignedBy(secret: string, body: Buffer, header: string): boolean {
  if (!format.test(header)) return false;
  const expected = createHmac("sha256", secret).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(header.slice("sha256=".length), "hex"));
}

/** Whether two secrets are equal; compares in constant time. */
function isSameSecret(one: string, other: string): boolean {
  const digest = (text: string): Buffer => hash("sha256", text, "buffer");
  return timingSafeEqual(digest(one), digest(other));
}
