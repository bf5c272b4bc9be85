import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Document } from "../../../contract/documents.ts";
import { GoldenQuestion, VersionCheck } from "../../../contract/golden-questions.ts";
import type { ProcessDocumentJob } from "../../../contract/jobs.ts";
import { signUp, type Account } from "../../../test/accounts.ts";
import { uploadDocument, wordBytes } from "../../../test/documents.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import { withTenant } from "../../database/database.ts";
import { documentJob, processDocument } from "../../ingestion/versions/process-document.ts";
import { askGoldenJob } from "./ask-golden-job.ts";
import { openVersionChecker } from "./check-golden.ts";

let server: TestServer;
let account: Account;
beforeAll(async () => {
  // No worker: the tests run the jobs themselves, some of them at the same time.
  server = await startTestServer({ worker: false });
});
afterAll(() => server.close());
beforeEach(async () => {
  account = await signUp(server);
  await processDocument(tools(), await upload("Customers may return unworn shoes within 30 days."));
  const reply = await account.request("POST", urlOf("golden-questions"), { type: "external", ...question });
  expect(reply.statusCode).toBe(201);
});

const question = {
  question: "Within how many days may customers return unworn shoes?",
  mustHold: ["30 days"],
  mustNotHold: [],
};
const urlOf = (noun: string) => `/api/organizations/${account.organizationId}/${noun}`;
const tools = () => ({ ...server.context, versionChecker: openVersionChecker(server.context) });

async function upload(text: string, name = "Returns.docx"): Promise<ProcessDocumentJob> {
  const { organizationId } = account;
  const { id } = await uploadDocument(account, { name, bytes: await wordBytes([text]) }, "external");
  const { id: versionId } = await withTenant(server.context.db, organizationId, (trx) =>
    trx
      .selectFrom("document_versions")
      .select("id")
      .where("document_id", "=", id)
      .orderBy("version", "desc")
      .executeTakeFirstOrThrow(),
  );
  return { organizationId, documentId: id, versionId };
}

