import { hash, randomInt } from "node:crypto";
import type { Transaction } from "../../database/database.ts";
import { deleteRows } from "../../database/rows.ts";

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

/** Uses a code; false if it is invalid. */
export async function spendRecoveryCode(
  trx: Transaction,
  { userId, code }: { userId: string; code: string },
): Promise<boolean> {
  return deleteRows(trx, "recovery_codes", { user_id: userId, code_hash: hashOf(code) });
}
