import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { readFile } from "node:fs/promises";
import { brotliDecompress } from "node:zlib";
import { badRequest } from "../errors.ts";

const derive = promisify(argon2);

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const current = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const prefix = `$argon2id$v=19$m=${current.memory},t=${current.passes},p=${current.parallelism}$`;

const base64 = (bytes: Buffer): string => bytes.toString("base64").replace(/=+$/, "");

/** argon2id in the PHC string format, so that the cost can change without losing old passwords. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive("argon2id", { message: bytesOf(password), nonce, ...current });
  return `${prefix}${base64(nonce)}$${base64(tag)}`;
}

/**
 * Whether `password` matches `hash`; a hash in another format matches nothing. A null hash takes the same time, so that
 * the duration of a sign-in does not disclose which addresses have an account.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const none = { ...current, nonce: Buffer.alloc(16), tag: Buffer.alloc(current.tagLength) };
  const stored = hash === null ? none : parse(hash);
  if (stored === null) return false;
  const { tag, ...parameters } = stored;
  const message = bytesOf(password);
  const derived = await derive("argon2id", { message, ...parameters, tagLength: tag.length });
  return timingSafeEqual(derived, tag) && hash !== null;
}

/** Whether the hash was made with other parameters than today's. */
export const needsRehash = (hash: string): boolean => !hash.startsWith(prefix);

// Keyboards differ in how they compose accented characters, so passwords are normalized.
const bytesOf = (password: string): Buffer => Buffer.from(password.normalize("NFKC"));

function parse(hash: string) {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(hash);
  if (parts === null) return null;
  return {
    memory: Number(parts[1]),
    passes: Number(parts[2]),
    parallelism: Number(parts[3]),
    nonce: Buffer.from(parts[4] as string, "base64"),
    tag: Buffer.from(parts[5] as string, "base64"),
  };
}

// One per line, in lower case: the 10,000 most common passwords of sufficient length.
let commonest: Promise<ReadonlySet<string>> | undefined;

async function readCommonest(): Promise<ReadonlySet<string>> {
  const packed = await readFile(new URL("common-passwords.txt.br", import.meta.url));
  const text = await promisify(brotliDecompress)(packed);
  return new Set(text.toString().trimEnd().split("\n"));
}

/** Refuses the passwords that are guessed first: common ones, one repeated character, and the account's own address. */
export async function refuseGuessablePassword(password: string, email: string): Promise<void> {
  const normalized = password.normalize("NFKC").toLowerCase();
  const address = email.toLowerCase();
  if (normalized === address || normalized === address.split("@")[0]) {
    throw badRequest("weak_password", "Choose a password that isn't your email address.");
  }
  commonest ??= readCommonest();
  if (/^(.)\1*$/u.test(normalized) || (await commonest).has(normalized)) {
    throw badRequest("weak_password", "This password is too common and easy to guess. Choose another one.");
  }
}
