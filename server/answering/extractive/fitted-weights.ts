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
  coverage: { ranking: 1.07, choice: -0.77, confidence: -0.59, preference: -0.49 },
  composedCoverage: { ranking: -1.56, choice: -0.27, confidence: -0.19, preference: -0.26 },
  allCoverage: { ranking: 1.28, choice: 0.28, confidence: 0.23, preference: 0.43 },
  allCoverageSquared: { ranking: 0.87, choice: 0.56, confidence: 0.33, preference: 0.23 },
  exactCoverage: { ranking: -0.11, choice: -0.2, confidence: -0.26, preference: -0.14 },
  neighbourCoverage: { ranking: 0.12, choice: -0.29, confidence: -0.57, preference: -0.09 },
  leadCoverage: { ranking: -1.9, choice: 0, confidence: 0, preference: 0 },
  headingCoverage: { ranking: 0.5, choice: -0.07, confidence: -0.56, preference: -1.44 },
  localHeadingCoverage: { ranking: 1.5, choice: 0.7, confidence: -0.09, preference: 0.65 },
  pathCoverage: { ranking: -1.14, choice: 0.01, confidence: -0.23, preference: -0.69 },
  titleCoverage: { ranking: 1.12, choice: 0.17, confidence: 0.14, preference: 0.25 },
  passageCoverage: { ranking: -0.38, choice: 0.01, confidence: 0.05, preference: -0.09 },
  questionCoverage: { ranking: -0.18, choice: 0.76, confidence: 2.72, preference: -2.27 },
  labelCoverage: { ranking: -0.4, choice: 0.09, confidence: 0.03, preference: 0.02 },
  headerCoverage: { ranking: 1.26, choice: 0.17, confidence: 0.27, preference: 0.28 },
  rowCoverage: { ranking: 0.58, choice: 0.28, confidence: 0.23, preference: 0.43 },
  valueCoverage: { ranking: -0.6, choice: 0.45, confidence: 0.25, preference: -0.04 },
  // Similarity in meaning of the unit's words and the question's: `alignmentNames`.
  aligned: { ranking: 0.99, choice: -0.02, confidence: -0.13, preference: 0.21 },
  alignedUnderHeading: { ranking: 4.18, choice: 0.61, confidence: 0.1, preference: 0.66 },
  alignedHeading: { ranking: 0.78, choice: 1.24, confidence: -0.43, preference: 1.39 },
  nearness: { ranking: 3.17, choice: 0.19, confidence: -0.09, preference: 0.16 },
  reverseNearness: { ranking: 2.73, choice: 1.67, confidence: 0.42, preference: -0.12 },
  nearestWords: { ranking: -0.2, choice: -0.05, confidence: -0.39, preference: -0.73 },
  similarity: { ranking: 2.81, choice: 0.19, confidence: -0.14, preference: 0.02 },
  similarityUnderHeading: { ranking: 3.06, choice: 0.24, confidence: -0.05, preference: 0.33 },
  // Score of question and unit by a small neural network (match-units.ts).
  matcherScore: { ranking: 6, choice: 1.33, confidence: 1.11, preference: 0.7 },
  // Share of the unit's words that are in the question.
  precision: { ranking: 0.37, choice: -0.67, confidence: 0.04, preference: -0.31 },
  composedPrecision: { ranking: -0.61, choice: -0.8, confidence: -0.3, preference: -0.87 },
  labelPrecision: { ranking: 1.91, choice: 0.34, confidence: 0.09, preference: -0.14 },
  // Which words are found, and how close together.
  heaviest: { ranking: 0.44, choice: 0.09, confidence: 0.04, preference: 0.1 },
  secondHeaviest: { ranking: -0.11, choice: 0.02, confidence: 0.12, preference: 0.07 },
  matched: { ranking: 1.33, choice: 0, confidence: -0.1, preference: -0.39 },
  proximity: { ranking: -0.76, choice: 0.95, confidence: -0.01, preference: 0.46 },
  // The passage.
  passageRank: { ranking: 0.38, choice: 0.2, confidence: 0.13, preference: -0.08 },
  passageScore: { ranking: 1.27, choice: 0.12, confidence: 0.14, preference: 0.28 },
  passageBm25: { ranking: 2.42, choice: 0.32, confidence: -0.63, preference: 0.77 },
  // Whether it has what is asked for.
  valueHit: { ranking: 0.34, choice: 0.06, confidence: -0.08, preference: -0.12 },
  ownValueHit: { ranking: 0.64, choice: 0.02, confidence: -0.08, preference: -0.09 },
  valueMiss: { ranking: -0.24, choice: -0.2, confidence: -0.17, preference: -0.14 },
  moneyHit: { ranking: -0.01, choice: -0.09, confidence: -0.18, preference: 0.19 },
  moneyMiss: { ranking: -0.65, choice: -0.23, confidence: -0.45, preference: -0.28 },
  durationHit: { ranking: 0.46, choice: 0.24, confidence: 0.18, preference: -0.38 },
  durationMiss: { ranking: -0.84, choice: -0.62, confidence: -0.18, preference: 0.09 },
  timeHit: { ranking: 2.46, choice: 0.17, confidence: -0.2, preference: -0.29 },
  timeMiss: { ranking: -0.63, choice: -0.49, confidence: -0.98, preference: -0.55 },
  dateHit: { ranking: 0.86, choice: 0.3, confidence: -0.28, preference: -0.46 },
  contactHit: { ranking: 0.02, choice: 1.28, confidence: 0.03, preference: -2.64 },
  contactMiss: { ranking: 0, choice: -0.99, confidence: -1.19, preference: -0.67 },
  percentHit: { ranking: 2.6, choice: 0.4, confidence: -0.1, preference: -0.22 },
  anyValue: { ranking: 0.17, choice: -0.12, confidence: 0.04, preference: 0.4 },
  hasNewName: { ranking: 0.32, choice: 0.11, confidence: 0.12, preference: -0.12 },
  hasReasonWords: { ranking: 0.06, choice: -0.37, confidence: 1.43, preference: 0.74 },
  hasMannerWords: { ranking: 0.05, choice: 0, confidence: 1.33, preference: 1.12 },
  hasDefinitionWords: { ranking: -0.43, choice: -0.19, confidence: 0.23, preference: -0.43 },
  hasYesNoWords: { ranking: 0.54, choice: 0.47, confidence: 0.24, preference: 0.25 },
  numberMatched: { ranking: 0.63, choice: 0.06, confidence: -0.01, preference: 0.18 },
  numberInRange: { ranking: 1.09, choice: 0.2, confidence: 0.2, preference: 0.18 },
  numberOutOfRange: { ranking: -1.11, choice: -0.06, confidence: 0.37, preference: 0.67 },
  numberConflict: { ranking: -0.04, choice: -0.02, confidence: 0.13, preference: 0.21 },
  // Kind and form of the unit.
  isRow: { ranking: -0.57, choice: -0.01, confidence: 0.41, preference: -0.06 },
  isHeader: { ranking: -2.42, choice: 0, confidence: 0, preference: 0 },
  isHeading: { ranking: 0.02, choice: 0, confidence: 0, preference: 0 },
  isListItem: { ranking: -0.07, choice: 0, confidence: 0, preference: 0 },
  isQuestion: { ranking: -0.76, choice: 0, confidence: 0, preference: 0 },
  isExample: { ranking: -0.06, choice: 0.05, confidence: 0.69, preference: 1.68 },
  isNote: { ranking: 0.24, choice: 0.74, confidence: 0.61, preference: -0.35 },
  short: { ranking: -0.76, choice: -0.85, confidence: -0.46, preference: 0 },
  composedLength: { ranking: -0.47, choice: -0.16, confidence: -0.25, preference: -0.11 },
  composedLong: { ranking: 0.46, choice: -0.34, confidence: -0.47, preference: -1.18 },
  first: { ranking: 0.18, choice: 0.25, confidence: 0.25, preference: 0.73 },
  hasNegation: { ranking: 0.3, choice: 0.03, confidence: 0.09, preference: -0.34 },
  besideReply: { ranking: 3, choice: 0.55, confidence: 0.38, preference: -0.21 },
  deniesNothing: { ranking: -1.2, choice: -0.65, confidence: -0.04, preference: 0.93 },
  hasCondition: { ranking: 0.12, choice: 0.05, confidence: 0.05, preference: -0.09 },
  conditionMatch: { ranking: 0.13, choice: -0.02, confidence: 0.05, preference: 0.11 },
};

