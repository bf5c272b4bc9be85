import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { Document } from "../../../contract/documents.ts";
import { minPartBytes } from "../../../contract/limits.ts";
import { type Account, signUp, signUpMember } from "../../../test/accounts.ts";
import { uploadDocument } from "../../../test/documents.ts";
import { countWaiting } from "../../../test/database.ts";
import { beginMultipart, listParts, multipartPath, partAddress } from "../../../test/objects.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import { openDatabase, withTenant } from "../../database/database.ts";
import { runHousekeeping } from "../../housekeeping.ts";

type Upload = Awaited<ReturnType<typeof beginMultipart>>;

let server: TestServer;
let account: Account;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
afterAll(() => server.close());
beforeEach(async () => {
  account = await signUp(server);
});

/** The first part of a PDF, and the last. */
const first = Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(minPartBytes - 9, "first ")]);
const last = Buffer.alloc(1000, "last ");

function onServer(url: string): URL {
  const { pathname, search } = new URL(url);
  return new URL(server.url + pathname + search);
}

/** Sends a part and returns its ETag. */
async function send(upload: Upload, partNumber: number, body: Buffer): Promise<string> {
  const url = onServer(await partAddress(account, upload, partNumber));
  const reply = await fetch(url, { method: "PUT", body: new Uint8Array(body) });
  expect([reply.status, reply.headers.get("access-control-expose-headers")]).toEqual([200, "ETag"]);
  return reply.headers.get("etag") ?? "";
}

const complete = (upload: Upload, etags: string[], by = account) =>
  by.request("POST", multipartPath(upload, "/complete"), {
    parts: etags.map((ETag, at) => ({ PartNumber: at + 1, ETag })),
  });

const refusal = async (reply: ReturnType<Account["request"]>): Promise<[number, string]> => [
  (await reply).statusCode,
  (await reply).json<{ code: string }>().code,
];

async function stored(): Promise<string[]> {
  const folder = path.join(server.context.config.dataDir, "files", account.organizationId);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

/** Compares buffers directly, because `toEqual` takes seconds for so many bytes. */
async function expectWhole({ key }: Upload): Promise<void> {
  const object = await server.context.storage.read(key);
  expect(object.equals(Buffer.concat([first, last]))).toBe(true);
}

test("joins parts sent in any order to an object, which becomes a version", async () => {
  const upload = await beginMultipart(account);
  const lastTag = await send(upload, 2, last);
  const firstTag = await send(upload, 1, first);
  expect(await listParts(account, upload)).toEqual([
    { PartNumber: 1, ETag: firstTag, Size: first.length },
    { PartNumber: 2, ETag: lastTag, Size: last.length },
  ]);
  const { id } = await uploadDocument(account, { name: "a.pdf", bytes: Buffer.from("%PDF-1.7") });
  const tooEarly = account.request("PUT", `/api/documents/${id}/complete`, { filePath: upload.key });
  expect(await refusal(tooEarly)).toEqual([409, "not_uploaded"]);
  // Uppy removes the quotes.
  const reply = await complete(upload, [firstTag.replaceAll('"', ""), lastTag]);
  expect(reply.json()).toEqual({ location: expect.stringContaining(upload.key), key: upload.key });
  expect((await complete(upload, [firstTag, lastTag])).statusCode).toBe(200);
  expect(await refusal(account.request("GET", multipartPath(upload)))).toEqual([404, "not_found"]);
  await expectWhole(upload);
  expect(await stored()).toHaveLength(2);
  const version = await account.request("PUT", `/api/documents/${id}/complete`, { filePath: upload.key });
  expect(version.json<Document>()).toMatchObject({ version: 2, fileSize: first.length + last.length });
  expect(await stored()).toHaveLength(2);
});

test("makes one object of two simultaneous completions", async () => {
  const upload = await beginMultipart(account);
  const etags = [await send(upload, 1, first), await send(upload, 2, last)];
  const replies = await Promise.all([1, 2, 3].map(() => complete(upload, etags)));
  expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200, 200]);
  await expectWhole(upload);
  expect(await stored()).toHaveLength(1);
});

