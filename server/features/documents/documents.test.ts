import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { Document as WordDocument, Packer, Paragraph } from "docx";
import { sql } from "kysely";
import { PDFDocument, StandardFonts } from "pdf-lib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ChatMessage } from "../../../contract/conversations.ts";
import type { Document, DocumentPage, DocumentVersion } from "../../../contract/documents.ts";
import { signUp, type Account } from "../../../test/accounts.ts";
import { administer } from "../../../test/database-server.ts";
import { uploadDocument, waitForDocument } from "../../../test/documents.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import { openDatabase } from "../../database/database.ts";

let server: TestServer;
let account: Account;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  account = await signUp(server);
});

async function pdf(...pages: string[]): Promise<Buffer> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const text of pages)
    document.addPage().drawText(text, { x: 50, y: 700, size: 11, font, maxWidth: 480 });
  return Buffer.from(await document.save());
}

async function docx(...paragraphs: string[]): Promise<Buffer> {
  const children = paragraphs.map((text) => new Paragraph(text));
  return Packer.toBuffer(new WordDocument({ sections: [{ children }] }));
}

const leave = "Full-time employees receive eighteen working days of paid annual leave in each leave cycle.";
const sick = "Employees who are ill for more than two days hand in a medical certificate to their manager.";

const list = async (query = ""): Promise<Document[]> =>
  (await account.request("GET", `/api/organizations/${account.organizationId}/documents${query}`)).json();
const page = async (id: string, query = "1"): Promise<DocumentPage> =>
  (await account.request("GET", `/api/documents/${id}/pages/${query}`)).json();

test("extracts the text of an uploaded PDF page by page", async () => {
  const uploaded = await uploadDocument(account, { name: "Leave.pdf", bytes: await pdf(leave, sick) });
  const document = await waitForDocument(account, uploaded.id);
  expect(document).toMatchObject({ status: "completed", fileType: "pdf", pageCount: 2, answeringVersion: 1 });
  expect(document.summary).toContain("annual leave");
  const second = await page(document.id, "2");
  expect(second.text).toContain("medical certificate");
  expect(second.boxes.length).toBeGreaterThan(0);
  expect(second.image).toBe(`/api/documents/${document.id}/pages/2/image?version=1`);
  expect((await account.request("GET", `/api/documents/${document.id}/pages/3`)).statusCode).toBe(404);
});

test("recognizes a Word document by its content, not by its name", async () => {
  const uploaded = await uploadDocument(account, { name: "Leave.doc", bytes: await docx(leave) });
  const document = await waitForDocument(account, uploaded.id);
  expect(document).toMatchObject({ status: "completed", fileType: "docx" });
  expect((await page(document.id)).image).toBeUndefined();
});

test("returns the type of each kind of file", async () => {
  const files: [string, Buffer, string][] = [
    ["Leave.pdf", await pdf(leave), "pdf"],
    ["Leave.docx", await docx(leave), "docx"],
    ["Leave.doc", await readFile("document-reader/word/fixtures/handbook.doc"), "msword"],
  ];
  for (const [name, bytes, fileType] of files) {
    const uploaded = await uploadDocument(account, { name, bytes });
    expect([name, uploaded.fileType]).toEqual([name, fileType]);
    expect(await waitForDocument(account, uploaded.id)).toMatchObject({ name, fileType });
  }
});

test("ends a damaged file in error with a readable sentence, and can retry it", async () => {
  const bytes = Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(2000, 7)]);
  const uploaded = await uploadDocument(account, { name: "broken.pdf", bytes });
  const document = await waitForDocument(account, uploaded.id);
  expect(document).toMatchObject({
    status: "error",
    error: { code: "corrupt", message: expect.stringContaining("damaged") },
  });
  const download = await account.request("GET", `/api/documents/${document.id}/download`);
  expect([download.statusCode, download.json<{ code: string }>().code]).toEqual([409, "not_ready"]);
  const retry = await account.request("POST", `/api/documents/${document.id}/retry`);
  expect(retry.json()).toMatchObject({ status: "processing", error: null });
  expect(await waitForDocument(account, uploaded.id)).toMatchObject({ status: "error" });
});

test("retries only a document in error", async () => {
  const { id } = await uploadDocument(account, { name: "Leave.pdf", bytes: await pdf(leave) });
  await waitForDocument(account, id);
  const retry = await account.request("POST", `/api/documents/${id}/retry`);
  expect([retry.statusCode, retry.json<{ code: string }>().code]).toEqual([409, "not_in_error"]);
});

