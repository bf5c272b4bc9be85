import { logOdds } from "../calibration/log-odds.ts";
import { tableEvidenceNames, type TableCandidate } from "../tables/table-candidate.ts";
import { logistic, type LogisticWeights } from "./confidence.ts";
import { tableChoiceWeights, tableConfidenceWeights, tablePreferenceWeights } from "./table-calibration.ts";
import {
  tableConfidenceNames,
  tableFeatureNames,
  type TableConfidenceFeature,
} from "./table-feature-names.ts";

export interface TableModel {
  choice: readonly number[];
  confidence: LogisticWeights;
  /** Whether it is said rather than the best units, by the features of the confidence. */
  preference: LogisticWeights;
}

/** A table's answer, and how it compares with those of its question. */
export interface RankedTable {
  candidate: TableCandidate;
  features: Float64Array;
  /** Sum of the weighted features. */
  likelihood: number;
}

/** The features of a table's answer, in the order of their names. */
export function tableFeatures({ evidence, rowFeatures }: TableCandidate): Float64Array {
  const features = new Float64Array(tableFeatureNames.length);
  tableEvidenceNames.forEach((name, k) => (features[k] = evidence[name]));
  if (rowFeatures !== null) features.set(rowFeatures, tableEvidenceNames.length);
  return features;
}

/** What tables say, best first. */
export function rankTables(
  candidates: readonly TableCandidate[],
  choice: readonly number[] = fittedModel.choice,
): RankedTable[] {
  return candidates
    .map((candidate) => {
      const features = tableFeatures(candidate);
      const likelihood = features.reduce((sum, value, k) => sum + value * (choice[k] ?? 0), 0);
      return { candidate, features, likelihood };
    })
    .toSorted((a, b) => sortKey(b) - sortKey(a));
}

/** A cell and its row are often equally likely, since both hold the value: then the cell is said. */
const cellAdvantage = 0.1;

const sortKey = ({ candidate, likelihood }: RankedTable): number =>
  candidate.kind === "cell" ? likelihood + cellAdvantage : likelihood;

/** What the confidence in the best of the ranked answers rests on, beside the best of all units. */
export function tableConfidenceFeatures(
  [best, next]: readonly RankedTable[],
  unit: { confidence: number; isRow: boolean },
): Float64Array {
  const { confidence } = unit;
  const likelihood = best?.likelihood ?? 0;
  return Float64Array.of(
    ...(best?.features ?? []),
    confidence,
    logOdds(confidence) / 5,
    unit.isRow ? 1 : 0,
    likelihood / 5,
    next === undefined ? 1 : Math.min(1, (likelihood - next.likelihood) / 3),
  );
}

/** The probability that the best of the ranked answers is right, from 0 to 1. */
export function tableConfidenceOf(
  ranked: readonly RankedTable[],
  unit: { confidence: number; isRow: boolean },
  weights: LogisticWeights = fittedModel.confidence,
): number {
  return logistic(weights, tableConfidenceFeatures(ranked, unit));
}

/**
 * Whether the best of the ranked answers is rather right than the best units, where only one of them is. A cell of the
 * very row that is the best unit says the same in fewer words.
 */
export function prefersTable(
  ranked: readonly RankedTable[],
  unit: { confidence: number; isRow: boolean },
  weights: LogisticWeights = fittedModel.preference,
): boolean {
  const [best] = ranked;
  if (best === undefined) return false;
  const { kind, evidence } = best.candidate;
  if (kind === "cell" && evidence.isBestUnit === 1) return true;
  return logistic(weights, tableConfidenceFeatures(ranked, unit)) > 0.5;
}

const byFeature = (weights: Record<TableConfidenceFeature | "intercept", number>): LogisticWeights => ({
  intercept: weights.intercept,
  weights: tableConfidenceNames.map((name) => weights[name]),
});

const fittedModel: TableModel = {
  choice: tableFeatureNames.map((name) => tableChoiceWeights[name]),
  confidence: byFeature(tableConfidenceWeights),
  preference: byFeature(tablePreferenceWeights),
};
