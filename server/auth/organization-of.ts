import type { User } from "../../contract/identity.ts";
import { withTenant, type Transaction } from "../database/database.ts";
import type { FindOrganization } from "./access.ts";

interface Named {
  params: Readonly<Record<string, string>>;
  user: User;
  /** The user's organizations; no other is searched. */
  organizationIds: readonly string[];
}

/** The organization of the row that the path names. */
const organizationOf =
  (
    find: (trx: Transaction, named: Named) => Promise<{ organization_id: string } | undefined>,
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

/** The organization of a conversation with a customer, never of a chat of staff. */
export const organizationOfConversation = organizationOf((trx, { params, organizationIds }) =>
  trx
    .selectFrom("conversations")
    .select("organization_id")
    .where("session_id", "=", params.conversationId ?? "")
    .where("channel", "!=", "chat")
    .where("organization_id", "in", organizationIds)
    .executeTakeFirst(),
);

/**
 * The organization of the user's own chat session and, if the path names a message, of an answer in it. Nobody may
 * see, hand over or rate the chats of colleagues.
 */
export const organizationOfOwnSession = organizationOf((trx, { params, user, organizationIds }) => {
  const session = trx
    .selectFrom("chat_sessions")
    .select("chat_sessions.organization_id")
    .where("chat_sessions.id", "=", params.id ?? "")
    .where("user_id", "=", user.id)
    .where("channel", "=", "chat")
    .where("chat_sessions.organization_id", "in", organizationIds);
  if (params.messageId === undefined) return session.executeTakeFirst();
  return session
    .innerJoin("chat_messages", (join) =>
      join
        .onRef("chat_messages.organization_id", "=", "chat_sessions.organization_id")
        .onRef("chat_messages.session_id", "=", "chat_sessions.id"),
    )
    .where("chat_messages.id", "=", params.messageId)
    .where("role", "=", "assistant")
    .executeTakeFirst();
});
