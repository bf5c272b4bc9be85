import { probabilityOf } from "../calibration/log-odds.ts";
import { modelCurve } from "./model-calibration.ts";

/** How certain the model says it is. */
export type Certainty = "sure" | "partly";

/** The results of checking a model's sentences against the passages. */
export interface AnswerSupport {
  certainty: Certainty;
  /** Mean over the confirmed sentences, 0 to 1. */
  support: number;
  /** Share of the written sentences that were confirmed. */
  confirmed: number;
  /** Share of these that were replaced by quotes from the documents. */
  quoted: number;
}

export const modelFeatureNames = ["sure", "support", "confirmed", "quoted"] as const;

export function modelFeatures({ certainty, support, confirmed, quoted }: AnswerSupport): number[] {
  return [certainty === "sure" ? 1 : 0, support, confirmed, quoted];
}

/**
 * The probability that a model's answer is right, from its own support, not from how well the question's words match
 * the documents. Fitted by `npm run evals -- generated` on recorded answers of a strong model.
 */
export function modelConfidence(support: AnswerSupport): number {
  const features = modelFeatures(support);
  const odds = modelFeatureNames.reduce(
    (sum, name, at) => sum + modelCurve[name] * (features[at] ?? 0),
    modelCurve.intercept,
  );
  return Math.round(probabilityOf(odds) * 1000) / 1000;
}
