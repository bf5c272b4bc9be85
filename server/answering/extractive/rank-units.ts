import { unitWeights } from "./calibration.ts";
import { unitFeatureNames } from "./unit-feature-names.ts";
import type { Candidate } from "./unit-features.ts";

export interface RankedUnit extends Candidate {
  /** Sum of the weighted features; comparable between questions. */
  score: number;
  /** Share of belief that this unit, among all of the passages, is the one to answer with. */
  probability: number;
}

/** Units best first, by the weights that evals/calibrate.ts fitted. */
export function rankUnits(
  candidates: Candidate[],
  weights: readonly number[] = unitWeightVector,
): RankedUnit[] {
  const scores = candidates.map(({ features }) => {
    let score = 0;
    for (let k = 0; k < weights.length; k++) score += (weights[k] ?? 0) * (features[k] ?? 0);
    return score;
  });
  return withScores(candidates, scores);
}

/** Units with these scores, best first. */
export function withScores(candidates: Candidate[], scores: readonly number[]): RankedUnit[] {
  const highest = Math.max(...scores);
  const shares = scores.map((score) => Math.exp(score - highest));
  const total = shares.reduce((sum, share) => sum + share, 0);
  return candidates
    .map((candidate, i) => ({ ...candidate, score: scores[i] ?? 0, probability: (shares[i] ?? 0) / total }))
    .sort((a, b) => b.score - a.score);
}

const unitWeightVector = unitFeatureNames.map((name) => unitWeights[name]);
