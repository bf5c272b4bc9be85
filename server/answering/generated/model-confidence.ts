import { probabilityOf } from "../calibration/log-odds.ts";
import { modelCurve } from "./model-calibration.ts";

/** How sure the model said it is. */
export type Certainty = "sure" | "partly";

/** What is known of a model's answer once its sentences are held against the passages. */
export interface AnswerSupport {
  certainty: Certainty;
  /** Mean over the confirmed sentences, 0 to 1. */
  support: number;
  /** Share of the written sentences that were confirmed. */
  confirmed: number;
  /** Share of these that are said in the documents' words instead of the model's. */
  quoted: number;
}

export const modelFeatureNames = ["sure", "support", "confirmed", "quoted"] as const;

export function modelFeatures({ certainty, support, confirmed, quoted }: AnswerSupport): number[] {
  return [certainty === "sure" ? 1 : 0, support, confirmed, quoted];
}

/**
 * How likely an answer of a model is right, by its own support: not by what the words of the question alone would
 * have found. Fitted by `npm run evals -- generated` on recorded answers of a strong model.
 */
export function modelConfidence(support: AnswerSupport): number {
  const features = modelFeatures(support);
  const odds = modelFeatureNames.reduce(
    (sum, name, at) => sum + modelCurve[name] * (features[at] ?? 0),
    modelCurve.intercept,
  );
  return Math.round(probabilityOf(odds) * 1000) / 1000;
}
