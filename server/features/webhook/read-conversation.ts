import type { WebhookConversation, WebhookConversationQuery } from "../../../contract/webhook.ts";
import type { KeyPrincipal } from "../../auth/api-keys.ts";
import { isRow, withTenant, type Database, type Transaction } from "../../database/database.ts";
import { notFound } from "../../errors.ts";

/** A conversation as its customer sees it. Throws not_found, also for an audience that the key may not ask. */
export async function readConversation(
  db: Database,
  { organizationId, permissions }: KeyPrincipal,
  conversationId: string,
  { after, limit }: WebhookConversationQuery,
): Promise<WebhookConversation> {
  return withTenant(db, organizationId, async (trx) => {
    const conversation = await trx
      .selectFrom("conversations")
      .select(["audience", "owner_user_id"])
      .where(isRow(organizationId, conversationId))
      .where("channel", "=", "webhook")
      .executeTakeFirst();
    if (conversation === undefined || !permissions[conversation.audience as keyof typeof permissions])
      throw notFound("conversation");
    const rows = await selectMessages(trx, { organizationId, conversationId, after, limit });
    return {
      conversationId,
      takenOver: conversation.owner_user_id !== null,
      messages: rows.map((row) => ({
        id: row.id,
        // Messages of staff have no metadata.
        from: row.role === "user" ? "customer" : row.metadata === null ? "person" : "assistant",
        content: row.content,
        createdAt: row.created_at.toISOString(),
      })),
    };
  });
}

/** The first after `after`, or the newest; oldest first. */
async function selectMessages(
  trx: Transaction,
  page: { organizationId: string; conversationId: string; after: string | undefined; limit: number },
) {
  const { organizationId, conversationId, after, limit } = page;
  const all = trx
    .selectFrom("messages")
    .select(["id", "role", "content", "metadata", "created_at"])
    .where("organization_id", "=", organizationId)
    .where("conversation_id", "=", conversationId)
    .limit(limit);
  if (after === undefined) return (await all.orderBy("position", "desc").execute()).toReversed();
  const known = trx
    .selectFrom("messages")
    .select("position")
    .where("organization_id", "=", organizationId)
    .where("conversation_id", "=", conversationId)
    .where("id", "=", after);
  return all.where("position", ">", known).orderBy("position").execute();
}
