// Every feature that answers are chosen by, with its weights. Their figures are written by evals/fit.ts, from
// 26436 questions asked of collections of one document to all and of everyday organizations: run it again rather
// than editing them by hand. A new feature begins with 0.
import type { TableFeatureName } from "../tables/table-candidate.ts";

/**
 * Features of the ranking, a softmax over the units of the retrieved passages; the models of tables' answers use those
 * of the unit that shows the row. Every value is between -1 and 1.
 */
export const unitWeights = {
  // Share of the question's weight that is found, by where it is found.
  coverage: { ranking: 1.07, choice: -0.65, confidence: -0.58, preference: -0.54 },
  composedCoverage: { ranking: -1.56, choice: -0.23, confidence: -0.19, preference: -0.21 },
  allCoverage: { ranking: 1.28, choice: 0.23, confidence: 0.18, preference: 0.33 },
  allCoverageSquared: { ranking: 0.87, choice: 0.48, confidence: 0.3, preference: 0.15 },
  exactCoverage: { ranking: -0.11, choice: -0.07, confidence: -0.26, preference: 0 },
  neighbourCoverage: { ranking: 0.12, choice: -0.2, confidence: -0.47, preference: -0.13 },
  leadCoverage: { ranking: -1.9, choice: 0, confidence: 0, preference: 0 },
  headingCoverage: { ranking: 0.5, choice: 0.26, confidence: -0.42, preference: -0.87 },
  localHeadingCoverage: { ranking: 1.5, choice: -0.26, confidence: -0.22, preference: 0.13 },
  pathCoverage: { ranking: -1.14, choice: 0.48, confidence: 0.03, preference: -0.34 },
  titleCoverage: { ranking: 1.12, choice: 0.13, confidence: 0.14, preference: 0.28 },
  passageCoverage: { ranking: -0.38, choice: 0.06, confidence: 0.06, preference: -0.09 },
  questionCoverage: { ranking: -0.18, choice: 0.9, confidence: 2.71, preference: -1.68 },
  labelCoverage: { ranking: -0.4, choice: 0.09, confidence: 0.11, preference: -0.2 },
  headerCoverage: { ranking: 1.26, choice: 0.28, confidence: 0.3, preference: 0.43 },
  rowCoverage: { ranking: 0.58, choice: 0.23, confidence: 0.18, preference: 0.33 },
  valueCoverage: { ranking: -0.6, choice: 0.46, confidence: 0.31, preference: 0.08 },
  // Similarity in meaning of the unit's words and the question's: `alignmentNames`.
  aligned: { ranking: 0.99, choice: -0.08, confidence: -0.22, preference: 0.14 },
  alignedUnderHeading: { ranking: 4.18, choice: 0.76, confidence: 0.44, preference: 1.08 },
  alignedHeading: { ranking: 0.78, choice: 0.86, confidence: -0.15, preference: 1.31 },
  nearness: { ranking: 3.17, choice: 0.16, confidence: -0.11, preference: 0.29 },
  reverseNearness: { ranking: 2.73, choice: 1.61, confidence: 0.45, preference: -0.48 },
  nearestWords: { ranking: -0.2, choice: -0.1, confidence: -0.39, preference: -0.91 },
  similarity: { ranking: 2.81, choice: 0.2, confidence: -0.14, preference: -0.19 },
  similarityUnderHeading: { ranking: 3.06, choice: 0.32, confidence: -0.11, preference: 0.33 },
  // Score of question and unit by a small neural network (match-units.ts).
  matcherScore: { ranking: 6, choice: 1.29, confidence: 1.01, preference: 0.64 },
  // Share of the unit's words that are in the question.
  precision: { ranking: 0.37, choice: -0.54, confidence: 0.04, preference: -0.44 },
  composedPrecision: { ranking: -0.61, choice: -0.66, confidence: -0.41, preference: -0.94 },
  labelPrecision: { ranking: 1.91, choice: 0.3, confidence: 0.06, preference: -0.08 },
  // Which words are found, and how close together.
  heaviest: { ranking: 0.44, choice: 0.04, confidence: 0.02, preference: 0.12 },
  secondHeaviest: { ranking: -0.11, choice: -0.02, confidence: 0.08, preference: -0.04 },
  matched: { ranking: 1.33, choice: 0.01, confidence: -0.08, preference: -0.22 },
  proximity: { ranking: -0.76, choice: 0.76, confidence: -0.08, preference: 0.51 },
  // The passage.
  passageRank: { ranking: 0.38, choice: 0.24, confidence: 0.22, preference: 0.1 },
  passageScore: { ranking: 1.27, choice: 0.05, confidence: 0.14, preference: 0.21 },
  passageBm25: { ranking: 2.42, choice: 0.21, confidence: -0.58, preference: 0.22 },
  // Whether it has what is asked for.
  valueHit: { ranking: 0.34, choice: 0.04, confidence: -0.07, preference: -0.14 },
  ownValueHit: { ranking: 0.64, choice: 0.01, confidence: -0.07, preference: -0.12 },
  valueMiss: { ranking: -0.24, choice: -0.24, confidence: -0.15, preference: -0.2 },
  moneyHit: { ranking: -0.01, choice: -0.08, confidence: -0.2, preference: 0.15 },
  moneyMiss: { ranking: -0.65, choice: -0.21, confidence: -0.42, preference: -0.14 },
  durationHit: { ranking: 0.46, choice: 0.18, confidence: 0.21, preference: -0.39 },
  durationMiss: { ranking: -0.84, choice: -0.58, confidence: -0.29, preference: -0.11 },
  timeHit: { ranking: 2.46, choice: 0.12, confidence: -0.11, preference: -0.18 },
  timeMiss: { ranking: -0.63, choice: -0.48, confidence: -1, preference: -0.52 },
  dateHit: { ranking: 0.86, choice: 0.25, confidence: -0.28, preference: -0.65 },
  contactHit: { ranking: 0.02, choice: 1.28, confidence: -0.17, preference: -2.69 },
  contactMiss: { ranking: 0, choice: -1, confidence: -1.17, preference: -0.57 },
  percentHit: { ranking: 2.6, choice: 0.49, confidence: -0.02, preference: 0.04 },
  anyValue: { ranking: 0.17, choice: -0.07, confidence: -0.01, preference: 0.33 },
  hasNewName: { ranking: 0.32, choice: 0.14, confidence: 0.13, preference: -0.36 },
  hasReasonWords: { ranking: 0.06, choice: -0.32, confidence: 1.33, preference: 0.66 },
  hasMannerWords: { ranking: 0.05, choice: 0, confidence: 1.2, preference: 0.76 },
  hasDefinitionWords: { ranking: -0.43, choice: -0.22, confidence: 0.22, preference: -0.24 },
  hasYesNoWords: { ranking: 0.54, choice: 0.43, confidence: 0.21, preference: 0.27 },
  numberMatched: { ranking: 0.63, choice: 0.02, confidence: -0.07, preference: 0.08 },
  numberInRange: { ranking: 1.09, choice: 0.26, confidence: 0.22, preference: 0.15 },
  numberOutOfRange: { ranking: -1.11, choice: -0.09, confidence: 0.39, preference: 0.73 },
  numberConflict: { ranking: -0.04, choice: -0.04, confidence: 0.13, preference: 0.05 },
  // Kind and form of the unit.
  isRow: { ranking: -0.57, choice: -0.04, confidence: 0.44, preference: 0.03 },
  isHeader: { ranking: -2.42, choice: 0, confidence: 0, preference: 0 },
  isHeading: { ranking: 0.02, choice: 0, confidence: 0, preference: 0 },
  isListItem: { ranking: -0.07, choice: 0, confidence: 0, preference: 0 },
  isQuestion: { ranking: -0.76, choice: 0, confidence: 0, preference: 0 },
  isExample: { ranking: -0.06, choice: -0.06, confidence: 0.47, preference: 1.33 },
  isNote: { ranking: 0.24, choice: 0.98, confidence: -0.09, preference: -0.24 },
  short: { ranking: -0.76, choice: 0.18, confidence: -0.52, preference: -0.29 },
  composedLength: { ranking: -0.47, choice: -0.19, confidence: -0.2, preference: -0.02 },
  composedLong: { ranking: 0.46, choice: -0.73, confidence: -0.49, preference: -1.46 },
  first: { ranking: 0.18, choice: 0.2, confidence: 0.17, preference: 0.38 },
  hasNegation: { ranking: 0.3, choice: 0.07, confidence: 0.09, preference: -0.31 },
  besideReply: { ranking: 3, choice: 0.6, confidence: 0.33, preference: -0.27 },
  deniesNothing: { ranking: -1.2, choice: -0.59, confidence: -0.23, preference: 0.51 },
  hasCondition: { ranking: 0.12, choice: 0.07, confidence: 0.04, preference: -0.18 },
  conditionMatch: { ranking: 0.13, choice: -0.1, confidence: 0.16, preference: 0.21 },
};