test("completes even if a simultaneous completion removes the parts", async () => {
  const upload = await beginMultipart(account);
  const etags = [await send(upload, 1, first), await send(upload, 2, last)];
  const owner = openDatabase(server.databaseUrl, { max: 1, role: null });
  onTestFinished(() => owner.destroy());
  const { late } = await withTenant(owner, account.organizationId, async (trx) => {
    await sql`lock table object_upload_parts in access exclusive mode`.execute(trx);
    const reply = complete(upload, etags);
    // It has found the upload open, and waits for the parts.
    await expect.poll(() => countWaiting(trx)).toBe(1);
    await server.context.storage.put(upload.key, Buffer.concat([first, last]));
    const assembled = { assembled_at: new Date() };
    await trx.updateTable("object_uploads").set(assembled).where("storage_key", "=", upload.key).execute();
    await trx.deleteFrom("object_upload_parts").execute();
    return { late: reply };
  });
  expect((await late).statusCode).toBe(200);
  await expectWhole(upload);
});

test("counts simultaneous parts together", async () => {
  const upload = await beginMultipart(account);
  const owner = openDatabase(server.databaseUrl, { max: 1, role: null });
  onTestFinished(() => owner.destroy());
  const { sent } = await withTenant(owner, account.organizationId, async (trx) => {
    await sql`select from organizations where id = ${account.organizationId} for update`.execute(trx);
    const both = Promise.all([send(upload, 1, first), send(upload, 2, last)]);
    await expect.poll(() => countWaiting(trx)).toBe(2);
    return { sent: both };
  });
  await sent;
  const { size_bytes: counted } = await withTenant(owner, account.organizationId, (trx) =>
    trx.selectFrom("object_uploads").select("size_bytes").executeTakeFirstOrThrow(),
  );
  expect(counted).toBe(first.length + last.length);
});

test("resumes a broken upload with the parts that have arrived", async () => {
  const upload = await beginMultipart(account);
  const etag = await send(upload, 1, first);
  const url = onServer(await partAddress(account, upload, 2));
  const socket = connect(Number(url.port), url.hostname);
  socket.write(`PUT ${url.pathname}${url.search} HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n`);
  socket.write(last.subarray(0, 400));
  const scratch = path.join(server.context.config.dataDir, "files", ".unfinished");
  await expect.poll(() => readdir(scratch)).toHaveLength(1);
  // The browser does not wait for the server to notice; bytes that still arrive on the old connection are ignored.
  const again = await send(upload, 2, last);
  socket.destroy();
  await expect.poll(() => readdir(scratch)).toEqual([]);
  expect((await listParts(account, upload)).map(({ ETag }) => ETag)).toEqual([etag, again]);
  expect((await complete(upload, [etag, again])).statusCode).toBe(200);
  await expectWhole(upload);
});

test("drops a connection that is silent for five minutes", async () => {
  const upload = await beginMultipart(account);
  const url = onServer(await partAddress(account, upload, 1));
  const accepted = once(server.app.server, "connection") as Promise<[Socket]>;
  const client = connect(Number(url.port), url.hostname);
  const [socket] = await accepted;
  client.write(`PUT ${url.pathname}${url.search} HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n`);
  client.write(last.subarray(0, 400));
  const scratch = path.join(server.context.config.dataDir, "files", ".unfinished");
  await expect.poll(() => readdir(scratch)).toHaveLength(1);
  expect(socket.timeout).toBe(300_000);
  // As the timer would after that time.
  const closed = once(client, "close");
  socket.emit("timeout");
  await closed;
  await expect.poll(() => readdir(scratch)).toEqual([]);
  expect(await listParts(account, upload)).toEqual([]);
});

