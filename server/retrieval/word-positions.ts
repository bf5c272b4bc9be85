import { positionsOf } from "./match.ts";
import type { ZeroedArrays } from "./ranking-arrays.ts";
import type { WordMatches } from "./rank.ts";

/** Where one word of the question stands in one chunk. */
export interface Place {
  /** Ascending word positions in the text. */
  positions: number[];
  inHeading: boolean;
  inTitle: boolean;
}

/** For every word of the question, where it stands in each of some chunks, in their order. */
export function findPositions(
  words: WordMatches[],
  chunkIds: number[],
  { places: indexOf }: Pick<ZeroedArrays, "places">,
): Place[][] {
  // By id, one more than the index: every entry of every term is looked up.
  for (const [index, id] of chunkIds.entries()) indexOf[id] = index + 1;
  return words.map((word) => {
    const places = chunkIds.map((): Place => ({ positions: [], inHeading: false, inTitle: false }));
    for (const { matches } of word.variants) {
      for (let entry = 0; entry < matches.count; entry++) {
        const index = indexOf[matches.ids[entry] ?? 0] ?? 0;
        const place = index === 0 ? undefined : places[index - 1];
        if (place === undefined) continue;
        place.positions.push(...positionsOf(matches, entry));
        if (matches.headings[entry] === 1) place.inHeading = true;
      }
      for (const { from, to } of matches.titled) {
        places.forEach((place, index) => {
          const id = chunkIds[index] ?? -1;
          if (id >= from && id < to) place.inTitle = true;
        });
      }
    }
    if (word.variants.length > 1) for (const place of places) place.positions.sort((a, b) => a - b);
    return places;
  });
}

/** The least distance between a value of one ascending list and one of the other. */
export function minDistance(a: number[], b: number[]): number {
  let min = Infinity;
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const distance = (a[i] ?? 0) - (b[j] ?? 0);
    min = Math.min(min, Math.abs(distance));
    if (distance < 0) i += 1;
    else j += 1;
  }
  return min;
}

/** A word as far as proximity needs it. */
export interface WeightedWord {
  /** Place among the words of the question. */
  position: number;
  /** idf times the weight of the word. */
  weight: number;
}

/**
 * How close neighbouring words of the question stand in a chunk: the rarer one's weight for each
 * pair that is as close as in the question, less in inverse proportion to the distance.
 */
export function proximityScore(words: WeightedWord[], places: Place[]): number {
  let score = 0;
  for (let i = 0; i + 1 < words.length; i++) {
    const a = words[i];
    const b = words[i + 1];
    const distance = minDistance(places[i]?.positions ?? [], places[i + 1]?.positions ?? []);
    if (a === undefined || b === undefined || distance === Infinity) continue;
    const asked = Math.max(0.5, b.position - a.position);
    score += Math.min(a.weight, b.weight) / Math.max(1, distance / asked);
  }
  return score;
}
