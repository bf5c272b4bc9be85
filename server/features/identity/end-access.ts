import { sql } from "kysely";
import { removeSecondFactors } from "../../auth/second-factors/second-factors.ts";
import { organizationsOf } from "../../auth/invitations.ts";
import type { Context } from "../../context.ts";
import type { Transaction } from "../../database/database.ts";
import { updateRows } from "../../database/rows.ts";

interface EndOfAccess {
  userId: string;
  /** The hash of the session that stays; null: all end. */
  keptSession: Buffer | null;
  /** Also removes passkeys and authenticator apps, which may belong to someone else. */
  withSecondFactors?: boolean;
}

/**
 * Ends every other way into the account: sessions, connections to single sign-on, and signing in by a passkey
 * without the password.
 */
export async function endAccess(
  context: Pick<Context, "events">,
  trx: Transaction,
  { userId, keptSession, withSecondFactors = false }: EndOfAccess,
): Promise<void> {
  await endSessions(context, trx, { userId, keptSession });
  if (withSecondFactors) await removeSecondFactors(trx, userId);
  // Each passkey requires the password too, until it has been used with the password once.
  else await updateRows(trx, "passkeys", { user_id: userId }, { needs_password: true });
  await endConnections(trx, userId);
}

/** Ends sign-ins in progress and all sessions of a user but one, and closes their event streams in every process. */
export async function endSessions(
  { events }: Pick<Context, "events">,
  trx: Transaction,
  { userId, keptSession }: Pick<EndOfAccess, "userId" | "keptSession">,
): Promise<void> {
  // First, since it locks the account: a sign-in in progress either completes before this or fails.
  await updateRows(trx, "users", { id: userId }, { access_epoch: sql<number>`access_epoch + 1` });
  let sessions = trx.deleteFrom("sessions").where("user_id", "=", userId);
  if (keptSession !== null) sessions = sessions.where("token_hash", "!=", keptSession);
  await sessions.execute();
  for (const organizationId of await organizationsOf(trx, userId))
    await events.publish(trx, organizationId, { type: "member.updated", id: userId });
}

/** Removes connections, but keeps the first one of an account without a password, which is its only way in. */
async function endConnections(trx: Transaction, userId: string): Promise<void> {
  await sql`
    delete from identities where user_id = ${userId} and id not in (
      select first.id from identities first join users on users.id = first.user_id
      where first.user_id = ${userId} and users.password_hash is null
      order by first.created_at, first.id limit 1
    )`.execute(trx);
}
