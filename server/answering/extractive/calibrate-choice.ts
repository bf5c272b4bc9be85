import { expectedAnswers } from "../../language/question-type.ts";
import { logOdds, probabilityOf } from "../calibration/log-odds.ts";
import { choiceWeights, confidenceWeights, lines } from "./calibration.ts";
import type { RankedUnit } from "./rank-units.ts";
import { fittedOf, logistic, namesOf, type LogisticWeights } from "./weights.ts";

/** From log odds to log odds: a line (Platt scaling). */
export interface Line {
  slope: number;
  intercept: number;
}

/** What becomes of the confidence once it is chosen what is said: text, or what a table says. */
export interface ChoiceCalibration {
  text: Line;
  table: Line;
  /** For questions that are typed casually, by `choiceFeatures`. */
  casual: LogisticWeights;
}

/** What was chosen to be said, and how sure it was before. */
export interface Choice {
  question: string;
  /** Whether it was typed casually, in whatever language. */
  isCasual: boolean;
  confidence: number;
  isTable: boolean;
  /** How sure the best unit is, where a table says that unit's row or a cell of it; else null. */
  ofBestUnit: number | null;
  /** The features of the confidence, and the units that it describes, best first. */
  features: Float64Array;
  ranked: readonly RankedUnit[];
}

/**
 * The probability that what is said is right, from 0 to 1. Text that is said is right more often than all text that
 * is as sure: where it is wrong, a table is often surer. People who type casually use other words than the
 * documents, so a word that is missing tells less, and the units' belief more.
 */
export function calibrateChoice(choice: Choice, model: ChoiceCalibration = fittedModel): number {
  if (choice.isCasual) return logistic(model.casual, choiceFeatures(choice));
  if (!choice.isTable) return along(model.text, choice.confidence);
  // A row is as likely right when the table says it as when it is quoted.
  return Math.max(
    along(model.table, choice.confidence),
    choice.ofBestUnit === null ? 0 : along(model.text, choice.ofBestUnit),
  );
}

const along = ({ slope, intercept }: Line, confidence: number): number =>
  probabilityOf(slope * logOdds(confidence) + intercept);

/** Whether a question is typed as in a chat, not written out with a capital letter and a question mark. */
export function isTypedCasually(question: string): boolean {
  return !/^\P{L}*\p{Lu}/u.test(question) || !question.includes("?");
}

/** The features of the confidence, and those of the choice. */
export function choiceFeatures({ question, confidence, isTable, features, ranked }: Choice): Float64Array {
  const beliefOf = (count: number) =>
    ranked.slice(0, count).reduce((sum, { probability }) => sum + probability, 0);
  const score = (place: number) => ranked[Math.min(place, ranked.length - 1)]?.score ?? 0;
  const values: Record<keyof typeof choiceWeights, number> = {
    isTable: isTable ? 1 : 0,
    tableOdds: isTable ? logOdds(confidence) : 0,
    beliefOfThree: beliefOf(3),
    beliefOfEight: beliefOf(8),
    bestIsRow: isRow(ranked) ? 1 : 0,
    lead: (score(0) - score(3)) / 5,
    questionLength: question.split(/\s+/u).length / 20,
    asksYesNo: expectedAnswers(question).has("yes_no") ? 1 : 0,
  };
  return Float64Array.of(...features, ...namesOf(choiceWeights).map((name) => values[name]));
}

/** Whether the best of the units is a row of a table. */
export const isRow = ([best]: readonly RankedUnit[]): boolean => best !== undefined && best.unit.row !== null;

const fittedModel: ChoiceCalibration = {
  text: lines.text,
  table: lines.table,
  casual: fittedOf("casual", confidenceWeights, choiceWeights),
};
