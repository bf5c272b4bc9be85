import type { Logger } from "pino";
import type { Embeddings } from "../../clients/embeddings.ts";
import { ModelServerError } from "../../clients/model-server.ts";
import type { Reranker } from "../../clients/rerank.ts";
import type { Transaction } from "../../database/database.ts";
import { workOfTransaction } from "../../database/unit-of-work.ts";
import type { Metrics } from "../../metrics.ts";
import { headingsOf } from "../../ingestion/chunk/chunk.ts";
import type { NearestChunk, NearestSearch } from "../../ingestion/embed/nearest.ts";
import { analyse } from "../../language/analyse.ts";
import { toLanguage } from "../../language/languages.ts";
import { idfCoverage } from "../features.ts";
import { readChunks } from "../index-reader.ts";
import { storedPassage, type QueryTerm, type RetrievalRequest } from "../passage.ts";
import type { RetrievedPassage, StoredChunk, TermMatch } from "../passage.ts";
import type { Retrieve } from "../retrieve.ts";
import { fuseRankings } from "./reciprocal-rank-fusion.ts";

export interface VectorSearch extends NearestSearch {
  client: Pick<Embeddings, "embedQuestion">;
}

export interface HybridTools {
  retrieveByWords: Retrieve;
  /** Undefined: passages are found by words only. */
  vectors: VectorSearch | undefined;
  /** Undefined: the fused order stays. */
  reranker: Reranker | undefined;
  log: Logger;
  metrics: Pick<Metrics, "retrievalFallback">;
}

/** Measured on all data sets with evals/retrieval.ts; docs/decisions/0050 explains how they were chosen. */
const fusionSettings = {
  /** The constant of reciprocal rank fusion. */
  k: 5,
  /**
   * The weight of the ranking by embeddings if no word of the question is found; the ranking by words has 1. It is
   * lower the more words are found, because a question in the documents' own words is best answered by those.
   */
  vectorWeight: 0.5,
  /** The exponent by which that weight falls as the best passage by words covers more of the question. */
  fade: 4,
  /** The nearest passages are added whatever their rank after fusion, up to this share of the requested number. */
  extra: 0.25,
  /** Passages of each ranking that are fused. */
  depth: 50,
};

/** The reranker is shown this many of the fused passages. */
const maxShown = 20;
/** The fusion constant for the reranker's candidates, for which both rankings have the same weight. */
const rerankK = 60;

/**
 * Retrieval by words, fused with the nearest passages by embeddings and reordered by a reranker, as far as configured.
 * If one of them fails or is late, the others' results are used. Both servers are called outside the transaction: the
 * one for embeddings before it, the reranker after it.
 */
export function openHybridRetrieval(tools: HybridTools): Retrieve {
  return async (work, request) => {
    const { vectors, reranker } = tools;
    const vector = vectors === undefined ? null : await work.outside(() => embed(vectors, tools, request));
    const found = await work.run((trx) => searchBoth(trx, tools, request, vector));
    const { best, shown } = found;
    const scores =
      reranker === undefined || shown.length < 2
        ? null
        : await work.outside(() => rerank(reranker, tools, request, shown));
    const byScore = shown.toSorted((a, b) => (scores?.get(keyOf(b)) ?? 0) - (scores?.get(keyOf(a)) ?? 0));
    const ordered = scores === null ? best : byScore.slice(0, request.limit);
    const byModels = vector === null ? {} : { orderedBy: "embeddings" as const };
    const byReranker = scores === null ? {} : { orderedBy: "reranker" as const };
    return { passages: withScores(ordered, found.words), ...found.retrieval, ...byModels, ...byReranker };
  };
}

/** The best passages of both searches, those that the reranker is shown, and those that were found by words. */
async function searchBoth(
  trx: Transaction,
  { retrieveByWords, vectors, reranker }: HybridTools,
  request: RetrievalRequest,
  vector: Float32Array | null,
) {
  const { organizationId, audience } = request;
  const limit = Math.max(request.limit, fusionSettings.depth);
  const wide = { ...request, limit };
  const { passages: words, ...retrieval } = await retrieveByWords(workOfTransaction(trx), wide);
  // The question has no term to search for.
  if (retrieval.terms.length === 0)
    return { retrieval, best: words.slice(0, request.limit), shown: [], words };
  const near =
    vectors === undefined || vector === null
      ? []
      : await vectors.nearestChunks(trx, { organizationId, audience, vector, limit });
  const best = bestOf({ words, near }, request.limit);
  // The reranker decides for itself, so it is shown the best of both searches.
  const shown =
    reranker === undefined ? [] : fuse({ words, near }, { k: rerankK, vectorWeight: 1 }).slice(0, maxShown);
  const byKey = await load(trx, request, { keys: [...best, ...shown], words, near, terms: retrieval.terms });
  return { retrieval, best: passagesOf(best, byKey), shown: passagesOf(shown, byKey), words };
}

