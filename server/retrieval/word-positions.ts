import { positionsOf, type ZeroedArrays } from "./match.ts";
import type { WordMatches } from "./rank.ts";

/** Where one word of the question occurs in one chunk. */
export interface WordPositions {
  /** Ascending word positions in the text. */
  positions: number[];
  inHeading: boolean;
  inTitle: boolean;
}

/** The occurrences of every word of the question in each of the chunks: `[word][chunk]`. */
export function findPositions(
  words: WordMatches[],
  chunkIds: number[],
  { candidateNumbers }: Pick<ZeroedArrays, "candidateNumbers">,
): WordPositions[][] {
  // Index in `chunkIds` plus 1, by chunk id; 0 for other chunks.
  for (const [index, id] of chunkIds.entries()) candidateNumbers[id] = index + 1;
  return words.map((word) => {
    const found = chunkIds.map((): WordPositions => ({ positions: [], inHeading: false, inTitle: false }));
    for (const { matches } of word.variants) {
      for (let entry = 0; entry < matches.count; entry++) {
        const number = candidateNumbers[matches.ids[entry] ?? 0] ?? 0;
        const here = number === 0 ? undefined : found[number - 1];
        if (here === undefined) continue;
        here.positions.push(...positionsOf(matches, entry));
        if (matches.headings[entry] === 1) here.inHeading = true;
      }
      for (const { from, to } of matches.titled) {
        found.forEach((here, index) => {
          const id = chunkIds[index] ?? -1;
          if (id >= from && id < to) here.inTitle = true;
        });
      }
    }
    if (word.variants.length > 1) for (const here of found) here.positions.sort((a, b) => a - b);
    return found;
  });
}

/** The smallest distance between a value of one ascending list and one of the other. */
function minDistance(a: number[], b: number[]): number {
  let min = Infinity;
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const distance = (a[i] ?? 0) - (b[j] ?? 0);
    min = Math.min(min, Math.abs(distance));
    if (distance < 0) i += 1;
    else j += 1;
  }
  return min;
}

/**
 * How close together neighbouring words of the question occur in a chunk: each pair adds the lower of its two weights
 * if it is as close as in the question, and less in inverse proportion to the distance. `position`: the index of a word
 * among those of the question; `weight`: its idf times its own weight.
 */
export function proximityScore(
  words: { position: number; weight: number }[],
  occurrences: WordPositions[],
): number {
  let score = 0;
  for (let i = 0; i + 1 < words.length; i++) {
    const a = words[i];
    const b = words[i + 1];
    const distance = minDistance(occurrences[i]?.positions ?? [], occurrences[i + 1]?.positions ?? []);
    if (a === undefined || b === undefined || distance === Infinity) continue;
    const asked = Math.max(0.5, b.position - a.position);
    score += Math.min(a.weight, b.weight) / Math.max(1, distance / asked);
  }
  return score;
}
