import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Audience } from "../../../contract/common.ts";
import { startTestDatabase, type TestDatabase } from "../../../test/database.ts";
import {
  startFakeEmbeddings,
  type EmbeddingsFault,
  type FakeEmbeddings,
} from "../../../test/fake-embeddings/embeddings.ts";
import { startFakeReranker, type FakeReranker, type RerankFault } from "../../../test/fake-rerank/rerank.ts";
import { TestCollection } from "../../../test/collection.ts";
import { openEmbeddings } from "../../clients/embeddings.ts";
import { openReranker } from "../../clients/rerank.ts";
import { withTenant } from "../../database/database.ts";
import { inUnitOfWork } from "../../database/unit-of-work.ts";
import { understandQuery } from "../../language/understand-query.ts";
import { answerQuery } from "../../answering/extractive/answer-from-documents.ts";
import type { NearestChunk } from "../../ingestion/embed/nearest.ts";
import { openWordRetrieval, type Retrieve } from "../retrieve.ts";
import { openHybridRetrieval, type VectorSearch } from "./hybrid-retrieval.ts";

const leave = "Full-time employees receive eighteen working days of annual leave in each cycle.";
const parking = "Visitors park their cars behind the warehouse and sign in at the gate.";
const illness = "Whoever falls ill tells the office before nine in the morning and brings a note.";
/** Timeouts for servers that never reply, and for those that may be slow. */
const shortMs = 100;
const longMs = 30_000;
const paraphrase = "My kid has caught a cold, whom should I ring up?";

let database: TestDatabase;
let collection: TestCollection;
let reranker: FakeReranker;
beforeAll(async () => {
  database = await startTestDatabase();
  reranker = await startFakeReranker();
});
afterAll(async () => {
  await reranker.close();
  await database.drop();
});

let fallbacks: string[];
beforeEach(async () => {
  fallbacks = [];
  collection = await TestCollection.create(database.db);
  await collection.add("Leave.docx", leave);
  await collection.add("Parking.docx", parking);
  await collection.add("Illness.docx", illness);
});
afterEach(() => reranker.judge(() => 0));

/** The locations of passages with these texts, of any organization. */
async function placesOf(owner: TestCollection, texts: string[]): Promise<NearestChunk[]> {
  const rows = await withTenant(owner.db, owner.organizationId, async (trx) =>
    sql<NearestChunk & { text: string }>`
      select segment, ordinal, version_id as "versionId", 1 as similarity, text from chunks join index_versions using (organization_id, segment)
    `.execute(trx),
  );
  return texts.flatMap((text) => rows.rows.filter((row) => row.text === text));
}

const near = (chunks: NearestChunk[]): VectorSearch => ({
  client: { embedQuestion: async () => new Float32Array([1]) },
  nearestChunks: async () => chunks,
});

const retrieveByWords = openWordRetrieval();

function open(vectors: VectorSearch | undefined, rerankMs?: number): Retrieve {
  return openHybridRetrieval({
    retrieveByWords,
    vectors,
    reranker:
      rerankMs === undefined
        ? undefined
        : openReranker({
            baseUrl: reranker.url,
            apiKey: "secret",
            model: undefined,
            timeoutMs: rerankMs,
          }),
    log: pino({ level: "silent" }),
    metrics: { retrievalFallback: (stage, fault) => void fallbacks.push(`${stage} ${fault}`) },
  });
}

const ask = (find: Retrieve, question: string, audience: Audience = "internal", limit = 5) =>
  inUnitOfWork(collection.db, collection.organizationId, (work) =>
    find(work, { organizationId: collection.organizationId, audience, question, limit }),
  );