/** Starts a run of the job that pauses after asking the version its questions, until `end` is called. */
async function startSlowly(job: ProcessDocumentJob) {
  const [asked, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { versionChecker: real, ...others } = tools();
  const check: typeof real.check = async (...request) => {
    const checked = await real.check(...request);
    asked.resolve();
    await resumed.promise;
    return checked;
  };
  const run = processDocument({ ...others, versionChecker: { ...real, check } }, job);
  await Promise.race([asked.promise, run]);
  return {
    job,
    async end() {
      resumed.resolve();
      await run;
    },
  };
}

const documentNow = async ({ documentId }: ProcessDocumentJob) =>
  Document.parse((await account.request("GET", `/api/documents/${documentId}`)).json());

test("keeps a version accepted when an earlier run of its job ends afterwards", async () => {
  const job = await upload("Customers may return unworn shoes within 45 days.");
  const slow = await startSlowly(job);
  await processDocument(tools(), job);
  expect(await documentNow(job)).toMatchObject({ answeringVersion: 1, held: true });
  const accepted = await account.request("POST", `${urlOf("version-checks")}/${job.versionId}/accept`);
  expect(accepted.statusCode).toBe(202);
  await slow.end();
  expect(await documentNow(job)).toMatchObject({ answeringVersion: 2, held: false });
  const held = await account.request("GET", urlOf("version-checks"));
  expect(VersionCheck.array().parse(held.json())).toEqual([]);
});

test("checks a version again if another document has changed since", async () => {
  const also = await upload(
    "Customers may return unworn shoes within 30 days, as our other rules say.",
    "Shop.docx",
  );
  await processDocument(tools(), also);
  const slow = await startSlowly(await upload("Our shops open at nine o'clock."));
  const other = await upload("Our shops close at five o'clock.", "Shop.docx");
  await processDocument(tools(), other);
  expect(await documentNow(other)).toMatchObject({ answeringVersion: 2, held: false });
  await slow.end();
  expect(await documentNow(slow.job)).toMatchObject({ status: "completed", answeringVersion: 1, held: true });
});

test("stops asking when the job has expired, and leaves the version to the next run", async () => {
  const job = await upload("Customers may return unworn shoes within 45 days.");
  const run = { id: "1", attempt: 1, hasDied: false, signal: AbortSignal.abort(new Error("expired")) };
  await expect(documentJob(tools()).run(job, run)).rejects.toThrow("expired");
  expect(await documentNow(job)).toMatchObject({ status: "processing" });
});

test("compares quotes when the time for the language model is used up", async () => {
  const write = () => Promise.reject(new Error("the model was asked"));
  const modelAnswers = { ...server.context.modelAnswers, write } as never;
  const late = openVersionChecker({ ...server.context, modelAnswers }, { modelMs: 0 });
  const better = await upload("Customers may return unworn shoes within 30 days of the purchase.");
  await processDocument({ ...server.context, versionChecker: late }, better);
  expect(await documentNow(better)).toMatchObject({ answeringVersion: 2, held: false });
  const worse = await upload("Customers may return unworn shoes within 45 days.");
  await processDocument({ ...server.context, versionChecker: late }, worse);
  expect(await documentNow(worse)).toMatchObject({ answeringVersion: 2, held: true });
});

async function goldenNow(): Promise<GoldenQuestion> {
  const [only] = GoldenQuestion.array().parse(
    (await account.request("GET", urlOf("golden-questions"))).json(),
  );
  if (only === undefined) throw new Error("there is no golden question");
  return only;
}

test("goes live after three checks while others change, and is asked again then", async () => {
  const real = openVersionChecker(server.context);
  let checks = 0;
  const check: typeof real.check = async (...request) => {
    checks += 1;
    const checked = await real.check(...request);
    return checked && { ...checked, otherVersions: "others" };
  };
  const job = await upload("Customers may return unworn shoes within 30 days of the purchase.");
  const queued = await queuedAsking();
  await processDocument({ ...server.context, versionChecker: { ...real, check } }, job);
  expect(checks).toBe(3);
  expect(await documentNow(job)).toMatchObject({ answeringVersion: 2, held: false });
  expect(await queuedAsking()).toBe(queued + 1);
});

async function queuedAsking(): Promise<number> {
  const { rows } = await sql<{ jobs: number }>`
    select count(*) as jobs from pgboss.job
    where name = 'golden.ask' and data->>'organizationId' = ${account.organizationId}
  `.execute(server.context.db);
  return rows[0]?.jobs ?? 0;
}

describe("the result of a golden question", () => {
  const better = "Customers may return unworn shoes within 30 days of the purchase.";

  test("is dated when it was asked, not when its version went live", async () => {
    const slow = await startSlowly(await upload(better));
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(server.context.db);
    await slow.end();
    const { result } = await goldenNow();
    expect(result).toMatchObject({ holds: true });
    expect(Date.parse(result?.checkedAt ?? "")).toBeLessThan(rows[0]?.now.getTime() ?? 0);
  });

  test("is discarded if the question was edited meanwhile, which is asked again", async () => {
    const slow = await startSlowly(await upload(better));
    const { id } = await goldenNow();
    const change = { ...question, mustHold: ["31 days"] };
    await account.request("PUT", `${urlOf("golden-questions")}/${id}`, change);
    const queued = await queuedAsking();
    await slow.end();
    expect((await goldenNow()).result).toBeNull();
    expect(await queuedAsking()).toBe(queued + 1);
  });

  test("does not replace a newer one", async () => {
    const slow = await startSlowly(await upload(better));
    const answer = {
      type: "external",
      question: question.question,
      answer: "Ask in the shop.",
      wordings: [],
    };
    expect((await account.request("POST", urlOf("curated-answers"), answer)).statusCode).toBe(201);
    const run = { id: "1", attempt: 1, hasDied: false, signal: new AbortController().signal };
    const since = new Date().toISOString();
    await askGoldenJob(server.context).run({ organizationId: account.organizationId, since }, run);
    await slow.end();
    expect((await goldenNow()).result).toMatchObject({ holds: false, answer: "Ask in the shop." });
  });
});