/**
 * Features of tables' answers, for three models: which one to choose (a softmax), whether the best one is right, and
 * whether it is more likely right than the best units.
 */
export const tableWeights = {
  covered: { choice: 1.22, confidence: 0.3, preference: 0.62 },
  labelCovered: { choice: 0.4, confidence: 0.11, preference: 0.13 },
  columnCovered: { choice: 1.85, confidence: -0.21, preference: 0.57 },
  topicCovered: { choice: 0.95, confidence: 0.75, preference: 1.97 },
  rowNamed: { choice: 0.18, confidence: 0.41, preference: 0.39 },
  labelNamed: { choice: 0.35, confidence: 0.24, preference: 0.11 },
  columnNamed: { choice: 0.42, confidence: -0.08, preference: 0.19 },
  uncoveredNames: { choice: -0.4, confidence: -0.14, preference: -0.18 },
  kindFound: { choice: 0.3, confidence: 0.11, preference: 0.05 },
  kindMissed: { choice: -0.22, confidence: -0.15, preference: -0.17 },
  conditionsMet: { choice: 1.52, confidence: 0.97, preference: 0.7 },
  conditionsAgainst: { choice: -0.52, confidence: -0.67, preference: -0.09 },
  surelyMet: { choice: 1.92, confidence: 0.33, preference: 0.95 },
  surelyAgainst: { choice: 0.89, confidence: 0.62, preference: 0.4 },
  metByOthers: { choice: -0.36, confidence: -0.54, preference: -0.51 },
  numbersUnmet: { choice: -0.6, confidence: -0.38, preference: -0.74 },
  operatorUnmet: { choice: -0.22, confidence: 0.08, preference: 0.52 },
  onlyRow: { choice: 0.55, confidence: 0.6, preference: 0.25 },
  onlyColumn: { choice: 1.5, confidence: 0.47, preference: -0.1 },
  rowMargin: { choice: 0.03, confidence: 0.36, preference: 0.29 },
  columnMargin: { choice: 1.07, confidence: -0.05, preference: 0.13 },
  tableMargin: { choice: 0.96, confidence: 0.24, preference: 0.22 },
  passageRank: { choice: 0.13, confidence: 0.11, preference: 0.04 },
  passageScore: { choice: 0.23, confidence: 0.05, preference: 0.48 },
  isCell: { choice: -0.78, confidence: 0.36, preference: 0.4 },
  isRow: { choice: 0.93, confidence: -0.05, preference: -0.31 },
  isChoice: { choice: 0.74, confidence: 0.3, preference: 0.61 },
  comparedFit: { choice: -0.48, confidence: 0.22, preference: 0.25 },
  areListed: { choice: -0.82, confidence: -0.64, preference: -1.28 },
  isTurned: { choice: 0.52, confidence: -0.09, preference: 0.04 },
  narrowed: { choice: 1.36, confidence: 0.53, preference: 0.63 },
  choiceProbability: { choice: -0.67, confidence: -0.43, preference: -0.16 },
  rowProbability: { choice: 1.64, confidence: 0.95, preference: 0.58 },
  rowProbabilityLog: { choice: 0.6, confidence: 0.56, preference: 0.7 },
  tableProbability: { choice: 0.37, confidence: 0.55, preference: 0.93 },
  tableProbabilityLog: { choice: 0.33, confidence: 0.67, preference: 0.75 },
  isBestUnit: { choice: 0.46, confidence: 0, preference: -0.83 },
  isFollowUp: { choice: 1.63, confidence: 0.47, preference: 0.25 },
  isReply: { choice: -1.89, confidence: -3.75, preference: -1.91 },
} satisfies Record<TableFeatureName, unknown>;

