import { writeFile } from "node:fs/promises";
import { answerThreshold } from "../../server/answering/extractive/calibration.ts";
import {
  confidenceFeatureNames,
  type ConfidenceModel,
  type LogisticWeights,
} from "../../server/answering/extractive/confidence.ts";
import { sentenceFeatureNames } from "../../server/answering/extractive/sentence-features.ts";

/** Writes the fitted figures where the product reads them. The threshold stays as it is. */
export async function writeCalibration(
  sentence: number[],
  model: ConfidenceModel,
  count: number,
): Promise<void> {
  const file = new URL("../../server/answering/extractive/calibration.ts", import.meta.url);
  await writeFile(file, source(sentence, model, count));
}

function source(sentence: number[], { held, right, calibration }: ConfidenceModel, count: number): string {
  return `// Written by evals/calibrate.ts from ${count} questions asked of collections of one document to all;
// run it again rather than editing figures by hand.
import type { ConfidenceFeature } from "./confidence.ts";
import type { SentenceFeature } from "./sentence-features.ts";

/** Weights of the sentence model: a softmax over the sentences of the retrieved passages. */
export const sentenceWeights: Record<SentenceFeature, number> = {
${entries(sentenceFeatureNames, sentence)}
};

type Logistic = Record<ConfidenceFeature | "intercept", number>;

/** Do the documents hold an answer? Told apart: questions whose document is indexed and is not. */
export const heldWeights: Logistic = {
${logistic(held)}
};

/** If they do, is the quote right? Told apart: quotes that hold the reference answer and do not. */
export const rightWeights: Logistic = {
${logistic(right)}
};

/** From the odds of both together to a probability (Platt). */
export const confidenceCalibration = { slope: ${round(calibration.slope)}, intercept: ${round(calibration.intercept)} };

/** Below this the assistant says that it doesn't know. Chosen from the table of evals/answers.ts. */
export const answerThreshold = ${answerThreshold};
`;
}

function logistic({ intercept, weights }: LogisticWeights): string {
  return entries(["intercept", ...confidenceFeatureNames], [intercept, ...weights]);
}

function entries(names: readonly string[], figures: readonly number[]): string {
  return names.map((name, k) => `  ${name}: ${round(figures[k] ?? 0)},`).join("\n");
}

function round(figure: number): number {
  return Number(figure.toFixed(3));
}