describe("the list", () => {
  test("is paged, newest first, filtered by type and searched by name and summary", async () => {
    const a = await uploadDocument(account, { name: "Politique de Congés.pdf", bytes: await pdf(leave) });
    const b = await uploadDocument(account, { name: "100%_sick.docx", bytes: await docx(sick) });
    const c = await uploadDocument(account, { name: "Prices.pdf", bytes: await pdf(sick) }, "external");
    for (const { id } of [a, b, c]) await waitForDocument(account, id);
    const names = async (query: string): Promise<string[]> => (await list(query)).map(({ name }) => name);
    expect(await names("")).toEqual([c.name, b.name, a.name]);
    expect(await names("?type=internal")).toEqual([b.name, a.name]);
    expect(await names("?search=CONGES")).toEqual([a.name]);
    expect(await names("?search=leave+annual")).toEqual([a.name]);
    expect(await names("?search=medical&type=external")).toEqual([c.name]);
    expect(await names("?search=%25_")).toEqual([b.name]);
    expect(await names("?search=%25")).toEqual([b.name]);
    expect(await names("?search=nothing")).toEqual([]);
    const url = `/api/organizations/${account.organizationId}/documents?limit=2`;
    const first = await account.request("GET", url);
    const cursor = String(first.headers["x-next-cursor"]);
    const second = await account.request("GET", `${url}&cursor=${cursor}`);
    expect([...first.json<Document[]>(), ...second.json<Document[]>()].map(({ id }) => id)).toEqual([
      c.id,
      b.id,
      a.id,
    ]);
    expect(second.headers["x-next-cursor"]).toBeUndefined();
  });

  test("refuses an invalid cursor", async () => {
    const url = `/api/organizations/${account.organizationId}/documents?cursor=bm9uc2Vuc2U`;
    expect((await account.request("GET", url)).statusCode).toBe(400);
  });
});

describe("versions", () => {
  test("switch to the new one once it is completed", async () => {
    const first = await uploadDocument(account, { name: "Leave.pdf", bytes: await pdf(leave) });
    await waitForDocument(account, first.id);
    const second = await uploadDocument(account, {
      name: "Leave.pdf",
      bytes: await pdf(leave.replace("eighteen", "twenty")),
    });
    expect(second).toMatchObject({ id: first.id, version: 2, status: "processing", answeringVersion: 1 });
    const document = await waitForDocument(account, first.id);
    expect(document).toMatchObject({ version: 2, answeringVersion: 2 });
    expect((await page(first.id)).text).toContain("twenty");
    expect((await page(first.id, "1?version=1")).text).toContain("eighteen");
    const versions = (await account.request("GET", `/api/documents/${first.id}/versions`)).json<object[]>();
    expect(versions).toMatchObject([
      { version: 2, answering: true },
      { version: 1, answering: false },
    ]);
  });

  test("keep the old one answering if the new one can't be read", async () => {
    const { id } = await uploadDocument(account, { name: "Leave.pdf", bytes: await pdf(leave) });
    await waitForDocument(account, id);
    await uploadDocument(account, { name: "Leave.pdf", bytes: Buffer.from("%PDF-1.7\nnothing in here") });
    const document = await waitForDocument(account, id);
    expect(document).toMatchObject({ version: 2, status: "error", answeringVersion: 1 });
    expect((await page(id)).text).toContain("eighteen");
  });

  test("uploaded at once are all kept, and the last one answers", async () => {
    const uploads = ["one", "two", "three", "four"].map(async (word) =>
      uploadDocument(account, { name: "Leave.pdf", bytes: await pdf(leave.replace("eighteen", word)) }),
    );
    const [{ id } = { id: "" }] = await Promise.all(uploads);
    await expect.poll(() => waitForDocument(account, id).then((d) => d.answeringVersion)).toBe(4);
  });
});

describe("the download", () => {
  test("is the unchanged file under its name", async () => {
    const bytes = await pdf(leave);
    const { id } = await uploadDocument(account, { name: 'Gehälter "2026".pdf', bytes });
    await waitForDocument(account, id);
    const reply = await account.request("GET", `/api/documents/${id}/download`);
    expect(reply.rawPayload.equals(bytes)).toBe(true);
    expect(reply.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-length": String(bytes.length),
      "x-content-type-options": "nosniff",
    });
    const disposition = String(reply.headers["content-disposition"]);
    expect(disposition).toMatch(/^attachment; filename="?Gehalter/);
    expect(disposition).toContain("filename*=UTF-8''Geh%C3%A4lter");
  });
});

