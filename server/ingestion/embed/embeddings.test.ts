import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { signUp, type Account } from "../../../test/accounts.ts";
import { addWordDocument } from "../../../test/documents.ts";
import { startFakeEmbeddings, type FakeEmbeddings } from "../../../test/fake-embeddings/embeddings.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import { openEmbeddings } from "../../clients/embeddings.ts";
import { withTenant } from "../../database/database.ts";
import { embedTexts } from "./embed-version.ts";
import { embedVersion } from "./embed-version.ts";
import type { NearestChunk } from "./nearest.ts";
import { openPassageVectors, type PassageVectors } from "./passage-vectors.ts";
import { sweepVersions } from "./passage-vectors.ts";

let fake: FakeEmbeddings;
let server: TestServer;
let account: Account;
let vectors: PassageVectors;

beforeAll(async () => {
  fake = await startFakeEmbeddings();
  const environment = {
    EMBEDDINGS_BASE_URL: fake.url,
    EMBEDDINGS_API_KEY: "secret",
    EMBEDDINGS_MODEL: "words",
  };
  server = await startTestServer({ environment });
  if (server.context.vectors === undefined) throw new Error("no embeddings are configured");
  ({ vectors } = server.context);
});
afterAll(async () => {
  await server.close();
  await fake.close();
});
beforeEach(async () => {
  account = await signUp(server);
});

async function near(question: string, of: Account = account, by = vectors): Promise<NearestChunk[]> {
  const { organizationId } = of;
  const vector = await by.client.embedQuestion(question);
  return withTenant(server.context.db, organizationId, (trx) =>
    by.nearestChunks(trx, { organizationId, audience: "internal", vector, limit: 5 }),
  );
}

async function stored(of: Account = account): Promise<{ model: string; bytes: number; version: string }[]> {
  const { rows } = await withTenant(server.context.db, of.organizationId, (trx) =>
    sql<{ model: string; bytes: number; version: string }>`
      select name as model, pg_column_size(vector) as bytes, version_id as version from chunk_embeddings
      join embedding_models on id = model join index_versions using (organization_id, segment)
    `.execute(trx),
  );
  return rows;
}

const versionOf = async (): Promise<string> => (await stored())[0]?.version ?? "";

test("embeds an upload, which only its organization finds, until it is deleted", async () => {
  const { id } = await addWordDocument(account, "Parking.docx", ["Visitors park behind the warehouse."]);
  await expect.poll(async () => (await near("visitors park"))[0]?.similarity ?? 0).toBeGreaterThan(0.5);
  expect(await stored()).toEqual([expect.objectContaining({ model: "words" })]);
  // 64 numbers of 2 bytes, and PostgreSQL's header.
  expect((await stored())[0]?.bytes).toBeLessThan(2 * 64 + 10);
  const stranger = await signUp(server);
  await addWordDocument(stranger, "Other.docx", ["The gate opens at seven."]);
  await expect.poll(() => near("visitors park", stranger)).toHaveLength(1);
  expect(await near("visitors park", stranger)).not.toEqual(await near("visitors park"));
  expect(await stored(stranger)).toHaveLength(1);
  await account.request("DELETE", `/api/documents/${id}`);
  await expect.poll(() => near("visitors park")).toEqual([]);
  expect(await stored()).toEqual([]);
});

test("does not find internal passages for a customer's question", async () => {
  await addWordDocument(account, "Parking.docx", ["Visitors park behind the warehouse."]);
  await expect.poll(() => near("visitors")).toHaveLength(1);
  const { organizationId } = account;
  const vector = await vectors.client.embedQuestion("visitors");
  const request = { organizationId, audience: "external" as const, vector, limit: 5 };
  const found = withTenant(server.context.db, organizationId, (trx) => vectors.nearestChunks(trx, request));
  expect(await found).toEqual([]);
});

test("completes a document while the server fails, and embeds it afterwards", async () => {
  fake.misbehave(
    { kind: "refuse", httpStatus: 429, retryAfter: "0" },
    { kind: "uneven" },
    { kind: "say", body: "{}" },
  );
  const { status } = await addWordDocument(account, "Parking.docx", ["One.", "Visitors park there."]);
  expect(status).toBe("completed");
  await expect.poll(() => near("visitors park")).toHaveLength(1);
});

test("embeds only the missing chunks when it resumes after a crash", async () => {
  const { db, events } = server.context;
  const sentence = "The warehouse keeps its visitors waiting for a very long time at the gate. ";
  const paragraphs = Array.from({ length: 120 }, (_, at) => `${at} ${sentence.repeat(8)}`);
  await addWordDocument(account, "Long.docx", paragraphs);
  await expect.poll(() => near("visitors")).toHaveLength(5);
  const whole = (await stored()).length;
  const { organizationId } = account;
  const job = { organizationId, versionId: await versionOf() };
  await withTenant(db, organizationId, async (trx) => {
    await sql`delete from embedded_versions`.execute(trx);
    await sql`delete from chunk_embeddings where ordinal >= 40`.execute(trx);
  });
  const before = fake.requests.length;
  await embedVersion({ db, events, client: vectors.client }, job, new AbortController().signal);
  const asked = fake.requests.slice(before).flatMap(({ input }) => input);
  expect(asked).toHaveLength(whole - 40);
  expect(await stored()).toHaveLength(whole);
});

test("embeds the beginning of a text that is too long for the server", async () => {
  const strict = await startFakeEmbeddings({ maxTextLength: 500 });
  const client = openEmbeddings(strict.configFor("words"));
  const texts = ["short", "visitors ".repeat(300)];
  const found = await embedTexts(client, texts, new AbortController().signal);
  await strict.close();
  expect(found).toHaveLength(2);
  expect(strict.requests.at(-1)?.input[0]?.length).toBeLessThanOrEqual(500);
});

test("embeds everything again for a new model, and ignores the old vectors", async () => {
  const { db, events, jobs } = server.context;
  await addWordDocument(account, "Parking.docx", ["Visitors park behind the warehouse."]);
  await expect.poll(() => near("visitors")).toHaveLength(1);
  const config = fake.configFor("newer words");
  const log = pino({ level: "silent" });
  const newer = openPassageVectors(config, { db, events, jobs, log });
  expect(await near("visitors", account, newer)).toEqual([]);
  expect(await near("visitors")).toHaveLength(1);
  const queued: string[] = [];
  const noted = {
    counts: async () => ({}),
    enqueue: async (_: unknown, __: string, payload: object) => {
      queued.push("versionId" in payload ? String(payload.versionId) : "");
      return "";
    },
  };
  const versionId = await versionOf();
  await sweepVersions({ db, jobs: noted, modelName: config.model });
  expect(queued).toContain(versionId);
  const job = { organizationId: account.organizationId, versionId };
  const client = openEmbeddings(config);
  await embedVersion({ db, events, client }, job, new AbortController().signal);
  expect(await stored()).toEqual([expect.objectContaining({ model: "newer words" })]);
  await expect.poll(() => near("visitors", account, newer)).toHaveLength(1);
  await expect.poll(() => near("visitors")).toEqual([]);
});
