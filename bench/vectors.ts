/**
 * Search for the nearest passages to a question: exactly in memory, by pgvector's index, and exactly by pgvector. With
 * several numbers of passages, as in 10000,50000, each is measured in turn on PGlite.
 *
 *   node bench/vectors.ts [--passages 10000] [--questions 200] [--others 0] [--database URL]
 *
 * The database must be an empty one with pgvector, whose role may create extensions. The default is PGlite: PostgreSQL
 * in WebAssembly, on one core, in this process and without SIMD instructions for vectors, so it is slower than a
 * server. The results of the index are the same. The vectors have 384 dimensions that correlate as in embeddings:
 * linear combinations of 32 random numbers, with noise. A question is a passage with more noise. Times are for the
 * nearest 50 passages, within a transaction.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { pino } from "pino";
import { normalize, pseudoRandom } from "../evals/stand-in/matrix.ts";
import { openDatabase, withTenant, type Database } from "../server/database/database.ts";
import { migrate } from "../server/database/migrate.ts";
import { indexModel, rememberModel } from "../server/ingestion/embed/models.ts";
import type { NearestChunk, NearestRequest } from "../server/ingestion/embed/nearest.ts";
import { openVectorsInDatabase } from "../server/ingestion/embed/vectors-in-database.ts";
import { openVectorsInMemory } from "../server/ingestion/embed/vectors-in-memory.ts";
import { addEmbeddedVersion } from "../test/embedded-version.ts";
import { startPgvectorServer } from "../test/pgvector-server.ts";
import { machineNote } from "./product/machine.ts";

const { values: options } = parseArgs({
  options: {
    passages: { type: "string", default: "10000" },
    questions: { type: "string", default: "200" },
    others: { type: "string", default: "0" },
    database: { type: "string" },
  },
});

const dimensions = 384;
const factors = 32;
const depth = 50;
const audience = "internal" as const;
const modelName = "bench";
const log = pino({ level: "warn" });
const events = { subscribe: () => () => undefined };

const random = pseudoRandom(1);
const mix = Array.from({ length: dimensions }, () => Float32Array.from({ length: factors }, random));

function passageVector(): Float32Array {
  const numbers = Array.from({ length: factors }, random);
  const sumOf = (row: Float32Array) => row.reduce((sum, part, at) => sum + part * (numbers[at] ?? 0), 0);
  return normalize(Float32Array.from(mix, (row) => sumOf(row) + random()));
}

const questionOf = (vector: Float32Array): Float32Array =>
  normalize(vector.map((number) => number + random() / Math.sqrt(dimensions)));

type Search = (request: NearestRequest) => Promise<NearestChunk[]>;

interface Answers {
  found: Set<string>[];
  times: number[];
}

async function ask(requests: NearestRequest[], search: Search): Promise<Answers> {
  for (const request of requests.slice(0, 20)) await search(request);
  const answers: Answers = { found: [], times: [] };
  for (const request of requests) {
    const started = performance.now();
    const chunks = await search(request);
    answers.times.push(performance.now() - started);
    answers.found.push(new Set(chunks.map(({ segment, ordinal }) => `${segment}/${ordinal}`)));
  }
  return answers;
}

function recall(exact: Answers, other: Answers, at: number): string {
  const shares = exact.found.map((found, question) => {
    const nearest = [...found].slice(0, at);
    return nearest.filter((key) => other.found[question]?.has(key)).length / nearest.length;
  });
  return (shares.reduce((sum, share) => sum + share, 0) / shares.length).toFixed(3);
}

function percentile(times: number[], share: number): string {
  return (times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0).toFixed(1);
}

async function measure(db: Database, organizationId: string, vectors: Float32Array[]): Promise<object[]> {
  const requests: NearestRequest[] = Array.from({ length: Number(options.questions) }, (_, at) => {
    const passage = vectors[(at * 7_919) % vectors.length] ?? passageVector();
    return { organizationId, audience, vector: questionOf(passage), limit: depth };
  });
  const memory = openVectorsInMemory({ db, events, log, modelName });
  const isRead = () => requests.some((request) => memory.nearestIfLoaded(request) !== null);
  while (!isRead()) await delay(20);
  const byPgvector = (maxCompared: number): Search => {
    const database = openVectorsInDatabase({ log, modelName }, maxCompared);
    return (request) =>
      withTenant(db, organizationId, async (trx) => (await database.nearestInDatabase(trx, request)) ?? []);
  };
  const exact = await ask(requests, (request) => memory.nearestOnceLoaded(request));
  const rows = {
    "in memory, exact": exact,
    "pgvector, index": await ask(requests, byPgvector(0)),
    "pgvector, exact": await ask(requests.slice(0, 50), byPgvector(Number.POSITIVE_INFINITY)),
  };
  return Object.entries(rows).map(([search, answers]) => ({
    passages: vectors.length,
    search,
    medianMs: percentile(answers.times, 0.5),
    p95Ms: percentile(answers.times, 0.95),
    "recall@10": recall({ ...exact, found: exact.found.slice(0, answers.found.length) }, answers, 10),
    "recall@50": recall({ ...exact, found: exact.found.slice(0, answers.found.length) }, answers, 50),
  }));
}

async function addOrganization(db: Database, vectors: Float32Array[]): Promise<string> {
  const organizationId = randomUUID();
  await withTenant(db, organizationId, (trx) =>
    trx.insertInto("organizations").values({ id: organizationId, name: "Bench" }).execute(),
  );
  await addEmbeddedVersion(db, { organizationId, audience, modelName, vectors });
  return organizationId;
}

async function run(url: string, count: number): Promise<object[]> {
  await migrate(url);
  const db = openDatabase(url, { role: null, max: 2 });
  const app = openDatabase(url, { max: 2 });
  const model = await rememberModel(db, modelName, dimensions);
  if (model.stored !== "halfvec") throw new Error("pgvector cannot be used on this database");
  // It is built after all vectors are there, as when pgvector is installed later.
  await sql.raw(`drop index chunk_embeddings_near_${model.id}`).execute(db);
  const vectors = Array.from({ length: count }, passageVector);
  const organizationId = await addOrganization(app, vectors);
  const others = Number(options.others);
  if (others > 0) await addOrganization(app, Array.from({ length: others }, passageVector));
  const started = performance.now();
  await indexModel(app, model);
  const builtMs = performance.now() - started;
  await sql`analyze`.execute(db);
  const rows = await measure(app, organizationId, vectors);
  const before = performance.now();
  await addEmbeddedVersion(app, { organizationId, audience, modelName, vectors: vectors.slice(0, 200) });
  const writtenMs = (performance.now() - before) / 200;
  console.log(
    `${count} passages${others > 0 ? ` beside ${others} of others` : ""}: index built in ${(builtMs / 1_000).toFixed(0)} s, ${writtenMs.toFixed(1)} ms to write one more vector`,
  );
  await Promise.all([db.destroy(), app.destroy()]);
  return rows;
}

const table: object[] = [];
for (const count of options.passages.split(",").map(Number)) {
  if (options.database === undefined) {
    const server = await startPgvectorServer();
    await server.administer("create extension vector");
    table.push(...(await run(server.url, count)));
    await server.drop();
  } else {
    table.push(...(await run(options.database, count)));
    break;
  }
}
console.table(table);
console.log(
  `${options.database === undefined ? "PGlite (PostgreSQL in WebAssembly)" : "the given PostgreSQL"}; ${machineNote()}`,
);
