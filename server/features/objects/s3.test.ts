import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { leavePolicyPdf } from "../../../e2e/leave-policy.ts";
import type { Document } from "../../../contract/documents.ts";
import { minPartBytes } from "../../../contract/limits.ts";
import { signUp, type Account } from "../../../test/accounts.ts";
import { uploadDocument, waitForDocument } from "../../../test/documents.ts";
import { startFakeS3, type FakeS3 } from "../../../test/fake-s3/fake-s3.ts";
import { beginMultipart, listParts, multipartPath, partAddress } from "../../../test/objects.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import { withTenant } from "../../database/database.ts";
import { runHousekeeping } from "../../housekeeping.ts";

let s3: FakeS3;
let server: TestServer;
let account: Account;
let pdf: Buffer;
beforeAll(async () => {
  s3 = await startFakeS3();
  server = await startTestServer({ environment: s3.environment });
  pdf = await leavePolicyPdf();
});
afterAll(async () => {
  await server.close();
  await s3.close();
});
beforeEach(async () => {
  account = await signUp(server);
  s3.objects.clear();
});

const put = (url: string, body: Buffer): Promise<Response> =>
  fetch(url, { method: "PUT", body: new Uint8Array(body) });

const complete = (id: string, filePath: string) =>
  account.request("PUT", `/api/documents/${id}/complete`, { filePath });

async function answerTo(content: string): Promise<string> {
  const sessions = `/api/organizations/${account.organizationId}/chat/sessions`;
  const { id } = (await account.request("POST", sessions, {})).json<{ id: string }>();
  const reply = await account.request("POST", `/api/chat/sessions/${id}/messages`, { content });
  return reply.json<{ assistantMessage: { content: string } }>().assistantMessage.content;
}

test("stores a document in the bucket, and deletes it there", async () => {
  s3.misbehave("PUT", { kind: "error", status: 503, code: "SlowDown" });
  const { id } = await uploadDocument(account, { name: "Leave.pdf", bytes: pdf });
  expect(await waitForDocument(account, id)).toMatchObject({ status: "completed", pageCount: 2 });
  expect([...s3.objects.keys()]).toEqual([expect.stringMatching(`^${account.organizationId}/`)]);
  expect(await answerTo("How many days of annual leave are there?")).toContain("21 days");
  const download = await account.request("GET", `/api/documents/${id}/download`);
  expect(download.rawPayload.equals(pdf)).toBe(true);
  const image = await account.request("GET", `/api/documents/${id}/pages/1/image`);
  expect(image.headers["content-type"]).toBe("image/png");
  await account.request("DELETE", `/api/documents/${id}`);
  expect(s3.objects.size).toBe(0);
});

test("reads a file again that was cut off on its way from the bucket", async () => {
  s3.misbehave("GET", { kind: "slow", delayMs: 1 }, { kind: "cut" });
  const { id } = await uploadDocument(account, { name: "Leave.pdf", bytes: pdf });
  expect(await waitForDocument(account, id)).toMatchObject({ status: "completed" });
});

test.each([
  ["GET", "download"],
  ["GET", "pages/1/image"],
  ["POST", "versions/1/restore"],
] as const)("replies 404 if the document is deleted meanwhile: %s %s", async (method, what) => {
  const { id } = await uploadDocument(account, { name: "Leave.pdf", bytes: pdf });
  await waitForDocument(account, id);
  await uploadDocument(account, { name: "Leave.pdf", bytes: pdf });
  await waitForDocument(account, id);
  const deleted = Promise.withResolvers<void>();
  s3.misbehave("GET", { kind: "held", until: deleted.promise });
  s3.requests.length = 0;
  const late = Promise.resolve(account.request(method, `/api/documents/${id}/${what}`));
  await expect.poll(() => s3.requests).toHaveLength(1);
  expect((await account.request("DELETE", `/api/documents/${id}`)).statusCode).toBe(204);
  deleted.resolve();
  const reply = await late;
  expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([404, "not_found"]);
});

test("deletes a document at once, and its file later if the store refuses", async () => {
  const { id } = await uploadDocument(account, { name: "Leave.pdf", bytes: pdf });
  await waitForDocument(account, id);
  s3.misbehave("DELETE", { kind: "error", status: 403, code: "AccessDenied" });
  expect((await account.request("DELETE", `/api/documents/${id}`)).statusCode).toBe(204);
  expect(s3.objects.size).toBe(1);
  await runHousekeeping(server.context);
  expect(s3.objects.size).toBe(0);
});

