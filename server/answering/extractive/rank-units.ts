import { unitWeights } from "./fitted-weights.ts";
import type { Candidate } from "./unit-features.ts";
import { columnOf, weightedSum } from "./weights.ts";

export interface RankedUnit extends Candidate {
  /** Sum of the weighted features; comparable between questions. */
  score: number;
  /** Probability that this unit, among all units of the passages, is the one to answer with. */
  probability: number;
}

/** Units best first, by the weights that evals/fit.ts fitted. */
export const rankUnits = (candidates: Candidate[], weights?: readonly number[]): RankedUnit[] =>
  withScores(candidates, scoreUnits(candidates, weights));

export const scoreUnits = (candidates: Candidate[], weights: readonly number[] = fittedWeights): number[] =>
  candidates.map(({ features }) => weightedSum(features, weights));

/** Divides the scores before their softmax: fitted so that units are right as often as their probability says. */
const temperature = 1.3;

/** Units with these scores, best first. */
export function withScores(candidates: Candidate[], scores: readonly number[]): RankedUnit[] {
  const highest = Math.max(...scores);
  const shares = scores.map((score) => Math.exp((score - highest) / temperature));
  const total = shares.reduce((sum, share) => sum + share, 0);
  return candidates
    .map((candidate, i) => ({ ...candidate, score: scores[i] ?? 0, probability: (shares[i] ?? 0) / total }))
    .sort((a, b) => b.score - a.score);
}

const fittedWeights = columnOf(unitWeights, "ranking");

/** The probability that one of these units is the one to answer with. */
export const totalProbability = (units: readonly RankedUnit[]): number =>
  units.reduce((sum, { probability }) => sum + probability, 0);
