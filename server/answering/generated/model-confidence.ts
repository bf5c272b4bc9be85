import { probabilityOf } from "../calibration/log-odds.ts";
import { modelCurve } from "./model-calibration.ts";

/** The results of checking a model's sentences against the passages: the features of its confidence. */
export interface AnswerSupport {
  /** 1 if the model says it is certain, else 0. */
  sure: number;
  /** Mean over the confirmed sentences, 0 to 1. */
  support: number;
  /** Share of the written sentences that were confirmed. */
  confirmed: number;
  /** Share of these that were replaced by quotes from the documents. */
  quoted: number;
}

export const modelFeatureNames = ["sure", "support", "confirmed", "quoted"] as const;

/**
 * The probability that a model's answer is right, from its own support, not from how well the question's words match
 * the documents. Fitted by `npm run evals -- generated` on recorded answers of a strong model.
 */
export function modelConfidence(support: AnswerSupport): number {
  const odds = modelFeatureNames.reduce(
    (sum, name) => sum + modelCurve[name] * support[name],
    modelCurve.intercept,
  );
  return Math.round(probabilityOf(odds) * 1000) / 1000;
}
