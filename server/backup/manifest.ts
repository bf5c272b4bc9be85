import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { openDiskStorage } from "../clients/storage-disk.ts";
import { FileNotStoredError, type Storage } from "../clients/storage.ts";
import { parseJson } from "../parse-json.ts";
import { StartError } from "../start-error.ts";

const Stored = { key: z.string(), sizeBytes: z.int(), sha256: z.string() };

/** The contents of a backup. It is written last: a folder without it is incomplete. */
export const Manifest = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  /** The migrations that had been run. */
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({
      ...Stored,
      table: z.string(),
      columns: z.array(z.object({ name: z.string(), type: z.string() })),
      rows: z.int(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
  files: z.array(z.object(Stored)),
  /** The value of SECRET_KEY, or of the file secret-key in DATA_DIR. */
  secretKey: z.string(),
});
export type Manifest = z.infer<typeof Manifest>;
export type TableCopy = Manifest["tables"][number];

export type BackupFolder = Awaited<ReturnType<typeof openBackupFolder>>;

export async function openBackupFolder(folder: string) {
  return {
    manifestFile: path.join(folder, "manifest.json"),
    tables: await openDiskStorage(path.join(folder, "database")),
    /** The files of documents, messages and people, under their own keys. */
    files: await openDiskStorage(path.join(folder, "files")),
  };
}

/** Reads the manifest and checks the size and hash of everything in it. Throws StartError. */
export async function readVerified(folder: string): Promise<{ backup: BackupFolder; manifest: Manifest }> {
  const file = path.join(folder, "manifest.json");
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
    throw new StartError(`${folder} is not a complete backup: it has no manifest.json.`);
  });
  const { data: manifest } = Manifest.safeParse(parseJson(text));
  if (manifest === undefined) throw new StartError("The backup is damaged: its manifest.json can't be read.");
  const backup = await openBackupFolder(folder);
  for (const entry of manifest.tables) await verify(backup.tables, "database", entry);
  for (const entry of manifest.files) await verify(backup.files, "files", entry);
  return { backup, manifest };
}

async function verify(storage: Storage, place: string, entry: Manifest["files"][number]): Promise<void> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  try {
    for await (const bytes of (await storage.open(entry.key)).stream as AsyncIterable<Buffer>) {
      sizeBytes += bytes.length;
      hash.update(bytes);
    }
  } catch (error) {
    if (!(error instanceof FileNotStoredError)) throw error;
    throw new StartError(`The backup is damaged: ${place}/${entry.key} is missing.`);
  }
  if (sizeBytes !== entry.sizeBytes || hash.digest("hex") !== entry.sha256)
    throw new StartError(`The backup is damaged: ${place}/${entry.key} is not what was written.`);
}
