/**
 * Retrieval at 10,000 chunks of one organization, alone and beside 100 others, with MiniSearch and
 * PostgreSQL's own ranking over the same chunks in the same run.
 *
 *   node bench/retrieval.ts [--corpus DIR] [--chunks 10000] [--others 100]
 *
 * The text is that of the corpus' documents. Where they do not fill the organization they are taken
 * again, with every ninth longer word changed, so that the vocabulary grows as it does with new
 * documents; the first line says how often. Each other organization holds 200 chunks of the same
 * text. A time is from the opening of the tenant's transaction to its commit, one question after
 * the other on one connection.
 */
import { chunk, type Chunk } from "../server/pipeline/chunk/chunk.ts";
import { indexVersion } from "../server/pipeline/index/index-version.ts";
import { prepareIndex } from "../server/pipeline/index/prepare-index.ts";
import { detectLanguage } from "../server/pipeline/language/detect.ts";
import { retrieve } from "../server/pipeline/retrieve/retrieve.ts";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { withTenant, type Database } from "../server/database/database.ts";
import { corpusFolder, readSet, type CorpusDocument } from "../evals/corpus.ts";
import { withCollections } from "../evals/answers/collections.ts";
import { miniSearch, tsRank, type SearchedChunk } from "../evals/retrieval/methods.ts";
import { machineNote } from "./product/machine.ts";

const sets = ["covidqa", "squad2", "hr-handbook-faq", "zava-insurance-hr", "policyqa", "financebench"];
const chunksOfOthers = 200;
const mostQuestions = 300;

interface PreparedDocument {
  name: string;
  title: string | null;
  text: string;
  chunks: Chunk[];
}

function option(name: string, fallback: number): number {
  const at = process.argv.indexOf(name);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
}

/** The documents again and again until there are `count` chunks; copies with changed words. */
function* fill(documents: PreparedDocument[], count: number): Generator<PreparedDocument> {
  let left = count;
  for (let round = 0; left > 0; round++) {
    for (const document of documents) {
      if (left <= 0) return;
      const chunks = document.chunks.slice(0, left);
      left -= chunks.length;
      yield round === 0
        ? { ...document, chunks }
        : { ...document, name: `${round} ${document.name}`, chunks: chunks.map((one) => vary(one, round)) };
    }
  }
}

function vary(original: Chunk, round: number): Chunk {
  let n = 0;
  const text = original.text.replace(/\b[a-z]{5,}\b/g, (word) =>
    ++n % 9 === round % 9 ? `${word}${"abcdefghij"[round % 10]}o` : word,
  );
  return { ...original, text, spans: [] };
}

async function addOrganization(
  owner: Database,
  db: Database,
  documents: Iterable<PreparedDocument>,
): Promise<string> {
  const organizationId = randomUUID();
  await owner.insertInto("organizations").values({ id: organizationId, name: "Bench" }).execute();
  for (const { name, title, text, chunks } of documents) {
    const ids = { documentId: randomUUID(), versionId: randomUUID() };
    await withTenant(db, organizationId, async (trx) => {
      const tenant = { organization_id: organizationId };
      await trx
        .insertInto("documents")
        .values({ ...tenant, id: ids.documentId, audience: "internal", name })
        .execute();
      await trx
        .insertInto("document_versions")
        .values({
          ...tenant,
          id: ids.versionId,
          document_id: ids.documentId,
          version: 1,
          file_type: "pdf",
          file_size: 1,
          storage_key: ids.versionId,
          sha256: Buffer.alloc(32),
        })
        .execute();
      const index = prepareIndex({ documentName: name, title, language: detectLanguage(text), chunks });
      await indexVersion(trx, { organizationId, audience: "internal", ...ids, documentName: name, index });
    });
  }
  return organizationId;
}

function percentile(times: number[], share: number): string {
  return (times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0).toFixed(1);
}

async function time(
  name: string,
  questions: string[],
  ask: (question: string) => Promise<unknown>,
): Promise<void> {
  for (const question of questions.slice(0, 50)) await ask(question);
  const times: number[] = [];
  for (const question of questions) {
    const started = performance.now();
    await ask(question);
    times.push(performance.now() - started);
  }
  console.log(
    `  ${name.padEnd(34)} median ${percentile(times, 0.5).padStart(7)} ms   p95 ${percentile(times, 0.95).padStart(7)} ms`,
  );
}

async function bytes(db: Database, table: string): Promise<number> {
  const { rows } = await sql<{
    size: number;
  }>`select pg_total_relation_size(${table}::regclass) as size`.execute(db);
  return rows[0]?.size ?? 0;
}

function prepare({ name, content }: CorpusDocument): PreparedDocument {
  const text = content.pages.map((page) => page.text).join("\n");
  return { name, title: content.title, text, chunks: chunk(content) };
}

const corpus = corpusFolder();
const count = option("--chunks", 10_000);
const documents: PreparedDocument[] = [];
const questions: string[] = [];
for (const name of sets) {
  const set = await readSet(corpus, name);
  documents.push(...set.documents.map(prepare));
  const step = Math.ceil((set.questions.length * sets.length) / mostQuestions);
  questions.push(...set.questions.filter((_, index) => index % step === 0).map(({ question }) => question));
}
const real = documents.reduce((sum, document) => sum + document.chunks.length, 0);

await withCollections(async (_, db) => {
  console.log(
    `${count} chunks from ${documents.length} documents with ${real} chunks (text taken ${(count / real).toFixed(1)} times), ${questions.length} questions`,
  );
  const filled = [...fill(documents, count)];
  const started = performance.now();
  const organizationId = await addOrganization(db, db, filled);
  const seconds = (performance.now() - started) / 1_000;
  console.log(
    `  indexing ${(count / seconds).toFixed(0)} chunks/s, ${(filled.length / seconds).toFixed(1)} documents/s`,
  );
  const sizes = [
    await bytes(db, "postings"),
    await bytes(db, "index_versions"),
    await bytes(db, "chunks"),
  ].map((size) => Math.round(size / count));
  console.log(
    `  bytes a chunk, table and index: postings ${sizes[0]}, versions ${sizes[1]}, text of the passages ${sizes[2]}`,
  );
  const ask = (question: string) =>
    withTenant(db, organizationId, (trx) =>
      retrieve(trx, { organizationId, audience: "internal", question, limit: 8 }),
    );
  await time("sizana, alone", questions, ask);
  const others = option("--others", 100);
  for (let n = 0; n < others; n++) {
    // Each begins elsewhere in the corpus.
    const from = (n * 7) % documents.length;
    await addOrganization(
      db,
      db,
      fill([...documents.slice(from), ...documents.slice(0, from)], chunksOfOthers),
    );
  }
  await time(`sizana, beside ${others} organizations`, questions, ask);
  const searched = filled.flatMap(({ name, chunks }) =>
    chunks.map((one): SearchedChunk => ({
      place: `${name}#${one.ordinal}`,
      text: [...one.headingPath, one.text].join("\n"),
    })),
  );
  const mini = miniSearch(searched);
  await time("MiniSearch (in memory)", questions, (question) => mini.find(question));
  await db.transaction().execute(async (trx) => {
    const ranked = await tsRank(trx, searched);
    await time("ts_rank_cd (OR query, GIN)", questions.slice(0, 100), (question) => ranked.find(question));
  });
  console.log(`  ${machineNote()}`);
});
