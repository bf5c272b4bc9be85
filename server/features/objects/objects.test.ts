import { connect } from "node:net";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Document } from "../../../contract/documents.ts";
import { maxObjectBytes } from "../../../contract/limits.ts";
import { type Account, addMember, signUp } from "../../../test/accounts.ts";
import { uploadDocument } from "../../../test/documents.ts";
import { beginMultipart, partAddress } from "../../../test/objects.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import { withTenant } from "../../database/database.ts";
import { runHousekeeping } from "../../housekeeping.ts";
import { openUploadsLimit } from "../../ingestion/upload/object-uploads.ts";
import { openAddressSigner } from "./signed-uploads.ts";

let server: TestServer;
let account: Account;
beforeAll(async () => {
  // Without a worker, completed documents stay in processing.
  server = await startTestServer({ worker: false });
});
afterAll(() => server.close());
beforeEach(async () => {
  account = await signUp(server);
});

const pdf = (sizeBytes = 100): Buffer =>
  Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(sizeBytes - 9, 32)]);

interface Opened {
  uploadURL: string;
  filePath: string;
}

async function open(by = account, body: object = {}): Promise<Opened> {
  const reply = await by.request("POST", "/api/objects/upload", body);
  expect(reply.statusCode).toBe(200);
  return reply.json<Opened>();
}

/** Addresses contain the host of the request, which `inject` invents. */
function onServer(url: string): string {
  const { pathname, search } = new URL(url);
  return server.url + pathname + search;
}

/** Over a real connection, without a cookie. */
const put = (url: string, body: Buffer): Promise<Response> =>
  fetch(onServer(url), { method: "PUT", body: new Uint8Array(body) });

const codeOf = async (reply: Response): Promise<[number, string]> => [
  reply.status,
  ((await reply.json()) as { code: string }).code,
];

async function upload(body: Buffer, by = account, options: object = {}): Promise<string> {
  const { uploadURL, filePath } = await open(by, options);
  expect((await put(uploadURL, body)).status).toBe(200);
  return filePath;
}

const aDocument = (by = account): Promise<Document> =>
  uploadDocument(by, { name: "Leave policy.pdf", bytes: pdf() });

const complete = (id: string, filePath: string, by = account) =>
  by.request("PUT", `/api/documents/${id}/complete`, { filePath });

async function expectRefusal(
  reply: ReturnType<Account["request"]>,
  status: number,
  code: string,
): Promise<void> {
  const refusal = await reply;
  expect([refusal.statusCode, refusal.json<{ code: string }>().code]).toEqual([status, code]);
}

