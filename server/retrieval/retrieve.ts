import type { UnitOfWork } from "../database/unit-of-work.ts";
import { openIndexes, type IndexReader } from "./index-reader.ts";
import { storedPassage, type Retrieval, type RetrievalRequest, type QueryTerm } from "./passage.ts";
import { inDocumentsLanguage, withAlternatives, type SearchedQuestion } from "./documents-language.ts";
import { expandRareWords, withLexicon, withSynonyms } from "./expand.ts";
import { describeMatch } from "./features.ts";
import type { TermMatches } from "./match.ts";
import { findPositions, proximityScore } from "./word-positions.ts";
import { analyseQuestion, downweightContext, formsOf, type QuestionWord } from "./question.ts";
import { best, rank, rankSettings, smooth, type WordMatches } from "./rank.ts";

/** Finds passages for a question. Waits for other servers, if configured, outside the transaction. */
export type Retrieve = (work: UnitOfWork, request: RetrievalRequest) => Promise<Retrieval>;

/**
 * Finds the passages of a collection that best match a question by its words, in one read-only transaction and without
 * other servers: it reads the collection's statistics, the postings of each term, similar terms for rare words, and the
 * passages. All of these are cached, and so are the results of recent questions, since many people ask the same.
 */
export function openWordRetrieval(): Retrieve {
  const open = openIndexes();
  return (work, request) =>
    work.run(async (trx) => {
      const index = await open(trx, request, work.sharesReads === true);
      return index.searchOnce(keyOf(request), () => search(index, request));
    });
}

const keyOf = ({ question, contextWords = new Set(), translation, limit }: RetrievalRequest): string =>
  JSON.stringify([question, [...contextWords], translation, limit]);

const maxPassages = 50;
/** This many of the best chunks are ranked again by the distances between their words. */
const proximityCandidates = 60;
/** A word in at most this many chunks is also searched for with typing errors and as a part of longer words. */
const rareChunks = 2;
/** A word in at most this share of the chunks is also searched for by its synonyms. */
const synonymShare = 0.02;

/**
 * Finds at most `limit` (1 to 50) passages for a question, best first. `contextWords` are words of the question that
 * come from earlier messages only; they count less.
 */
async function search(index: IndexReader, request: RetrievalRequest): Promise<Retrieval> {
  const { question, contextWords = new Set(), translation } = request;
  const { collection } = index;
  const searched = inDocumentsLanguage(question, contextWords, collection.languages, translation);
  const { english } = searched;
  if (english !== null && collection.languages.some((language) => language === english.language)) {
    // Some documents are in the question's language: search with the original words first.
    const asIs = { english: null, text: question, contextTerms: contextWords, unsure: new Set<string>() };
    const own = await searchFor(index, request, asIs);
    if (bestCoverage(own) >= ownCoverage) return own;
  }
  const found = await searchFor(index, request, searched);
  if (english?.isTranslation !== true) return found;
  // The lexicon's translation may fit the documents better than the language model's.
  const lexical = inDocumentsLanguage(question, contextWords, collection.languages);
  const other = await searchFor(index, request, lexical);
  return bestCoverage(other) > bestCoverage(found) + lexiconLead ? { ...other, english } : found;
}

const bestCoverage = ({ passages }: Retrieval): number => passages[0]?.features.coverage ?? 0;
/** The lexicon's translation is preferred if it covers this much more of the question. */
const lexiconLead = 0.05;

/** A search with the original words is good enough if it covers this share of the question. */
const ownCoverage = 0.3;

