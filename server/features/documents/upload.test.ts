import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { Document } from "../../../contract/documents.ts";
import { signUp, type Account } from "../../../test/accounts.ts";
import { startDatabaseProxy } from "../../../test/database-proxy.ts";
import { startTestDatabase } from "../../../test/database.ts";
import { multipart, uploadDocument } from "../../../test/documents.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import { withTenant } from "../../database/database.ts";
import { runHousekeeping } from "../../housekeeping.ts";

let server: TestServer;
let account: Account;
beforeAll(async () => {
  // Without a worker, uploaded documents stay in processing.
  server = await startTestServer({ worker: false });
});
afterAll(() => server.close());
beforeEach(async () => {
  account = await signUp(server);
});

const pdf = (sizeBytes = 100): Buffer =>
  Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(sizeBytes - 9, 32)]);
const url = (): string => `/api/organizations/${account.organizationId}/documents/upload`;

async function storedFiles(organizationId: string): Promise<string[]> {
  const folder = path.join(server.context.config.dataDir, "files", organizationId);
  return readdir(folder).catch(() => []);
}

async function expectNothingStored(): Promise<void> {
  expect(await storedFiles(account.organizationId)).toEqual([]);
  const rows = await withTenant(server.context.db, account.organizationId, (trx) =>
    trx.selectFrom("documents").select("id").execute(),
  );
  expect(rows).toEqual([]);
  expect(await server.context.db.selectFrom("orphaned_files").selectAll().execute()).toEqual([]);
}

test("acknowledges an upload as processing, with its file stored and its job queued", async () => {
  const document = await uploadDocument(account, { name: "Leave policy.pdf", bytes: pdf() }, "external");
  expect(document).toMatchObject({
    name: "Leave policy.pdf",
    type: "external",
    fileType: "pdf",
    fileSize: 100,
    status: "processing",
    version: 1,
    answeringVersion: null,
    summary: null,
    error: null,
    uploader: { firstName: null, email: account.email },
  });
  expect(await storedFiles(account.organizationId)).toHaveLength(1);
  expect(await server.context.db.selectFrom("orphaned_files").selectAll().execute()).toEqual([]);
});

test("finds an upload by its key if its commit was not confirmed, with its file", async () => {
  const database = await startTestDatabase();
  const proxy = await startDatabaseProxy(database.url);
  const behind = await startTestServer({ worker: false, database: { ...database, url: proxy.url } });
  onTestFinished(() => behind.close());
  const uploader = await signUp(behind);
  const form = multipart({ type: "internal" }, { name: "a.pdf", bytes: pdf() });
  const headers = { ...form.headers, "idempotency-key": randomUUID() };
  const address = `/api/organizations/${uploader.organizationId}/documents/upload`;
  const send = () => uploader.request("POST", address, { ...form, headers });
  proxy.loseCommitAfter('insert into "document_versions"');
  expect((await send()).statusCode).toBe(201);
  expect((await send()).statusCode).toBe(201);
  const files = path.join(behind.context.config.dataDir, "files", uploader.organizationId);
  expect(await readdir(files)).toHaveLength(1);
  expect(await behind.context.db.selectFrom("orphaned_files").selectAll().execute()).toEqual([]);
});

test("deletes other files when one can't be deleted", async () => {
  const { db, storage, log } = server.context;
  const keys = ["a", "b", "c"].map((name) => `${account.organizationId}/${name}`);
  onTestFinished(async () => void (await db.deleteFrom("orphaned_files").execute()));
  for (const key of keys) {
    await storage.put(key, pdf());
    await db
      .insertInto("orphaned_files")
      .values({ storage_key: key, delete_after: new Date(0) })
      .execute();
  }
  const broken = {
    ...storage,
    delete: async (key: string) => {
      if (key === keys[0]) throw new Error("access denied");
      await storage.delete(key);
    },
  };
  await runHousekeeping({ db, log, storage: broken });
  expect(await storedFiles(account.organizationId)).toEqual(["a"]);
  await runHousekeeping({ db, log, storage });
  expect(await storedFiles(account.organizationId)).toEqual([]);
});

test("creates no version if the file was deleted while its upload was stalled", async () => {
  const { storage, db } = server.context;
  const { readHead } = storage;
  onTestFinished(() => {
    storage.readHead = readHead;
  });
  // Deletes the file, like housekeeping after two hours.
  storage.readHead = async (key, bytes) => {
    const head = await readHead(key, bytes);
    await storage.delete(key);
    await db.deleteFrom("orphaned_files").where("storage_key", "=", key).execute();
    return head;
  };
  const form = multipart({ type: "internal" }, { name: "a.pdf", bytes: pdf() });
  expect((await account.request("POST", url(), form)).statusCode).toBe(500);
  await expectNothingStored();
});