async function filesOf({ organizationId }: Account): Promise<string[]> {
  const folder = path.join(server.context.config.dataDir, "files", organizationId);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

async function jobsOf(documentId: string): Promise<number> {
  const { rows } = await sql<{ jobs: number }>`
    select count(*) as jobs from pgboss.job where name = 'document.process' and data->>'documentId' = ${documentId}
  `.execute(server.context.db);
  return rows[0]?.jobs ?? 0;
}

describe("completing a document", () => {
  test("makes the object its next version and queues processing, once", async () => {
    const { id } = await aDocument();
    const filePath = await upload(pdf(2000));
    const reply = await complete(id, filePath);
    expect(reply.json()).toMatchObject({
      id,
      name: "Leave policy.pdf",
      version: 2,
      fileSize: 2000,
      status: "processing",
      filePath,
    });
    const again = await complete(id, filePath);
    expect([again.statusCode, again.json()]).toEqual([200, reply.json()]);
    expect(await jobsOf(id)).toBe(2);
    // The files of the two versions: the object itself is gone.
    expect(await filesOf(account)).toHaveLength(2);
  });

  test("several times at once makes one version", async () => {
    const { id } = await aDocument();
    const filePath = await upload(pdf(2000));
    const replies = await Promise.all([1, 2, 3, 4].map(() => complete(id, filePath)));
    expect(replies.map((reply) => [reply.statusCode, reply.json<Document>().version])).toEqual(
      Array.from({ length: 4 }, () => [200, 2]),
    );
    expect(await jobsOf(id)).toBe(2);
    expect(await filesOf(account)).toHaveLength(2);
  });

  test("detects the type by content, and accepts at most 10 MB", async () => {
    const { id } = await aDocument();
    await complete(id, await upload(pdf(10_485_760)));
    const picture = await upload(Buffer.from("\x89PNG\r\n\x1a\n and so on"));
    await expectRefusal(complete(id, picture), 415, "wrong_type");
    await expectRefusal(complete(id, await upload(Buffer.alloc(0))), 400, "empty");
    const large = await upload(pdf(10_485_761));
    await expectRefusal(complete(id, large), 413, "too_large");
    // Refused objects are deleted.
    await expectRefusal(complete(id, large), 404, "not_found");
    expect(await filesOf(account)).toHaveLength(2);
    const document = await account.request("GET", `/api/documents/${id}`);
    expect(document.json()).toMatchObject({ version: 2, fileSize: 10_485_760 });
  });

  test("refuses an object that is missing, already used or invented", async () => {
    const { id } = await aDocument();
    await expectRefusal(complete(id, (await open()).filePath), 409, "not_uploaded");
    const other = await uploadDocument(account, { name: "Other.pdf", bytes: pdf() });
    const filePath = await upload(pdf());
    await complete(other.id, filePath);
    await expectRefusal(complete(id, filePath), 409, "already_used");
    for (const key of ["", "../../secret-key", `${account.organizationId}/../x`, "/etc/passwd", "a/b\0"]) {
      expect([key, (await complete(id, key)).statusCode]).toEqual([key, expect.toBeOneOf([400, 404])]);
    }
  });

  test("refuses an object of another organization or member", async () => {
    const mine = await aDocument();
    const stranger = await signUp(server);
    const theirs = await aDocument(stranger);
    const filePath = await upload(pdf(), stranger);
    await expectRefusal(complete(mine.id, filePath), 404, "not_found");
    await expectRefusal(complete(theirs.id, filePath), 404, "not_found");
    // Not even a member of both organizations can move an object between them.
    await addMember(server, stranger.organizationId, { user: account.user, role: "agent" });
    await expectRefusal(complete(mine.id, filePath), 404, "not_found");
    await expectRefusal(complete(theirs.id, filePath), 404, "not_found");
    const there = await upload(pdf(), account, { organizationId: stranger.organizationId });
    await expectRefusal(complete(mine.id, there), 404, "not_found");
    expect((await complete(theirs.id, there)).statusCode).toBe(200);
  });

  test("leaves nothing when the document was deleted meanwhile", async () => {
    const { id } = await aDocument();
    const filePath = await upload(pdf());
    await account.request("DELETE", `/api/documents/${id}`);
    await expectRefusal(complete(id, filePath), 404, "not_found");
  });

  test("leaves no file when the document is deleted afterwards", async () => {
    const { id } = await aDocument();
    await complete(id, await upload(pdf()));
    await account.request("DELETE", `/api/documents/${id}`);
    expect(await filesOf(account)).toEqual([]);
  });
});

describe("a signed address", () => {
  test("is valid for seven days, until its object is used", async () => {
    const { id } = await aDocument();
    const { uploadURL, filePath } = await open();
    const expires = Number(new URL(uploadURL).searchParams.get("expires"));
    expect(Math.abs(expires - Date.now() / 1000 - 604_800)).toBeLessThan(60);
    expect((await put(uploadURL, Buffer.from("not yet right"))).status).toBe(200);
    const reply = await put(uploadURL, pdf(300));
    expect([reply.status, reply.headers.get("etag")]).toEqual([
      200,
      expect.stringMatching(/^"[0-9a-f]{32}"$/),
    ]);
    expect((await complete(id, filePath)).json()).toMatchObject({ fileSize: 300 });
    expect(await codeOf(await put(uploadURL, pdf()))).toEqual([404, "not_found"]);
    expect(await filesOf(account)).toHaveLength(2);
  });

  test("reports that it has expired", async () => {
    const { filePath } = await open();
    const expired = { storageKey: filePath, storeUploadId: null, expiresAt: new Date(Date.now() - 1000) };
    const url = openAddressSigner(server.context.secretKeys).sign(server.url, "PUT", expired);
    const reply = await put(url, pdf());
    expect([reply.status, await reply.json()]).toEqual([
      403,
      { code: "expired", message: "Request has expired" },
    ]);
    expect(await filesOf(account)).toEqual([]);
  });

  test.each<[string, (url: URL) => void]>([
    ["expiry", (url) => url.searchParams.set("expires", String(2 ** 33))],
    ["largest size", (url) => url.searchParams.set("maxBytes", String(2 ** 40))],
    ["part", (url) => url.searchParams.set("partNumber", "2")],
    ["signature", (url) => url.searchParams.set("signature", "00".repeat(32))],
    ["key", (url) => (url.pathname = url.pathname.replace(/[^/]+$/, "00000000-0000-4000-8000-000000000000"))],
  ])("is refused with another %s", async (_what, change) => {
    const url = new URL((await open()).uploadURL);
    change(url);
    expect(await codeOf(await put(url.href, pdf()))).toEqual([403, "bad_signature"]);
    expect(await filesOf(account)).toEqual([]);
  });

  test("accepts nothing once its user's membership has ended", async () => {
    const agent = await signUp(server);
    const { organizationId } = account;
    await addMember(server, organizationId, { user: agent.user, role: "agent" });
    const whole = await open(agent, { organizationId });
    const parts = await beginMultipart(agent, { organizationId });
    const part = await partAddress(agent, parts, 1);
    expect((await put(whole.uploadURL, pdf())).status).toBe(200);
    await account.request("DELETE", `/api/organizations/${organizationId}/members/${agent.user.id}`);
    expect(await codeOf(await put(whole.uploadURL, pdf()))).toEqual([403, "membership_ended"]);
    expect(await codeOf(await put(part, pdf()))).toEqual([403, "membership_ended"]);
  });

  test("works only for its method and its object", async () => {
    const { uploadURL } = await open();
    const form = await fetch(onServer(uploadURL), { method: "POST", body: new FormData() });
    expect(await codeOf(form)).toEqual([403, "bad_signature"]);
    for (const key of ["..", "%2e%2e%2f", "a/../../b"]) {
      const reply = await put(uploadURL.replace(/uploads\/[^?]+/, `uploads/${key}/x`), pdf());
      expect([key, reply.status]).toEqual([key, expect.toBeOneOf([400, 404])]);
    }
  });

  test("requires a Content-Length of at most 1 GB", async () => {
    const { uploadURL } = await open();
    const unknown = await fetch(onServer(uploadURL), {
      method: "PUT",
      body: new Blob([new Uint8Array(pdf())]).stream(),
      duplex: "half",
    });
    expect(await codeOf(unknown)).toEqual([411, "length_required"]);
    const large = await server.app.inject({
      method: "PUT",
      url: uploadURL,
      headers: { "content-length": String(maxObjectBytes + 1) },
    });
    expect(large.json()).toMatchObject({ code: "too_large" });
  });

  test("keeps nothing of a broken connection, and can be used again", async () => {
    const { uploadURL, filePath } = await open();
    const { hostname, port, pathname, search } = new URL(onServer(uploadURL));
    const socket = connect(Number(port), hostname);
    socket.write(`PUT ${pathname}${search} HTTP/1.1\r\nhost: ${hostname}\r\ncontent-length: 1000000\r\n\r\n`);
    socket.write(Buffer.alloc(500_000));
    const scratch = path.join(server.context.config.dataDir, "files", ".unfinished");
    await expect.poll(() => readdir(scratch)).toHaveLength(1);
    socket.destroy();
    await expect.poll(() => readdir(scratch)).toEqual([]);
    expect(await filesOf(account)).toEqual([]);
    const reserved = () =>
      withTenant(server.context.db, account.organizationId, (trx) =>
        trx.selectFrom("object_uploads").select("size_bytes").execute(),
      );
    await expect.poll(reserved).toEqual([{ size_bytes: 0 }]);
    expect((await put(uploadURL, pdf())).status).toBe(200);
    expect((await complete((await aDocument()).id, filePath)).statusCode).toBe(200);
  });
});

describe("a form upload", () => {
  test("requires the signed key", async () => {
    const reply = await account.request("GET", "/api/s3/params?filename=a.pdf&type=application%2Fpdf");
    const { method, url, fields } = reply.json<{
      method: string;
      url: string;
      fields: Record<string, string>;
    }>();
    expect(method).toBe("POST");
    const send = (key: string, body: Buffer): Promise<Response> => {
      const form = new FormData();
      form.set("key", key);
      form.set("file", new Blob([new Uint8Array(body)]));
      return fetch(onServer(url), { method: "POST", body: form });
    };
    expect(await codeOf(await send("another", pdf()))).toEqual([403, "bad_signature"]);
    const sent = await send(fields["key"] ?? "", pdf(500));
    expect([sent.status, sent.headers.get("access-control-expose-headers")]).toEqual([204, "ETag"]);
    const completed = await complete((await aDocument()).id, fields["key"] ?? "");
    expect(completed.json()).toMatchObject({ version: 2, fileSize: 500 });
  });
});

test("offers no storage credentials", async () => {
  await expectRefusal(account.request("GET", "/api/s3/sts"), 404, "no_temporary_credentials");
});

test("opens an upload without a body, but not for another organization", async () => {
  const headers = { "content-type": "application/json" };
  const reply = await account.request("POST", "/api/objects/upload", { headers, payload: Buffer.alloc(0) });
  expect(reply.statusCode).toBe(200);
  const { organizationId } = await signUp(server);
  await expectRefusal(account.request("POST", "/api/objects/upload", { organizationId }), 404, "not_found");
});

describe("an organization", () => {
  const openUploads = () =>
    withTenant(server.context.db, account.organizationId, (trx) =>
      trx.selectFrom("object_uploads").selectAll().execute(),
    );

  test("opens at most 100 uploads per hour that are not completed", async () => {
    for (let opened = 0; opened < openUploadsLimit.perHour; opened += 1) await open();
    await expectRefusal(account.request("POST", "/api/objects/upload"), 429, "too_many_uploads");
    expect(await openUploads()).toHaveLength(100);
    await withTenant(server.context.db, account.organizationId, (trx) =>
      trx
        .updateTable("object_uploads")
        .set({ created_at: new Date(Date.now() - 3_600_000) })
        .execute(),
    );
    await open();
  });

  test("has at most 2 GB of unfinished uploads, counted before they arrive", async () => {
    const { filePath } = await open();
    const { uploadURL } = await open();
    await withTenant(server.context.db, account.organizationId, (trx) =>
      trx
        .updateTable("object_uploads")
        .set({ size_bytes: openUploadsLimit.bytes - 1000 })
        .where("storage_key", "=", filePath)
        .execute(),
    );
    expect(await codeOf(await put(uploadURL, pdf(1001)))).toEqual([429, "too_many_uploads"]);
    expect((await put(uploadURL, pdf(1000))).status).toBe(200);
  });

  test("loses expired uploads", async () => {
    const used = await upload(pdf());
    await complete((await aDocument()).id, used);
    await upload(pdf());
    const past = new Date(Date.now() - 1000);
    await withTenant(server.context.db, account.organizationId, (trx) =>
      trx.updateTable("object_uploads").set({ expires_at: past }).execute(),
    );
    await server.context.db.updateTable("orphaned_files").set({ delete_after: past }).execute();
    await runHousekeeping(server.context);
    // The document versions stay.
    expect(await filesOf(account)).toHaveLength(2);
    expect(await server.context.db.selectFrom("orphaned_files").selectAll().execute()).toEqual([]);
    await open();
    expect(await openUploads()).toHaveLength(1);
  });
});
