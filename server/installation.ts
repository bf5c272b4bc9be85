import { createHmac, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { nullIfNotStored, type Storage } from "./clients/storage.ts";
import { openDatabase, type Database } from "./database/database.ts";
import type { SecretKeys } from "./secret-key.ts";
import { StartError } from "./start-error.ts";

/** The storage key of the mark that ties the stored files to this database. */
export const markKey = "installation-mark";

/**
 * Checks that this process has the same secret key and storage as the others: with another key no stored secret
 * can be decrypted, and with another storage no document can be read. The first process sets both. Throws StartError.
 */
export async function joinInstallation(
  ownerUrl: string,
  { secretKeys, storage }: { secretKeys: SecretKeys; storage: Storage },
): Promise<void> {
  await asOwner(ownerUrl, async (db) => {
    await joinBySecretKeys(db, secretKeys);
    await joinByStorage(db, storage);
  });
}

/** Records that only the first key is in use, after every secret was encrypted under it. */
export async function useOnlyFirstKey(ownerUrl: string, secretKeys: SecretKeys): Promise<void> {
  await asOwner(ownerUrl, (db) => replaceMarks(db, "secret key", fingerprint(secretKeys[0])));
}

/** Records that the files are in this storage, after they were moved there or restored. */
export async function useStorage(ownerUrl: string, storage: Storage): Promise<void> {
  await asOwner(ownerUrl, async (db) => {
    await replaceMarks(db, "storage", (await readMark(storage)) ?? (await writeMark(storage)));
  });
}

/** One process at a time, so that the second of two new processes finds what the first one decided. */
async function asOwner(ownerUrl: string, work: (db: Database) => Promise<void>): Promise<void> {
  await using db = openDatabase(ownerUrl, { max: 1, role: null });
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('sizana installation'))`.execute(trx);
    await work(trx);
  });
}

async function joinBySecretKeys(db: Database, secretKeys: SecretKeys): Promise<void> {
  const inUse = await readMarks(db, "secret key");
  const own = secretKeys.map(fingerprint);
  if (!inUse.every((mark) => own.includes(mark))) {
    throw new StartError(
      inUse.length > 1
        ? "SECRET_KEY is being rotated, but this process doesn't have both keys. Set SECRET_KEY and SECRET_KEY_SECOND to the values of the other processes, or finish the rotation with npm run rotate-key."
        : "SECRET_KEY doesn't match the secrets in this database. Set the key of the other processes. To rotate it, set the previous key as SECRET_KEY_SECOND. If it is lost, run npm run adopt -- key and enter the tokens of your integrations again.",
    );
  }
  const [first] = own;
  if (first !== undefined && !inUse.includes(first)) await addMark(db, "secret key", first);
}

async function joinByStorage(db: Database, storage: Storage): Promise<void> {
  const [inUse] = await readMarks(db, "storage");
  const own = await readMark(storage);
  if (inUse === undefined) {
    await addMark(db, "storage", own ?? (await writeMark(storage)));
  } else if (inUse !== own) {
    throw new StartError(
      "The files of this database are in a different storage. Set DATA_DIR or the S3 variables to the values of the other processes. If you moved or restored the files to this storage, run npm run adopt -- storage.",
    );
  }
}

const fingerprint = (key: Buffer): string =>
  createHmac("sha256", key).update("sizana fingerprint").digest("hex").slice(0, 32);

async function readMark(storage: Storage): Promise<string | null> {
  const mark = await storage.read(markKey).catch(nullIfNotStored);
  return mark?.toString("utf8").trim() ?? null;
}

async function writeMark(storage: Storage): Promise<string> {
  const mark = randomUUID();
  await storage.put(markKey, Buffer.from(`${mark}\n`));
  return mark;
}

type Kind = "secret key" | "storage";

async function readMarks(db: Database, kind: Kind): Promise<string[]> {
  const rows = await db.selectFrom("installation_marks").select("mark").where("kind", "=", kind).execute();
  return rows.map(({ mark }) => mark);
}

async function addMark(db: Database, kind: Kind, mark: string): Promise<void> {
  await db.insertInto("installation_marks").values({ kind, mark }).execute();
}

async function replaceMarks(db: Database, kind: Kind, mark: string): Promise<void> {
  await db.deleteFrom("installation_marks").where("kind", "=", kind).execute();
  await addMark(db, kind, mark);
}
