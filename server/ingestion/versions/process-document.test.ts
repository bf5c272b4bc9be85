import { access } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Document } from "../../../contract/documents.ts";
import type { ProcessDocumentJob } from "../../../contract/jobs.ts";
import { signUp, type Account } from "../../../test/accounts.ts";
import { uploadDocument } from "../../../test/documents.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import { withTenant } from "../../database/database.ts";
import { runHousekeeping } from "../../housekeeping.ts";
import type { ExtractedDocument } from "../../../document-reader/extracted-document.ts";
import { ExtractionError } from "../../../document-reader/extraction-error.ts";
import { prepareDocument } from "../prepare/prepare-document.ts";
import { documentJob } from "./process-document.ts";
import { receiveFile } from "../upload/receive-upload.ts";
import { processDocument, type ProcessingTools } from "./process-document.ts";

let server: TestServer;
let account: Account;
beforeAll(async () => {
  // No worker: the tests run the job themselves, as often as they like.
  server = await startTestServer({ worker: false });
});
afterAll(() => server.close());
beforeEach(async () => {
  account = await signUp(server);
});

/** The server's tools, but with an extractor that returns or throws what `read` does. */
function toolsThatRead(read: () => ExtractedDocument | Promise<ExtractedDocument>): ProcessingTools {
  const prepare = async (_path: string, name: string) => prepareDocument(await read(), name);
  const extractor = { ...server.context.extractor, prepare };
  return { ...server.context, extractor };
}

function documentOf(text: string): ExtractedDocument {
  return {
    fileType: "pdf",
    title: "Leave",
    pages: [{ page: 1, width: 595, height: 842, text, boxes: [] }],
    blocks: [{ kind: "paragraph", page: 1, start: 0, end: text.length }],
  };
}

async function upload(name = "Leave.pdf"): Promise<{ id: string; job: ProcessDocumentJob }> {
  const { id, version } = await uploadDocument(account, { name, bytes: Buffer.from("%PDF-1.7\n") });
  const { organizationId } = account;
  const row = await withTenant(server.context.db, organizationId, (trx) =>
    trx
      .selectFrom("document_versions")
      .select("id")
      .where("document_id", "=", id)
      .where("version", "=", version)
      .executeTakeFirstOrThrow(),
  );
  return { id, job: { organizationId, documentId: id, versionId: row.id } };
}

const read = async (id: string): Promise<Document> =>
  (await account.request("GET", `/api/documents/${id}`)).json();
const leave = "Full-time employees receive eighteen working days of paid annual leave in each leave cycle.";

describe("a job that is run more than once", () => {
  test("starts over after a crash and completes", async () => {
    const { id, job } = await upload();
    const crash = toolsThatRead(() => Promise.reject(new Error("the machine went away")));
    await expect(processDocument(crash, job)).rejects.toThrow("went away");
    expect(await read(id)).toMatchObject({ status: "processing", error: null });
    const tools = toolsThatRead(() => documentOf(leave));
    await processDocument(tools, job);
    expect(await read(id)).toMatchObject({
      status: "completed",
      pageCount: 1,
      answeringVersion: 1,
      summary: leave,
    });
  });

  test("changes nothing when it runs again", async () => {
    const { id, job } = await upload();
    await processDocument(
      toolsThatRead(() => documentOf(leave)),
      job,
    );
    const before = await read(id);
    await processDocument(
      toolsThatRead(() => documentOf("Something else altogether, which nobody must ever see.")),
      job,
    );
    expect(await read(id)).toEqual(before);
  });

  test("completes once if it runs twice at the same time", async () => {
    const { id, job } = await upload();
    const tools = toolsThatRead(() => documentOf(leave));
    await Promise.all([processDocument(tools, job), processDocument(tools, job)]);
    expect(await read(id)).toMatchObject({ status: "completed", answeringVersion: 1 });
  });
});

describe("the end of a job", () => {
  test("is an error with a code if the document cannot be read", async () => {
    const { id, job } = await upload();
    await processDocument(
      toolsThatRead(() => {
        throw new ExtractionError("password_protected");
      }),
      job,
    );
    expect(await read(id)).toMatchObject({ status: "error", error: { code: "password_protected" } });
  });

  test("is an error if every attempt failed, unless it was completed before", async () => {
    const { id, job } = await upload();
    const handler = documentJob(server.context);
    await handler.exhausted(job);
    expect(await read(id)).toMatchObject({ status: "error", error: { code: "internal" } });
    const other = await upload("Other.pdf");
    await processDocument(
      toolsThatRead(() => documentOf(leave)),
      other.job,
    );
    await handler.exhausted(other.job);
    expect(await read(other.id)).toMatchObject({ status: "completed" });
  });

  test("leaves nothing if the document was deleted in the meantime", async () => {
    const { id, job } = await upload();
    const deleting = toolsThatRead(async () => {
      await account.request("DELETE", `/api/documents/${id}`);
      return documentOf(leave);
    });
    await processDocument(deleting, job);
    await processDocument(
      toolsThatRead(() => documentOf(leave)),
      job,
    );
    const pages = await withTenant(server.context.db, account.organizationId, (trx) =>
      trx.selectFrom("document_pages").select("page").execute(),
    );
    expect(pages).toEqual([]);
  });
});

test("does not replace a newer version by an older one that is completed later", async () => {
  const first = await upload();
  const second = await upload();
  await processDocument(
    toolsThatRead(() => documentOf(leave.replace("eighteen", "twenty"))),
    second.job,
  );
  await processDocument(
    toolsThatRead(() => documentOf(leave)),
    first.job,
  );
  expect(await read(first.id)).toMatchObject({
    version: 2,
    answeringVersion: 2,
    summary: expect.stringContaining("twenty"),
  });
});

test("replaces characters that PostgreSQL cannot store without changing offsets", async () => {
  const { id, job } = await upload();
  await processDocument(
    toolsThatRead(() => documentOf(`Leave\u0000policy \ud800 for everyone in the shops and offices.`)),
    job,
  );
  const page = (await account.request("GET", `/api/documents/${id}/pages/1`)).json<{ text: string }>();
  expect(page.text).toBe("Leave policy \ufffd for everyone in the shops and offices.");
});

test("deletes a file that a crash has left without a row, and no others", async () => {
  const { organizationId } = account;
  const { Readable } = await import("node:stream");
  const { db, config } = server.context;
  const owned = await upload();
  const orphan = await receiveFile(server.context, {
    organizationId,
    source: Readable.from([Buffer.from("half")]),
  });
  const fileOf = (key: string): string => path.join(config.dataDir, "files", key);
  await runHousekeeping(server.context);
  await access(fileOf(orphan.storageKey));
  await db
    .updateTable("orphaned_files")
    .set({ delete_after: new Date(Date.now() - 1000) })
    .execute();
  await runHousekeeping(server.context);
  await expect(access(fileOf(orphan.storageKey))).rejects.toThrow("ENOENT");
  await access(fileOf(`${organizationId}/${owned.job.versionId}`));
});
