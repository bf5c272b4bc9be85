import { randomUUID } from "node:crypto";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import type { AnalyticsReport } from "../../contract/analytics.ts";
import { ChatExchange } from "../../contract/conversations.ts";
import type { Document } from "../../contract/documents.ts";
import type { Feedback } from "../../contract/feedback.ts";
import type { Ticket } from "../../contract/tickets.ts";
import { openDatabase } from "../../server/database/database.ts";
import { describeSchema } from "../../server/database/describe-schema.ts";
import { migrate } from "../../server/database/migrate.ts";
import { runMigrations } from "../../server/database/migrations.ts";
import type { Account } from "../accounts.ts";
import { administer, databaseUrl } from "../database-server.ts";
import { addWordDocument } from "../documents.ts";
import { enterProduct, runCommand } from "../product-account.ts";
import { startProduct, temporaryFolder } from "../product-process.ts";

const folders = await readdir(import.meta.dirname, { withFileTypes: true });
const releases = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);

async function emptyDatabase(): Promise<string> {
  const serverUrl = inject("serverUrl");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await administer(serverUrl, `create database ${name}`);
  onTestFinished(() => administer(serverUrl, `drop database if exists ${name} with (force)`));
  return databaseUrl(inject("templateUrl"), name);
}

/** Restores the backup that store-release.ts made with that version, and migrates it to the current schema. */
async function restore(release: string): Promise<{ DATABASE_URL: string; DATA_DIR: string }> {
  const environment = { DATABASE_URL: await emptyDatabase(), DATA_DIR: await temporaryFolder() };
  const from = path.join(import.meta.dirname, release);
  const restored = await runCommand("restore", ["--from", from], environment);
  expect(restored.output).toMatch(/^Restored the backup of /);
  return environment;
}

const list = async <T>({ organizationId, request }: Account, noun: string): Promise<T> =>
  (await request("GET", `/api/organizations/${organizationId}/${noun}`)).json<T>();

async function ask({ organizationId, request }: Account, content: string) {
  const session = await request("POST", `/api/organizations/${organizationId}/chat/sessions`, {});
  const { id } = session.json<{ id: string }>();
  const reply = await request("POST", `/api/chat/sessions/${id}/messages`, { content });
  return ChatExchange.parse(reply.json()).assistantMessage;
}

test.each(releases)(
  "an installation of %s keeps working in this version, with all of its data",
  async (release) => {
    const product = startProduct(await restore(release));
    const account = await enterProduct(await product.ready(), "sign-in");
    const documents = await list<Document[]>(account, "documents");
    expect(documents.map(({ name, version, status }) => `${name} ${version} ${status}`).toSorted()).toEqual([
      "Leave policy.docx 2 completed",
      "Returns.docx 1 completed",
    ]);
    const leave = documents.find(({ name }) => name === "Leave policy.docx");
    const file = await account.request("GET", `/api/documents/${leave?.id}/download`);
    expect(file.rawPayload.subarray(0, 2).toString()).toBe("PK");
    const question = "How many days of annual leave do full-time employees receive?";
    expect((await ask(account, question)).content).toContain("eighteen working days");

    const tickets = await list<Ticket[]>(account, "tickets?search=1042");
    expect(tickets).toMatchObject([{ title: "Refund of order 1042", customerName: "Sipho Dlamini" }]);
    expect(await list<object>(account, "tickets/summary")).toMatchObject({ total: 2 });
    expect(await list<Feedback[]>(account, "feedback")).toMatchObject([{ rating: 4, comment: "Quick." }]);
    expect(await list<object[]>(account, "curated-answers")).toMatchObject([
      { question: "When are you open?" },
    ]);
    expect(await list<object[]>(account, "api-keys")).toMatchObject([{ name: "Shop" }]);
    expect(await list<object>(account, "analytics")).toMatchObject({ stats: { totalDocuments: 2 } });
    expect((await list<AnalyticsReport>(account, "analytics/report?days=7")).timeZone).toBe(
      "Africa/Johannesburg",
    );

    // New documents are indexed, counted and found beside the old ones.
    await addWordDocument(account, "Parking.docx", ["Visitors park on the roof of the north building."]);
    expect((await ask(account, "Where do visitors park?")).content).toContain("north building");
    expect(await list<object>(account, "analytics")).toMatchObject({ stats: { totalDocuments: 3 } });
  },
);

