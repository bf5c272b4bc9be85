import { randomUUID } from "node:crypto";
import { Agent, request as httpRequest } from "node:http";
import { once } from "node:events";
import { json } from "node:stream/consumers";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { signUp, type Account } from "../../../test/accounts.ts";
import { multipart, uploadDocument } from "../../../test/documents.ts";
import { waitMs } from "../../../test/patience.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import { openDatabase } from "../../database/database.ts";

let server: TestServer;
let account: Account;
beforeAll(async () => {
  const environment = { MAX_FILES_PER_ORGANIZATION: "3", MAX_BYTES_PER_ORGANIZATION: "2097152" };
  server = await startTestServer({ worker: false, environment });
});
afterAll(() => server.close());

const pdf = (sizeBytes = 100): Buffer =>
  Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(sizeBytes - 9, 32)]);
const form = (name: string, bytes = pdf()) => multipart({ type: "internal" }, { name, bytes });
const url = (of = account) => `/api/organizations/${of.organizationId}/documents/upload`;

test("limits an organization's files, even when they are uploaded at once", async () => {
  account = await signUp(server);
  const names = ["a.pdf", "a.pdf", "b.pdf", "c.pdf", "d.pdf"];
  const replies = await Promise.all(names.map((name) => account.request("POST", url(), form(name))));
  const stored = replies.filter(({ statusCode }) => statusCode === 201);
  expect([stored.length, replies.length]).toEqual([3, 5]);
  const refused = replies.find(({ statusCode }) => statusCode === 413);
  expect(refused?.json()).toMatchObject({
    code: "quota_exceeded",
    message: expect.stringContaining("limit of 3 files"),
  });
  // Another organization has its own quota.
  await uploadDocument(await signUp(server), { name: "a.pdf", bytes: pdf() });
});

/** Runs `ask` while a table is locked, and releases the lock once `waiting` statements wait for it. */
async function atOnce<T>(table: string, waiting: number, ask: () => T): Promise<T> {
  const owner = openDatabase(server.databaseUrl, { max: 1, role: null });
  onTestFinished(() => owner.destroy());
  const { asked } = await owner.transaction().execute(async (trx) => {
    await sql`lock table ${sql.table(table)} in exclusive mode`.execute(trx);
    const promised = { asked: ask() };
    await expect
      .poll(async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(trx);
        return rows.length;
      })
      .toBe(waiting);
    return promised;
  });
  return asked;
}

// Both wait after receiving the file, or the second one already when it checks the quota.
test.each(["orphaned_files", "documents"])(
  "counts an upload that is sent twice at once only once (%s)",
  async (table) => {
    account = await signUp(server);
    for (const name of ["a.pdf", "b.pdf"]) await uploadDocument(account, { name, bytes: pdf() });
    const sent = form("c.pdf");
    const headers = { ...sent.headers, "idempotency-key": randomUUID() };
    const send = () => account.request("POST", url(), { ...sent, headers });
    const replies = await Promise.all(await atOnce(table, 2, () => [send(), send()]));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
  },
);

test("counts a completion that is sent twice at once only once", async () => {
  account = await signUp(server);
  const { id } = await uploadDocument(account, { name: "a.pdf", bytes: pdf() });
  await uploadDocument(account, { name: "b.pdf", bytes: pdf() });
  const opened = await account.request("POST", "/api/objects/upload", {});
  const { uploadURL, filePath } = opened.json<{ uploadURL: string; filePath: string }>();
  const { pathname, search } = new URL(uploadURL);
  await fetch(server.url + pathname + search, { method: "PUT", body: new Uint8Array(pdf()) });
  const complete = () => account.request("PUT", `/api/documents/${id}/complete`, { filePath });
  const pair = await atOnce("orphaned_files", 2, () => [complete(), complete()]);
  const replies = [...(await Promise.all(pair)), await complete()];
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
});

test("limits an organization's bytes, and deleting makes room", async () => {
  account = await signUp(server);
  const { id } = await uploadDocument(account, { name: "a.pdf", bytes: pdf(2_000_000) });
  const refused = await account.request("POST", url(), form("b.pdf", pdf(200_000)));
  expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
    413,
    expect.stringContaining("limit of 2 MB"),
  ]);
  expect((await account.request("DELETE", `/api/documents/${id}`)).statusCode).toBe(204);
  await uploadDocument(account, { name: "b.pdf", bytes: pdf(200_000) });
});

test("reports a full disk, and keeps the connection usable", async () => {
  account = await signUp(server);
  const { storage } = server.context;
  const { put } = storage;
  onTestFinished(() => {
    storage.put = put;
  });
  storage.put = async (_key, source) => {
    for await (const chunk of source instanceof Uint8Array ? [source] : source) {
      void chunk;
      throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    }
    throw new Error("nothing came in");
  };
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const send = async (method: string, path: string, body?: ReturnType<typeof multipart>) => {
    const headers = { cookie: account.cookie, ...body?.headers };
    const signal = AbortSignal.timeout(waitMs);
    const asked = httpRequest(server.url + path, { method, agent, headers, signal });
    const replied = once(asked, "response");
    asked.end(body?.payload);
    const [reply] = (await replied) as [import("node:http").IncomingMessage];
    return [reply.statusCode, ((await json(reply)) as { code?: string }).code];
  };
  expect(await send("POST", url(), form("a.pdf", pdf(5_000_000)))).toEqual([507, "disk_full"]);
  expect(await send("GET", "/api/auth/user")).toEqual([200, undefined]);
});

test("reports a full database disk, and keeps working with existing data", async () => {
  account = await signUp(server);
  const owner = openDatabase(server.databaseUrl, { max: 1, role: null });
  onTestFinished(() => owner.destroy());
  // The error that PostgreSQL raises when a table can't grow.
  await sql`
    create function find_no_room() returns trigger language plpgsql as $$
    begin
      raise exception 'could not extend file "base/1/1": No space left on device' using errcode = 'disk_full';
    end $$
  `.execute(owner);
  await sql`create trigger find_no_room before insert on tickets execute function find_no_room()`.execute(
    owner,
  );
  const tickets = `/api/organizations/${account.organizationId}/tickets`;
  const create = () => account.request("POST", tickets, { title: "The fridge is dented" });
  const refused = await create();
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([507, "disk_full"]);
  expect((await account.request("GET", tickets)).json()).toEqual([]);
  await sql`drop trigger find_no_room on tickets`.execute(owner);
  expect((await create()).json()).toMatchObject({ ticketNumber: "TKT-0001" });
});
