import type { PasswordChange, PasswordReset, SignIn } from "../../../contract/identity.ts";
import {
  markVerified,
  openReset,
  resetLink,
  storePassword,
  useReset,
  usersByEmail,
} from "../../auth/accounts.ts";
import {
  countAttempt,
  forgetAttempt,
  passwordLimits,
  resetLimits,
  signInLimits,
  type SignInAttempt,
} from "../../auth/attempt-limits.ts";
import { refuseGuessablePassword, hashPassword, verifyPassword, needsRehash } from "../../auth/password.ts";
import { changeAccount, type Session, startSession } from "../../auth/sessions.ts";
import type { Context } from "../../context.ts";
import { readRow, updateRows } from "../../database/rows.ts";
import { conflict, denied, wrongCredentials } from "../../errors.ts";
import { notifyAccountHolder } from "./account-emails.ts";
import { endAccess } from "./end-access.ts";
import type { SecondFactorRequired } from "../../../contract/second-factors.ts";
import type { PasswordProof } from "../../auth/second-factors/passkeys.ts";
import { methodsOf, readSecondFactors } from "../../auth/second-factors/second-factors.ts";

/** Changes the password, given the current one, and ends the other sessions. */
export async function changePassword(
  context: Context,
  session: Session,
  { currentPassword, newPassword }: PasswordChange,
): Promise<void> {
  const { user, tokenHash } = session;
  await checkPassword(context, session, currentPassword);
  await refuseGuessablePassword(newPassword, user.email);
  const passwordHash = await hashPassword(newPassword);
  await changeAccount(context.db, session, async (trx) => {
    await storePassword(trx, user.id, passwordHash);
    await endAccess(context, trx, { userId: user.id, keptSession: tokenHash });
    await notifyAccountHolder(context, trx, user, "password_changed");
  });
}

/** Records that the session's holder has just confirmed their identity. */
export async function reauthenticate(context: Context, session: Session, password: string): Promise<void> {
  await checkPassword(context, session, password);
  const change = { authenticated_at: new Date() };
  await updateRows(context.db, "sessions", { token_hash: session.tokenHash }, change);
}

/** Throws wrong_password, and too_many_requests after several wrong passwords. */
async function checkPassword({ db, secretKeys }: Context, session: Session, password: string): Promise<void> {
  const attempt = await countAttempt(db, secretKeys, passwordLimits(session.tokenHash));
  const row = await readRow(db, "users", { id: session.user.id }, ["password_hash"]);
  if (!(await verifyPassword(password, row.password_hash)))
    throw denied("wrong_password", "The current password is incorrect.");
  await forgetAttempt(db, attempt);
}

/** Emails a link to reset the password, if there is such an account. The caller does not learn whether. */
export async function requestReset(context: Context, { email, address }: { email: string; address: string }) {
  const { db, secretKeys, config, mail } = context;
  if (!mail.isSetUp)
    throw conflict(
      "mail_not_set_up",
      "Email isn't set up on this server. Ask your administrator for a link to set a new password.",
    );
  await countAttempt(db, secretKeys, resetLimits(email, address));
  await db.transaction().execute(async (trx) => {
    const user = await usersByEmail(trx, email).select(["id", "email"]).executeTakeFirst();
    if (user === undefined) return;
    const link = resetLink(config.publicUrl, await openReset(trx, user.id));
    await mail.send(trx, user.id, {
      to: user.email,
      subject: "Set a new password for Sizana",
      text: `You asked to set a new password for Sizana.\n\nOpen this link to set it:\n${link}\n\nThe link works once and expires in an hour. If you didn't ask for it, ignore this email.`,
    });
  });
}

/**
 * Sets a new password by a link that works once, and ends every other way into the account. Returns the user.
 * Throws reset_invalid.
 */
export async function resetPassword(
  context: Context,
  { token, newPassword, address }: PasswordReset & { address: string },
): Promise<{ email: string }> {
  await countAttempt(context.db, context.secretKeys, resetLimits(null, address));
  return context.db.transaction().execute(async (trx) => {
    const userId = await useReset(trx, token);
    const user = await readRow(trx, "users", { id: userId }, ["id", "email", "email_verified_at"]);
    await refuseGuessablePassword(newPassword, user.email);
    await storePassword(trx, userId, await hashPassword(newPassword));
    // The address was never verified, so the second factors may belong to a stranger.
    const isFirstProof = context.mail.isSetUp && user.email_verified_at === null;
    await endAccess(context, trx, { userId, keptSession: null, withSecondFactors: isFirstProof });
    if (isFirstProof) await markVerified(trx, userId);
    await notifyAccountHolder(context, trx, user, "password_changed");
    return { email: user.email };
  });
}

/** A session's token, or the second factors to ask for. */
type SignedIn = { token: string } | (PasswordProof & { methods: SecondFactorRequired["methods"] });

/**
 * Checks a password and returns the token of a new session, unless a second factor is needed. An unknown address
 * takes the same time and gets the same error as a wrong password.
 */
export async function signIn(context: Context, request: SignIn & SignInAttempt): Promise<SignedIn> {
  const { db, secretKeys } = context;
  const { email, password } = request;
  const attempt = await countAttempt(db, secretKeys, signInLimits(request));
  const account = await usersByEmail(db, email)
    .select(["id", "password_hash", "access_epoch"])
    .executeTakeFirst();
  const isRight = await verifyPassword(password, account?.password_hash ?? null);
  if (account?.password_hash == null || !isRight) throw wrongCredentials();
  await forgetAttempt(db, attempt);
  if (needsRehash(account.password_hash)) {
    const change = { password_hash: await hashPassword(password) };
    // Only if it is still the same password: another one may have been set meanwhile.
    await updateRows(db, "users", { id: account.id, password_hash: account.password_hash }, change);
  }
  const methods = methodsOf(await readSecondFactors(db, account.id));
  if (methods.length > 0) return { userId: account.id, accessEpoch: account.access_epoch, methods };
  return { token: await startSession(db, account) };
}