/** Further features of the last two models. */
export const bestTableWeights = {
  // Confidence in the best unit, and whether it is a row.
  unitConfidence: { confidence: -0.07, preference: -1.19 },
  unitOdds: { confidence: 0.25, preference: -1.24 },
  unitIsRow: { confidence: 0.26, preference: 0.6 },
  // Score of the best table's answer, and its lead over the next.
  tableScore: { confidence: 0.46, preference: 0.43 },
  tableScoreMargin: { confidence: 0.37, preference: 0.99 },
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
  coverage: { sign: 1, hasAnswer: 0.29, isRight: 0.05 },
  passageCoverage: { sign: 1, hasAnswer: 0, isRight: 0 },
  bestCoverage: { sign: 1, hasAnswer: 0.14, isRight: 0 },
  unknownWeight: { sign: -1, hasAnswer: -0.32, isRight: 0 },
  heaviestMissing: { sign: -1, hasAnswer: -0.05, isRight: 0 },
  namesMissing: { sign: -1, hasAnswer: -0.67, isRight: -1.1 },
  coverageUnderHeading: { sign: 1, hasAnswer: 0.19, isRight: 0 },
  proximity: { sign: 1, hasAnswer: 0, isRight: 0.42 },
  probability: { sign: 1, hasAnswer: 0, isRight: 1.19 },
  passageProbability: { sign: 1, hasAnswer: 0.15, isRight: 0.94 },
  sentenceScore: { sign: 1, hasAnswer: 0.99, isRight: 0 },
  scoreMargin: { sign: 1, hasAnswer: 0, isRight: 1.42 },
  bm25Share: { sign: 1, hasAnswer: 4.56, isRight: 0 },
  lacksAskedKind: { sign: -1, hasAnswer: -0.46, isRight: -0.19 },
  fewTerms: { sign: -1, hasAnswer: 0, isRight: -0.29 },
  manyTerms: { sign: 1, hasAnswer: 2.48, isRight: 0.41 },
  matchedWeight: { sign: 1, hasAnswer: 0, isRight: 0.08 },
  topicCoverage: { sign: 1, hasAnswer: 1.05, isRight: 0 },
  retrievalProximity: { sign: 1, hasAnswer: 0, isRight: 0 },
  valueHit: { sign: 1, hasAnswer: 0, isRight: 0.23 },
  numberConflict: { sign: -1, hasAnswer: -0.04, isRight: -0.22 },
  secondProbability: { sign: -1, hasAnswer: -0.02, isRight: 0 },
  aligned: { sign: 1, hasAnswer: 0, isRight: 0 },
  alignedUnderHeading: { sign: 1, hasAnswer: 0, isRight: 0 },
  similarityUnderHeading: { sign: 1, hasAnswer: 0, isRight: 0 },
  bestAligned: { sign: 1, hasAnswer: 0, isRight: 0 },
  matcherScore: { sign: 1, hasAnswer: 1.69, isRight: 1.03 },
  bestMatcherScore: { sign: 1, hasAnswer: 2.04, isRight: 0.3 },
  fewUnits: { sign: 0, hasAnswer: 2.87, isRight: 6.16 },
};

/** Intercepts of these logistic regressions. */
export const intercepts = { confidence: -5.79, preference: -5.97, hasAnswer: -1.82, isRight: -1.36 };

/** Platt scaling: from the log odds of both models together to a probability. */
export const scalings = {
  confidence: { slope: 0.8, intercept: 0.06 },
};

/**
 * Minimum confidence of an answer (evals/everyday.ts, evals/answers.ts), and of up to three quotes that may help.
 * Confidence in written-out questions is lower than their real accuracy: their references count good quotes as wrong.
 */
export const thresholds = {
  casual: { answer: 0.58, help: 0.12 },
  written: { answer: 0.36, help: 0.05 },
};
