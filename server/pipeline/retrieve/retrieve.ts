import type { Transaction } from "../../database/database.ts";
import { toLanguage } from "../language/languages.ts";
import { passageFeatures, type Candidate } from "./features.ts";
import { ChunkSpace, readMatches } from "./match.ts";
import type { PassageSpan, Retrieval, RetrievalRequest, RetrievedPassage } from "./passage.ts";
import { analyseQuestion, type QuestionWord } from "./question.ts";
import { best, rank, smooth, type WordMatches } from "./rank.ts";
import { readChunks, readPostings, readStatistics, type StoredChunk } from "./read-index.ts";

/**
 * The passages of one audience of one organization that best match a question. Reads only: two
 * range reads of the index and one of the chunks, in the caller's transaction.
 */
export async function retrieve(trx: Transaction, request: RetrievalRequest): Promise<Retrieval> {
  const limit = Math.min(50, Math.max(1, Math.floor(request.limit)));
  const collection = await readStatistics(trx, request);
  const question = analyseQuestion(request.question, collection.languages);
  const rows = await readPostings(trx, request, termsOf(question));
  const space = new ChunkSpace();
  const words = question.map((word) => matchesOf(word, rows, space));
  const ranking = rank(words, space, collection);
  const scores = smooth(ranking.scores, space);
  const candidates = best(scores, limit).map((id): Candidate => {
    const { segment, ordinal } = space.locate(id);
    return { id, segment, ordinal, score: scores[id] ?? 0, bm25: ranking.scores[id] ?? 0 };
  });
  const chunks = await readChunks(trx, request, candidates);
  const stored = new Map(chunks.map((row) => [`${row.segment}/${row.ordinal}`, row]));
  const terms = question.map((word, index) => ({
    word: word.word,
    variants: word.variants.map((variant) => variant.term),
    correction: word.correction,
    idf: ranking.words[index]?.idf ?? 0,
    chunkFrequency: ranking.words[index]?.chunkFrequency ?? 0,
  }));
  const evidence = passageFeatures(candidates, question, words, terms);
  const passages = candidates.flatMap((candidate, index) => {
    const row = stored.get(`${candidate.segment}/${candidate.ordinal}`);
    const found = evidence[index];
    // Gone since the postings were read: another transaction has replaced or deleted the version.
    return row === undefined || found === undefined ? [] : [toPassage(row, candidate.score, found)];
  });
  const idfMass = terms.reduce((sum, term) => sum + term.idf, 0);
  return { passages, terms, chunkCount: collection.chunkCount, idfMass };
}

function termsOf(question: QuestionWord[]): string[] {
  return [...new Set(question.flatMap((word) => word.variants.map((variant) => variant.term)))];
}

function matchesOf(word: QuestionWord, rows: Map<string, Uint8Array>, space: ChunkSpace): WordMatches {
  const variants = word.variants.flatMap(({ term, weight }) => {
    const bytes = rows.get(term);
    return bytes === undefined ? [] : [{ weight, matches: readMatches(bytes, space) }];
  });
  return { weight: 1, variants };
}

function toPassage(
  row: StoredChunk,
  score: number,
  evidence: Pick<RetrievedPassage, "matches" | "features">,
): RetrievedPassage {
  const spans: PassageSpan[] = [];
  for (let at = 0; at + 3 < row.spans.length; at += 4) {
    const [page = 1, start = 0, end = 0, begin = 0] = row.spans.slice(at, at + 4);
    spans.push({ page, start, end, at: begin });
  }
  return {
    documentId: row.document_id,
    documentName: row.document_name,
    versionId: row.version_id,
    version: row.version,
    ordinal: row.ordinal,
    page: spans[0]?.page ?? 1,
    spans,
    headingPath: row.heading_path,
    language: toLanguage(row.language),
    text: row.text,
    score,
    ...evidence,
  };
}
