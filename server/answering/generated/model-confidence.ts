import { probabilityOf } from "../calibration/log-odds.ts";
import { modelCurve } from "./model-calibration.ts";

export const modelFeatureNames = ["sure", "support", "confirmed", "quoted"] as const;

/**
 * The results of checking a model's sentences against the passages: 1 if the model says it is certain, else 0; the mean
 * support of the confirmed sentences, 0 to 1; the share of the written sentences that were confirmed, and the share of
 * these that were replaced by quotes from the documents.
 */
export type AnswerSupport = Record<(typeof modelFeatureNames)[number], number>;

/**
 * The probability that a model's answer is right, from its own support, not from how well the question's words match
 * the documents. Fitted by `npm run evals -- generated` on recorded answers of a strong model.
 */
export function modelConfidence(support: AnswerSupport): number {
  const { intercept } = modelCurve;
  const odds = modelFeatureNames.reduce((sum, name) => sum + modelCurve[name] * support[name], intercept);
  return Math.round(probabilityOf(odds) * 1000) / 1000;
}
