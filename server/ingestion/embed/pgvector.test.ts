import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUp, type Account } from "../../../test/accounts.ts";
import { addWordDocument } from "../../../test/documents.ts";
import { addEmbeddedVersion } from "../../../test/embedded-version.ts";
import { startFakeEmbeddings, type FakeEmbeddings } from "../../../test/fake-embeddings/embeddings.ts";
import { startPgvectorServer, type PgvectorServer } from "../../../test/pgvector-server.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import { openEmbeddings } from "../../clients/embeddings.ts";
import { withTenant, type Transaction } from "../../database/database.ts";
import { migrate } from "../../database/migrate.ts";
import { embedVersion } from "./embed-version.ts";
import { searchExactly, type SegmentVectors } from "./exact-search.ts";
import { findModel, indexModel } from "./models.ts";
import type { NearestChunk, NearestSearch } from "./nearest.ts";
import { joinSearches } from "./passage-vectors.ts";
import { listEmbedded, readSegment } from "./read-vectors.ts";
import { openVectorsInDatabase } from "./vectors-in-database.ts";
import { openVectorsInMemory } from "./vectors-in-memory.ts";

const log = pino({ level: "silent" });
const audience = "internal" as const;
const manyPassages = 2_000;
const dimensions = 64;

let fake: FakeEmbeddings;
let pgvector: PgvectorServer;
let server: TestServer;
/** An organization with `manyPassages` random passages. */
let large: Account;

beforeAll(async () => {
  [fake, pgvector] = await Promise.all([startFakeEmbeddings(), startPgvectorServer()]);
  await migrate(pgvector.url);
  const environment = {
    EMBEDDINGS_BASE_URL: fake.url,
    EMBEDDINGS_API_KEY: "secret",
    EMBEDDINGS_MODEL: "words",
  };
  server = await startTestServer({ environment, database: pgvector });
  large = await signUp(server);
});
afterAll(async () => {
  await server.close();
  await fake.close();
});

/** Numbers that look random, the same in every run. */
let seed = 1;
function randomVector(): Float32Array {
  const numbers = Float32Array.from({ length: dimensions }, () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32 - 0.5;
  });
  return normalized(numbers);
}

function normalized(numbers: Float32Array): Float32Array {
  const length = Math.hypot(...numbers);
  return numbers.map((number) => number / length);
}

async function columnType(): Promise<string> {
  const { rows } = await sql<{ type: string }>`
    select pg_typeof(vector)::text as type from chunk_embeddings right join (select) one on true limit 1
  `.execute(server.context.db);
  return rows[0]?.type ?? "";
}

async function readAll({ organizationId }: Account, modelName = "words"): Promise<SegmentVectors[]> {
  const { db } = server.context;
  const model = await findModel(db, modelName);
  if (model === null) return [];
  const versions = await listEmbedded(db, organizationId, model);
  const read = await Promise.all(
    versions.map((version) => readSegment(db, organizationId, { model, version })),
  );
  return read.filter((vectors) => vectors !== null).toSorted((a, b) => a.segment - b.segment);
}

/** A search with pgvector only, by its index for organizations with more than `maxCompared` passages. */
function pgvectorSearch(maxCompared: number, modelName = "words"): NearestSearch {
  const { db, events } = server.context;
  const tools = { db, events, log, modelName };
  return joinSearches(openVectorsInMemory(tools, 0), openVectorsInDatabase(tools, maxCompared));
}

async function near(
  of: Account,
  search: NearestSearch,
  vector: Float32Array,
  limit = 5,
): Promise<NearestChunk[]> {
  const { organizationId } = of;
  return withTenant(server.context.db, organizationId, (trx) =>
    search.nearestChunks(trx, { organizationId, audience, vector, limit }),
  );
}

const embed = (question: string): Promise<Float32Array> =>
  openEmbeddings(fake.configFor("words")).embedQuestion(question);

