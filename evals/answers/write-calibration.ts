import { writeFile } from "node:fs/promises";
import { thresholds } from "../../server/answering/extractive/calibration.ts";
import {
  choiceFeatureNames,
  confidenceFeatureNames,
} from "../../server/answering/extractive/confidence-feature-names.ts";
import { type ConfidenceModel, type LogisticWeights } from "../../server/answering/extractive/confidence.ts";
import type { Line, ChoiceCalibration } from "../../server/answering/extractive/calibrate-choice.ts";
import { type TableModel } from "../../server/answering/extractive/rank-tables.ts";
import {
  tableConfidenceNames,
  tableFeatureNames,
} from "../../server/answering/extractive/table-feature-names.ts";
import { unitFeatureNames } from "../../server/answering/extractive/unit-feature-names.ts";

/** All that is fitted beside the ranking. */
export interface FittedModels {
  confidence: ConfidenceModel;
  tables: TableModel;
  choice: ChoiceCalibration;
}

/** Writes the fitted figures where the product reads them. The thresholds stay as they are. */
export async function writeCalibration(units: number[], models: FittedModels, count: number): Promise<void> {
  const folder = new URL("../../server/answering/extractive/", import.meta.url);
  await writeFile(new URL("calibration.ts", folder), source(units, models, count));
  await writeFile(new URL("table-calibration.ts", folder), tableSource(models.tables));
}

function tableSource({ choice, confidence, preference }: TableModel): string {
  return `// Written by evals/calibrate.ts from everyday questions; run it again rather than editing figures by hand.
import type { TableConfidenceFeature, TableFeature } from "./table-feature-names.ts";

/** Weights of the choice: a softmax over what the tables of the passages say. */
export const tableChoiceWeights: Record<TableFeature, number> = {
${entries(tableFeatureNames, choice)}
};

/** Is the best of it right? */
export const tableConfidenceWeights: Record<TableConfidenceFeature | "intercept", number> = {
${logistic(tableConfidenceNames, confidence)}
};

/** Is it rather right than the best units? */
export const tablePreferenceWeights: Record<TableConfidenceFeature | "intercept", number> = {
${logistic(tableConfidenceNames, preference)}
};
`;
}

function source(units: number[], { confidence, choice }: FittedModels, count: number): string {
  const { held, right, calibration } = confidence;
  return `// Written by evals/calibrate.ts from ${count} questions asked of collections of one document to all and of
// everyday organizations; run it again rather than editing figures by hand.
import type { ChoiceFeature, ConfidenceFeature } from "./confidence-feature-names.ts";
import type { UnitFeature } from "./unit-feature-names.ts";

/** Weights of the ranking: a softmax over the units of the retrieved passages. */
export const unitWeights: Record<UnitFeature, number> = {
${entries(unitFeatureNames, units)}
};

type Logistic = Record<ConfidenceFeature | "intercept", number>;

/** Do the documents hold an answer? Told apart: questions whose document is indexed and is not. */
export const heldWeights: Logistic = {
${logistic(confidenceFeatureNames, held)}
};

/** If they do, is what was composed right? Told apart: answers that hold the reference and do not. */
export const rightWeights: Logistic = {
${logistic(confidenceFeatureNames, right)}
};

/** From the odds of both together to a probability (Platt). */
export const confidenceCalibration = { slope: ${round(calibration.slope)}, intercept: ${round(calibration.intercept)} };

/** From that to the probability that is promised, once it is chosen what is said. */
export const choiceCalibration = {
  text: ${line(choice.text)},
  table: ${line(choice.table)},
  casual: {
${logistic(choiceFeatureNames, choice.casual).replaceAll(/^/gmu, "  ")}
  } satisfies Record<ChoiceFeature | "intercept", number>,
};

/**
 * From here on an answer is said (evals/everyday.ts, evals/answers.ts), and from here on up to three quotes that may
 * help. Of questions that are written out less is promised than is kept: their references call good quotes wrong.
 */
export const thresholds = {
  casual: ${bothThresholds(thresholds.casual)},
  written: ${bothThresholds(thresholds.written)},
};
`;
}

function logistic(names: readonly string[], { intercept, weights }: LogisticWeights): string {
  return entries(["intercept", ...names], [intercept, ...weights]);
}

const line = ({ slope, intercept }: Line): string =>
  `{ slope: ${round(slope)}, intercept: ${round(intercept)} }`;

const bothThresholds = ({ answer, help }: { answer: number; help: number }): string =>
  `{ answer: ${answer}, help: ${help} }`;

function entries(names: readonly string[], figures: readonly number[]): string {
  return names.map((name, k) => `  ${name}: ${round(figures[k] ?? 0)},`).join("\n");
}

function round(figure: number): number {
  return Number(figure.toFixed(2));
}