describe("the picture of a page", () => {
  test("is a PNG of the requested width, cached by the browser", async () => {
    const { id } = await uploadDocument(account, { name: "Leave.pdf", bytes: await pdf(leave) });
    await waitForDocument(account, id);
    const { image } = await page(id);
    const reply = await account.request("GET", `${image}&width=300`);
    expect(reply.headers["content-type"]).toBe("image/png");
    expect(reply.rawPayload.subarray(1, 4).toString()).toBe("PNG");
    expect(reply.rawPayload.readUInt32BE(16)).toBe(300);
    expect(reply.headers["cache-control"]).toContain("immutable");
    const headers = { cookie: account.cookie, "if-none-match": String(reply.headers.etag) };
    expect((await server.app.inject({ url: `${image}&width=300`, headers })).statusCode).toBe(304);
  });

  test("is limited in size, and exists only for pages of a PDF", async () => {
    const { id } = await uploadDocument(account, { name: "Leave.pdf", bytes: await pdf(leave) });
    const word = await uploadDocument(account, { name: "Leave.docx", bytes: await docx(leave) });
    for (const document of [id, word.id]) await waitForDocument(account, document);
    const status = async (url: string): Promise<number> =>
      (await account.request("GET", `/api/documents/${url}`)).statusCode;
    expect(await status(`${id}/pages/1/image?width=100000`)).toBe(400);
    expect(await status(`${id}/pages/2/image`)).toBe(404);
    expect(await status(`${word.id}/pages/1/image`)).toBe(404);
  });
});

