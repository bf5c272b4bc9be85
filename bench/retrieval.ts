/**
 * Retrieval at 10,000 chunks of one organization, alone and beside 100 others, with MiniSearch and PostgreSQL's own
 * ranking over the same chunks in the same run.
 *
 *   node bench/retrieval.ts [--corpus DIR] [--chunks 10000] [--others 100]
 *
 * The text is that of the corpus' documents. If they are too few, they are repeated with every ninth longer word
 * changed, so that the vocabulary grows as with new documents; the first line shows how often. Each other organization
 * has 200 chunks of the same text. Times are from the beginning of the tenant's transaction to its commit, one question
 * at a time on one connection. The product caches rows of the index until a document is added or removed, so each
 * question is asked once, after 50 others that fill the cache; one row shows the times with an empty cache, after a
 * document was added.
 */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { chunk, type Chunk } from "../server/ingestion/chunk/chunk.ts";
import { indexVersion } from "../server/ingestion/index/index-version.ts";
import { prepareIndex } from "../server/ingestion/index/prepare-index.ts";
import { detectLanguage } from "../server/language/analyse.ts";
import { openWordRetrieval } from "../server/retrieval/retrieve.ts";
import { withTenant, type Database } from "../server/database/database.ts";
import { workOfTransaction } from "../server/database/unit-of-work.ts";
import { corpusFolder, readSet, type CorpusDocument } from "../evals/corpus.ts";
import { withCollections } from "../evals/answers/collections.ts";
import { miniSearch, tsRank, type SearchedChunk } from "../evals/retrieval/methods.ts";
import { machineNote } from "./product/machine.ts";

const sets = ["covidqa", "squad2", "hr-handbook-faq", "zava-insurance-hr", "policyqa", "financebench"];
const chunksOfOthers = 200;
const maxQuestions = 350;
const warmUp = 50;

/** Adding it changes the state of the index, but hardly the results. */
const smallDocument: PreparedDocument = {
  name: "note.docx",
  title: null,
  text: "A short note about parking.",
  chunks: [{ ordinal: 0, text: "A short note about parking.", headingPath: [], sections: [], spans: [] }],
};

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

/** Repeats the documents until there are `count` chunks; the copies have changed words. */
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

async function addOrganization(db: Database, documents: Iterable<PreparedDocument>): Promise<string> {
  const organizationId = randomUUID();
  await db.insertInto("organizations").values({ id: organizationId, name: "Bench" }).execute();
  await addDocuments(db, organizationId, documents);
  return organizationId;
}

async function addDocuments(
  db: Database,
  organizationId: string,
  documents: Iterable<PreparedDocument>,
): Promise<void> {
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
}

function percentile(times: number[], share: number): string {
  return (times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0).toFixed(1);
}

/** Prints the times of the questions, each asked once, without the first `warmUp` of them. */
async function time(
  name: string,
  questions: string[],
  ask: (question: string) => Promise<unknown>,
  before: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  for (const question of questions.slice(0, warmUp)) await ask(question);
  const times: number[] = [];
  for (const question of questions.slice(warmUp)) {
    await before();
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
const asked: { question: string; order: number }[] = [];
for (const name of sets) {
  const set = await readSet(corpus, name);
  documents.push(...set.documents.map(prepare));
  const step = Math.ceil((set.questions.length * sets.length) / maxQuestions);
  const some = set.questions.filter((_, index) => index % step === 0);
  asked.push(...some.map(({ question }, index) => ({ question, order: index / some.length })));
}
// Interleaves the questions of all sets.
const questions = asked.toSorted((a, b) => a.order - b.order).map(({ question }) => question);
const real = documents.reduce((sum, document) => sum + document.chunks.length, 0);

await withCollections(async (_, db) => {
  console.log(
    `${count} chunks from ${documents.length} documents with ${real} chunks (text repeated ${(count / real).toFixed(1)} times), ${questions.length} questions`,
  );
  const filled = [...fill(documents, count)];
  const started = performance.now();
  const organizationId = await addOrganization(db, filled);
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
    `  bytes per chunk, table and index: postings ${sizes[0]}, versions ${sizes[1]}, text of the passages ${sizes[2]}`,
  );
  const retrieveByWords = openWordRetrieval();
  const ask = (question: string) =>
    withTenant(db, organizationId, (trx) =>
      retrieveByWords(workOfTransaction(trx), { organizationId, audience: "internal", question, limit: 8 }),
    );
  let changes = 0;
  const change = () =>
    addDocuments(db, organizationId, [{ ...smallDocument, name: `${(changes += 1)}.docx` }]);
  await time("sizana, alone", questions, ask);
  await time("sizana, after adding a document", questions.slice(0, 2 * warmUp), ask, change);
  const others = option("--others", 100);
  for (let n = 0; n < others; n++) {
    // Each starts at another document.
    const from = (n * 7) % documents.length;
    await addOrganization(db, fill([...documents.slice(from), ...documents.slice(0, from)], chunksOfOthers));
  }
  await change();
  await time(`sizana, beside ${others} organizations`, questions, ask);
  await time("sizana, the same questions again", questions, ask);
  const searched = filled.flatMap(({ name, chunks }) =>
    chunks.map((one): SearchedChunk => ({
      key: `${name}#${one.ordinal}`,
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
