import { readFileSync } from "node:fs";
import { answerKinds, expectedAnswers } from "../../language/question-type.ts";
import { logOdds, probabilityOf } from "../calibration/log-odds.ts";
import { tableKinds, type TableCandidate } from "../tables/table-candidate.ts";
import { treeOdds, type BoostedTrees } from "./boosted-trees.ts";
import { confidenceWeights, lines } from "./calibration.ts";
import type { RankedUnit } from "./rank-units.ts";
import { namesOf } from "./weights.ts";

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
  casual: BoostedTrees;
}

/** What was chosen to be said, and how sure it was before. */
export interface Choice {
  question: string;
  /** Whether it was typed casually, in whatever language. */
  isCasual: boolean;
  confidence: number;
  /** What a table says, where that is said rather than the best unit. */
  table: TableCandidate | null;
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
export function calibrateChoice(choice: Choice, model: ChoiceCalibration = fittedChoice): number {
  if (choice.isCasual) return probabilityOf(treeOdds(model.casual, choiceFeatures(choice)));
  if (choice.table === null) return along(model.text, choice.confidence);
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

/** What the confidence in a choice rests on, beside the features of the confidence in the best unit. */
export const choiceFeatureNames = [
  // Log odds of the confidence in what a table says, where it is said.
  "tableOdds",
  // Probability of the best three and of the best eight units together: so many may be said, or are read.
  "beliefOfThree",
  "beliefOfEight",
  "bestIsRow",
  // How far the best unit's score is before the fourth's, in fifths.
  "lead",
  // Words of the question, in twentieths.
  "questionLength",
  // What a table says, if one does, and what the question asks for: the documents often don't say whether something is so.
  ...tableKinds.map((kind) => `tellsA_${kind}` as const),
  ...answerKinds.map((kind) => `asksFor_${kind}` as const),
] as const;

/** The features of the confidence, and those of the choice. */
export function choiceFeatures({ question, confidence, table, features, ranked }: Choice): Float64Array {
  const beliefOf = (count: number) =>
    ranked.slice(0, count).reduce((sum, { probability }) => sum + probability, 0);
  const score = (place: number) => ranked[Math.min(place, ranked.length - 1)]?.score ?? 0;
  const expected = expectedAnswers(question);
  return Float64Array.of(
    ...features,
    table === null ? 0 : logOdds(confidence),
    beliefOf(3),
    beliefOf(8),
    isRow(ranked) ? 1 : 0,
    (score(0) - score(3)) / 5,
    question.split(/\s+/u).length / 20,
    ...tableKinds.map((kind) => (table?.kind === kind ? 1 : 0)),
    ...answerKinds.map((kind) => (expected.has(kind) ? 1 : 0)),
  );
}

/** Whether the best of the units is a row of a table. */
export const isRow = ([best]: readonly RankedUnit[]): boolean => best !== undefined && best.unit.row !== null;

/** The features by name, in their order. */
export const casualFeatureNames = [...namesOf(confidenceWeights), ...choiceFeatureNames];

/** As evals/calibrate.ts writes them: a line for each tree. */
export interface CasualTrees extends BoostedTrees {
  features: readonly string[];
}

/** Throws an Error where the trees were fitted to other features. */
function readTrees(): BoostedTrees {
  const file = new URL("data/casual-trees.json", import.meta.url);
  const { features, ...trees } = JSON.parse(readFileSync(file, "utf8")) as CasualTrees;
  if (features.join() !== casualFeatureNames.join())
    throw new Error("casual-trees.json has other features than choiceFeatures: run evals/calibrate.ts.");
  return trees;
}

export const fittedChoice: ChoiceCalibration = { text: lines.text, table: lines.table, casual: readTrees() };
