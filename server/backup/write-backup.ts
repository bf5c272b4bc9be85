import { readdir, writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type pg from "pg";
import { FileNotStoredError, type Storage, type StoredFile } from "../clients/storage.ts";
import { backupSetting, tablesWithoutBackupPolicy } from "../database/backup-policy.ts";
import { openDatabase, withClient } from "../database/database.ts";
import { prepareFolder } from "../data-folder.ts";
import { markKey } from "../installation.ts";
import { StartError } from "../start-error.ts";
import { openBackupFolder, readVerified, type Manifest, type TableCopy } from "./manifest.ts";
import { columnsOf, listTables, readRows, textSettings } from "./tables.ts";

interface Source {
  ownerUrl: string;
  storage: Storage;
  /** The key as it was set or generated. */
  secretKey: string;
}

/**
 * Copies a running installation to an empty folder: a consistent snapshot of the database, the files that it refers to,
 * and the secret key. Verifies the copy before it returns. Throws StartError.
 */
export async function writeBackup(source: Source, folder: string): Promise<Manifest> {
  await requireEmpty(folder);
  await requireReadable(source.ownerUrl);
  const backup = await openBackupFolder(folder);
  const files = new Map<string, Manifest["files"][number]>();
  // Before the database and once more after it, so that files deleted or uploaded meanwhile are included.
  await copyFiles(source.storage, backup.files, files);
  const database = await withClient(source.ownerUrl, (client) => copyDatabase(client, backup.tables));
  await copyFiles(source.storage, backup.files, files);
  const manifest: Manifest = {
    format: 1,
    madeAt: new Date().toISOString(),
    ...database,
    files: [...files.values()],
    secretKey: source.secretKey,
  };
  const durably = { flag: "wx", mode: 0o600, flush: true };
  await writeFile(backup.manifestFile, `${JSON.stringify(manifest, null, 1)}\n`, durably);
  await readVerified(folder);
  return manifest;
}

async function requireEmpty(folder: string): Promise<void> {
  // The backup holds the secret key, so only its owner may read it.
  await prepareFolder(folder, {
    mode: 0o700,
    refusal: `Can't write to ${folder}`,
    advice: "Choose another folder.",
  });
  if ((await readdir(folder)).length > 0)
    throw new StartError(`${folder} is not empty. Choose a new folder for each backup.`);
}

/** Fails rather than writing a backup without the rows that row-level security hides. */
async function requireReadable(ownerUrl: string): Promise<void> {
  await using db = openDatabase(ownerUrl, { max: 1, role: null });
  const [table] = await tablesWithoutBackupPolicy(db);
  if (table !== undefined)
    throw new StartError(`The table ${table} can't be backed up yet. Run npm run migrate first.`);
}

async function copyFiles(from: Storage, to: Storage, copied: Map<string, Manifest["files"][number]>) {
  for await (const key of from.keys()) {
    if (copied.has(key) || key === markKey) continue;
    try {
      copied.set(key, entryOf(key, await to.put(key, (await from.open(key)).stream)));
    } catch (error) {
      // Deleted since it was listed.
      if (!(error instanceof FileNotStoredError)) throw error;
    }
  }
}

async function copyDatabase(client: pg.Client, to: Storage) {
  await client.query("begin isolation level repeatable read, read only");
  await client.query(textSettings);
  await client.query(`select set_config('${backupSetting}', 'on', true)`);
  const migrations = await readMigrationNames(client);
  const tables: TableCopy[] = [];
  for (const table of await listTables(client)) tables.push(await copyTable(client, table, to));
  const sequences = await readSequences(client);
  await client.query("commit");
  return { migrations, tables, sequences };
}

async function copyTable(client: pg.Client, table: string, to: Storage): Promise<TableCopy> {
  const columns = await columnsOf(client, table);
  const key = `${table}.jsonl.gz`;
  let rows = 0;
  async function* lines(): AsyncGenerator<string> {
    for await (const line of readRows(client, table, columns)) {
      rows += 1;
      yield `${line}\n`;
    }
  }
  const gzip = createGzip({ level: 3 });
  const source = Readable.from(lines());
  source.once("error", (error) => gzip.destroy(error));
  const stored = await to.put(key, source.pipe(gzip));
  return { ...entryOf(key, stored), table, columns, rows };
}

export async function readMigrationNames(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>("select name from kysely_migration order by name");
  return rows.map(({ name }) => name);
}

/** Sequences are not part of the snapshot; read last, none is lower than the values in the tables. */
async function readSequences(client: pg.Client): Promise<Manifest["sequences"]> {
  const { rows } = await client.query<{ name: string }>(
    "select format('%I.%I', schemaname, sequencename) as name from pg_sequences where schemaname = 'public' order by name",
  );
  const sequences: Manifest["sequences"] = [];
  for (const { name } of rows) {
    const found = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${name}`,
    );
    sequences.push(...found.rows.map((row) => ({ name, ...row })));
  }
  return sequences;
}

const entryOf = (key: string, { sizeBytes, sha256 }: StoredFile): Manifest["files"][number] => ({
  key,
  sizeBytes,
  sha256: sha256.toString("hex"),
});
