import { acceptInvitation, findInvitation } from "../../auth/invitations.ts";
import { changeAccount, startSession, type Session } from "../../auth/sessions.ts";
import type { OidcProvider, ProviderAccount } from "../../clients/oidc.ts";
import type { Context } from "../../context.ts";
import { emailUnverified } from "../../auth/accounts.ts";
import { equals, type Database, type Transaction } from "../../database/database.ts";
import { countRows, deleteRows, insertIfNew, readRow } from "../../database/rows.ts";
import { conflict, denied, notFound } from "../../errors.ts";
import { endSessions } from "./end-access.ts";
import { notifyAccountHolder } from "./account-emails.ts";
import { createUser, refuseUninvited } from "./sign-up.ts";

/** The configured provider. Throws no_single_sign_on when there is none. */
export function providerOf({ oidc }: Context): OidcProvider {
  if (oidc === undefined) throw conflict("no_single_sign_on", "Single sign-on isn't set up on this server.");
  return oidc;
}

/**
 * Signs in with a provider's account, and creates a user if there is none (`isNew`); only that uses the invitation.
 * Returns the token of the new session. Throws email_missing, email_taken, invitation_required, invitation_invalid.
 */
export async function signInByProvider(
  context: Context,
  account: ProviderAccount,
  invitation: string | undefined,
) {
  const { db } = context;
  const known = await findUser(db, account);
  if (known !== undefined) return { token: await startSession(db, known, { isStrong: true }), isNew: false };
  if (account.email === null) {
    throw denied(
      "email_missing",
      "The identity provider didn't share your email address. Ask its administrator to share it.",
    );
  }
  const newUser = { ...account, email: account.email };
  await refuseUninvited(context, { invitation });
  const token = await db.transaction().execute((trx) => signUpByProvider(trx, context, newUser, invitation));
  return { token, isNew: true };
}

/**
 * Never takes over an account with the same address: neither side may have verified it. Its holder can connect the
 * two while signed in.
 */
async function signUpByProvider(
  trx: Transaction,
  { events, mail }: Context,
  account: ProviderAccount & { email: string },
  invitation: string | undefined,
): Promise<string> {
  const invited = invitation === undefined ? null : await findInvitation(trx, invitation);
  const isEmailVerified =
    account.isEmailVerified || (invited?.isMailed === true && isSame(invited.email, account.email));
  if (mail.isSetUp && invited !== null && !isEmailVerified) throw emailUnverified();
  const user = await createUser(trx, { ...account, passwordHash: null, isEmailVerified });
  if (invitation !== undefined) await acceptInvitation(trx, events, { token: invitation, user });
  await addIdentity(trx, account, user.id);
  return startSession(trx, user, { isStrong: true });
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Connects the provider's account to the session's user, and emails them. Throws identity_taken. */
export async function connect(context: Context, account: ProviderAccount, session: Session): Promise<void> {
  await changeAccount(context.db, session, async (trx, user) => {
    const isNew = await addIdentity(trx, account, user.id);
    if (isNew) await notifyAccountHolder(context, trx, user, "connection_added");
  });
}

/** Removes a connection, and ends the user's other sessions. Throws last_way_in. */
export async function disconnect(context: Context, session: Session, connectionId: string) {
  await changeAccount(context.db, session, async (trx, user) => {
    const account = await readRow(trx, "users", { id: user.id }, ["password_hash"]);
    const isRemoved = await deleteRows(trx, "identities", { user_id: user.id, id: connectionId });
    if (!isRemoved) throw notFound("connection");
    if (account.password_hash === null && (await countRows(trx, "identities", { user_id: user.id })) === 0) {
      throw conflict(
        "last_way_in",
        "Set a password first. Without one, you couldn't sign in after disconnecting.",
      );
    }
    await endSessions(context, trx, { userId: user.id, keptSession: session.tokenHash });
    await notifyAccountHolder(context, trx, user, "connection_removed");
  });
}

/** Returns false when the two are connected already. */
async function addIdentity(trx: Transaction, { issuer, subject, email }: ProviderAccount, userId: string) {
  const isNew = await insertIfNew(trx, "identities", { issuer, subject, user_id: userId, label: email });
  if ((await findUser(trx, { issuer, subject }))?.id !== userId) {
    throw conflict(
      "identity_taken",
      "This single sign-on account is already connected to another Sizana account.",
    );
  }
  return isNew;
}

async function findUser(db: Database, { issuer, subject }: Pick<ProviderAccount, "issuer" | "subject">) {
  return db
    .selectFrom("identities")
    .innerJoin("users", "users.id", "user_id")
    .select(["users.id", "access_epoch"])
    .where(equals({ issuer, subject }))
    .executeTakeFirst();
}

export async function readSignInState({ db, mail }: Pick<Context, "db" | "mail">, userId: string) {
  const user = await readRow(db, "users", { id: userId }, ["password_hash", "email_verified_at"]);
  const connections = await db
    .selectFrom("identities")
    .select(["id", "label", "created_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return {
    hasPassword: user.password_hash !== null,
    isConnected: connections.length > 0,
    connections: connections.map(({ created_at, ...row }) => ({
      ...row,
      createdAt: created_at.toISOString(),
    })),
    needsVerification: mail.isSetUp && user.email_verified_at === null,
  };
}
