import { createGunzip } from "node:zlib";
import type pg from "pg";
import type { Storage } from "../clients/storage.ts";
import { withClient } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { listMigrations, selectProcesses } from "../database/migrations.ts";
import { markKey, useStorage } from "../installation.ts";
import { StartError } from "../start-error.ts";
import type { BackupFolder, Manifest, TableCopy } from "./manifest.ts";
import { columnsOf, textSettings, withoutConstraints, writeRows } from "./tables.ts";
import { readMigrationNames } from "./write-backup.ts";

interface Target {
  ownerUrl: string;
  storage: Storage;
}

/** Throws StartError when the database or the storage is not empty. */
export async function requireEmptyTarget({ ownerUrl, storage }: Target): Promise<void> {
  await withClient(ownerUrl, requireEmptyDatabase);
  await requireEmptyStorage(storage);
}

/**
 * Fills an empty database and an empty storage from a verified backup of this or an earlier version. The database is
 * filled completely or not at all. Throws StartError.
 */
export async function restoreBackup(
  { ownerUrl, storage }: Target,
  { backup, manifest }: { backup: BackupFolder; manifest: Manifest },
): Promise<void> {
  await requireKnownSchema(manifest);
  // To the schema of the backup first: later migrations must also change the restored rows.
  await migrate(ownerUrl, { only: manifest.migrations });
  await withClient(ownerUrl, async (client) => {
    await requireSameSchema(client, manifest);
    await restoreFiles(backup.files, storage, manifest);
    await restoreDatabase(client, backup.tables, manifest);
  });
  await migrate(ownerUrl);
  await useStorage(ownerUrl, storage);
}

async function requireEmptyDatabase(client: pg.Client): Promise<void> {
  const working = await client.query(selectProcesses);
  if (working.rows.length > 0)
    throw new StartError("Sizana is running on this database. Stop every process, then restore.");
  const made = await client.query("select where to_regclass('public.users') is not null");
  if (made.rows.length === 0) return;
  const found = await client.query("select from users union all select from organizations limit 1");
  if (found.rows.length > 0)
    throw new StartError(
      "The database is not empty, and nothing was changed. Restore into a new DATA_DIR or a new database.",
    );
}

async function requireEmptyStorage(storage: Storage): Promise<void> {
  for await (const key of storage.keys()) {
    if (key === markKey) continue;
    throw new StartError(
      "The storage already holds files, and nothing was changed. Restore into a new DATA_DIR or an empty bucket.",
    );
  }
}

async function requireKnownSchema({ migrations }: Manifest): Promise<void> {
  const known = await listMigrations();
  const unknown = migrations.findLast((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new StartError(
    `This backup was made by a version of Sizana whose schema this one does not know (${unknown}): a newer one, or one before 0.1.0. Restore it with that version, then upgrade.`,
  );
}

async function requireSameSchema(client: pg.Client, manifest: Manifest): Promise<void> {
  const here = await readMigrationNames(client);
  if (here.length > manifest.migrations.length) {
    throw new StartError(
      `The database has a newer schema (${here.at(-1)}) than the backup. Restore into a new DATA_DIR or a new database that no version has been started on.`,
    );
  }
  for (const { table, columns } of manifest.tables) {
    const own = new Map((await columnsOf(client, table)).map(({ name, type }) => [name, type]));
    const other = columns.find(({ name, type }) => own.get(name) !== type);
    if (other === undefined) continue;
    throw new StartError(
      `${table}.${other.name} is ${other.type} in the backup and ${own.get(other.name) ?? "missing"} here. Use a PostgreSQL with the same extensions: pgvector is either on both or on neither.`,
    );
  }
}

async function restoreFiles(from: Storage, to: Storage, { files }: Manifest): Promise<void> {
  for (const { key, sha256 } of files) {
    const stored = await to.put(key, (await from.open(key)).stream);
    if (stored.sha256.toString("hex") !== sha256)
      throw new StartError(`The file ${key} was changed while it was restored.`);
  }
}

async function restoreDatabase(client: pg.Client, from: Storage, manifest: Manifest): Promise<void> {
  await client.query("begin");
  await client.query(textSettings);
  const tables = manifest.tables.map(({ table }) => table);
  await withoutConstraints(client, tables, async () => {
    // Migrations insert rows that the backup also has.
    await client.query(`truncate ${tables.filter((table) => table !== "pgboss.job").join(", ")}`);
    for (const copy of manifest.tables) await restoreTable(client, from, copy);
  });
  for (const { name, lastValue, isCalled } of manifest.sequences)
    await client.query("select setval($1::regclass, $2, $3)", [name, lastValue, isCalled]);
  await client.query("insert into outgoing_hold default values on conflict do nothing");
  await client.query("commit");
  await client.query("analyze");
}

async function restoreTable(client: pg.Client, from: Storage, copy: TableCopy): Promise<void> {
  const { stream } = await from.open(copy.key);
  const gunzip = createGunzip();
  stream.once("error", (error) => gunzip.destroy(error));
  await writeRows(client, copy.table, copy.columns, linesOf(stream.pipe(gunzip).setEncoding("utf8")));
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from ${copy.table}`,
  );
  if (rows[0]?.count !== copy.rows)
    throw new StartError(
      `${copy.table} has ${rows[0]?.count} rows after the restore instead of ${copy.rows}. Nothing was restored to the database.`,
    );
}

/** Replaces node:readline, which also ends lines at U+2028; texts may contain that. */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of text) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}
