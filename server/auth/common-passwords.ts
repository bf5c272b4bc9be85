import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { badRequest } from "../errors.ts";

const file = new URL("common-passwords.txt.br", import.meta.url);

// One per line, in lower case: the 10,000 most common passwords of sufficient length.
let commonest: Promise<ReadonlySet<string>> | undefined;

async function readCommonest(): Promise<ReadonlySet<string>> {
  const text = await promisify(brotliDecompress)(await readFile(file));
  return new Set(text.toString().trimEnd().split("\n"));
}

/** Refuses the passwords that are guessed first: common ones, one repeated character, and the account's own address. */
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
