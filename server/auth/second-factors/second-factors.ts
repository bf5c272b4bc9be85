import { hash, randomInt } from "node:crypto";
import { Passkey, type SecondFactorRequired, type SecondFactors } from "../../../contract/second-factors.ts";
import type { Database, Transaction } from "../../database/database.ts";
import { countRows, findRow, fromRow, updateRows, deleteRows } from "../../database/rows.ts";
import { conflict, denied, type AppError } from "../../errors.ts";
import type { SecretBox } from "../secret-box.ts";
import { matchingStep, newTotpSecret } from "./totp.ts";

/** The place of an authenticator app's secret, for the secret box. */
const totpPlace = "totp";

export async function readSecondFactors(db: Database, userId: string): Promise<SecondFactors> {
  const totp = await findRow(db, "totp_secrets", { user_id: userId }, ["confirmed_at"]);
  const passkeys = await db
    .selectFrom("passkeys")
    .select(["id", "name", "created_at", "last_used_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return {
    hasTotp: totp !== undefined && totp.confirmed_at !== null,
    passkeys: passkeys.map((row) => fromRow(Passkey, row)),
    recoveryCodesLeft: await countRows(db, "recovery_codes", { user_id: userId }),
  };
}

/** The second factors that the sign-in accepts after the password; empty when the password is enough. */
export function methodsOf({ hasTotp, passkeys, recoveryCodesLeft }: SecondFactors) {
  if (!hasTotp && passkeys.length === 0) return [];
  const methods: SecondFactorRequired["methods"] = [];
  if (hasTotp) methods.push("totp");
  if (passkeys.length > 0) methods.push("passkey");
  if (recoveryCodesLeft > 0) methods.push("recovery_code");
  return methods;
}

/** Creates a secret, which is active only after its first code; replaces an unconfirmed one. */
export async function beginTotp(db: Database, secrets: SecretBox, userId: string): Promise<Buffer> {
  const secret = newTotpSecret();
  const sealed = secrets.seal(secret.toString("base64"), totpPlace);
  await db
    .insertInto("totp_secrets")
    .values({ user_id: userId, secret: sealed })
    .onConflict((oc) =>
      oc
        .column("user_id")
        .doUpdateSet({ secret: sealed, last_step: 0 })
        .where("totp_secrets.confirmed_at", "is", null),
    )
    .returning("user_id")
    .executeTakeFirstOrThrow(() =>
      conflict("totp_exists", "You already have an authenticator app. Remove it first."),
    );
  return secret;
}

/** Uses up a code of the authenticator app, the active or the new one (`isConfirmed`); false if it is invalid. */
export async function spendTotpCode(
  trx: Transaction,
  secrets: SecretBox,
  { userId, code, isConfirmed }: { userId: string; code: string; isConfirmed: boolean },
): Promise<boolean> {
  const row = await trx
    .selectFrom("totp_secrets")
    .select(["secret", "last_step"])
    .where("user_id", "=", userId)
    .where("confirmed_at", isConfirmed ? "is not" : "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return false;
  const secret = Buffer.from(secrets.open(row.secret, totpPlace), "base64");
  const step = matchingStep(secret, code.replaceAll(/\s/g, ""), Date.now());
  if (step === null || step <= row.last_step) return false;
  const change = isConfirmed ? { last_step: step } : { last_step: step, confirmed_at: new Date() };
  await trx.updateTable("totp_secrets").set(change).where("user_id", "=", userId).execute();
  return true;
}

/** Uses up a code of the authenticator app or a recovery code. Throws wrong_code. */
export async function spendCode(
  trx: Transaction,
  secrets: SecretBox,
  { userId, code }: { userId: string; code: string },
): Promise<void> {
  if (await spendTotpCode(trx, secrets, { userId, code, isConfirmed: true })) return;
  const isSpent = await deleteRows(trx, "recovery_codes", { user_id: userId, code_hash: hashOf(code) });
  if (!isSpent) throw wrongCode();
}

export const wrongCode = (): AppError =>
  denied("wrong_code", "This code is incorrect or was already used. Enter the newest one.");

/** Removes the user's authenticator app, passkeys and recovery codes. */
export async function removeSecondFactors(db: Database, userId: string): Promise<void> {
  for (const table of ["totp_secrets", "passkeys", "recovery_codes"] as const)
    await db.deleteFrom(table).where("user_id", "=", userId).execute();
}

/** Encrypts the secrets of authenticator apps under the first key. Returns how many changed. */
export async function resealTotpSecrets(db: Database, secrets: SecretBox): Promise<number> {
  const rows = await db.selectFrom("totp_secrets").select(["user_id", "secret"]).execute();
  let changed = 0;
  for (const { user_id, secret } of rows) {
    const resealed = secrets.reseal(secret, totpPlace);
    if (resealed === null) continue;
    // Skips a secret that was replaced meanwhile, which is encrypted under the first key anyway.
    await updateRows(db, "totp_secrets", { user_id, secret }, { secret: resealed });
    changed += 1;
  }
  return changed;
}

const codesPerUser = 10;
/** About 79 bits: too many to guess even from a stolen hash. */
const length = 16;
// Without characters that are easily confused.
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";

const newCode = (): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)])
    .join("")
    .replaceAll(/.{4}(?=.)/g, "$&-");

const hashOf = (code: string): Buffer =>
  hash("sha256", code.toLowerCase().replaceAll(/[\s-]/g, ""), "buffer");

/** Replaces the user's codes with new ones, each for one sign-in. */
export async function makeRecoveryCodes(trx: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: codesPerUser }, newCode);
  await trx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  const rows = codes.map((code) => ({ user_id: userId, code_hash: hashOf(code) }));
  await trx.insertInto("recovery_codes").values(rows).execute();
  return codes;
}
