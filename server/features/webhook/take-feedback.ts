import type { Context } from "../../context.ts";
import { hash, randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { WebhookFeedback, WebhookFeedbackCreate } from "../../../contract/webhook.ts";
import type { KeyPrincipal } from "../../auth/api-keys.ts";
import { storeRating } from "../../conversations/rating.ts";
import { equals, lockName, type Transaction } from "../../database/database.ts";
import { idempotencyKeyReused } from "../../errors.ts";
import { requireConversation } from "./conversations.ts";

/**
 * Stores a rating. A conversation is one occasion: rating it again replaces the given fields. Without one, every
 * rating is separate, and the same Idempotency-Key with the same body stores it once. The reply has the fields that
 * were sent, never those of an earlier rating. Throws not_found for a conversation that the key has no permission for,
 * and idempotency_key_reused for another body.
 */
export async function takeFeedback(
  trx: Transaction,
  { events }: Pick<Context, "events">,
  key: KeyPrincipal,
  {
    idempotencyKey,
    ...form
  }: z.output<typeof WebhookFeedbackCreate> & { idempotencyKey: string | undefined },
): Promise<WebhookFeedback> {
  const { organizationId } = key;
  const { conversationId, rating, source } = form;
  const given = {
    rating,
    source,
    category: form.category ?? null,
    comment: form.comment ?? null,
    customerEmail: form.customerEmail ?? null,
    customerPhone: form.customerPhone ?? null,
  };
  if (conversationId !== undefined) await requireConversation(trx, key, conversationId);
  const occasion = occasionOf(key, conversationId, idempotencyKey);
  if (conversationId === undefined && idempotencyKey !== undefined) {
    await requireSameForm(trx, organizationId, occasion, given);
  }
  const rated = { organizationId, occasion, source, conversationId };
  const row = await storeRating(trx, events, rated, {
    rating,
    comment: form.comment ?? undefined,
    category: form.category ?? undefined,
    customer_email: form.customerEmail,
    customer_phone: form.customerPhone,
  });
  return { id: row.id, ...given, createdAt: row.created_at.toISOString() };
}

function occasionOf(key: KeyPrincipal, conversationId?: string, idempotencyKey?: string): string {
  if (conversationId !== undefined) return `webhook ${conversationId}`;
  if (idempotencyKey === undefined) return `webhook ${randomUUID()}`;
  return `webhook ${key.id} ${hash("sha256", idempotencyKey)}`;
}

/** Throws idempotency_key_reused if a different rating was stored on this occasion. Waits for simultaneous requests. */
async function requireSameForm(
  trx: Transaction,
  organizationId: string,
  occasion: string,
  given: Omit<WebhookFeedback, "id" | "createdAt">,
): Promise<void> {
  await lockName(trx, `${organizationId} ${occasion}`);
  const stored = await trx
    .selectFrom("feedback")
    .select(["rating", "source", "comment", "category"])
    .select(["customer_email as customerEmail", "customer_phone as customerPhone"])
    .where(equals({ organization_id: organizationId, occasion }))
    .executeTakeFirst();
  if (stored !== undefined && !isDeepStrictEqual({ ...stored }, given)) throw idempotencyKeyReused("rating");
}
