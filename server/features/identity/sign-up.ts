import type { SignUp } from "../../../contract/identity.ts";
import { countAttempt, signUpLimits } from "../../auth/attempts.ts";
import { acceptInvitation } from "../../auth/invitations.ts";
import { createOrganization } from "../../auth/memberships.ts";
import { hashPassword } from "../../auth/password.ts";
import { startSession } from "../../auth/sessions.ts";
import type { Context } from "../../context.ts";
import type { Database, Transaction } from "../../database/database.ts";
import { AppError, conflict } from "../../errors.ts";

/**
 * Makes a user, with the organization that they own or were invited to, and returns the token of
 * their first session. All or nothing.
 */
export async function signUp(context: Context, request: SignUp & { address: string }): Promise<string> {
  const { db, events, secretKey } = context;
  await countAttempt(db, secretKey, signUpLimits(request.address));
  await refuseUninvited(context, request);
  const passwordHash = await hashPassword(request.password);
  return db.transaction().execute(async (trx) => {
    const user = await createUser(trx, request, passwordHash);
    if (request.invitation !== undefined) {
      await acceptInvitation(trx, events, { token: request.invitation, user });
    }
    if (request.organizationName !== undefined) {
      await createOrganization(trx, { name: request.organizationName, userId: user.id });
    }
    return startSession(trx, user.id);
  });
}

/** Where only the invited may join, the first user of an empty installation is let in to invite the others. */
export async function refuseUninvited(
  { config, db }: Context,
  request: Pick<SignUp, "invitation">,
): Promise<void> {
  if (config.signUp === "open" || request.invitation !== undefined || !(await hasUsers(db))) return;
  throw new AppError(
    403,
    "invitation_required",
    "Ask a colleague to invite you: this address is not open to everyone.",
  );
}

async function hasUsers(db: Database): Promise<boolean> {
  const anyone = await db.selectFrom("users").select("id").limit(1).executeTakeFirst();
  return anyone !== undefined;
}

/** Without a password they sign in elsewhere. Throws email_taken. */
export async function createUser(
  trx: Transaction,
  { email, firstName, lastName }: Pick<SignUp, "email" | "firstName" | "lastName">,
  passwordHash: string | null,
): Promise<{ id: string; email: string }> {
  const user = await trx
    .insertInto("users")
    .values({
      email,
      password_hash: passwordHash,
      first_name: firstName || null,
      last_name: lastName || null,
    })
    .onConflict((clash) => clash.doNothing())
    .returning(["id", "email"])
    .executeTakeFirst();
  if (user === undefined) {
    throw conflict("email_taken", "There is already an account with this e-mail address. Sign in instead.");
  }
  return user;
}
