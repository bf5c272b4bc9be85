import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { badRequest } from "../errors.ts";

const file = new URL("common-passwords.txt.br", import.meta.url);

// One a line, in small letters: the 10,000 commonest of those long enough to be chosen at all.
let commonest: Promise<ReadonlySet<string>> | undefined;

async function readCommonest(): Promise<ReadonlySet<string>> {
  const text = await promisify(brotliDecompress)(await readFile(file));
  return new Set(text.toString().trimEnd().split("\n"));
}

/** Refuses what is guessed first: one of the commonest passwords, one character repeated, the account's own address. */
export async function refuseGuessablePassword(password: string, email: string): Promise<void> {
  const normalised = password.normalize("NFKC").toLowerCase();
  const address = email.toLowerCase();
  if (normalised === address || normalised === address.split("@")[0]) {
    throw badRequest("weak_password", "Choose a password that isn't your email address.");
  }
  commonest ??= readCommonest();
  if (/^(.)\1*$/u.test(normalised) || (await commonest).has(normalised)) {
    throw badRequest("weak_password", "This password is too common and easy to guess. Choose another one.");
  }
}
