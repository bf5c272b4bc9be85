import { unitWeights } from "./calibration.ts";
import type { Candidate } from "./unit-features.ts";
import { columnOf, weightedSum } from "./weights.ts";

export interface RankedUnit extends Candidate {
  /** Sum of the weighted features; comparable between questions. */
  score: number;
  /** Share of belief that this unit, among all of the passages, is the one to answer with. */
  probability: number;
}

/** Units best first, by the weights that evals/calibrate.ts fitted. */
export function rankUnits(candidates: Candidate[], weights: readonly number[] = fittedWeights): RankedUnit[] {
  return withScores(
    candidates,
    candidates.map(({ features }) => weightedSum(features, weights)),
  );
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

const fittedWeights = columnOf(unitWeights, "ranking");

/** The probability of the best so many units together. */
export const beliefOf = (ranked: readonly RankedUnit[], count: number): number =>
  ranked.slice(0, count).reduce((sum, { probability }) => sum + probability, 0);