/** How many rows of this organization each table has, and how many files are orphaned. */
async function rowsLeft(organizationId: string): Promise<Record<string, number>> {
  const owner = openDatabase(server.databaseUrl, { max: 1, role: null });
  try {
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'organization_id'
    `.execute(owner);
    const counts: Record<string, number> = {};
    await owner.transaction().execute(async (trx) => {
      await sql`select set_config('app.organization_id', ${organizationId}, true)`.execute(trx);
      for (const { name } of tables) {
        const { rows } = await sql<{ n: number }>`
          select count(*)::int as n from ${sql.table(name)} where organization_id = ${organizationId}`.execute(
          trx,
        );
        counts[name] = rows[0]?.n ?? -1;
      }
    });
    const orphans = await owner.selectFrom("orphaned_files").selectAll().execute();
    return { ...counts, orphaned_files: orphans.length };
  } finally {
    await owner.destroy();
  }
}

describe("the history of a document", () => {
  const versions = async (id: string): Promise<DocumentVersion[]> =>
    (await account.request("GET", `/api/documents/${id}/versions`)).json();
  const bytesOf = async (id: string, version: number) =>
    (await account.request("GET", `/api/documents/${id}/download?version=${version}`)).rawPayload;
  const restore = (id: string, version: number, who = account) =>
    who.request("POST", `/api/documents/${id}/versions/${version}/restore`);
  const textOf = (id: string, version: number, query = "", who = account) =>
    who.request("GET", `/api/documents/${id}/versions/${version}/text${query}`);

  async function withTwoVersions(): Promise<{ id: string; first: Buffer; second: Buffer }> {
    const [first, second] = [await pdf(leave), await pdf(sick)];
    const { id } = await uploadDocument(account, { name: "Policy.pdf", bytes: first });
    await waitForDocument(account, id);
    await uploadDocument(account, { name: "Policy.pdf", bytes: second });
    await waitForDocument(account, id);
    return { id, first, second };
  }

  test("restores an earlier version as the next one, which then answers", async () => {
    const { id, first, second } = await withTwoVersions();
    const reply = await restore(id, 1);
    expect([reply.statusCode, reply.json()]).toMatchObject([201, { id, version: 3, status: "processing" }]);
    const document = await waitForDocument(account, id);
    expect(document).toMatchObject({
      version: 3,
      status: "completed",
      answeringVersion: 3,
      name: "Policy.pdf",
    });
    expect(await Promise.all([1, 2, 3].map((version) => bytesOf(id, version)))).toEqual([
      first,
      second,
      first,
    ]);
    expect((await page(id)).text).toContain("annual leave");
    expect((await versions(id)).map(({ version, answering }) => [version, answering])).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ]);
    expect((await restore(id, 3)).json()).toMatchObject({ code: "already_newest" });
    expect((await restore(id, 4)).statusCode).toBe(404);
    expect((await restore(id, 2 ** 31)).statusCode).toBe(400);
    expect(await list()).toHaveLength(1);
  });

  test("returns the text of each version page by page", async () => {
    const { id } = await withTwoVersions();
    expect((await textOf(id, 1)).json()).toEqual([
      { page: 1, text: expect.stringContaining("annual leave") },
    ]);
    expect((await textOf(id, 2)).json()).toEqual([{ page: 1, text: expect.stringContaining("certificate") }]);
    const pages = Array.from({ length: 130 }, (_, at) => `Page number ${at + 1}`);
    const long = await uploadDocument(account, { name: "Long.pdf", bytes: await pdf(...pages) });
    await waitForDocument(account, long.id);
    const beginning = await textOf(long.id, 1);
    expect([beginning.json<unknown[]>().length, beginning.headers["x-next-cursor"]]).toEqual([100, "101"]);
    const rest = await textOf(long.id, 1, "?cursor=101");
    expect([rest.json<unknown[]>().length, rest.headers["x-next-cursor"]]).toEqual([30, undefined]);
  });

  test("is refused for another organization, and for a version that can't be read", async () => {
    const { id } = await withTwoVersions();
    const stranger = await signUp(server);
    expect((await restore(id, 1, stranger)).statusCode).toBe(404);
    expect((await textOf(id, 1, "", stranger)).statusCode).toBe(404);
    const broken = Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(2000, 7)]);
    await uploadDocument(account, { name: "Policy.pdf", bytes: broken });
    await waitForDocument(account, id);
    await restore(id, 2);
    await waitForDocument(account, id);
    expect((await restore(id, 3)).json()).toMatchObject({ code: "not_ready" });
    expect(await list()).toMatchObject([{ version: 4, status: "completed" }]);
  });
});

describe("deleting", () => {
  const expectNoTrace = async (): Promise<void> => {
    // Counts and member days may stay: they are numbers without content.
    const {
      memberships,
      counts: _counts,
      member_days: _members,
      ...rest
    } = await rowsLeft(account.organizationId);
    expect(memberships).toBe(1);
    expect(Object.entries(rest).filter(([, count]) => count !== 0)).toEqual([]);
    const folder = path.join(server.context.config.dataDir, "files", account.organizationId);
    expect(await readdir(folder).catch(() => [])).toEqual([]);
  };

  test("leaves no row in any table and no file", async () => {
    const { id } = await uploadDocument(account, { name: "Leave.pdf", bytes: await pdf(leave) });
    await waitForDocument(account, id);
    await uploadDocument(account, { name: "Leave.pdf", bytes: await pdf(sick) });
    await waitForDocument(account, id);
    expect(await rowsLeft(account.organizationId)).toMatchObject({ document_versions: 2, document_pages: 2 });
    expect((await account.request("DELETE", `/api/documents/${id}`)).statusCode).toBe(204);
    await expectNoTrace();
    expect((await account.request("GET", `/api/documents/${id}`)).statusCode).toBe(404);
  });

  test("removes its quotes from saved answers, which keep their text", async () => {
    const { id } = await uploadDocument(account, { name: "Leave.pdf", bytes: await pdf(leave) });
    const kept = await uploadDocument(account, { name: "Sick.pdf", bytes: await pdf(sick) });
    for (const document of [id, kept.id]) await waitForDocument(account, document);
    const sessions = `/api/organizations/${account.organizationId}/chat/sessions`;
    const chat = (await account.request("POST", sessions, {})).json<{ id: string }>();
    const url = `/api/chat/sessions/${chat.id}/messages`;
    for (const content of [
      "How many days of annual leave are there?",
      "When is a medical certificate needed?",
    ])
      await account.request("POST", url, { content });
    const quoted = async () => {
      const messages = (await account.request("GET", url)).json<ChatMessage[]>();
      const answers = messages.flatMap(({ content, metadata }) => (metadata ? { content, metadata } : []));
      return answers.map(({ content, metadata }) => ({
        content,
        documents: metadata.sources.map(({ documentId }) => documentId),
      }));
    };
    const before = await quoted();
    expect(before.map(({ documents }) => documents)).toEqual([[id], [kept.id]]);
    await account.request("DELETE", `/api/documents/${id}`);
    await administer(server.databaseUrl, "update pgboss.job set start_after = now() where name = 'erase'");
    await expect.poll(quoted).toEqual([{ ...before[0], documents: [] }, before[1]]);
  });

  test("works while the document is being read", async () => {
    const bytes = await pdf(...Array.from({ length: 60 }, () => leave));
    const uploads = await Promise.all(
      ["a", "b", "c", "d", "e", "f"].map((name) => uploadDocument(account, { name: `${name}.pdf`, bytes })),
    );
    const deletions = await Promise.all(
      uploads.map(({ id }) => account.request("DELETE", `/api/documents/${id}`)),
    );
    expect(deletions.map(({ statusCode }) => statusCode)).toEqual(uploads.map(() => 204));
    await expect
      .poll(async () => (await server.context.jobs.counts())["document.process"])
      .toMatchObject({ active: 0, waiting: 0 });
    await expectNoTrace();
  });
});