/** The question's embedding; null if the server fails or is late. Never rejects. */
async function embed(
  { client }: VectorSearch,
  { log, metrics }: HybridTools,
  { organizationId, question }: RetrievalRequest,
): Promise<Float32Array | null> {
  try {
    return await client.embedQuestion(question);
  } catch (error) {
    const fault = error instanceof ModelServerError ? error.fault : "failed";
    metrics.retrievalFallback("embeddings", fault);
    log.warn({ organizationId, fault }, "a question was answered without embeddings");
    return null;
  }
}

const keyOf = ({ versionId, ordinal }: { versionId: string; ordinal: number }): string =>
  `${versionId}/${ordinal}`;

interface Rankings {
  words: RetrievedPassage[];
  near: NearestChunk[];
}

/** The keys of the passages of both rankings, best first. */
function fuse({ words, near }: Rankings, { k, vectorWeight }: { k: number; vectorWeight: number }): string[] {
  const rankings = [
    { keys: words.map(keyOf), weight: 1 },
    { keys: near.map(keyOf), weight: vectorWeight },
  ];
  return fuseRankings(rankings, k).map(({ key }) => key);
}

/** The fused passages, followed by the nearest, which displace none of them. */
function bestOf(found: Rankings, limit: number): string[] {
  const missing = Math.max(0, 1 - (found.words[0]?.features.coverage ?? 0));
  const vectorWeight = fusionSettings.vectorWeight * missing ** fusionSettings.fade;
  const fused = fuse(found, { k: fusionSettings.k, vectorWeight });
  const nearest = found.near.slice(0, limit * fusionSettings.extra).map(keyOf);
  return [...new Set([...fused.slice(0, limit), ...nearest])];
}

/** The passages by key. Those that only the embeddings found are read from the database. */
async function load(
  trx: Transaction,
  request: RetrievalRequest,
  { keys, words, near, terms }: Rankings & { keys: string[]; terms: QueryTerm[] },
): Promise<Map<string, RetrievedPassage>> {
  const passages = new Map(words.map((passage) => [keyOf(passage), passage]));
  const wanted = new Set(keys);
  const missing = near.filter((chunk) => wanted.has(keyOf(chunk)) && !passages.has(keyOf(chunk)));
  for (const row of await readChunks(trx, request, missing)) {
    const passage = vectorPassage(row, terms);
    passages.set(keyOf(passage), passage);
  }
  return passages;
}

/**
 * A passage that was found by embeddings only. Confidence is fitted on matching words, so its features are computed
 * from the words of the question that it contains, each counted once and without proximity. So it never looks better
 * supported than a passage found by words.
 */
function vectorPassage(row: StoredChunk, terms: QueryTerm[]): RetrievedPassage {
  const termsOf = (text: string) => Map.groupBy(analyse(text, toLanguage(row.language)), ({ term }) => term);
  const [inText, inHeading, inTitle] = [row.text, headingsOf(row).join("\n"), row.documentName].map(termsOf);
  const matches = terms.flatMap(({ variants }, term): TermMatch[] => {
    const match = {
      term,
      frequency: variants.reduce((sum, variant) => sum + (inText?.get(variant)?.length ?? 0), 0),
      inHeading: variants.some((variant) => inHeading?.has(variant)),
      inTitle: variants.some((variant) => inTitle?.has(variant)),
    };
    return match.frequency > 0 || match.inHeading || match.inTitle ? [match] : [];
  });
  const inItsText = matches.filter(({ frequency }) => frequency > 0);
  // The BM25 score of a word that occurs once in a passage of mean length is its idf.
  const bm25 = inItsText.reduce((sum, { term }) => sum + (terms[term]?.idf ?? 0), 0);
  const features = { bm25, coverage: idfCoverage(matches, terms), proximity: 0 };
  return { ...storedPassage(row), score: 0, matches, features };
}

/** The passages of these keys, without those that another transaction has replaced or deleted meanwhile. */
const passagesOf = (keys: string[], passages: Map<string, RetrievedPassage>): RetrievedPassage[] =>
  keys.flatMap((key) => passages.get(key) ?? []);

/** The reranker's scores by key; null if it fails. */
async function rerank(
  reranker: Reranker,
  { log, metrics }: HybridTools,
  { organizationId, question }: RetrievalRequest,
  passages: RetrievedPassage[],
): Promise<Map<string, number> | null> {
  try {
    const texts = passages.map(({ headingPath, text }) => [...headingPath, text].join("\n"));
    const scores = await reranker.score(question, texts);
    return new Map(passages.map((passage, index) => [keyOf(passage), scores[index] ?? 0]));
  } catch (error) {
    if (!(error instanceof ModelServerError)) throw error;
    metrics.retrievalFallback("rerank", error.fault);
    log.warn({ organizationId, fault: error.fault }, "passages were not reranked");
    return null;
  }
}

/**
 * Gives the passage at each rank the score that the ranking by words has at that rank, because the confidence was
 * fitted on how those scores fall from rank to rank. Passages beyond the last rank get its score, as if they had not
 * been added.
 */
function withScores(passages: RetrievedPassage[], lexical: RetrievedPassage[]): RetrievedPassage[] {
  return passages.map((passage, rank) => ({
    ...passage,
    score: (lexical[rank] ?? lexical.at(-1))?.score ?? 0,
  }));
}