/**
 * Features of tables' answers, for three models: which one to choose (a softmax), whether the best one is right, and
 * whether it is more likely right than the best units.
 */
export const tableWeights = {
  covered: { choice: 1.28, confidence: 0.24, preference: 0.72 },
  labelCovered: { choice: 0.47, confidence: 0.09, preference: 0.11 },
  columnCovered: { choice: 1.9, confidence: -0.25, preference: 0.57 },
  topicCovered: { choice: 0.78, confidence: 0.49, preference: 1.15 },
  rowNamed: { choice: 0.23, confidence: 0.54, preference: 0.38 },
  labelNamed: { choice: 0.38, confidence: 0.24, preference: 0.06 },
  columnNamed: { choice: 0.4, confidence: -0.11, preference: 0.11 },
  uncoveredNames: { choice: -0.44, confidence: -0.22, preference: -0.36 },
  kindFound: { choice: 0.27, confidence: 0.1, preference: 0.04 },
  kindMissed: { choice: -0.19, confidence: -0.19, preference: -0.2 },
  conditionsMet: { choice: 1.61, confidence: 0.93, preference: 0.79 },
  conditionsAgainst: { choice: -0.71, confidence: -0.51, preference: 0.25 },
  surelyMet: { choice: 1.88, confidence: 0.53, preference: 1.28 },
  surelyAgainst: { choice: 0.14, confidence: -0.51, preference: -1.66 },
  metByOthers: { choice: -0.31, confidence: -0.74, preference: -0.54 },
  numbersUnmet: { choice: -0.59, confidence: -0.27, preference: -0.2 },
  operatorUnmet: { choice: -0.18, confidence: 0.14, preference: 0.3 },
  onlyRow: { choice: 0.49, confidence: 0.56, preference: 0.28 },
  onlyColumn: { choice: 1.49, confidence: 0.64, preference: 0.07 },
  rowMargin: { choice: 0.05, confidence: 0.38, preference: 0.3 },
  columnMargin: { choice: 1.06, confidence: 0.03, preference: 0.28 },
  tableMargin: { choice: 0.96, confidence: 0.23, preference: 0.18 },
  passageRank: { choice: 0.17, confidence: 0.1, preference: 0.21 },
  passageScore: { choice: 0.18, confidence: 0.04, preference: 0.48 },
  isCell: { choice: -0.78, confidence: 0.39, preference: 0.41 },
  isRow: { choice: 0.93, confidence: -0.06, preference: -0.34 },
  isChoice: { choice: 0.79, confidence: 0.33, preference: 0.6 },
  comparedFit: { choice: -0.42, confidence: 0.22, preference: 0.37 },
  areListed: { choice: -0.7, confidence: -0.54, preference: -1.19 },
  isTurned: { choice: 0.56, confidence: -0.06, preference: 0.51 },
  narrowed: { choice: 1.35, confidence: 0.51, preference: 0.6 },
  choiceProbability: { choice: -0.79, confidence: -0.41, preference: -0.33 },
  rowProbability: { choice: 1.68, confidence: 0.93, preference: 0.53 },
  rowProbabilityLog: { choice: 0.64, confidence: 0.52, preference: 0.63 },
  tableProbability: { choice: 0.39, confidence: 0.53, preference: 0.91 },
  tableProbabilityLog: { choice: 0.33, confidence: 0.7, preference: 0.83 },
  isBestUnit: { choice: 0.43, confidence: 0.01, preference: -0.88 },
  isFollowUp: { choice: 1.62, confidence: 0.45, preference: 0.15 },
  isReply: { choice: -1.91, confidence: -3.75, preference: -1.73 },
} satisfies Record<TableFeatureName, unknown>;

