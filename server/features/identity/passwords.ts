import { sql } from "kysely";
import type { PasswordChange, PasswordReset } from "../../../contract/identity.ts";
import { countAttempt, forgetAttempt, resetLimits, signInLimits } from "../../auth/attempts.ts";
import { hashPassword, verifyNothing, verifyPassword } from "../../auth/password.ts";
import { openReset, resetLink, useReset } from "../../auth/password-resets.ts";
import type { Session } from "../../auth/sessions.ts";
import type { Context } from "../../context.ts";
import type { Transaction } from "../../database/database.ts";
import { AppError } from "../../errors.ts";

/** Sets another password for whoever knows the present one, and ends their other sessions. */
export async function changePassword(
  context: Context,
  { user, tokenHash }: Session,
  { currentPassword, newPassword, address }: PasswordChange & { address: string },
): Promise<void> {
  const { db, secretKey } = context;
  const attempt = await countAttempt(db, secretKey, signInLimits(user.email, address));
  const row = await db
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", user.id)
    .executeTakeFirstOrThrow();
  const isRight =
    row.password_hash === null
      ? await verifyNothing(currentPassword)
      : await verifyPassword(currentPassword, row.password_hash);
  if (!isRight) throw new AppError(403, "wrong_password", "The current password is not right.");
  await forgetAttempt(db, attempt);
  const passwordHash = await hashPassword(newPassword);
  await db.transaction().execute(async (trx) => {
    await storePassword(trx, user.id, passwordHash);
    await endSessions(context, trx, user.id, tokenHash);
  });
}

/** Ends every session of a user but `kept`, and the lines that they hold open, on every process. */
export async function endSessions(
  { events }: Pick<Context, "events">,
  trx: Transaction,
  userId: string,
  kept: Buffer | null,
): Promise<void> {
  let sessions = trx.deleteFrom("sessions").where("user_id", "=", userId);
  if (kept !== null) sessions = sessions.where("token_hash", "!=", kept);
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

/** Mails a link to set another password, if there is such an account. The caller learns nothing of it. */
export async function requestReset(
  context: Context,
  { email, address }: { email: string; address: string },
): Promise<void> {
  const { db, secretKey, config, mail } = context;
  if (!mail.isSetUp) {
    throw new AppError(
      409,
      "mail_not_set_up",
      "This installation sends no mail. Ask whoever runs it for a link to set a new password.",
    );
  }
  await countAttempt(db, secretKey, resetLimits(email, address));
  await db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom("users")
      .select(["id", "email"])
      .where((where) => where(where.fn("lower", ["email"]), "=", email.toLowerCase()))
      .executeTakeFirst();
    if (user === undefined) return;
    const link = resetLink(config.publicUrl, await openReset(trx, user.id));
    await mail.send(trx, user.id, {
      to: user.email,
      subject: "Set a new password for Sizana",
      text: `Somebody, probably you, asked for a new password.\n\nOpen this link to set one:\n${link}\n\nIt works once, for an hour. If it was not you, there is nothing to do.`,
    });
  });
}

/** Sets the password by a link, which is used up, and ends all sessions. Throws reset_invalid. */
export async function resetPassword(
  context: Context,
  { token, newPassword, address }: PasswordReset & { address: string },
): Promise<void> {
  await countAttempt(context.db, context.secretKey, resetLimits(null, address));
  const passwordHash = await hashPassword(newPassword);
  await context.db.transaction().execute(async (trx) => {
    const userId = await useReset(trx, token);
    if (userId === null) {
      throw new AppError(403, "reset_invalid", "This link has expired or was used. Ask for another one.");
    }
    await storePassword(trx, userId, passwordHash);
    await endSessions(context, trx, userId, null);
  });
}

async function storePassword(trx: Transaction, userId: string, passwordHash: string): Promise<void> {
  await trx.updateTable("users").set({ password_hash: passwordHash }).where("id", "=", userId).execute();
}
