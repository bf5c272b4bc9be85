import { createHash, randomInt } from "node:crypto";
import type { Transaction } from "../../database/database.ts";

const howMany = 10;
/** About 79 bits: too many to try, even for who has the hashes. */
const length = 16;
// Without signs that are mistaken for one another.
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";

const newCode = (): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)])
    .join("")
    .replaceAll(/.{4}(?=.)/g, "$&-");

const hashOf = (code: string): Buffer =>
  createHash("sha256").update(code.toLowerCase().replaceAll(/[\s-]/g, "")).digest();

/** New codes, each good for one sign-in; those before are void. */
export async function makeRecoveryCodes(trx: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: howMany }, newCode);
  await trx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  const rows = codes.map((code) => ({ user_id: userId, code_hash: hashOf(code) }));
  await trx.insertInto("recovery_codes").values(rows).execute();
  return codes;
}

/** Uses a code up; false where it is none. */
export async function spendRecoveryCode(
  trx: Transaction,
  { userId, code }: { userId: string; code: string },
): Promise<boolean> {
  const used = await trx
    .deleteFrom("recovery_codes")
    .where("user_id", "=", userId)
    .where("code_hash", "=", hashOf(code))
    .returning("user_id")
    .executeTakeFirst();
  return used !== undefined;
}