test("accepts the fields of the form in any order", async () => {
  const boundary = "b";
  const payload = Buffer.concat([
    Buffer.from(`--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`),
    pdf(),
    Buffer.from(`\r\n--b\r\ncontent-disposition: form-data; name="type"\r\n\r\ninternal\r\n--b--\r\n`),
  ]);
  const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
  const reply = await account.request("POST", url(), { headers, payload });
  expect(reply.statusCode).toBe(201);
  expect(reply.json()).toMatchObject({ type: "internal" });
});

describe("the size", () => {
  test("10485760 bytes are accepted", async () => {
    const document = await uploadDocument(account, { name: "largest.pdf", bytes: pdf(10_485_760) });
    expect(document.fileSize).toBe(10_485_760);
  });

  test.each([10_485_761, 10_500_000, 12_000_000])(
    "%i bytes are too large and leave nothing",
    async (sizeBytes) => {
      const form = multipart({ type: "internal" }, { name: "large.pdf", bytes: pdf(sizeBytes) });
      const reply = await account.request("POST", url(), form);
      expect(reply.statusCode).toBe(413);
      expect(reply.json()).toMatchObject({ code: "too_large" });
      await expectNothingStored();
    },
  );

  test("refuses one byte too many over a real connection, too", async () => {
    const form = multipart({ type: "internal" }, { name: "large.pdf", bytes: pdf(10_485_761) });
    const reply = await fetch(server.url + url(), {
      method: "POST",
      headers: { ...form.headers, cookie: account.cookie },
      body: new Uint8Array(form.payload),
    });
    expect(reply.status).toBe(413);
    expect(await reply.json()).toMatchObject({ code: "too_large" });
    await expectNothingStored();
  });
});

describe("a refused upload leaves nothing", () => {
  const file = { name: "a.pdf", bytes: pdf() };
  const raw = (type: string, payload: string) => ({
    headers: { "content-type": type },
    payload: Buffer.from(payload),
  });

  test.each([
    [
      "no bytes",
      () => multipart({ type: "internal" }, { name: "a.pdf", bytes: Buffer.alloc(0) }),
      400,
      "empty",
    ],
    ["no type", () => multipart({}, file), 400, "invalid_request"],
    ["an unknown type", () => multipart({ type: "secret" }, file), 400, "invalid_request"],
    [
      "no file",
      () =>
        raw(
          "multipart/form-data; boundary=b",
          '--b\r\ncontent-disposition: form-data; name="type"\r\n\r\ninternal\r\n--b--\r\n',
        ),
      400,
      "invalid_request",
    ],
    [
      "a picture named as a PDF",
      () =>
        multipart({ type: "internal" }, { name: "a.pdf", bytes: Buffer.from("\x89PNG\r\n\x1a\n and so on") }),
      415,
      "wrong_type",
    ],
    [
      "a name with the extension of a web page",
      () => multipart({ type: "internal" }, { name: "Invoice.html", bytes: pdf() }),
      415,
      "wrong_name",
    ],
    [
      "a PDF named as a Word document",
      () => multipart({ type: "internal" }, { name: "a.docx", bytes: pdf() }),
      415,
      "wrong_name",
    ],
    [
      "an invalid boundary",
      () => raw(`multipart/form-data; boundary=${"b".repeat(300)}`, `--${"b".repeat(300)}--\r\n`),
      400,
      "invalid_request",
    ],
    [
      "two types",
      () =>
        raw(
          "multipart/form-data; boundary=b",
          '--b\r\ncontent-disposition: form-data; name="type"\r\n\r\ninternal\r\n' +
            '--b\r\ncontent-disposition: form-data; name="type"\r\n\r\nexternal\r\n' +
            '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\r\n--b--\r\n',
        ),
      400,
      "invalid_request",
    ],
    ["JSON", () => raw("application/json", "{}"), 415, "unsupported_media_type"],
    ["a form without a boundary", () => raw("multipart/form-data", "x"), 400, "invalid_request"],
    [
      "a form that ends early",
      () =>
        raw(
          "multipart/form-data; boundary=b",
          '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7',
        ),
      400,
      "invalid_request",
    ],
    [
      "rubbish in a form",
      () => raw("multipart/form-data; boundary=b", "\r\n\r\n--b\r\n\0\0\r\n"),
      400,
      "invalid_request",
    ],
  ] as const)("%s", async (_name, body, status, code) => {
    const reply = await account.request("POST", url(), body());
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([status, code]);
    await expectNothingStored();
  });

  test("two files", async () => {
    const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\r\n';
    const reply = await account.request(
      "POST",
      url(),
      raw("multipart/form-data; boundary=b", `${part}${part}--b--\r\n`),
    );
    expect(reply.statusCode).toBe(400);
    await expectNothingStored();
  });

  test("a connection that breaks", async () => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    const form = multipart({ type: "internal" }, { name: "a.pdf", bytes: pdf(1_000_000) });
    socket.write(
      `POST ${url()} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncookie: ${account.cookie}\r\n` +
        `content-type: ${form.headers["content-type"]}\r\ncontent-length: ${form.payload.length}\r\n\r\n`,
    );
    socket.write(form.payload.subarray(0, 500_000));
    await expect
      .poll(() => server.context.db.selectFrom("orphaned_files").selectAll().execute())
      .toHaveLength(1);
    socket.destroy();
    await expect.poll(() => server.context.db.selectFrom("orphaned_files").selectAll().execute()).toEqual([]);
    await expectNothingStored();
  });
});

