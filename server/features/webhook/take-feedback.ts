import { createHash, randomUUID } from "node:crypto";
import type { z } from "zod";
import type { WebhookFeedback, WebhookFeedbackCreate } from "../../../contract/webhook.ts";
import type { KeyPrincipal } from "../../auth/api-keys.ts";
import { withTenant, type Database, type Transaction } from "../../database/database.ts";
import { notFound } from "../../errors.ts";
import type { Events } from "../../events.ts";

/**
 * Stores a rating. A conversation, or else an Idempotency-Key, is one occasion: rating it again corrects
 * what is given anew. Without either every rating is one of its own. Throws not_found for a
 * conversation of others.
 */
export async function takeFeedback(
  { db, events }: { db: Database; events: Events },
  key: KeyPrincipal,
  form: z.output<typeof WebhookFeedbackCreate>,
  idempotencyKey: string | undefined,
): Promise<WebhookFeedback> {
  const { organizationId } = key;
  const { conversationId, rating, source } = form;
  return withTenant(db, organizationId, async (trx) => {
    if (conversationId !== undefined) await requireConversation(trx, key, conversationId);
    const given = {
      rating,
      ...(form.comment == null ? {} : { comment: form.comment }),
      ...(form.category == null ? {} : { category: form.category }),
      ...(form.customerEmail === undefined ? {} : { customer_email: form.customerEmail }),
      ...(form.customerPhone === undefined ? {} : { customer_phone: form.customerPhone }),
    };
    const row = await trx
      .insertInto("feedback")
      .values({
        organization_id: organizationId,
        occasion: occasionOf(key, conversationId, idempotencyKey),
        source,
        session_id: conversationId ?? null,
        ...given,
      })
      .onConflict((again) =>
        again.columns(["organization_id", "occasion"]).doUpdateSet({ ...given, updated_at: new Date() }),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
    await events.publish(trx, organizationId, { type: "feedback.created", id: row.id });
    return {
      id: row.id,
      rating: row.rating,
      source,
      category: row.category,
      comment: row.comment,
      customerEmail: row.customer_email,
      customerPhone: row.customer_phone,
      createdAt: row.created_at.toISOString(),
    };
  });
}

function occasionOf(key: KeyPrincipal, conversationId?: string, idempotencyKey?: string): string {
  if (conversationId !== undefined) return `webhook ${conversationId}`;
  if (idempotencyKey === undefined) return `webhook ${randomUUID()}`;
  return `webhook ${key.id} ${createHash("sha256").update(idempotencyKey).digest("hex")}`;
}

async function requireConversation(
  trx: Transaction,
  { organizationId }: KeyPrincipal,
  conversationId: string,
): Promise<void> {
  const session = await trx
    .selectFrom("chat_sessions")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("id", "=", conversationId)
    .where("channel", "=", "webhook")
    .executeTakeFirst();
  if (session === undefined) throw notFound("conversation");
}
