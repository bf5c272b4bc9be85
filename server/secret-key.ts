import { createHash, randomBytes, randomUUID } from "node:crypto";
import { link, open, readFile, rm } from "node:fs/promises";
import path from "node:path";

/**
 * The key that stored secrets are encrypted and links are signed with, 32 bytes. From SECRET_KEY
 * where given; else made once and kept in `dataDir`/secret-key, readable by its owner only.
 */
export async function loadSecretKey(given: string | undefined, dataDir: string): Promise<Buffer> {
  const secret = given ?? (await readOrCreate(path.resolve(dataDir, "secret-key")));
  return createHash("sha256").update("sizana secret key\0").update(secret).digest();
}

async function readOrCreate(file: string): Promise<string> {
  const found = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (found !== null) return found.trim();
  // Written aside and linked: a key is never seen half, and the first of two processes wins.
  const temporary = `${file}.${randomUUID()}`;
  const handle = await open(temporary, "wx", 0o600);
  try {
    await handle.writeFile(`${randomBytes(32).toString("base64url")}\n`);
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