describe("embeddings", () => {
  test("find passages for a paraphrase", async () => {
    expect((await ask(retrieveByWords, paraphrase)).passages).toEqual([]);
    const { passages } = await ask(open(near(await placesOf(collection, [illness, leave]))), paraphrase);
    expect(passages[0]).toMatchObject({ text: illness, documentName: "Illness.docx", spans: [{ page: 1 }] });
    for (const { spans, text } of passages)
      for (const { start, end, at } of spans)
        expect(text.slice(at, at + end - start)).toHaveLength(end - start);
  });

  test("add passages after those that contain the words of the question", async () => {
    const question = "How many days of annual leave do visitors receive?";
    const find = open(near(await placesOf(collection, [illness, parking, leave])));
    const texts = (await ask(find, question)).passages.map(({ text }) => text);
    expect(texts[0]).toBe(leave);
    expect(texts).toContain(illness);
  });

  test("keep scores in descending order", async () => {
    const question = "annual leave of visitors and employees";
    const found = await ask(open(near(await placesOf(collection, [illness, parking, leave]))), question);
    const scores = found.passages.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(found.terms).toEqual((await ask(retrieveByWords, question)).terms);
  });

  test("find nothing for a question without searchable words", async () => {
    const vectors = near(await placesOf(collection, [illness]));
    expect((await ask(open(vectors), "what is the of and to")).passages).toEqual([]);
  });

  test("find no passage of another organization or audience, and no deleted one", async () => {
    const other = await TestCollection.create(database.db);
    await other.add("Secret.docx", "The code of the vault is 4711.");
    await collection.add("Board.docx", "The board meets in secret.", "external");
    const foreign = await placesOf(other, ["The code of the vault is 4711."]);
    const external = await placesOf(collection, ["The board meets in secret."]);
    const gone = { segment: 2_000_000_000, ordinal: 0, versionId: other.organizationId, similarity: 1 };
    const { passages } = await ask(open(near([...foreign, ...external, gone])), paraphrase);
    expect(passages).toEqual([]);
  });
});

describe("a passage that only embeddings found", () => {
  const question = "How do employees receive annual leave?";

  test("doesn't look better supported than one found by words", async () => {
    const [byWords] = (await ask(retrieveByWords, question)).passages;
    const found = await ask(open(near(await placesOf(collection, [illness]))), question);
    const byVector = found.passages.find(({ text }) => text === illness);
    expect(byVector?.features).toEqual({
      bm25: 0,
      coverage: 0,
      proximity: 0,
    });
    expect(byWords?.features.coverage).toBeGreaterThan(0.9);
  });

  test("doesn't raise the confidence of an answer", async () => {
    const { organizationId } = collection;
    const answerWith = (find: Retrieve, asked: string) =>
      inUnitOfWork(collection.db, organizationId, (work) =>
        answerQuery(work, { organizationId, audience: "internal", query: understandQuery(asked) }, find),
      );
    const find = open(near(await placesOf(collection, [illness, leave])));
    const { answer, material } = await answerWith(find, paraphrase);
    expect(answer).toMatchObject({ answered: false, kind: "unknown" });
    expect(material?.passages[0]?.text).toBe(illness);
    const known = await answerWith(find, question);
    expect(known.answer.confidence).toBeLessThanOrEqual(
      (await answerWith(retrieveByWords, question)).answer.confidence,
    );
  });
});

describe("without embeddings in time, passages are found by words only", () => {
  const question = "annual leave of visitors";

  test.each<[string, EmbeddingsFault]>([
    ["timeout", { kind: "hang" }],
    ["unreachable", { kind: "drop" }],
    ["unavailable", { kind: "refuse", httpStatus: 503 }],
    ["rate_limited", { kind: "refuse", httpStatus: 429, retryAfter: "60" }],
    ["rejected", { kind: "refuse", httpStatus: 401 }],
    ["garbage", { kind: "say", body: "<html>" }],
  ])("%s: %o", async (told, fault) => {
    const byWords = await ask(retrieveByWords, question);
    const server = await startFakeEmbeddings();
    server.always(fault);
    const find = open({
      ...near(await placesOf(collection, [illness])),
      client: client(server, told === "timeout" ? shortMs : longMs),
    });
    for (let i = 0; i < 6; i++)
      expect(JSON.stringify(await ask(find, question))).toBe(JSON.stringify(byWords));
    // The circuit breaker stops requests to a failing server.
    expect(fallbacks).toEqual([
      ...Array.from({ length: 5 }, () => `embeddings ${told}`),
      "embeddings circuit_open",
    ]);
    server.always(null);
    await server.close();
  });
});

