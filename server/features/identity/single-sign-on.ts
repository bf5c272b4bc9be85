import type { SignInState } from "../../../contract/identity.ts";
import { acceptInvitation } from "../../auth/invitations.ts";
import { startSession } from "../../auth/sessions.ts";
import type { OidcProvider, ProviderAccount } from "../../clients/oidc.ts";
import type { Context } from "../../context.ts";
import type { Database, Transaction } from "../../database/database.ts";
import { AppError, conflict } from "../../errors.ts";
import { createUser, refuseUninvited } from "./sign-up.ts";

/** The provider that people may sign in with. Throws no_single_sign_on where none is configured. */
export function providerOf({ oidc }: Context): OidcProvider {
  if (oidc === undefined) throw conflict("no_single_sign_on", "There is no single sign-on here.");
  return oidc;
}

export interface Entered {
  /** Of the new session. */
  token: string;
  /** They had no account here before; an invitation is used up then. */
  isNew: boolean;
}

/**
 * Signs in whom the provider knows; who has no account here gets one. Throws email_missing, email_taken,
 * invitation_required, invitation_invalid.
 */
export async function enter(
  context: Context,
  account: ProviderAccount,
  invitation: string | undefined,
): Promise<Entered> {
  const { db } = context;
  const known = await findUser(db, account);
  if (known !== null) return { token: await startSession(db, known), isNew: false };
  if (account.email === null) {
    throw new AppError(403, "email_missing", "The provider does not say the e-mail address of this account.");
  }
  const newcomer = { ...account, email: account.email };
  await refuseUninvited(context, { invitation });
  const token = await db.transaction().execute((trx) => join(trx, context, newcomer, invitation));
  return { token, isNew: true };
}

/**
 * An account with the same address is never taken over: neither has it shown that the address is its own,
 * nor does every provider look. Its holder connects the two, signed in.
 */
async function join(
  trx: Transaction,
  { events }: Context,
  account: ProviderAccount & { email: string },
  invitation: string | undefined,
): Promise<string> {
  const { email, firstName, lastName } = account;
  const names = { firstName: firstName ?? undefined, lastName: lastName ?? undefined };
  const user = await createUser(trx, { email, ...names }, null);
  if (invitation !== undefined) await acceptInvitation(trx, events, { token: invitation, user });
  await addIdentity(trx, account, user.id);
  return startSession(trx, user.id);
}

/** Lets a user sign in with this account from now on. Throws identity_taken. */
export async function connect(db: Database, account: ProviderAccount, userId: string): Promise<void> {
  await db.transaction().execute((trx) => addIdentity(trx, account, userId));
}

async function addIdentity(
  trx: Transaction,
  { issuer, subject }: ProviderAccount,
  userId: string,
): Promise<void> {
  await trx
    .insertInto("identities")
    .values({ issuer, subject, user_id: userId })
    .onConflict((clash) => clash.doNothing())
    .execute();
  if ((await findUser(trx, { issuer, subject })) !== userId) {
    throw conflict("identity_taken", "This account of the provider belongs to another person here.");
  }
}

async function findUser(
  db: Database | Transaction,
  { issuer, subject }: Pick<ProviderAccount, "issuer" | "subject">,
): Promise<string | null> {
  const identity = await db
    .selectFrom("identities")
    .select("user_id")
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .executeTakeFirst();
  return identity?.user_id ?? null;
}

/** What a user can sign in with. */
export async function readSignInState(db: Database, userId: string): Promise<SignInState> {
  const row = await db
    .selectFrom("users")
    .select((user) => [
      "password_hash",
      user
        .exists(user.selectFrom("identities").select("subject").where("user_id", "=", userId))
        .as("isConnected"),
    ])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return { hasPassword: row.password_hash !== null, isConnected: row.isConnected === true };
}
