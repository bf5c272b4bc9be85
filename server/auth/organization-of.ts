import type { User } from "../../contract/identity.ts";
import { equals, inTenant, withTenant, type Transaction } from "../database/database.ts";
import type { FindOrganization } from "./access.ts";

interface RowLookup {
  params: Readonly<Record<string, string>>;
  user: User;
  /** The user's organizations; no other is searched. */
  organizationIds: readonly string[];
}

/** The organization of the row whose id is in the path. */
const organizationOf =
  (
    find: (trx: Transaction, lookup: RowLookup) => Promise<{ organization_id: string } | undefined>,
  ): FindOrganization =>
  async (db, user, params) => {
    const organizationIds = user.organizations.map(({ id }) => id);
    const row = await withTenant(db, organizationIds, (trx) => find(trx, { params, user, organizationIds }));
    return row?.organization_id ?? null;
  };

const organizationOfRow = (
  table: "api_keys" | "documents" | "object_uploads" | "tickets",
  param: string,
): FindOrganization =>
  organizationOf((trx, { params, organizationIds }) =>
    trx
      .selectFrom(table)
      .select("organization_id")
      .where("id", "=", params[param] ?? "")
      .where("organization_id", "in", organizationIds)
      .executeTakeFirst(),
  );

export const organizationOfApiKey = organizationOfRow("api_keys", "id");
export const organizationOfDocument = organizationOfRow("documents", "id");
export const organizationOfTicket = organizationOfRow("tickets", "ticketId");
export const organizationOfUpload = organizationOfRow("object_uploads", "uploadId");

/** The organization of a conversation with a customer; chats of members are not found. */
export const organizationOfConversation = organizationOf((trx, { params, organizationIds }) =>
  trx
    .selectFrom("conversations")
    .select("organization_id")
    .where("id", "=", params.conversationId ?? "")
    .where("channel", "!=", "chat")
    .where("organization_id", "in", organizationIds)
    .executeTakeFirst(),
);

/**
 * The organization of the user's own chat; if the path has a message's id, it must be an answer in that chat. No one
 * may see, hand off or rate the chats of colleagues.
 */
export const organizationOfOwnChat = organizationOf((trx, { params, user, organizationIds }) => {
  const conversation = trx
    .selectFrom("conversations")
    .select("conversations.organization_id")
    .where(equals({ "conversations.id": params.id ?? "", user_id: user.id, channel: "chat" }))
    .where("conversations.organization_id", "in", organizationIds);
  if (params.messageId === undefined) return conversation.executeTakeFirst();
  return conversation
    .innerJoin("messages", inTenant("messages.conversation_id", "conversations.id"))
    .where(equals({ "messages.id": params.messageId, role: "assistant" }))
    .executeTakeFirst();
});