const client = ({ url: baseUrl }: FakeEmbeddings, timeoutMs: number): VectorSearch["client"] => {
  const budget = { timeoutMs, retries: 0 };
  return openEmbeddings(
    { baseUrl, apiKey: "secret", model: "fake", timeoutMs },
    { texts: budget, question: budget },
  );
};

describe("a reranker", () => {
  const question = "annual leave of visitors";

  test("decides the order, and gets the headings", async () => {
    reranker.judge((_, text) => (text.includes("warehouse") ? 9 : -9));
    const { passages } = await ask(open(undefined, longMs), question);
    expect(passages.map(({ text }) => text)).toEqual([parking, leave]);
    expect(reranker.requests.at(-1)?.query).toBe(question);
  });

  test("gets passages that only embeddings found", async () => {
    reranker.judge((_, text) => (text.includes("ill") ? 9 : -9));
    const { passages } = await ask(
      open(near(await placesOf(collection, [illness])), longMs),
      question,
      "internal",
      1,
    );
    expect(passages.map(({ text }) => text)).toEqual([illness]);
  });

  test.each<[string, RerankFault]>([
    ["timeout", { kind: "hang" }],
    ["unreachable", { kind: "drop" }],
    ["unreachable", { kind: "cut" }],
    ["unavailable", { kind: "refuse", httpStatus: 500 }],
    ["garbage", { kind: "say", body: '{"results":[{"index":0,"relevance_score":1}]}' }],
  ])("keeps the fused order if the reranker fails (%s): %o", async (told, fault) => {
    reranker.judge((_, text) => (text.includes("warehouse") ? 9 : -9));
    const vectors = near(await placesOf(collection, [illness, parking]));
    const fused = await ask(open(vectors), question);
    reranker.misbehave(fault);
    const found = await ask(open(vectors, told === "timeout" ? shortMs : longMs), question);
    expect(JSON.stringify(found)).toBe(JSON.stringify(fused));
    expect(fallbacks).toEqual([`rerank ${told}`]);
  });
});

test("no transaction is open during waits for embeddings or the reranker", async () => {
  const openTransactions: number[] = [];
  const look = async (): Promise<void> => {
    const { rows } = await sql<{ count: number }>`
      select count(*) from pg_stat_activity where datname = current_database() and state = 'idle in transaction'
    `.execute(collection.db);
    openTransactions.push(rows[0]?.count ?? -1);
  };
  const find = openHybridRetrieval({
    retrieveByWords,
    vectors: {
      ...near(await placesOf(collection, [illness])),
      client: { embedQuestion: () => look().then(() => new Float32Array([1])) },
    },
    reranker: { score: (_question, texts) => look().then(() => texts.map((_text, at) => at)) },
    log: pino({ level: "silent" }),
    metrics: { retrievalFallback: (stage, fault) => void fallbacks.push(`${stage} ${fault}`) },
  });
  const request = { organizationId: collection.organizationId, audience: "internal", limit: 5 } as const;
  await inUnitOfWork(collection.db, collection.organizationId, async (work) => {
    // One is open when retrieval is called.
    await work.run((trx) =>
      retrieveByWords({ ...work, run: (step) => step(trx) }, { ...request, question: paraphrase }),
    );
    await find(work, { ...request, question: "annual leave of visitors" });
  });
  expect(openTransactions).toEqual([0, 0]);
});
