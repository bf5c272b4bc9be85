import { readFileSync } from "node:fs";
import { countWords } from "../../language/count-words.ts";
import { answerKinds, asksForExtreme, asksToChoose, expectedAnswers } from "../../language/question-type.ts";
import { logOdds, probabilityOf } from "../calibration/log-odds.ts";
import { tableKinds, type TableCandidate } from "../tables/table-candidate.ts";
import { treeOdds, type BoostedTrees } from "./boosted-trees.ts";
import { confidenceWeights } from "./fitted-weights.ts";
import { tableAnswerFeatureNames, type RankedTableAnswer } from "./rank-tables.ts";
import { totalProbability, type RankedUnit } from "./rank-units.ts";
import { namesOf, unitFeatureNames } from "./weights.ts";

/** A linear map from log odds to calibrated log odds. */
export interface PlattScaling {
  slope: number;
  intercept: number;
}

/**
 * Two models over `choiceFeatures`: whether the documents contain an answer, and if they do, whether the chosen one is
 * right; and the calibration of their product.
 */
export interface AnswerModel {
  hasAnswer: BoostedTrees;
  isRight: BoostedTrees;
  scaling: PlattScaling;
}

/** How a question is typed: as in a chat, or written out (see `isTypedCasually`). */
export type Typing = "casual" | "written";

/**
 * The models by typing: people who type casually use other words than the documents, so for them a missing word weighs
 * less, and the units' probabilities weigh more.
 */
export type ChoiceModel = Record<Typing, AnswerModel>;

/** The chosen answer, and its confidence before calibration. */
export interface Choice {
  question: string;
  /** Whether it was typed casually, in whatever language. */
  isCasual: boolean;
  confidence: number;
  /** The table's answer, if it is chosen instead of the best unit. */
  table: TableCandidate | null;
  /** The features of the confidence, and the units that it describes, best first. */
  features: Float64Array;
  ranked: readonly RankedUnit[];
  /** The tables' answers, best first. */
  tables: readonly RankedTableAnswer[];
}

/** The probability that the chosen answer is right, from 0 to 1. */
export function calibrateChoice(choice: Choice, model: ChoiceModel = fittedChoice): number {
  const typing = choice.isCasual ? "casual" : "written";
  const { slope, intercept } = model[typing].scaling;
  const odds = answerOdds(model[typing], choiceFeatures(choice), hasAnswerExponents[typing]);
  return probabilityOf(slope * odds + intercept);
}

/** Exponents of the probability that the documents contain an answer: see `confidenceExponent`. */
export const hasAnswerExponents: Readonly<Record<Typing, number>> = { casual: 0.95, written: 2.5 };

/** The log odds of the product of both models' probabilities, before calibration. */
export const answerOdds = (
  { hasAnswer, isRight }: Omit<AnswerModel, "scaling">,
  features: Float64Array,
  exponent: number,
): number =>
  logOdds(
    probabilityOf(treeOdds(hasAnswer, features)) ** exponent * probabilityOf(treeOdds(isRight, features)),
  );

/** The indexes of features that do not depend on the order of the passages, which embeddings and rerankers change. */
const indexesOf = (names: readonly string[]): number[] =>
  [...names.keys()].filter((index) => !/passage(?:Rank|Score)$/u.test(names[index] ?? ""));
const unitIndexes = indexesOf(unitFeatureNames);
const tableIndexes = indexesOf(tableAnswerFeatureNames);

/**
 * Whether the question asks to choose among things, and for an extreme ("cheapest"): its answers are less often right.
 * Whether the documents have an answer must not be inferred from it: few of the training questions without one ask so.
 */
export const choosingFeatureNames: readonly string[] = ["asksToChoose", "asksForExtreme"];

/** Features of the confidence in a choice; the first ones are those of the confidence in the best unit. */
export const choiceFeatureNames: readonly string[] = [
  ...namesOf(confidenceWeights),
  // Log odds of the confidence in a table's answer, if that is chosen.
  "tableOdds",
  // Probability of the best three and the best eight units together: an answer has up to three and considers eight.
  "probabilityOfThree",
  "probabilityOfEight",
  "bestIsRow",
  "lead",
  // A twentieth of the question's number of words.
  "questionLength",
  // Kind of the table's answer, if any, and what the question asks for: yes-or-no questions often have no answer.
  ...tableKinds.map((kind) => `tellsA_${kind}`),
  ...answerKinds.map((kind) => `asksFor_${kind}`),
  // The features of the best unit and of the best table's answer, chosen or not; a fifth of the latter's score.
  ...unitIndexes.map((index) => `unit_${unitFeatureNames[index] ?? ""}`),
  ...tableIndexes.map((index) => `table_${tableAnswerFeatureNames[index] ?? ""}`),
  "tableScore",
  ...choosingFeatureNames,
];

/** The features of the confidence, and those of the choice. */
export function choiceFeatures(choice: Choice): Float64Array {
  const { question, confidence, table, features, ranked, tables } = choice;
  const expected = expectedAnswers(question);
  return Float64Array.of(
    ...features,
    table === null ? 0 : logOdds(confidence),
    totalProbability(ranked.slice(0, 3)),
    totalProbability(ranked.slice(0, 8)),
    isRow(ranked) ? 1 : 0,
    leadOf(ranked),
    countWords(question) / 20,
    ...tableKinds.map((kind) => (table?.kind === kind ? 1 : 0)),
    ...answerKinds.map((kind) => (expected.has(kind) ? 1 : 0)),
    ...unitIndexes.map((index) => ranked[0]?.features[index] ?? 0),
    ...tableIndexes.map((index) => tables[0]?.features[index] ?? 0),
    (tables[0]?.score ?? lowestScore) / 5,
    asksToChoose(question) ? 1 : 0,
    asksForExtreme(question) ? 1 : 0,
  );
}

/** Stands for the score of a table's answer if there is none. */
const lowestScore = -5;

/** A fifth of the best unit's lead over the fourth's score; 0 if there are no four, because that shows nothing. */
const leadOf = ([best, , , fourth]: readonly RankedUnit[]): number =>
  best === undefined || fourth === undefined ? 0 : (best.score - fourth.score) / 5;

/** Whether the best of the units is a row of a table. */
export const isRow = ([best]: readonly RankedUnit[]): boolean => best !== undefined && best.unit.row !== null;

/** Reads the trees that evals/fit.ts writes. Throws an Error if they were fitted to other features. */
function readTrees(): ChoiceModel {
  const file = new URL("data/choice-trees.json", import.meta.url);
  const { features, ...model } = JSON.parse(readFileSync(file, "utf8")) as ChoiceModel & {
    features: readonly string[];
  };
  if (features.join() !== choiceFeatureNames.join())
    throw new Error("choice-trees.json has other features than choiceFeatures: run evals/fit.ts.");
  return model;
}

const fittedChoice = readTrees();