test("works without pgvector if it is too old or not permitted", async () => {
  const { organizationId } = large;
  const { db } = server.context;
  const vectors = Array.from({ length: manyPassages }, randomVector);
  await addEmbeddedVersion(db, { organizationId, audience, modelName: "words", vectors });
  expect(await near(large, pgvectorSearch(0), vectors[0] ?? randomVector())).toEqual([]);
  pgvector.offer("0.7.4", "owners");
  await migrate(pgvector.url);
  expect(await columnType()).toBe("bytea");
  pgvector.offer("0.8.7", "administrators");
  await migrate(pgvector.url);
  expect(await columnType()).toBe("bytea");
});

test("converts stored vectors without changing them once pgvector is available", async () => {
  const before = await readAll(large);
  pgvector.offer("0.8.7", "owners");
  await migrate(pgvector.url);
  await migrate(pgvector.url);
  expect(await columnType()).toBe("halfvec");
  expect(before[0]?.ordinals).toHaveLength(manyPassages);
  expect(await readAll(large)).toEqual(before);
});

test("does not search many passages until their index is built, once", async () => {
  const { db } = server.context;
  const vector = randomVector();
  // The server may have built it already.
  await pgvector.administer("drop index if exists chunk_embeddings_near_1");
  expect(await near(large, pgvectorSearch(0), vector)).toEqual([]);
  expect(await near(large, pgvectorSearch(manyPassages), vector)).toHaveLength(5);
  const model = await findModel(db, "words");
  await Promise.all([indexModel(db, model), indexModel(db, model)]);
  await indexModel(db, model);
  expect(await near(large, pgvectorSearch(0), vector)).toHaveLength(5);
});

test("finds nearly all of the 50 nearest by the index", async () => {
  const segments = await readAll(large);
  const shares: number[] = [];
  for (let question = 0; question < 20; question++) {
    const vector = randomVector();
    const exact = await searchExactly(segments, { audience, vector, limit: 50 });
    const found = await near(large, pgvectorSearch(0), vector, 50);
    const ordinals = new Set(found.map(({ ordinal }) => ordinal));
    shares.push(exact.filter(({ ordinal }) => ordinals.has(ordinal)).length / 50);
    expect(found[0]?.similarity).toBeCloseTo(exact[0]?.similarity ?? 0, 2);
    expect(found[0]?.versionId).toBe(exact[0]?.versionId);
  }
  expect(shares.reduce((sum, share) => sum + share) / shares.length).toBeGreaterThanOrEqual(0.95);
});

test("searches a large organization by the index, and a small one by comparing", async () => {
  const { organizationId } = large;
  const countScans = async (trx: Transaction): Promise<number> => {
    const { rows } = await sql<{ scans: number }>`
      select pg_stat_get_xact_numscans(indexrelid)::integer as scans from pg_stat_user_indexes
      where indexrelname like 'chunk_embeddings_near_%'
    `.execute(trx);
    return rows[0]?.scans ?? 0;
  };
  const scansOf = (maxCompared: number): Promise<number> =>
    withTenant(server.context.db, organizationId, async (trx) => {
      const before = await countScans(trx);
      const request = { organizationId, audience, vector: randomVector(), limit: 50 };
      expect(await pgvectorSearch(maxCompared).nearestChunks(trx, request)).toHaveLength(50);
      return (await countScans(trx)) - before;
    });
  expect(await scansOf(manyPassages - 1)).toBe(1);
  expect(await scansOf(manyPassages)).toBe(0);
});

test("answers a question while the vectors are being loaded", async () => {
  const { db, events } = server.context;
  const tools = { db, events, log, modelName: "words" };
  const memory = openVectorsInMemory(tools);
  const search = joinSearches(memory, openVectorsInDatabase(tools));
  const vector = randomVector();
  const request = { organizationId: large.organizationId, audience, vector, limit: 5 };
  expect(memory.nearestIfLoaded(request)).toBeNull();
  const found = await near(large, search, vector);
  expect(found).toHaveLength(5);
  await expect.poll(() => memory.nearestIfLoaded(request)).not.toBeNull();
  const read = await near(large, search, vector);
  expect(read.map(({ ordinal }) => ordinal)).toEqual(found.map(({ ordinal }) => ordinal));
});

