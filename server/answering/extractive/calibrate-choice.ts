import { logOdds, probabilityOf } from "../calibration/log-odds.ts";
import { answerThreshold, choiceCalibration } from "./calibration.ts";
import { confidenceFeatureNames, type ConfidenceFeature } from "./confidence-feature-names.ts";

/** From log odds to log odds: a line (Platt scaling). */
export interface Line {
  slope: number;
  intercept: number;
}

/** What becomes of the confidence once it is chosen what is said: text, or what a table says. */
export interface ChoiceCalibration {
  text: Line;
  table: Line;
}

/** What was chosen to be said, and how sure it was before. */
export interface Choice {
  confidence: number;
  isTable: boolean;
}

/**
 * The probability that what is said is right, from 0 to 1. Text that is said is right more often than all text that
 * is as sure: where it is wrong, a table is often surer.
 */
export function calibrateChoice(
  { confidence, isTable }: Choice,
  features: Float64Array,
  model: ChoiceCalibration = choiceCalibration,
): number {
  const { slope, intercept } = isTable ? model.table : model.text;
  const calibrated = probabilityOf(slope * logOdds(confidence) + intercept);
  return !isTable && missesSubject(features) ? Math.min(calibrated, maxWithoutSubject) : calibrated;
}

/**
 * What holds neither of the two most telling words of a question, and hardly a word near to any, may help, but
 * answers it by chance.
 */
function missesSubject(features: Float64Array): boolean {
  const value = (name: ConfidenceFeature) => features[confidenceFeatureNames.indexOf(name)] ?? 0;
  return value("heaviestMissing") > 0.5 && value("secondMissing") > 0.5 && value("alignedUnderHeading") < 0.3;
}

const maxWithoutSubject = answerThreshold - 0.01;
