import type { z } from "zod";
import { SignUp, type SignUpConfirmation } from "../../../contract/identity.ts";
import { dayMs } from "../../../contract/limits.ts";
import { countAttempt, signUpLimits } from "../../auth/attempt-limits.ts";
import { refuseGuessablePassword, hashPassword, verifyPassword } from "../../auth/password.ts";
import {
  acceptInvitation,
  findInvitation,
  invitationInvalid,
  createOrganization,
  mayCreateOrganizations,
  organizationsClosed,
  organizationsOf,
} from "../../auth/invitations.ts";
import { startSession } from "../../auth/sessions.ts";
import { hashOfToken, newToken } from "../../auth/tokens.ts";
import { storePassword, usersByEmail } from "../../auth/accounts.ts";
import type { Context } from "../../context.ts";
import type { Database, Transaction } from "../../database/database.ts";
import { conflict, denied, type AppError } from "../../errors.ts";
import { endAccess } from "./end-access.ts";
import { mailConfirmation } from "./account-emails.ts";

const Details = SignUp.omit({ email: true, password: true });
type Details = z.infer<typeof Details>;
type NewAccount = { id: string; email: string; access_epoch: number };
type NewUser = Details & { email: string; passwordHash: string; isEmailVerified: boolean };

const pendingSignUpLifetimeMs = dayMs;

/** A session's token, or the token that the browser sends together with the emailed link. */
type SignedUp = { token: string } | { browserToken: string };

/**
 * Creates a user, with the organization that they own or were invited to, and returns the token of their first
 * session. Where email is set up, an unverified address gets a link first; the reply is the same for an address that
 * has an account already.
 */
export async function signUp(context: Context, request: SignUp & { address: string }): Promise<SignedUp> {
  const { db, secretKeys, mail } = context;
  const { email, password, address, ...details } = request;
  await countAttempt(db, secretKeys, signUpLimits(email, address));
  await refuseUninvited(context, details);
  await refuseGuessablePassword(password, email);
  const isProven = await isInvitedByMail(db, details.invitation, email);
  const passwordHash = await hashPassword(password);
  if (mail.isSetUp && !isProven) return askForConfirmation(context, { email, passwordHash, details });
  const newUser = { ...details, email, passwordHash, isEmailVerified: mail.isSetUp };
  return db.transaction().execute(async (trx) => ({ token: await enrol(trx, context, newUser) }));
}

/** Throws invitation_invalid for an invitation to another address, whether or not there is an account. */
async function isInvitedByMail(db: Database, token: string | undefined, email: string): Promise<boolean> {
  if (token === undefined) return false;
  const invitation = await db.transaction().execute((trx) => findInvitation(trx, token));
  if (invitation.email.toLowerCase() !== email.toLowerCase()) throw invitationInvalid();
  return invitation.isMailed;
}

async function askForConfirmation(
  context: Context,
  { email, passwordHash, details }: { email: string; passwordHash: string; details: Details },
): Promise<SignedUp> {
  const [token, browserToken] = [newToken(), newToken()];
  await context.db.transaction().execute(async (trx) => {
    const row = {
      token_hash: hashOfToken(token),
      browser_hash: hashOfToken(browserToken),
      email,
      password_hash: passwordHash,
      details: JSON.stringify(details),
      expires_at: new Date(Date.now() + pendingSignUpLifetimeMs),
    };
    await trx.insertInto("pending_sign_ups").values(row).execute();
    await mailConfirmation(context, trx, { email, token });
  });
  return { browserToken };
}

/**
 * Completes a sign-up by the emailed link. In a browser other than the one that signed up, the password is required.
 * Otherwise a stranger could make someone confirm an account whose password the stranger knows. Returns the token of the
 * first session.
 */
