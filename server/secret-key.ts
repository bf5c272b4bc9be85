import { createHash, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { link, open, readFile, rm } from "node:fs/promises";
import path from "node:path";

/** The first seals and signs; any of them opens and verifies, while one takes the place of another. */
export type SecretKeys = readonly [Buffer, ...Buffer[]];

/** A key of its own for each purpose, of each of the keys. */
export function deriveKeys([first, ...further]: SecretKeys, purpose: string): [Buffer, ...Buffer[]] {
  const derive = (key: Buffer): Buffer => Buffer.from(hkdfSync("sha256", key, "", purpose, 32));
  return [derive(first), ...further.map(derive)];
}

/**
 * The key that stored secrets are encrypted and links are signed with, 32 bytes. From SECRET_KEY
 * where given; else made once and kept in `dataDir`/secret-key, readable by its owner only. After it
 * comes SECRET_KEY_SECOND, where given.
 */
export async function loadSecretKeys(
  { secretKey, secretKeySecond }: { secretKey?: string | undefined; secretKeySecond?: string | undefined },
  dataDir: string,
): Promise<SecretKeys> {
  const first = secretKey ?? (await readOrCreate(path.resolve(dataDir, "secret-key")));
  return secretKeySecond === undefined ? [digest(first)] : [digest(first), digest(secretKeySecond)];
}

/** The first of the keys as it was given or generated, for a backup. */
export async function readSecretKey(secretKey: string | undefined, dataDir: string): Promise<string> {
  return secretKey ?? readOrCreate(path.resolve(dataDir, "secret-key"));
}

/**
 * Makes the key of a backup the one of this installation: kept in `dataDir` where SECRET_KEY is not given. False
 * where another key is in use here.
 */
export async function adoptSecretKey(
  restored: string,
  secretKey: string | undefined,
  dataDir: string,
): Promise<boolean> {
  return (secretKey ?? (await readOrCreate(path.resolve(dataDir, "secret-key"), restored))) === restored;
}

const digest = (secret: string): Buffer =>
  createHash("sha256").update("sizana secret key\0").update(secret).digest();

async function readOrCreate(file: string, wanted = randomBytes(32).toString("base64url")): Promise<string> {
  const found = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (found !== null) return found.trim();
  // Written aside and linked: a key is never seen half, and the first of two processes wins.
  const temporary = `${file}.${randomUUID()}`;
  const handle = await open(temporary, "wx", 0o600);
  try {
    await handle.writeFile(`${wanted}\n`);
    await handle.sync();
    await handle.close();
    await link(temporary, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(temporary, { force: true });
  }
  return (await readFile(file, "utf8")).trim();
}