describe("the name", () => {
  test.each([
    ["../../etc/passwd.pdf", "passwd.pdf"],
    ["C:\\Users\\me\\Leave.pdf", "Leave.pdf"],
    ["Politique de congés.pdf", "Politique de congés.pdf"],
    ["Gehälter 2026 📄.pdf", "Gehälter 2026 📄.pdf"],
    ["new\u202efdp.pdf", "new fdp.pdf"],
    ["Policy v2.1", "Policy v2.1"],
    ["Leave.PDF", "Leave.PDF"],
    [`${"long ".repeat(80)}.pdf`, `${"long ".repeat(80).slice(0, 251).trimEnd()}.pdf`],
    ["  ", "document"],
    ["..", "document"],
  ])("%j is kept as %j", async (name, kept) => {
    const document = await uploadDocument(account, { name, bytes: pdf() });
    expect(document.name).toBe(kept);
  });
});

test("makes separate versions of simultaneous uploads with the same name", async () => {
  const uploads = Array.from({ length: 6 }, (_, i) =>
    uploadDocument(account, { name: "a.pdf", bytes: pdf(100 + i) }),
  );
  const documents = await Promise.all(uploads);
  expect(new Set(documents.map(({ id }) => id)).size).toBe(1);
  const versions = await account.request("GET", `/api/documents/${documents[0]?.id}/versions`);
  expect(versions.json<{ version: number }[]>().map(({ version }) => version)).toEqual([6, 5, 4, 3, 2, 1]);
});

describe("a repeated request with the same key", () => {
  const form = multipart({ type: "internal" }, { name: "a.pdf", bytes: pdf() });
  const send = (key: string, by = account) =>
    by.request("POST", `/api/organizations/${by.organizationId}/documents/upload`, {
      ...form,
      headers: { ...form.headers, "idempotency-key": key },
    });

  test("returns the first one's document, even if several arrive at once", async () => {
    const key = randomUUID();
    const replies = await Promise.all([send(key), send(key), send(key)]);
    replies.push(await send(key));
    expect(replies.map((reply) => [reply.statusCode, reply.json<Document>().version])).toEqual(
      replies.map(() => [201, 1]),
    );
    expect(await storedFiles(account.organizationId)).toHaveLength(1);
    expect((await send(randomUUID())).json()).toMatchObject({ version: 2 });
    expect((await send("no key")).statusCode).toBe(400);
  });

  test.each([
    ["another file", { type: "internal" }, { name: "a.pdf", bytes: pdf(101) }],
    ["another name", { type: "internal" }, { name: "b.pdf", bytes: pdf() }],
    ["another type", { type: "external" }, { name: "a.pdf", bytes: pdf() }],
  ] as const)("is refused with %s", async (_what, fields, file) => {
    const key = randomUUID();
    expect((await send(key)).statusCode).toBe(201);
    const other = multipart(fields, file);
    const reply = await account.request("POST", url(), {
      ...other,
      headers: { ...other.headers, "idempotency-key": key },
    });
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([422, "idempotency_key_reused"]);
    expect(await storedFiles(account.organizationId)).toHaveLength(1);
  });

  test("makes a separate document in another organization", async () => {
    const key = randomUUID();
    const mine = (await send(key)).json<Document>();
    const theirs = (await send(key, await signUp(server))).json<Document>();
    expect(theirs.id).not.toBe(mine.id);
  });
});

test("makes another document of the same name for the other audience", async () => {
  const internal = await uploadDocument(account, { name: "a.pdf", bytes: pdf() }, "internal");
  const external = await uploadDocument(account, { name: "a.pdf", bytes: pdf() }, "external");
  expect(external.id).not.toBe(internal.id);
  expect(external.version).toBe(1);
});
