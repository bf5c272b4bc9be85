import type { ChunkSpace, TermMatches, ZeroedArrays } from "./match.ts";

/** One word of the question with the matches of its variants; `weight` scales the whole word. */
export interface WordMatches {
  weight: number;
  variants: { weight: number; matches: TermMatches }[];
}

/** Chunks of this organization and audience: how many, and their mean length in terms. */
export interface CollectionSize {
  chunkCount: number;
  meanLength: number;
}

/** Set by hand and measured on all data sets (evals/retrieval.ts); weights fitted to some sets did not suit others. */
export const rankSettings = {
  /** BM25's constants. */
  k1: 1.2,
  b: 0.4,
  /** A word in the heading path, or in the title or name, counts as this many occurrences in the text. */
  heading: 1.25,
  title: 0.5,
  /** A chunk gets this share of the better neighbour's score, and of the best score in its document. */
  neighbour: 0.1,
  document: 0.1,
  /** The bonus for two neighbouring words of the question that are close together, times the rarer one's idf. */
  proximity: 0.5,
};

/** Inverse document frequency as in Lucene: never negative, 0.69 for a word in half of the chunks. */
function idf(chunkFrequency: number, chunkCount: number): number {
  const count = Math.max(chunkCount, chunkFrequency);
  return Math.log(1 + (count - chunkFrequency + 0.5) / (chunkFrequency + 0.5));
}

/**
 * BM25F (Robertson, Zaragoza, Taylor 2004): occurrences in text, heading path and title are summed, each with its
 * weight, before they saturate. The variants of a word count as one word.
 * @returns the scores by chunk id, and for each word its idf and how many chunks contain it in text or heading path
 */
export function rank(
  words: WordMatches[],
  { scores, frequencies, touched }: ZeroedArrays,
  { chunkCount, meanLength }: CollectionSize,
) {
  const { k1 } = rankSettings;
  const statistics = words.map((word) => {
    const gathered = { frequencies, touched, count: 0 };
    gatherOccurrences(word, gathered, meanLength);
    const chunkFrequency = gathered.count;
    const wordIdf = idf(chunkFrequency, chunkCount);
    const weight = wordIdf * word.weight;
    gatherTitles(word, gathered);
    for (let at = 0; at < gathered.count; at++) {
      const id = touched[at] ?? 0;
      const frequency = frequencies[id] ?? 0;
      scores[id] = (scores[id] ?? 0) + (weight * frequency * (k1 + 1)) / (k1 + frequency);
      frequencies[id] = 0;
    }
    return { idf: wordIdf, chunkFrequency };
  });
  return { scores, words: statistics };
}

/** How often chunks contain one word, and the ids of those that do: the first `count` of `touched`. */
interface Gathered extends Pick<ZeroedArrays, "frequencies" | "touched"> {
  count: number;
}

/** Sums the occurrences of a word, normalized by length. */
function gatherOccurrences(word: WordMatches, gathered: Gathered, meanLength: number): void {
  const { frequencies, touched } = gathered;
  const { b, heading } = rankSettings;
  for (const { matches, weight } of word.variants) {
    for (let entry = 0; entry < matches.count; entry++) {
      const id = matches.ids[entry] ?? 0;
      const norm = 1 - b + (b * (matches.lengths[entry] ?? 0)) / meanLength;
      const frequency = (matches.frequencies[entry] ?? 0) / norm + heading * (matches.headings[entry] ?? 0);
      if (frequencies[id] === 0) touched[gathered.count++] = id;
      frequencies[id] = (frequencies[id] ?? 0) + frequency * weight;
    }
  }
}

/** Adds the documents that have a word in their title or name. */
function gatherTitles(word: WordMatches, gathered: Gathered): void {
  const { frequencies, touched } = gathered;
  for (const { matches, weight } of word.variants) {
    for (const { from, to } of matches.titled) {
      for (let id = from; id < to; id++) {
        if (frequencies[id] === 0) touched[gathered.count++] = id;
        frequencies[id] = (frequencies[id] ?? 0) + rankSettings.title * weight;
      }
    }
  }
}

/** Adds to each chunk a share of its better neighbour's score and of the best of its document. */
export function smooth({ scores, smoothed }: ZeroedArrays, space: ChunkSpace): Float64Array {
  const { neighbour, document } = rankSettings;
  for (const { from, to } of space.segments) {
    let highest = 0;
    for (let id = from; id < to; id++) highest = Math.max(highest, scores[id] ?? 0);
    if (highest === 0) continue;
    for (let id = from; id < to; id++) {
      const own = scores[id] ?? 0;
      if (own === 0) continue;
      const before = id > from ? (scores[id - 1] ?? 0) : 0;
      const after = id + 1 < to ? (scores[id + 1] ?? 0) : 0;
      smoothed[id] = own + neighbour * Math.max(before, after) + document * highest;
    }
  }
  return smoothed;
}

/** The ids of the `limit` highest scores above 0, best first; equal ones in the order of their ids. */
export function best(scores: Float64Array, limit: number): number[] {
  const top: number[] = [];
  let min = 0;
  for (let id = 0; id < scores.length; id++) {
    const score = scores[id] ?? 0;
    if (score <= min) continue;
    let at = top.length;
    while (at > 0 && (scores[top[at - 1] ?? 0] ?? 0) < score) at -= 1;
    top.splice(at, 0, id);
    if (top.length > limit) top.pop();
    if (top.length === limit) min = scores[top[limit - 1] ?? 0] ?? 0;
  }
  return top;
}