describe("a browser sends directly to the bucket", () => {
  let document: Document;
  beforeEach(async () => {
    document = await uploadDocument(account, { name: "Leave.pdf", bytes: Buffer.from("%PDF-1.7") });
  });

  async function expectVersion(filePath: string): Promise<void> {
    const reply = await complete(document.id, filePath);
    expect(reply.json()).toMatchObject({ version: 2, filePath });
    expect((await complete(document.id, filePath)).json()).toMatchObject({ version: 2 });
    expect(await waitForDocument(account, document.id)).toMatchObject({ status: "completed", version: 2 });
    // The files of both versions; the object itself is gone.
    expect([s3.objects.size, s3.objects.has(filePath)]).toEqual([2, false]);
  }

  test("an object to a signed address", async () => {
    const opened = await account.request("POST", "/api/objects/upload");
    const { uploadURL, filePath } = opened.json<{ uploadURL: string; filePath: string }>();
    expect((await complete(document.id, filePath)).json()).toMatchObject({ code: "not_uploaded" });
    // Seven days, less the time that a busy machine takes to sign it.
    const expires = Number(new URL(uploadURL).searchParams.get("X-Amz-Expires"));
    expect(expires).toBeGreaterThan(604_740);
    expect(expires).toBeLessThanOrEqual(604_800);
    expect((await put(uploadURL.replace(filePath, "elsewhere"), pdf)).status).toBe(403);
    expect((await put(uploadURL, pdf)).status).toBe(200);
    await expectVersion(filePath);
  });

  test("an object in a form", async () => {
    const params = await account.request("GET", "/api/s3/params?filename=a.pdf&type=application%2Fpdf");
    const { url, fields } = params.json<{ url: string; fields: Record<string, string> }>();
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set("file", new Blob([new Uint8Array(pdf)]));
    expect((await fetch(url, { method: "POST", body: form })).status).toBe(204);
    await expectVersion(fields["key"] ?? "");
    form.set("key", "elsewhere");
    expect((await fetch(url, { method: "POST", body: form })).status).toBe(403);
  });

  test("an object in parts", async () => {
    const upload = await beginMultipart(account);
    const file = Buffer.concat([pdf, Buffer.alloc(minPartBytes, "\n")]);
    const cut = [file.subarray(0, minPartBytes), file.subarray(minPartBytes)];
    for (const [at, part] of cut.entries()) {
      const reply = await put(await partAddress(account, upload, at + 1), part);
      expect(reply.headers.get("access-control-expose-headers")).toBe("ETag");
    }
    const parts = await listParts(account, upload);
    expect(parts.map(({ PartNumber, Size }) => [PartNumber, Size])).toEqual([
      [1, minPartBytes],
      [2, pdf.length],
    ]);
    const end = (given: object) =>
      account.request("POST", multipartPath(upload, "/complete"), { parts: given });
    expect((await end(parts.toReversed())).json()).toMatchObject({ code: "invalid_part_order" });
    expect((await end([{ PartNumber: 1, ETag: "wrong" }])).json()).toMatchObject({ code: "invalid_part" });
    const replies = await Promise.all([end(parts), end(parts)]);
    expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200]);
    await expectVersion(upload.key);
  });
});

test("the store refuses an expired address", async () => {
  const place = { storageKey: "org/a", storeUploadId: null, expiresAt: new Date(Date.now() + 1000) };
  const url = new URL((await server.context.storage.signedUploads?.putAddress(place)) ?? "");
  await expect
    .poll(async () => (await put(url.href, pdf)).text())
    .toContain("<Message>Request has expired</Message>");
});

test("deletes uploads that no one completes from the bucket", async () => {
  const given = await beginMultipart(account);
  expect((await account.request("DELETE", multipartPath(given))).statusCode).toBe(200);
  expect(s3.uploads.size).toBe(0);
  const left = await beginMultipart(account);
  await put(await partAddress(account, left, 1), pdf);
  const { uploadURL } = (await account.request("POST", "/api/objects/upload")).json<{ uploadURL: string }>();
  await put(uploadURL, pdf);
  await runHousekeeping(server.context);
  expect([s3.uploads.size, s3.objects.size]).toEqual([1, 1]);
  const past = new Date(Date.now() - 1000);
  await server.context.db.updateTable("orphaned_files").set({ delete_after: past }).execute();
  await withTenant(server.context.db, account.organizationId, (trx) =>
    trx.updateTable("object_uploads").set({ expires_at: past }).execute(),
  );
  await runHousekeeping(server.context);
  expect([s3.uploads.size, s3.objects.size]).toEqual([0, 0]);
});

test("is ready while the bucket exists, and lets pages upload to it", async () => {
  const ready = await server.app.inject("/readyz");
  expect(ready.json()).toMatchObject({ status: "ready", storage: "ok" });
  const policy = String(ready.headers["content-security-policy"]);
  expect(policy).toContain(`connect-src 'self' ${s3.environment["S3_ENDPOINT"]}`);
  const outage = { kind: "error", status: 500, code: "InternalError" } as const;
  s3.misbehave("HEAD", outage, outage, outage, outage);
  const reply = await server.app.inject("/readyz");
  expect([reply.statusCode, reply.json<{ storage: string }>().storage]).toEqual([503, "down"]);
});