test("never finds passages of another organization or audience", async () => {
  const { db } = server.context;
  const stranger = await signUp(server);
  const vector = randomVector();
  const vectors = Array.from({ length: 60 }, () => vector);
  const strangers = { organizationId: stranger.organizationId, modelName: "words", vectors };
  await addEmbeddedVersion(db, { ...strangers, audience });
  await addEmbeddedVersion(db, {
    organizationId: large.organizationId,
    audience: "external",
    modelName: "words",
    vectors,
  });
  const [own] = await readAll(large);
  for (const maxCompared of [0, 1_000_000]) {
    const found = await near(large, pgvectorSearch(maxCompared), vector, 50);
    expect(found).toHaveLength(50);
    expect(new Set(found.map(({ versionId }) => versionId))).toEqual(new Set([own?.versionId]));
    expect(found[0]?.similarity).toBeLessThan(0.9);
    const theirs = await near(stranger, pgvectorSearch(maxCompared), vector, 100);
    expect(theirs).toHaveLength(60);
    expect(theirs.every(({ similarity }) => similarity > 0.99)).toBe(true);
    expect(theirs.map(({ versionId }) => versionId)).not.toContain(own?.versionId);
  }
  // Row-level security also keeps rows of other organizations out.
  const asked = { organizationId: large.organizationId, audience, vector, limit: 5 };
  const found = await withTenant(db, stranger.organizationId, (trx) =>
    pgvectorSearch(0).nearestChunks(trx, asked),
  );
  expect(found).toEqual([]);
});

test("leaves the transaction usable if the search fails", async () => {
  const { db } = server.context;
  const { organizationId } = large;
  const { rows } = await withTenant(db, organizationId, async (trx) => {
    const vector = randomVector();
    const limit = -1;
    expect(await pgvectorSearch(0).nearestChunks(trx, { organizationId, audience, vector, limit })).toEqual(
      [],
    );
    return sql<{ setting: string }>`select current_setting('statement_timeout') as setting`.execute(trx);
  });
  // The connection's own setting, as before.
  expect(rows).toEqual([{ setting: "1min" }]);
});

test("finds uploads, embeds them for a new model with its own index, and deletes them", async () => {
  const { db, events } = server.context;
  const account = await signUp(server);
  const { id } = await addWordDocument(account, "Parking.docx", ["Visitors park behind the warehouse."]);
  const question = await embed("visitors park");
  const search = pgvectorSearch(0);
  await expect.poll(async () => (await near(account, search, question))[0]?.similarity).toBeGreaterThan(0.5);
  const [{ versionId } = { versionId: "" }] = await near(account, search, question);
  const longer = await startFakeEmbeddings({ dimensions: 4_096 });
  const client = openEmbeddings(longer.configFor("newer words"));
  const job = { organizationId: account.organizationId, versionId };
  await embedVersion({ db, events, client }, job, new AbortController().signal);
  expect(await near(account, search, question)).toEqual([]);
  const newer = pgvectorSearch(0, "newer words");
  const again = await client.embedQuestion("visitors park");
  const [stored] = await readAll(account, "newer words");
  const similarity = again.reduce((sum, number, at) => sum + number * (stored?.vectors[at] ?? 0), 0);
  await longer.close();
  expect(await near(account, newer, again)).toEqual([
    { versionId, segment: expect.any(Number), ordinal: 0, similarity: expect.closeTo(similarity, 2) },
  ]);
  const { rows } = await sql<{ name: string }>`
    select indexrelname as name from pg_stat_user_indexes where indexrelname like 'chunk_embeddings_near_%'
  `.execute(db);
  expect(rows).toHaveLength(2);
  await account.request("DELETE", `/api/documents/${id}`);
  await expect.poll(() => near(account, newer, again)).toEqual([]);
});
