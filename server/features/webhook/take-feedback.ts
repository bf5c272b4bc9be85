import { createHash, randomUUID } from "node:crypto";
import type { z } from "zod";
import type { WebhookFeedback, WebhookFeedbackCreate } from "../../../contract/webhook.ts";
import type { KeyPrincipal } from "../../auth/api-keys.ts";
import { storeRating } from "../../conversations/rating.ts";
import { withTenant, type Database } from "../../database/database.ts";
import type { Events } from "../../events.ts";
import { requireConversation } from "./conversations.ts";

/**
 * Stores a rating. A conversation, or else an Idempotency-Key, is one occasion: rating it again replaces the given
 * fields. Without either, every rating is separate. The reply has the fields that were sent, never those of an
 * earlier rating. Throws not_found for a conversation that the key may not ask.
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
    const occasion = occasionOf(key, conversationId, idempotencyKey);
    const rated = { organizationId, occasion, source, conversationId: conversationId };
    const row = await storeRating(trx, events, rated, {
      rating,
      ...(form.comment == null ? {} : { comment: form.comment }),
      ...(form.category == null ? {} : { category: form.category }),
      ...(form.customerEmail === undefined ? {} : { customer_email: form.customerEmail }),
      ...(form.customerPhone === undefined ? {} : { customer_phone: form.customerPhone }),
    });
    return {
      id: row.id,
      rating,
      source,
      category: form.category ?? null,
      comment: form.comment ?? null,
      customerEmail: form.customerEmail ?? null,
      customerPhone: form.customerPhone ?? null,
      createdAt: row.created_at.toISOString(),
    };
  });
}

function occasionOf(key: KeyPrincipal, conversationId?: string, idempotencyKey?: string): string {
  if (conversationId !== undefined) return `webhook ${conversationId}`;
  if (idempotencyKey === undefined) return `webhook ${randomUUID()}`;
  return `webhook ${key.id} ${createHash("sha256").update(idempotencyKey).digest("hex")}`;
}
