import { createHash, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";

/** The first key encrypts and signs; during a key rotation the others decrypt and verify as well. */
export type SecretKeys = readonly [Buffer, ...Buffer[]];

/** Derives a separate key for a purpose from each of the keys. */
export function deriveKeys([first, ...further]: SecretKeys, purpose: string): [Buffer, ...Buffer[]] {
  const derive = (key: Buffer): Buffer => Buffer.from(hkdfSync("sha256", key, "", purpose, 32));
  return [derive(first), ...further.map(derive)];
}

/**
 * The keys that encrypt stored secrets and sign links, 32 bytes each: SECRET_KEY, or else a key that is
 * generated once and stored in `dataDir`/secret-key, readable by its owner only; then SECRET_KEY_SECOND, if set.
 */
export async function loadSecretKeys(
  { secretKey, secretKeySecond }: { secretKey?: string | undefined; secretKeySecond?: string | undefined },
  dataDir: string,
): Promise<SecretKeys> {
  const first = secretKey ?? (await readOrCreate(path.resolve(dataDir, "secret-key")));
  return secretKeySecond === undefined ? [digest(first)] : [digest(first), digest(secretKeySecond)];
}

/** The first key as it was set or generated, for a backup. */
export async function readSecretKey(secretKey: string | undefined, dataDir: string): Promise<string> {
  return secretKey ?? readOrCreate(path.resolve(dataDir, "secret-key"));
}

/** Uses the key of a backup here: stored in `dataDir` unless SECRET_KEY is set. False if another key is in use. */
export async function adoptSecretKey(restored: string, secretKey: string | undefined, dataDir: string) {
  return (secretKey ?? (await readOrCreate(path.resolve(dataDir, "secret-key"), restored))) === restored;
}

const digest = (secret: string): Buffer =>
  createHash("sha256").update("sizana secret key\0").update(secret).digest();

async function readOrCreate(file: string, wanted = randomBytes(32).toString("base64url")): Promise<string> {
  if (existsSync(file)) return (await readFile(file, "utf8")).trim();
  // Written to a temporary file and linked, so that no process reads half a key and the first of two wins.
  const temporary = `${file}.${randomUUID()}`;
  try {
    await writeFile(temporary, `${wanted}\n`, { flag: "wx", mode: 0o600, flush: true });
    await link(temporary, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(temporary, { force: true });
  }
  return (await readFile(file, "utf8")).trim();
}
