/**
 * How often retrieval finds the chunk that contains the answer, by words and fused with embeddings (hybrid), next to
 * plain BM25, MiniSearch and PostgreSQL's own ranking over the same chunks in the same run.
 *
 *   node evals/retrieval.ts [--corpus DIR] [--sets NAME,NAME] [--misses]
 *
 * Embeddings come from the server of EMBEDDINGS_BASE_URL and EMBEDDINGS_MODEL, otherwise from a stand-in trained on
 * the co-occurrence of words in the sets' documents (stand-in/); the first line of the output names it. With
 * RERANK_BASE_URL there is a row for hybrid retrieval in the reranker's order.
 *
 * All documents of a set, including distractors, are read by the product's extractors and indexed for one organization
 * in an embedded PostgreSQL; covid-faq and mtrag-un have only passages, which become documents. Every answerable
 * question is asked as it is (those of policyqa with the website in question). retrieval/hits.ts defines a hit. The
 * other methods search each chunk's headings and text together.
 *
 * Nothing is fitted here: the settings of the ranking were chosen by hand and are the same for all sets. Weights fitted
 * on four sets did not help on the fifth.
 */
import { chunk, type Chunk } from "../server/ingestion/chunk/chunk.ts";
import { withCollections } from "./answers/collections.ts";
import { corpusFolder, readSet, type CorpusSet } from "./corpus.ts";
import { openWordRetrieval } from "../server/retrieval/retrieve.ts";
import { openRetrievalMethods } from "./retrieval/retrieval-methods.ts";
import { chooseEmbeddingServer } from "./stand-in/choose-server.ts";
import { chunkKey, answerChunks } from "./retrieval/hits.ts";
import {
  miniSearch,
  ours,
  plainBm25,
  tsRank,
  resultLimit,
  type Method,
  type SearchedChunk,
} from "./retrieval/methods.ts";

/** The sets in the average, and those that are only reported. */
const averaged = ["covidqa", "squad2", "hr-handbook-faq", "zava-insurance-hr", "covid-faq"];
const onlyReported = ["policyqa", "mtrag-un", "financebench"];

interface Figures {
  recall1: number;
  recall5: number;
  recall10: number;
  mrr: number;
  msPerQuestion: number;
}

async function measure(
  method: Method,
  set: CorpusSet,
  keys: Set<string>[],
  misses: boolean,
): Promise<Figures> {
  const figures: Figures = { recall1: 0, recall5: 0, recall10: 0, mrr: 0, msPerQuestion: 0 };
  const share = 1 / Math.max(1, set.questions.length);
  // Warms up the compiler and the caches, to measure a running server.
  for (const { question } of set.questions.slice(0, 20)) await method.find(question);
  for (const [index, { question }] of set.questions.entries()) {
    const started = performance.now();
    const found = await method.find(question);
    figures.msPerQuestion += (performance.now() - started) * share;
    const rank = found.findIndex((key) => keys[index]?.has(key));
    if (rank === 0) figures.recall1 += share;
    if (rank >= 0 && rank < 5) figures.recall5 += share;
    if (rank >= 0) {
      figures.recall10 += share;
      figures.mrr += share / (rank + 1);
    }
    if (misses && (rank < 0 || rank > 4))
      console.log(`  ${rank < 0 ? "-" : rank + 1}\t${question}\t${[...(keys[index] ?? [])].join(" ")}`);
  }
  return figures;
}

function row(name: string, figures: Figures): string {
  const { recall1, recall5, recall10, mrr, msPerQuestion } = figures;
  return `  ${name.padEnd(18)}${[recall1, recall5, recall10, mrr].map((value) => value.toFixed(3).padStart(10)).join("")}${msPerQuestion.toFixed(1).padStart(12)}`;
}

function heading(title: string): string {
  return `${title}\n  ${"".padEnd(18)}${["recall@1", "recall@5", "recall@10", `MRR@${resultLimit}`].map((name) => name.padStart(10)).join("")}${"ms/question".padStart(12)}`;
}

const corpus = corpusFolder();
const asked = process.argv.at(process.argv.indexOf("--sets") + 1)?.split(",");
const names = process.argv.includes("--sets") && asked ? asked : [...averaged, ...onlyReported];
const showMisses = process.argv.includes("--misses");
const server = await chooseEmbeddingServer(corpus);
const retrievalMethods = openRetrievalMethods(server);
console.log(
  `Embeddings: ${server.name}.${retrievalMethods.reranker === null ? "" : ` Reranker: ${retrievalMethods.reranker}.`}`,
);
const results = new Map<string, Map<string, Figures>>();

await withCollections(async (collect, db) => {
  for (const name of names) {
    const set = await readSet(corpus, name);
    const { organizationId } = await collect(set.documents);
    await retrievalMethods.collect(db, organizationId);
    const chunks = new Map<string, Chunk[]>(
      set.documents.map((document) => [document.name, chunk(document.content)]),
    );
    const searched = [...chunks].flatMap(([document, list]) =>
      list.map((found): SearchedChunk => ({
        key: chunkKey(document, found.ordinal),
        text: [...found.headingPath, found.text].join("\n"),
      })),
    );
    const keys = set.questions.map((question) => answerChunks(set, question, chunks));
    const without = keys.filter((found) => found.size === 0).length;
    console.log(
      heading(
        `\n${name}: ${set.documents.length} documents, ${searched.length} chunks, ${set.questions.length} questions (${without} without an answer in any chunk)`,
      ),
    );
    await db.transaction().execute(async (trx) => {
      const methods = [
        ours(db, organizationId, { name: "sizana", retrieve: openWordRetrieval() }),
        ...retrievalMethods.methods.map((method) => ours(db, organizationId, method)),
        plainBm25(searched),
        miniSearch(searched),
        await tsRank(trx, searched),
      ];
      for (const method of methods) {
        const figures = await measure(method, set, keys, showMisses && method === methods[0]);
        results.set(method.name, (results.get(method.name) ?? new Map<string, Figures>()).set(name, figures));
        console.log(row(method.name, figures));
      }
    });
  }
});

await server.close();

const measured = averaged.filter((name) => names.includes(name));
if (measured.length > 1) {
  console.log(heading(`\nAverage of ${measured.join(", ")}`));
  for (const [method, figures] of results) {
    const mean = (key: keyof Figures) =>
      measured.reduce((sum, name) => sum + (figures.get(name)?.[key] ?? 0), 0) / measured.length;
    console.log(
      row(method, {
        recall1: mean("recall1"),
        recall5: mean("recall5"),
        recall10: mean("recall10"),
        mrr: mean("mrr"),
        msPerQuestion: mean("msPerQuestion"),
      }),
    );
  }
}