describe("completing is refused", () => {
  test("refuses a wrong ETag, or a part that was never sent", async () => {
    const upload = await beginMultipart(account);
    const etag = await send(upload, 1, last);
    expect(await refusal(complete(upload, ["wrong"]))).toEqual([400, "invalid_part"]);
    const replaced = await send(upload, 1, first);
    expect(await refusal(complete(upload, [replaced, etag]))).toEqual([400, "invalid_part"]);
    expect(await refusal(complete(upload, [etag]))).toEqual([400, "invalid_part"]);
    expect((await complete(upload, [replaced])).statusCode).toBe(200);
  });

  test("refuses a gap, no parts, or a small part before the last", async () => {
    const upload = await beginMultipart(account);
    const etags = [await send(upload, 1, last), await send(upload, 2, last)];
    const parts = [{ PartNumber: 2, ETag: etags[1] }];
    const gap = account.request("POST", multipartPath(upload, "/complete"), { parts });
    expect(await refusal(gap)).toEqual([400, "invalid_part_order"]);
    expect(await refusal(complete(upload, []))).toEqual([400, "invalid_request"]);
    expect(await refusal(complete(upload, etags))).toEqual([400, "part_too_small"]);
    for (const number of ["0", "x"]) {
      const reply = await account.request("GET", multipartPath(upload, `/${number}`));
      expect([number, reply.statusCode]).toEqual([number, 400]);
    }
  });

  test("refuses more than 10000 parts", async () => {
    const upload = await beginMultipart(account);
    await send(upload, 10_000, last);
    const address = account.request("GET", multipartPath(upload, "/10001"));
    expect(await refusal(address)).toEqual([400, "invalid_request"]);
    const etags = Array.from({ length: 10_000 }, () => "0".repeat(32));
    // The allowed number of parts, but they were never sent.
    expect(await refusal(complete(upload, etags))).toEqual([400, "invalid_part"]);
    expect(await refusal(complete(upload, [...etags, "0".repeat(32)]))).toEqual([400, "invalid_request"]);
  });

  test("refuses another key, another member and another organization", async () => {
    const upload = await beginMultipart(account);
    const etag = await send(upload, 1, last);
    const other = await beginMultipart(account);
    const mixed = { uploadId: upload.uploadId, key: other.key };
    expect(await refusal(complete(mixed, [etag]))).toEqual([404, "not_found"]);
    const stranger = await signUp(server);
    for (const by of [stranger, await colleague()]) {
      expect(await refusal(complete(upload, [etag], by))).toEqual([404, "not_found"]);
      expect(await refusal(by.request("GET", multipartPath(upload)))).toEqual([404, "not_found"]);
      expect(await refusal(by.request("GET", multipartPath(upload, "/1")))).toEqual([404, "not_found"]);
      expect(await refusal(by.request("DELETE", multipartPath(upload)))).toEqual([404, "not_found"]);
    }
    expect((await complete(upload, [etag])).statusCode).toBe(200);
  });

  const colleague = () => signUpMember(server, account.organizationId, { role: "owner" });
});

test("aborting an upload leaves nothing, and is final", async () => {
  const upload = await beginMultipart(account);
  const url = onServer(await partAddress(account, upload, 1));
  await send(upload, 1, last);
  const reply = await account.request("DELETE", multipartPath(upload));
  expect([reply.statusCode, reply.json()]).toEqual([200, {}]);
  expect(await stored()).toEqual([]);
  expect((await fetch(url, { method: "PUT", body: new Uint8Array(last) })).status).toBe(404);
  expect(await refusal(account.request("DELETE", multipartPath(upload)))).toEqual([404, "not_found"]);
  const orphans = await server.context.db.selectFrom("orphaned_files").select("storage_key").execute();
  expect(orphans.filter((orphan) => orphan.storage_key.startsWith(upload.key))).toEqual([]);
});

test("deletes parts that no one completes", async () => {
  const upload = await beginMultipart(account);
  await send(upload, 1, last);
  await runHousekeeping(server.context);
  expect(await stored()).toHaveLength(1);
  await server.context.db
    .updateTable("orphaned_files")
    .set({ delete_after: new Date(Date.now() - 1000) })
    .execute();
  await runHousekeeping(server.context);
  expect(await stored()).toEqual([]);
});

test("deletes a part that is still arriving when its upload expires", async () => {
  const upload = await beginMultipart(account);
  const url = onServer(await partAddress(account, upload, 1));
  const socket = connect(Number(url.port), url.hostname);
  socket.write(`PUT ${url.pathname}${url.search} HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n`);
  socket.write(last.subarray(0, 400));
  const scratch = path.join(server.context.config.dataDir, "files", ".unfinished");
  await expect.poll(() => readdir(scratch)).toHaveLength(1);
  await letPass("7 days");
  await runHousekeeping(server.context);
  socket.write(last.subarray(400));
  await once(socket, "data");
  socket.destroy();
  await letPass("2 hours");
  await runHousekeeping(server.context);
  expect(await stored()).toEqual([]);
});

async function letPass(interval: string): Promise<void> {
  const { db } = server.context;
  const earlier = (column: string) => sql<Date>`${sql.ref(column)} - ${interval}::interval`;
  await withTenant(db, account.organizationId, (trx) =>
    trx
      .updateTable("object_uploads")
      .set({ expires_at: earlier("expires_at") })
      .execute(),
  );
  await db
    .updateTable("orphaned_files")
    .set({ delete_after: earlier("delete_after") })
    .execute();
}