async function searchFor(
  index: IndexReader,
  { question, limit }: RetrievalRequest,
  searched: SearchedQuestion,
): Promise<Retrieval> {
  const { collection } = index;
  const wanted = Math.min(maxPassages, Math.max(1, Math.floor(limit) || 1));
  const { read, frequencyOf, matchesOf } = openMatches(index);
  const { english, text, contextTerms, unsure } = searched;
  const translated = english === null ? {} : { english };
  const { languages } = collection;
  const analysed = analyseQuestion(text, languages);
  const ownWords = downweightContext(withAlternatives(analysed, english, languages), contextTerms);
  if (collection.chunkCount === 0 || ownWords.length === 0)
    return { passages: [], terms: [], chunkCount: collection.chunkCount, totalIdf: 0, ...translated };
  await read(ownWords);
  // Words of another language are not corrected to similar words of the documents.
  const knownWords = ownWords.filter((word) => !unsure.has(word.word) || frequencyOf(word) > 0);
  const corrected = await expandRareWords(knownWords.length === 0 ? ownWords : knownWords, {
    index,
    frequencyOf,
    maxFrequency: rareChunks,
    languages,
  });
  const maxFrequency = Math.max(rareChunks, collection.chunkCount * synonymShare);
  const everyday = english === null ? question : english.isTranslation === true ? english.text : null;
  const withFormalTerms =
    everyday === null ? corrected : withLexicon(corrected, { question: everyday, frequencyOf, languages });
  const expanded = withSynonyms(withFormalTerms, { frequencyOf, maxFrequency, languages });
  await read(expanded);
  // Words such as "happens" or "need" that occur in no document are left out.
  const words = expanded.filter((word) => word.weight === 1 || frequencyOf(word) > 0);
  const { candidates, terms } = rankWords(words, words.map(matchesOf), index, wanted);
  const rows = await index.chunks(candidates);
  const passages = candidates.flatMap((candidate, at) => {
    // Missing if another transaction has replaced or deleted the version since its postings were read.
    const row = rows[at];
    if (row === undefined) return [];
    return [{ ...storedPassage(row), score: candidate.score, ...describeMatch(candidate, words, terms) }];
  });
  const totalIdf = terms.reduce((sum, term) => sum + term.idf, 0);
  return { passages, terms, chunkCount: collection.chunkCount, totalIdf, ...translated };
}

/** Reads matches, and keeps them for one question. */
function openMatches(index: IndexReader) {
  const known = new Map<string, TermMatches>();
  return {
    read: async (words: QuestionWord[]): Promise<void> => {
      const terms = new Set(words.flatMap((word) => word.variants.map((variant) => variant.term)));
      const missing = [...terms].filter((term) => !known.has(term));
      if (missing.length === 0) return;
      for (const [term, matches] of await index.matches(missing)) known.set(term, matches);
    },
    /** An upper bound for the chunks with the word as written: a chunk with two of its forms counts twice. */
    frequencyOf: (word: QuestionWord): number =>
      formsOf(word).reduce((sum, term) => sum + (known.get(term)?.count ?? 0), 0),
    matchesOf: (word: QuestionWord): WordMatches => {
      const variants = word.variants.flatMap(({ term, weight }) => {
        const matches = known.get(term);
        return matches ? [{ weight, matches }] : [];
      });
      return { weight: word.weight * word.emphasis, variants };
    },
  };
}

function rankWords(
  words: QuestionWord[],
  matches: WordMatches[],
  { space, collection, zeroedArrays }: IndexReader,
  wanted: number,
) {
  const arrays = zeroedArrays();
  const ranking = rank(matches, arrays, collection);
  const smoothed = smooth(arrays, space);
  const terms = words.map((word, index): QueryTerm => ({
    word: word.word,
    variants: word.variants.map((variant) => variant.term),
    correction: word.correction,
    idf: (ranking.words[index]?.idf ?? 0) * word.weight,
    emphasis: word.emphasis,
    chunkFrequency: ranking.words[index]?.chunkFrequency ?? 0,
  }));
  const weighted = words.map(({ position }, index) => ({
    position,
    weight: (terms[index]?.idf ?? 0) * (terms[index]?.emphasis ?? 1),
  }));
  const ids = best(smoothed, Math.max(wanted, proximityCandidates));
  const occurrences = findPositions(matches, ids, arrays);
  const candidates = ids.map((id, index) => {
    const here = occurrences.flatMap((perChunk) => perChunk[index] ?? []);
    const score = (smoothed[id] ?? 0) + rankSettings.proximity * proximityScore(weighted, here);
    const { segment, ordinal } = space.locate(id);
    return { segment, ordinal, score, bm25: ranking.scores[id] ?? 0, occurrences: here };
  });
  // Equal scores are ordered by segment and ordinal: ids depend on earlier questions.
  candidates.sort((a, b) => b.score - a.score || a.segment - b.segment || a.ordinal - b.ordinal);
  return { candidates: candidates.slice(0, wanted), terms };
}