/** Further features of the last two models. */
export const bestTableWeights = {
  // Confidence in the best unit, and whether it is a row.
  unitConfidence: { confidence: -0.04, preference: -1.08 },
  unitOdds: { confidence: 0.22, preference: -1.26 },
  unitIsRow: { confidence: 0.32, preference: 0.63 },
  // Score of the best table's answer, and its lead over the next.
  tableScore: { confidence: 0.43, preference: 0.4 },
  tableScoreMargin: { confidence: 0.44, preference: 0.83 },
};

/**
 * Features of the confidence, for two models: whether the documents contain an answer, and if so, whether the composed
 * one is right. After the choice, trees over `choiceFeatureNames` predict whether it is right (data/choice-trees.json).
 *
 * No feature grows with the size of a collection or its scores: they are shares of the question's weight, probabilities
 * and a few counts scaled to 0..1. The sign constrains the fit: in which direction a feature may count. So new kinds of
 * questions and sizes of collections are not judged by accidents of the question sets.
 */
export const confidenceWeights = {
  coverage: { sign: 1, hasAnswer: 0.13, isRight: 0 },
  passageCoverage: { sign: 1, hasAnswer: 0, isRight: 0 },
  bestCoverage: { sign: 1, hasAnswer: 0.15, isRight: 0 },
  unknownWeight: { sign: -1, hasAnswer: -0.36, isRight: 0 },
  heaviestMissing: { sign: -1, hasAnswer: -0.11, isRight: 0 },
  namesMissing: { sign: -1, hasAnswer: -0.64, isRight: -1.01 },
  coverageUnderHeading: { sign: 1, hasAnswer: 0.3, isRight: 0 },
  proximity: { sign: 1, hasAnswer: 0, isRight: 0.52 },
  probability: { sign: 1, hasAnswer: 0, isRight: 1.21 },
  passageProbability: { sign: 1, hasAnswer: 0.1, isRight: 0.99 },
  sentenceScore: { sign: 1, hasAnswer: 1.01, isRight: 0 },
  scoreMargin: { sign: 1, hasAnswer: 0, isRight: 1.33 },
  bm25Share: { sign: 1, hasAnswer: 4.38, isRight: 0 },
  lacksAskedKind: { sign: -1, hasAnswer: -0.44, isRight: -0.18 },
  fewTerms: { sign: -1, hasAnswer: 0, isRight: -0.27 },
  manyTerms: { sign: 1, hasAnswer: 2.45, isRight: 0.4 },
  matchedWeight: { sign: 1, hasAnswer: 0, isRight: 0.01 },
  topicCoverage: { sign: 1, hasAnswer: 0.94, isRight: 0 },
  retrievalProximity: { sign: 1, hasAnswer: 0, isRight: 0 },
  valueHit: { sign: 1, hasAnswer: 0, isRight: 0.25 },
  numberConflict: { sign: -1, hasAnswer: -0.13, isRight: -0.12 },
  secondProbability: { sign: -1, hasAnswer: -0.12, isRight: 0 },
  aligned: { sign: 1, hasAnswer: 0, isRight: 0 },
  alignedUnderHeading: { sign: 1, hasAnswer: 0, isRight: 0 },
  similarityUnderHeading: { sign: 1, hasAnswer: 0, isRight: 0 },
  bestAligned: { sign: 1, hasAnswer: 0, isRight: 0 },
  matcherScore: { sign: 1, hasAnswer: 2, isRight: 1.31 },
  bestMatcherScore: { sign: 1, hasAnswer: 1.75, isRight: 0 },
  fewUnits: { sign: 0, hasAnswer: 2.8, isRight: 5.44 },
};

/** Intercepts of these logistic regressions. */
export const intercepts = { confidence: -6.08, preference: -5.89, hasAnswer: -1.72, isRight: -1.34 };

/** Platt scaling: from the log odds of both models together to a probability. */
export const scalings = {
  confidence: { slope: 0.8, intercept: 0.06 },
};

/**
 * Minimum confidence of an answer (evals/everyday.ts, evals/answers.ts), and of up to three quotes that may help.
 * Confidence in written-out questions is lower than their real accuracy: their references count good quotes as wrong.
 */
export const thresholds = {
  casual: { answer: 0.6, help: 0.12 },
  written: { answer: 0.36, help: 0.05 },
};
