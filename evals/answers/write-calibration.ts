import { writeFile } from "node:fs/promises";
import { answerThreshold, helpThreshold } from "../../server/answering/extractive/calibration.ts";
import { confidenceFeatureNames } from "../../server/answering/extractive/confidence-feature-names.ts";
import { type ConfidenceModel, type LogisticWeights } from "../../server/answering/extractive/confidence.ts";
import { type TableModel } from "../../server/answering/extractive/rank-tables.ts";
import {
  tableConfidenceNames,
  tableFeatureNames,
} from "../../server/answering/extractive/table-feature-names.ts";
import { unitFeatureNames } from "../../server/answering/extractive/unit-feature-names.ts";

/** Writes the fitted figures where the product reads them. The threshold stays as it is. */
export async function writeCalibration(
  units: number[],
  model: ConfidenceModel,
  tableModel: TableModel,
  count: number,
): Promise<void> {
  const folder = new URL("../../server/answering/extractive/", import.meta.url);
  await writeFile(new URL("calibration.ts", folder), source(units, model, count));
  await writeTableCalibration(tableModel);
}

/** Writes what was fitted on tables alone. */
export async function writeTableCalibration(model: TableModel): Promise<void> {
  const folder = new URL("../../server/answering/extractive/", import.meta.url);
  await writeFile(new URL("table-calibration.ts", folder), tableSource(model));
}

function tableSource({ choice, confidence }: TableModel): string {
  return `// Written by evals/calibrate.ts from everyday questions; run it again rather than editing figures by hand.
import type { TableConfidenceFeature, TableFeature } from "./table-feature-names.ts";

/** Weights of the choice: a softmax over what the tables of the passages say. */
export const tableChoiceWeights: Record<TableFeature, number> = {
${entries(tableFeatureNames, choice)}
};

/** Is the best of it right? */
export const tableConfidenceWeights: Record<TableConfidenceFeature | "intercept", number> = {
${entries(["intercept", ...tableConfidenceNames], [confidence.intercept, ...confidence.weights])}
};
`;
}

function source(units: number[], { held, right, calibration }: ConfidenceModel, count: number): string {
  return `// Written by evals/calibrate.ts from ${count} questions asked of collections of one document to all and of
// everyday organizations; run it again rather than editing figures by hand.
import type { ConfidenceFeature } from "./confidence-feature-names.ts";
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
