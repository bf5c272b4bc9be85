import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { endOrganization } from "../../auth/end-organization.ts";
import { changeAccount, type Session } from "../../auth/sessions.ts";
import type { Context } from "../../context.ts";
import { erase } from "../../conversations/erase.ts";
import { forAllTenants, violates, type Transaction } from "../../database/database.ts";
import { countRows, deleteRows } from "../../database/rows.ts";
import { conflict } from "../../errors.ts";

/**
 * Deletes the account of a session with the person's own chats, and every organization in which they are alone. Their
 * messages to customers stay. Confirms it by email. Can be repeated after a crash. Throws last_owner for the only owner
 * of others.
 */
export async function deleteAccount(
  { db, events, mail, config }: Pick<Context, "db" | "events" | "mail" | "config">,
  session: Session,
): Promise<void> {
  const { id: userId, email, organizations } = session.user;
  await changeAccount(db, session, async (trx) => {
    for (const organization of organizations.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
      await leave(trx, events, userId, organization);
  });
  await forAllTenants(db, async (trx, organizationIds) => {
    const chats = await trx
      .selectFrom("conversations")
      .select(["id", "organization_id"])
      .where("organization_id", "in", organizationIds)
      .where("user_id", "=", userId)
      .execute();
    for (const [organizationId, own] of Map.groupBy(chats, (chat) => chat.organization_id))
      await erase(trx, { organizationId, conversationIds: own.map(({ id }) => id), ticketIds: [] });
  });
  await changeAccount(db, session, async (trx) => {
    await deleteRows(trx, "users", { id: userId });
    // The queue takes turns by sender; the id of the account is gone.
    await mail.send(trx, randomUUID(), {
      to: email,
      subject: "Your account was deleted (Sizana)",
      text: [
        `Your account on ${new URL(config.publicUrl).host} was deleted, with your own chats and the organizations in which you were the only member.`,
        "What you wrote to customers stays, without your name.",
        "If this wasn't you, tell the people who run this installation.",
      ].join("\n\n"),
    });
  });
}

/** Ends a membership, or the organization if there is no other member. */
async function leave(
  trx: Transaction,
  events: Context["events"],
  userId: string,
  { id, name }: { id: string; name: string },
): Promise<void> {
  await sql`select set_config('app.organization_id', ${id}, true)`.execute(trx);
  if ((await countRows(trx, "memberships", { organization_id: id })) === 1)
    return endOrganization(trx, events, id);
  await deleteRows(trx, "memberships", { organization_id: id, user_id: userId }).catch((error: unknown) => {
    throw violates(error, "memberships_keep_an_owner")
      ? conflict(
          "last_owner",
          `You are the only owner of ${name}. Make someone else an owner first, or delete it.`,
        )
      : error;
  });
  await events.publish(trx, id, { type: "member.updated", id: userId });
}