export async function confirmSignUp(
  context: Context,
  given: SignUpConfirmation & { browserToken: string | null },
): Promise<string> {
  return context.db.transaction().execute(async (trx) => {
    const pending = await trx
      .deleteFrom("pending_sign_ups")
      .where("token_hash", "=", hashOfToken(given.token))
      .where("expires_at", ">", new Date())
      .returningAll()
      .executeTakeFirstOrThrow(linkInvalid);
    await requireSamePerson(pending, given);
    const details = Details.parse(pending.details);
    const { email, password_hash: passwordHash } = pending;
    return enrol(trx, context, { ...details, email, passwordHash, isEmailVerified: true });
  });
}

const linkInvalid = (): AppError =>
  denied("link_invalid", "This link has expired or was already used. Sign up again.");

async function requireSamePerson(
  pending: { browser_hash: Buffer; password_hash: string },
  { browserToken, password }: Parameters<typeof confirmSignUp>[1],
): Promise<void> {
  if (browserToken !== null && hashOfToken(browserToken).equals(pending.browser_hash)) return;
  if (password === undefined) {
    throw denied("password_required", "Enter the password you chose when you signed up.");
  }
  if (!(await verifyPassword(password, pending.password_hash))) {
    throw denied("wrong_password", "This isn't the password you chose when you signed up.");
  }
}

/** Creates the user with their organization, and starts a session. */
async function enrol(trx: Transaction, context: Context, newUser: NewUser): Promise<string> {
  const { invitation, organizationName, timeZone } = newUser;
  const user = (await replaceUnproven(trx, context, newUser)) ?? (await createUser(trx, newUser));
  if (invitation !== undefined) await acceptInvitation(trx, context.events, { token: invitation, user });
  if (organizationName !== undefined) {
    if (!(await mayCreateOrganizations(context.config, trx))) throw organizationsClosed();
    await createOrganization(trx, { name: organizationName, timeZone, userId: user.id });
  }
  return startSession(trx, user);
}

/**
 * An account with an unverified address and no organization may belong to a stranger who is waiting for its
 * invitation. An invitation's link gives it to the invited person, with a new password and without earlier
 * connections. Any other account stays as it is.
 */
async function replaceUnproven(
  trx: Transaction,
  context: Context,
  { email, invitation, passwordHash, isEmailVerified }: NewUser,
): Promise<NewAccount | null> {
  if (invitation === undefined) return null;
  const user = await usersByEmail(trx, email)
    .select(["id", "email_verified_at"])
    .forUpdate()
    .executeTakeFirst();
  if (user === undefined || user.email_verified_at !== null) return null;
  if ((await organizationsOf(trx, user.id)).length > 0) return null;
  await storePassword(trx, user.id, passwordHash);
  await endAccess(context, trx, { userId: user.id, keptSession: null, withSecondFactors: true });
  const change = { email_verified_at: isEmailVerified ? new Date() : null };
  const account = trx.updateTable("users").set(change).where("id", "=", user.id);
  return account.returning(["id", "email", "access_epoch"]).executeTakeFirstOrThrow();
}

/** With sign-up by invitation only, the first user of an empty installation needs no invitation. */
export async function refuseUninvited({ config, db }: Context, request: Pick<SignUp, "invitation">) {
  if (config.signUp === "open" || request.invitation !== undefined) return;
  const anyone = await db.selectFrom("users").select("id").limit(1).executeTakeFirst();
  if (anyone !== undefined)
    throw denied("invitation_required", "Sign-up is by invitation only. Ask a colleague to invite you.");
}

/** A user without a password signs in by single sign-on. Throws email_taken. */
export async function createUser(
  trx: Transaction,
  newUser: {
    email: string;
    firstName?: string | null | undefined;
    lastName?: string | null | undefined;
    passwordHash: string | null;
    isEmailVerified: boolean;
  },
): Promise<NewAccount> {
  return trx
    .insertInto("users")
    .values({
      email: newUser.email,
      password_hash: newUser.passwordHash,
      first_name: newUser.firstName || null,
      last_name: newUser.lastName || null,
      email_verified_at: newUser.isEmailVerified ? new Date() : null,
    })
    .onConflict((oc) => oc.doNothing())
    .returning(["id", "email", "access_epoch"])
    .executeTakeFirstOrThrow(() =>
      conflict("email_taken", "An account with this email address already exists. Sign in instead."),
    );
}
