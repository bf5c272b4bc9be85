import { writeFile } from "node:fs/promises";
import { answerThreshold, helpThreshold } from "../../server/answering/extractive/calibration.ts";
import {
  confidenceFeatureNames,
  tableFeatureNames,
} from "../../server/answering/extractive/confidence-feature-names.ts";
import { type ConfidenceModel, type LogisticWeights } from "../../server/answering/extractive/confidence.ts";
import { unitFeatureNames } from "../../server/answering/extractive/unit-feature-names.ts";

/** Writes the fitted figures where the product reads them. The threshold stays as it is. */
export async function writeCalibration(
  units: number[],
  model: ConfidenceModel,
  tableModel: LogisticWeights,
  count: number,
): Promise<void> {
  const file = new URL("../../server/answering/extractive/calibration.ts", import.meta.url);
  await writeFile(file, source(units, model, tableModel, count));
}

function source(
  units: number[],
  { held, right, calibration }: ConfidenceModel,
  tableModel: LogisticWeights,
  count: number,
): string {
  return `// Written by evals/calibrate.ts from ${count} questions asked of collections of one document to all and of
// everyday organizations; run it again rather than editing figures by hand.
import type { ConfidenceFeature, TableFeature } from "./confidence-feature-names.ts";
import type { UnitFeature } from "./unit-feature-names.ts";

/** Weights of the ranking: a softmax over the units of the retrieved passages. */
export const unitWeights: Record<UnitFeature, number> = {
${entries(unitFeatureNames, units)}
};

type Logistic = Record<ConfidenceFeature | "intercept", number>;

/** Do the documents hold an answer? Told apart: questions whose document is indexed and is not. */
export const heldWeights: Logistic = {
${logistic(held)}
};

/** If they do, is what was composed right? Told apart: answers that hold the reference and do not. */
export const rightWeights: Logistic = {
${logistic(right)}
};

/** From the odds of both together to a probability (Platt). */
export const confidenceCalibration = { slope: ${round(calibration.slope)}, intercept: ${round(calibration.intercept)} };

/** Is what a table says right? Told apart on everyday questions. */
export const tableWeights: Record<TableFeature | "intercept", number> = {
${entries(["intercept", ...tableFeatureNames], [tableModel.intercept, ...tableModel.weights])}
};

/** From here on an answer is said, and from here on up to three quotes that may help. See evals/everyday.ts. */
export const answerThreshold = ${answerThreshold};
export const helpThreshold = ${helpThreshold};
`;
}

function logistic({ intercept, weights }: LogisticWeights): string {
  return entries(["intercept", ...confidenceFeatureNames], [intercept, ...weights]);
}

function entries(names: readonly string[], figures: readonly number[]): string {
  return names.map((name, k) => `  ${name}: ${round(figures[k] ?? 0)},`).join("\n");
}

function round(figure: number): number {
  return Number(figure.toFixed(2));
}
