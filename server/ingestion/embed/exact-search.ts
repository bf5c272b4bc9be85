import { setImmediate as nextTurn } from "node:timers/promises";
import type { Audience } from "../../../contract/common.ts";
import type { NearestChunk, NearestRequest } from "./nearest.ts";

/** The vectors of one version, concatenated. */
export interface SegmentVectors {
  segment: number;
  audience: Audience;
  versionId: string;
  ordinals: number[];
  vectors: Float32Array;
}

/** After this time the search yields to other requests. */
const sliceMs = 8;
const rowsPerClockCheck = 256;

/** Finds the nearest of all vectors of the audience. Works in slices, so that it does not block the event loop. */
export async function searchExactly(
  segments: Iterable<SegmentVectors>,
  { audience, vector, limit }: Pick<NearestRequest, "audience" | "vector" | "limit">,
): Promise<NearestChunk[]> {
  const best: NearestChunk[] = [];
  const wanted = [...segments].filter((segment) => segment.audience === audience);
  let sliceEnds = performance.now() + sliceMs;
  let compared = 0;
  for (const { segment, versionId, ordinals, vectors } of wanted) {
    for (let row = 0; row < ordinals.length; row++) {
      const similarity = dotProductAt(vectors, row * vector.length, vector);
      if (best.length < limit || similarity > (best.at(-1)?.similarity ?? -1)) {
        insert(best, { segment, ordinal: ordinals[row] ?? 0, versionId, similarity }, limit);
      }
      compared += 1;
      if (compared % rowsPerClockCheck > 0 || performance.now() < sliceEnds) continue;
      await nextTurn();
      sliceEnds = performance.now() + sliceMs;
    }
  }
  return best;
}

function dotProductAt(vectors: Float32Array, from: number, vector: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < vector.length; at++) sum += (vectors[from + at] ?? 0) * (vector[at] ?? 0);
  return sum;
}

function insert(best: NearestChunk[], found: NearestChunk, limit: number): void {
  best.splice(best.findLastIndex(({ similarity }) => similarity >= found.similarity) + 1, 0, found);
  if (best.length > limit) best.pop();
}
