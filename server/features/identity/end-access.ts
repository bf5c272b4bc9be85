import { sql } from "kysely";
import { bindPasskeysToPassword, removeSecondFactors } from "../../auth/second-factors/second-factors.ts";
import type { Context } from "../../context.ts";
import type { Transaction } from "../../database/database.ts";

interface EndOfAccess {
  userId: string;
  /** The session that goes on; null: none does. */
  keptSession: Buffer | null;
  /** Also passkeys and authenticator apps, where they may be somebody else's. */
  withSecondFactors?: boolean;
}

/**
 * Ends every other way into the account: sessions, the connections of single sign-on, and passkeys without the
 * password.
 */
export async function endAccess(
  context: Pick<Context, "events">,
  trx: Transaction,
  { userId, keptSession, withSecondFactors = false }: EndOfAccess,
): Promise<void> {
  await endSessions(context, trx, { userId, keptSession });
  await (withSecondFactors ? removeSecondFactors(trx, userId) : bindPasskeysToPassword(trx, userId));
  await endConnections(trx, userId);
}

/** Ends every session of a user but one, and the lines that they hold open, on every process. */
export async function endSessions(
  { events }: Pick<Context, "events">,
  trx: Transaction,
  { userId, keptSession }: Pick<EndOfAccess, "userId" | "keptSession">,
): Promise<void> {
  let sessions = trx.deleteFrom("sessions").where("user_id", "=", userId);
  if (keptSession !== null) sessions = sessions.where("token_hash", "!=", keptSession);
  await sessions.execute();
  // The policy on memberships shows a user's own.
  await sql`select set_config('app.user_id', ${userId}, true)`.execute(trx);
  const memberships = await trx
    .selectFrom("memberships")
    .select("organization_id")
    .where("user_id", "=", userId)
    .execute();
  for (const { organization_id: organizationId } of memberships) {
    await events.publish(trx, organizationId, { type: "member.updated", id: userId });
  }
}

/** The first connection of an account without a password stays: it is the only way in. */
async function endConnections(trx: Transaction, userId: string): Promise<void> {
  await sql`
    delete from identities where user_id = ${userId} and id not in (
      select first.id from identities first join users on users.id = first.user_id
      where first.user_id = ${userId} and users.password_hash is null
      order by first.created_at, first.id limit 1
    )`.execute(trx);
}
