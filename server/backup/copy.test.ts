import { randomUUID } from "node:crypto";
import path from "node:path";
import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { signUp } from "../../test/accounts.ts";
import { administer, databaseUrl } from "../../test/database-server.ts";
import { addWordDocument } from "../../test/documents.ts";
import { startFakeS3 } from "../../test/fake-s3/fake-s3.ts";
import { temporaryFolder } from "../../test/product-process.ts";
import { startTestServer } from "../../test/server.ts";
import { openDiskStorage } from "../clients/storage-disk.ts";
import { readVerified } from "./manifest.ts";
import { requireEmptyTarget, restoreBackup } from "./restore-backup.ts";
import { withClient } from "../database/database.ts";
import { writeBackup } from "./write-backup.ts";

/** A new database on the server that the tests share. */
async function emptyDatabase(): Promise<string> {
  const serverUrl = inject("serverUrl");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await administer(serverUrl, `create database ${name}`);
  onTestFinished(() => administer(serverUrl, `drop database if exists ${name} with (force)`));
  return databaseUrl(inject("templateUrl"), name);
}

/** Everything that protects and counts rows. */
const guards = (url: string): Promise<unknown> =>
  withClient(url, async (client: pg.Client) => {
    const { rows } = await client.query(`
      select
        (select count(*) from pg_class where relforcerowsecurity and relrowsecurity) as secured,
        (select count(*) from pg_constraint where contype = 'f' and convalidated) as foreign_keys,
        (select count(*) from pg_trigger where tgenabled = 'O' and not tgisinternal) as triggers,
        (select count(*) from memberships) as visible
    `);
    return rows[0];
  });

test("a database and a bucket are restored completely, with constraints and policies", async () => {
  const s3 = await startFakeS3();
  onTestFinished(() => s3.close());
  const secretKey = "a secret key of forty characters or more";
  const server = await startTestServer({ environment: { ...s3.environment, SECRET_KEY: secretKey } });
  onTestFinished(() => server.close());
  const account = await signUp(server, { organizationName: 'Quoted "names", {braces}, \\lines, 🦓' });
  await addWordDocument(account, "Leave policy.docx", ["Employees receive eighteen\u2028days of leave."]);
  // Not one of our files; a bucket may contain others.
  s3.objects.set("not ours/a file", Buffer.from("x"));

  const folder = path.join(await temporaryFolder(), "backup");
  const source = { ownerUrl: server.databaseUrl, storage: server.context.storage, secretKey };
  const made = await writeBackup(source, folder);
  const rowsOf = (table: string) => made.tables.find((copy) => copy.table === `public.${table}`)?.rows;
  expect([rowsOf("organizations"), rowsOf("memberships"), rowsOf("documents")]).toEqual([1, 1, 1]);

  const target = { ownerUrl: await emptyDatabase(), storage: await openDiskStorage(await temporaryFolder()) };
  await requireEmptyTarget(target);
  await restoreBackup(target, await readVerified(folder));
  expect(await guards(target.ownerUrl)).toEqual(await guards(server.databaseUrl));
  for (const { key } of made.files) expect(await target.storage.read(key)).toEqual(s3.objects.get(key));
  await expect(requireEmptyTarget(target)).rejects.toThrow(/^The database is not empty/);

  // A backup of the restored copy has exactly the same rows.
  const second = path.join(await temporaryFolder(), "backup");
  const again = await writeBackup({ ...target, secretKey }, second);
  const comparable = (copies: typeof made) =>
    copies.tables
      .filter(({ table }) => !["public.outgoing_hold", "public.installation_marks"].includes(table))
      .map(({ table, rows, columns }) => ({ table, rows, columns }));
  expect(comparable(again)).toEqual(comparable(made));
  expect(again.sequences).toEqual(made.sequences);
  const hashOf = (copies: typeof made, table: string) =>
    copies.tables.find((copy) => copy.table === `public.${table}`)?.sha256;
  for (const table of ["organizations", "documents", "users"])
    expect(hashOf(again, table)).toBe(hashOf(made, table));
});
