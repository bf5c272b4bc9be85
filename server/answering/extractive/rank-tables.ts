import { logOdds } from "../calibration/log-odds.ts";
import type { TableCandidate } from "../tables/table-candidate.ts";
import { bestTableWeights, tableWeights, unitWeights } from "./fitted-weights.ts";
import {
  columnOf,
  fittedOf,
  logistic,
  namesOf,
  unitFeatureNames,
  weightedSum,
  type LogisticWeights,
} from "./weights.ts";

export type TableModel = typeof fittedTables;

/** An answer of a table, with its score for the ranking. */
export interface RankedTableAnswer {
  candidate: TableCandidate;
  features: Float64Array;
  /** Sum of the weighted features. */
  score: number;
}

const candidateFeatureNames = namesOf(tableWeights);
export const tableAnswerFeatureNames: readonly string[] = [
  ...candidateFeatureNames,
  ...unitFeatureNames.map((name) => `row_${name}`),
];
export const tableAnswerFeatureCount = tableAnswerFeatureNames.length;
export const bestTableAnswerFeatureCount = tableAnswerFeatureCount + namesOf(bestTableWeights).length;

/** The features of a table's answer: its own, and those of the row's unit. */
export function tableAnswerFeatures({ features: own, rowFeatures }: TableCandidate): Float64Array {
  const features = new Float64Array(tableAnswerFeatureCount);
  candidateFeatureNames.forEach((name, k) => (features[k] = own[name]));
  if (rowFeatures !== null) features.set(rowFeatures, candidateFeatureNames.length);
  return features;
}

/** The tables' answers, best first. */
export function rankTables(
  candidates: readonly TableCandidate[],
  choice: readonly number[] = fittedTables.choice,
): RankedTableAnswer[] {
  const ranked = candidates
    .map((candidate) => {
      const features = tableAnswerFeatures(candidate);
      return { candidate, features, score: weightedSum(features, choice) };
    })
    .toSorted((a, b) => sortKey(b) - sortKey(a));
  const cell = sureCellOf(ranked);
  return cell === undefined ? ranked : [cell, ...ranked.filter((other) => other !== cell)];
}

/** A cell and its row are often equally likely: the cell is preferred, above all if its column is surely meant. */
const cellAdvantage = 0.3;
const sureCellAdvantage = 1.2;
/** The lead of a column that the question states or that alone meets its number, day or date. */
const sureColumnMargin = 0.25;

function sortKey({ candidate: { kind, features }, score }: RankedTableAnswer): number {
  // A cell is no shorter form of a comparison.
  if (kind !== "cell" || features.operatorUnmet === 1) return score;
  const isNamed = features.columnNamed === 1 && features.onlyColumn === 1;
  return score + (isNamed ? sureCellAdvantage : cellAdvantage);
}

/** The cell to show instead of the best answer, if that is its row and its column leads the others in it. */
function sureCellOf(ranked: readonly RankedTableAnswer[]): RankedTableAnswer | undefined {
  const [best] = ranked;
  if (best?.candidate.kind !== "row" || best.candidate.features.isBestUnit === 0) return undefined;
  return ranked.find(
    ({ candidate: { kind, rows, versionId, features }, score }) =>
      kind === "cell" &&
      versionId === best.candidate.versionId &&
      rows[0]?.page === best.candidate.rows[0]?.page &&
      rows[0]?.start === best.candidate.rows[0]?.start &&
      features.operatorUnmet === 0 &&
      features.onlyColumn === 1 &&
      features.columnMargin >= sureColumnMargin &&
      score + sureCellAdvantage > best.score,
  );
}

/** Features of the confidence in the best of the ranked answers, compared with the best unit. */
export function tableConfidenceFeatures(
  [best, next]: readonly RankedTableAnswer[],
  unit: { confidence: number; isRow: boolean },
): Float64Array {
  const { confidence } = unit;
  const score = best?.score ?? 0;
  const values: Record<keyof typeof bestTableWeights, number> = {
    unitConfidence: confidence,
    unitOdds: logOdds(confidence) / 5,
    unitIsRow: unit.isRow ? 1 : 0,
    tableScore: score / 5,
    tableScoreMargin: next === undefined ? 1 : Math.min(1, (score - next.score) / 3),
  };
  return Float64Array.of(...(best?.features ?? []), ...namesOf(bestTableWeights).map((name) => values[name]));
}

/**
 * Whether the best of the ranked answers is more likely right than the best units, if only one of them is. A cell of
 * the row that is the best unit gives the same answer in fewer words.
 */
export function prefersTable(
  ranked: readonly RankedTableAnswer[],
  unit: { confidence: number; isRow: boolean },
  weights: LogisticWeights = fittedTables.preference,
): boolean {
  const [best] = ranked;
  if (best === undefined) return false;
  const { kind, isPart, features } = best.candidate;
  if ((kind === "cell" || isPart === true) && features.isBestUnit === 1) return true;
  // A follow-up names another row of the table that was quoted: "and in the metros?"
  if (features.isFollowUp === 1 && unit.isRow) return true;
  // The table found the smallest sufficient limit, without a superlative that text could state as well.
  if (kind === "choice" && features.comparedFit === 0) return true;
  return logistic(weights, tableConfidenceFeatures(ranked, unit)) > 0.5;
}

export const fittedTables = {
  choice: [tableWeights, unitWeights].flatMap((table) => columnOf(table, "choice")),
  confidence: fittedOf("confidence", tableWeights, unitWeights, bestTableWeights),
  /** Whether it is preferred to the best units, from the features of the confidence. */
  preference: fittedOf("preference", tableWeights, unitWeights, bestTableWeights),
};
