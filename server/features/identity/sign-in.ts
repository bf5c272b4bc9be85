import type { SignIn } from "../../../contract/identity.ts";
import type { SecondFactorRequired } from "../../../contract/second-factors.ts";
import { countAttempt, forgetAttempt, signInLimits, type SignInAttempt } from "../../auth/attempts.ts";
import { hashPassword, needsRehash, verifyNoPassword, verifyPassword } from "../../auth/password.ts";
import { methodsOf, readSecondFactors } from "../../auth/second-factors/second-factors.ts";
import { startSession } from "../../auth/sessions.ts";
import { storePassword, usersByEmail } from "../../auth/users.ts";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";

/** A session's token, or the second factors to ask for. */
export type SignedIn = { token: string } | { userId: string; methods: SecondFactorRequired["methods"] };

/**
 * Checks a password and returns the token of a new session, unless a second factor is needed. An unknown address
 * takes the same time and gets the same error as a wrong password.
 */
export async function signIn(context: Context, request: SignIn & SignInAttempt): Promise<SignedIn> {
  const { db, secretKeys } = context;
  const { email, password } = request;
  const attempt = await countAttempt(db, secretKeys, signInLimits(request));
  const account = await usersByEmail(db, email).select(["id", "password_hash"]).executeTakeFirst();
  const isRight =
    account?.password_hash == null
      ? await verifyNoPassword(password)
      : await verifyPassword(password, account.password_hash);
  if (account?.password_hash == null || !isRight) {
    throw new AppError(401, "wrong_credentials", "Incorrect email or password.");
  }
  await forgetAttempt(db, attempt);
  if (needsRehash(account.password_hash)) await storePassword(db, account.id, await hashPassword(password));
  const methods = methodsOf(await readSecondFactors(db, account.id));
  if (methods.length > 0) return { userId: account.id, methods };
  return { token: await startSession(db, account.id) };
}