test.each(releases)(
  "the upgraded schema of %s is the same as that of a new installation",
  async (release) => {
    const { DATABASE_URL } = await restore(release);
    const upgraded = openDatabase(DATABASE_URL, { max: 1, role: null });
    const created = openDatabase(inject("templateUrl"), { max: 1, role: null });
    const [found, expected] = [await describeSchema(upgraded), await describeSchema(created)];
    await upgraded.destroy();
    await created.destroy();
    expect(found).toEqual(expected);
  },
);

test.each(releases)("an expanding and a contracting migration keep the rows of %s", async (release) => {
  const { DATABASE_URL } = await restore(release);
  const owner = openDatabase(DATABASE_URL, { max: 2, role: null });
  onTestFinished(() => owner.destroy());
  const folder = await mkdtemp(path.join(tmpdir(), "sizana-migrations-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(path.join(import.meta.dirname, "../../server/database/migrations"), folder, { recursive: true });
  await writeFile(
    path.join(folder, "9000_expand.sql"),
    `alter table tickets add column subject text;
     alter table tickets no force row level security;
     update tickets set subject = title;
     alter table tickets force row level security;`,
  );
  await runMigrations(owner, { folder });
  await writeFile(
    path.join(folder, "9001_contract.sql"),
    "-- oldest code: 9000_expand\nalter table tickets drop column title;",
  );
  await runMigrations(owner, { folder });
  await sql`select set_config('app.backup', 'on', false)`.execute(owner);
  const { rows } = await sql<{ subject: string }>`select subject from tickets order by subject`.execute(
    owner,
  );
  expect(rows.map(({ subject }) => subject)).toContain("Refund of order 1042");
});

test("a backup with an unknown schema is refused, and nothing is changed", async () => {
  const [release = ""] = releases;
  const from = path.join(await temporaryFolder(), "backup");
  await cp(path.join(import.meta.dirname, release), from, { recursive: true });
  const file = path.join(from, "manifest.json");
  const manifest = JSON.parse(await readFile(file, "utf8")) as { migrations: string[] };
  await writeFile(file, JSON.stringify({ ...manifest, migrations: [...manifest.migrations, "9000_next"] }));
  const DATABASE_URL = await emptyDatabase();
  const { code, output } = await runCommand("restore", ["--from", from], {
    DATABASE_URL,
    DATA_DIR: await temporaryFolder(),
  });
  expect(code).toBe(1);
  expect(output).toMatch(
    /^This backup was made by a version of Sizana whose schema this one does not know \(9000_next\).*\n$/,
  );
  const db = openDatabase(DATABASE_URL, { max: 1, role: null });
  const { rows } = await sql`select to_regclass('users') as users`.execute(db);
  await db.destroy();
  expect(rows).toEqual([{ users: null }]);
});

test("an older backup is not restored into a database with a newer schema", async () => {
  const [release = ""] = releases;
  const DATABASE_URL = await emptyDatabase();
  await migrate(DATABASE_URL);
  const db = openDatabase(DATABASE_URL, { max: 1, role: null });
  await sql`insert into kysely_migration (name, timestamp) values ('9000_next', '')`.execute(db);
  await db.destroy();
  const from = path.join(import.meta.dirname, release);
  const environment = { DATABASE_URL, DATA_DIR: await temporaryFolder() };
  const { code, output } = await runCommand("restore", ["--from", from], environment);
  expect([code, output]).toEqual([
    1,
    "The database has a newer schema (9000_next) than the backup. Restore into a new DATA_DIR or a new database that no version has been started on.\n",
  ]);
});
