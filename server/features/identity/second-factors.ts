import type { PasskeyCreate, RecoveryCodes } from "../../../contract/second-factors.ts";
import {
  countAttempt,
  forgetAttempt,
  secondFactorLimits,
  type SignInAttempt,
} from "../../auth/attempt-limits.ts";
import { addPasskey, type PasswordProof } from "../../auth/second-factors/passkeys.ts";
import {
  methodsOf,
  readSecondFactors,
  spendCode,
  spendTotpCode,
  wrongCode,
  makeRecoveryCodes,
} from "../../auth/second-factors/second-factors.ts";
import { changeAccount, startSession, type Session } from "../../auth/sessions.ts";
import type { Context } from "../../context.ts";
import type { Database, Transaction } from "../../database/database.ts";
import { deleteRows, findRow, updateRows } from "../../database/rows.ts";
import { conflict, notFound, unauthorized } from "../../errors.ts";
import { endSessions } from "./end-access.ts";
import { notifyAccountHolder, type AccountChange } from "./account-emails.ts";

/** The user whose password has just been checked. Throws unauthorized without one, or if it was changed since. */
export async function requireUser(db: Database, given: PasswordProof | null) {
  if (given === null) throw unauthorized();
  const values = { id: given.userId, access_epoch: given.accessEpoch };
  const user = await findRow(db, "users", values, ["id", "email", "access_epoch"]);
  if (user === undefined) throw unauthorized();
  return user;
}
type Holder = Awaited<ReturnType<typeof requireUser>>;

/** Signs in by a code after the password, and returns the new session's token. Throws wrong_code. */
export async function signInByCode(
  { db, secretKeys, secrets }: Context,
  { user, code, ...from }: Omit<SignInAttempt, "email"> & { user: Holder; code: string },
): Promise<string> {
  const attempt = await countAttempt(db, secretKeys, secondFactorLimits({ email: user.email, ...from }));
  const token = await db.transaction().execute(async (trx) => {
    // First, since it locks the account; a wrong code rolls it back.
    const started = await startSession(trx, user, { isStrong: true });
    await spendCode(trx, secrets, { userId: user.id, code });
    return started;
  });
  await forgetAttempt(db, attempt);
  return token;
}

/** Activates the authenticator app. Returns new recovery codes, or null if the user has some. Throws wrong_code. */
export async function confirmTotp(context: Context, session: Session, code: string) {
  return changeAccount(context.db, session, async (trx, { id: userId }) => {
    const isRight = await spendTotpCode(trx, context.secrets, { userId, code, isConfirmed: false });
    if (!isRight) throw wrongCode();
    return noteEnrolment(context, trx, session, "totp_added");
  });
}

/** Activates the passkey. Returns new recovery codes, or null if the user has some. */
export async function enrolPasskey(
  context: Context,
  session: Session,
  challenge: string,
  created: PasskeyCreate,
): Promise<RecoveryCodes> {
  return changeAccount(context.db, session, async (trx) => {
    await addPasskey(trx, context.config, { userId: session.user.id, challenge, created });
    return noteEnrolment(context, trx, session, "passkey_added");
  });
}

/** Ends the other sessions, which were opened without this second factor. */
async function noteEnrolment(
  context: Context,
  trx: Transaction,
  { user, tokenHash }: Session,
  change: AccountChange,
): Promise<RecoveryCodes> {
  await updateRows(trx, "sessions", { token_hash: tokenHash }, { is_strong: true });
  await endSessions(context, trx, { userId: user.id, keptSession: tokenHash });
  await notifyAccountHolder(context, trx, user, change);
  const { recoveryCodesLeft } = await readSecondFactors(trx, user.id);
  return { recoveryCodes: recoveryCodesLeft > 0 ? null : await makeRecoveryCodes(trx, user.id) };
}

/** Replaces the recovery codes. Throws no_second_factor for a user without any, who cannot use codes. */
export async function renewRecoveryCodes(context: Context, session: Session): Promise<RecoveryCodes> {
  return changeAccount(context.db, session, async (trx, user) => {
    if (methodsOf(await readSecondFactors(trx, user.id)).length === 0) {
      throw conflict("no_second_factor", "Add an authenticator app or a passkey first.");
    }
    await notifyAccountHolder(context, trx, user, "recovery_codes_made");
    return { recoveryCodes: await makeRecoveryCodes(trx, user.id) };
  });
}

export async function removeTotp(context: Context, session: Session): Promise<void> {
  await changeAccount(context.db, session, async (trx, user) => {
    const removed = await trx
      .deleteFrom("totp_secrets")
      .where("user_id", "=", user.id)
      .returning("confirmed_at")
      .executeTakeFirstOrThrow(() => notFound("authenticator app"));
    if (removed.confirmed_at !== null) await noteRemoval(context, trx, user, "totp_removed");
  });
}

export async function removePasskey(context: Context, session: Session, passkeyId: string): Promise<void> {
  await changeAccount(context.db, session, async (trx, user) => {
    const isRemoved = await deleteRows(trx, "passkeys", { user_id: user.id, id: passkeyId });
    if (!isRemoved) throw notFound("passkey");
    await noteRemoval(context, trx, user, "passkey_removed");
  });
}

/** After the last factor is removed, deletes the recovery codes and treats sessions as opened by password only. */
async function noteRemoval(context: Context, trx: Transaction, user: Session["user"], change: AccountChange) {
  await notifyAccountHolder(context, trx, user, change);
  if (methodsOf(await readSecondFactors(trx, user.id)).length > 0) return;
  await deleteRows(trx, "recovery_codes", { user_id: user.id });
  await updateRows(trx, "sessions", { user_id: user.id }, { is_strong: false });
}
