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
  coverage: { ranking: 1.07, choice: -0.69, confidence: -0.6, preference: -0.59 },
  composedCoverage: { ranking: -1.56, choice: -0.24, confidence: -0.17, preference: -0.16 },
  allCoverage: { ranking: 1.28, choice: 0.22, confidence: 0.18, preference: 0.31 },
  allCoverageSquared: { ranking: 0.87, choice: 0.51, confidence: 0.3, preference: 0.11 },
  exactCoverage: { ranking: -0.11, choice: -0.1, confidence: -0.26, preference: -0.07 },
  neighbourCoverage: { ranking: 0.12, choice: -0.19, confidence: -0.47, preference: -0.06 },
  leadCoverage: { ranking: -1.9, choice: 0, confidence: 0, preference: 0 },
  headingCoverage: { ranking: 0.5, choice: 0.28, confidence: -0.42, preference: -0.89 },
  localHeadingCoverage: { ranking: 1.5, choice: -0.26, confidence: -0.21, preference: 0.22 },
  pathCoverage: { ranking: -1.14, choice: 0.51, confidence: 0.08, preference: -0.22 },
  titleCoverage: { ranking: 1.12, choice: 0.13, confidence: 0.17, preference: 0.39 },
  passageCoverage: { ranking: -0.38, choice: 0.05, confidence: 0.06, preference: -0.1 },
  questionCoverage: { ranking: -0.18, choice: 0.88, confidence: 2.71, preference: -1.74 },
  labelCoverage: { ranking: -0.4, choice: 0.05, confidence: 0.13, preference: -0.1 },
  headerCoverage: { ranking: 1.26, choice: 0.27, confidence: 0.32, preference: 0.4 },
  rowCoverage: { ranking: 0.58, choice: 0.22, confidence: 0.18, preference: 0.31 },
  valueCoverage: { ranking: -0.6, choice: 0.47, confidence: 0.32, preference: 0.1 },
  // Similarity in meaning of the unit's words and the question's: `alignmentNames`.
  aligned: { ranking: 0.99, choice: -0.06, confidence: -0.24, preference: 0.09 },
  alignedUnderHeading: { ranking: 4.18, choice: 0.77, confidence: 0.44, preference: 1.07 },
  alignedHeading: { ranking: 0.78, choice: 0.87, confidence: -0.23, preference: 1.18 },
  nearness: { ranking: 3.17, choice: 0.17, confidence: -0.17, preference: 0.23 },
  reverseNearness: { ranking: 2.73, choice: 1.62, confidence: 0.49, preference: -0.42 },
  nearestWords: { ranking: -0.2, choice: -0.11, confidence: -0.38, preference: -0.88 },
  similarity: { ranking: 2.81, choice: 0.21, confidence: -0.14, preference: -0.21 },
  similarityUnderHeading: { ranking: 3.06, choice: 0.3, confidence: -0.16, preference: 0.26 },
  // Score of question and unit by a small neural network (match-units.ts).
  matcherScore: { ranking: 6, choice: 1.3, confidence: 1.03, preference: 0.71 },
  // Share of the unit's words that are in the question.
  precision: { ranking: 0.37, choice: -0.61, confidence: 0.05, preference: -0.47 },
  composedPrecision: { ranking: -0.61, choice: -0.65, confidence: -0.25, preference: -0.83 },
  labelPrecision: { ranking: 1.91, choice: 0.29, confidence: 0.07, preference: -0.14 },
  // Which words are found, and how close together.
  heaviest: { ranking: 0.44, choice: 0.05, confidence: 0.04, preference: 0.18 },
  secondHeaviest: { ranking: -0.11, choice: -0.02, confidence: 0.1, preference: -0.03 },
  matched: { ranking: 1.33, choice: -0.01, confidence: -0.08, preference: -0.16 },
  proximity: { ranking: -0.76, choice: 0.83, confidence: -0.13, preference: 0.34 },
  // The passage.
  passageRank: { ranking: 0.38, choice: 0.23, confidence: 0.23, preference: 0.11 },
  passageScore: { ranking: 1.27, choice: 0.05, confidence: 0.12, preference: 0.17 },
  passageBm25: { ranking: 2.42, choice: 0.18, confidence: -0.65, preference: 0.18 },
  // Whether it has what is asked for.
  valueHit: { ranking: 0.34, choice: 0.04, confidence: -0.07, preference: -0.15 },
  ownValueHit: { ranking: 0.64, choice: 0, confidence: -0.07, preference: -0.13 },
  valueMiss: { ranking: -0.24, choice: -0.25, confidence: -0.13, preference: -0.16 },
  moneyHit: { ranking: -0.01, choice: -0.09, confidence: -0.2, preference: 0.14 },
  moneyMiss: { ranking: -0.65, choice: -0.21, confidence: -0.46, preference: -0.17 },
  durationHit: { ranking: 0.46, choice: 0.19, confidence: 0.2, preference: -0.41 },
  durationMiss: { ranking: -0.84, choice: -0.58, confidence: -0.25, preference: -0.02 },
  timeHit: { ranking: 2.46, choice: 0.11, confidence: -0.08, preference: -0.15 },
  timeMiss: { ranking: -0.63, choice: -0.47, confidence: -0.98, preference: -0.52 },
  dateHit: { ranking: 0.86, choice: 0.25, confidence: -0.29, preference: -0.64 },
  contactHit: { ranking: 0.02, choice: 1.29, confidence: -0.15, preference: -2.67 },
  contactMiss: { ranking: 0, choice: -1.01, confidence: -1.16, preference: -0.58 },
  percentHit: { ranking: 2.6, choice: 0.46, confidence: -0.04, preference: -0.06 },
  anyValue: { ranking: 0.17, choice: -0.08, confidence: 0.01, preference: 0.38 },
  hasNewName: { ranking: 0.32, choice: 0.14, confidence: 0.13, preference: -0.32 },
  hasReasonWords: { ranking: 0.06, choice: -0.33, confidence: 1.38, preference: 0.85 },
  hasMannerWords: { ranking: 0.05, choice: 0, confidence: 1.3, preference: 0.96 },
  hasDefinitionWords: { ranking: -0.43, choice: -0.22, confidence: 0.2, preference: -0.23 },
  hasYesNoWords: { ranking: 0.54, choice: 0.43, confidence: 0.22, preference: 0.29 },
  numberMatched: { ranking: 0.63, choice: 0.02, confidence: -0.08, preference: 0.04 },
  numberInRange: { ranking: 1.09, choice: 0.25, confidence: 0.22, preference: 0.2 },
  numberOutOfRange: { ranking: -1.11, choice: -0.09, confidence: 0.44, preference: 0.7 },
  numberConflict: { ranking: -0.04, choice: -0.1, confidence: 0.1, preference: 0.02 },
  // Kind and form of the unit.
  isRow: { ranking: -0.57, choice: -0.05, confidence: 0.41, preference: -0.01 },
  isHeader: { ranking: -2.42, choice: 0, confidence: 0, preference: 0 },
  isHeading: { ranking: 0.02, choice: 0, confidence: 0, preference: 0 },
  isListItem: { ranking: -0.07, choice: 0, confidence: 0, preference: 0 },
  isQuestion: { ranking: -0.76, choice: 0, confidence: 0, preference: 0 },
  isExample: { ranking: -0.06, choice: -0.05, confidence: 0.49, preference: 1.27 },
  isNote: { ranking: 0.24, choice: 0.93, confidence: -0.05, preference: -0.26 },
  short: { ranking: -0.76, choice: 0.16, confidence: -0.53, preference: -0.42 },
  composedLength: { ranking: -0.47, choice: -0.19, confidence: -0.19, preference: 0.01 },
  composedLong: { ranking: 0.46, choice: -0.94, confidence: -0.48, preference: -1.5 },
  first: { ranking: 0.18, choice: 0.2, confidence: 0.23, preference: 0.66 },
  hasNegation: { ranking: 0.3, choice: 0.08, confidence: 0.08, preference: -0.34 },
  besideReply: { ranking: 3, choice: 0.57, confidence: 0.32, preference: -0.25 },
  deniesNothing: { ranking: -1.2, choice: -0.58, confidence: -0.23, preference: 0.51 },
  hasCondition: { ranking: 0.12, choice: 0.08, confidence: 0.04, preference: -0.19 },
  conditionMatch: { ranking: 0.13, choice: -0.12, confidence: 0.12, preference: 0.07 },
};

/**
 * Features of tables' answers, for three models: which one to choose (a softmax), whether the best one is right, and
 * whether it is more likely right than the best units.
 */
export const tableWeights = {
  covered: { choice: 1.3, confidence: 0.25, preference: 0.78 },
  labelCovered: { choice: 0.47, confidence: 0.06, preference: 0.17 },
  columnCovered: { choice: 1.94, confidence: -0.27, preference: 0.56 },
  topicCovered: { choice: 0.75, confidence: 0.54, preference: 1.16 },
  rowNamed: { choice: 0.24, confidence: 0.52, preference: 0.34 },
  labelNamed: { choice: 0.38, confidence: 0.23, preference: 0.05 },
  columnNamed: { choice: 0.4, confidence: -0.09, preference: 0.14 },
  uncoveredNames: { choice: -0.44, confidence: -0.22, preference: -0.38 },
  kindFound: { choice: 0.27, confidence: 0.09, preference: 0.04 },
  kindMissed: { choice: -0.19, confidence: -0.17, preference: -0.19 },
  conditionsMet: { choice: 1.35, confidence: 0.93, preference: 0.6 },
  conditionsAgainst: { choice: -0.68, confidence: -0.49, preference: 0.27 },
  surelyMet: { choice: 1.77, confidence: 0.51, preference: 1.38 },
  surelyAgainst: { choice: 0.67, confidence: 0.14, preference: -0.39 },
  metByOthers: { choice: -0.35, confidence: -0.56, preference: -0.52 },
  numbersUnmet: { choice: -0.6, confidence: -0.31, preference: -0.14 },
  operatorUnmet: { choice: -0.22, confidence: 0.09, preference: 0.42 },
  onlyRow: { choice: 0.53, confidence: 0.59, preference: 0.29 },
  onlyColumn: { choice: 1.46, confidence: 0.57, preference: -0.08 },
  rowMargin: { choice: 0.07, confidence: 0.34, preference: 0.21 },
  columnMargin: { choice: 1.07, confidence: -0.01, preference: 0.29 },
  tableMargin: { choice: 0.96, confidence: 0.21, preference: 0.13 },
  passageRank: { choice: 0.17, confidence: 0.12, preference: 0.27 },
  passageScore: { choice: 0.2, confidence: 0.02, preference: 0.44 },
  isCell: { choice: -0.78, confidence: 0.37, preference: 0.39 },
  isRow: { choice: 0.95, confidence: -0.05, preference: -0.33 },
  isChoice: { choice: 0.74, confidence: 0.3, preference: 0.58 },
  comparedFit: { choice: -0.45, confidence: 0.22, preference: 0.34 },
  areListed: { choice: -0.7, confidence: -0.52, preference: -1.14 },
  isTurned: { choice: 0.46, confidence: -0.05, preference: 0.49 },
  narrowed: { choice: 1.37, confidence: 0.55, preference: 0.61 },
  choiceProbability: { choice: -0.81, confidence: -0.42, preference: -0.34 },
  rowProbability: { choice: 1.7, confidence: 0.94, preference: 0.54 },
  rowProbabilityLog: { choice: 0.64, confidence: 0.51, preference: 0.62 },
  tableProbability: { choice: 0.4, confidence: 0.54, preference: 0.92 },
  tableProbabilityLog: { choice: 0.34, confidence: 0.7, preference: 0.81 },
  isBestUnit: { choice: 0.43, confidence: 0, preference: -0.87 },
  isFollowUp: { choice: 1.62, confidence: 0.48, preference: 0.1 },
  isReply: { choice: -1.88, confidence: -3.8, preference: -1.68 },
} satisfies Record<TableFeatureName, unknown>;

/** Further features of the last two models. */
export const bestTableWeights = {
  // Confidence in the best unit, and whether it is a row.
  unitConfidence: { confidence: -0.06, preference: -1.1 },
  unitOdds: { confidence: 0.22, preference: -1.25 },
  unitIsRow: { confidence: 0.32, preference: 0.62 },
  // Score of the best table's answer, and its lead over the next.
  tableScore: { confidence: 0.44, preference: 0.4 },
  tableScoreMargin: { confidence: 0.43, preference: 0.88 },
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
  coverage: { sign: 1, hasAnswer: 0.15, isRight: 0 },
  passageCoverage: { sign: 1, hasAnswer: 0, isRight: 0 },
  bestCoverage: { sign: 1, hasAnswer: 0.19, isRight: 0 },
  unknownWeight: { sign: -1, hasAnswer: -0.35, isRight: 0 },
  heaviestMissing: { sign: -1, hasAnswer: -0.12, isRight: 0 },
  namesMissing: { sign: -1, hasAnswer: -0.62, isRight: -1 },
  coverageUnderHeading: { sign: 1, hasAnswer: 0.31, isRight: 0 },
  proximity: { sign: 1, hasAnswer: 0, isRight: 0.51 },
  probability: { sign: 1, hasAnswer: 0, isRight: 1.19 },
  passageProbability: { sign: 1, hasAnswer: 0.1, isRight: 0.98 },
  sentenceScore: { sign: 1, hasAnswer: 1, isRight: 0 },
  scoreMargin: { sign: 1, hasAnswer: 0, isRight: 1.33 },
  bm25Share: { sign: 1, hasAnswer: 4.34, isRight: 0 },
  lacksAskedKind: { sign: -1, hasAnswer: -0.44, isRight: -0.19 },
  fewTerms: { sign: -1, hasAnswer: 0, isRight: -0.29 },
  manyTerms: { sign: 1, hasAnswer: 2.52, isRight: 0.36 },
  matchedWeight: { sign: 1, hasAnswer: 0, isRight: 0.06 },
  topicCoverage: { sign: 1, hasAnswer: 0.95, isRight: 0 },
  retrievalProximity: { sign: 1, hasAnswer: 0, isRight: 0 },
  valueHit: { sign: 1, hasAnswer: 0, isRight: 0.25 },
  numberConflict: { sign: -1, hasAnswer: -0.13, isRight: -0.12 },
  secondProbability: { sign: -1, hasAnswer: -0.07, isRight: 0 },
  aligned: { sign: 1, hasAnswer: 0, isRight: 0 },
  alignedUnderHeading: { sign: 1, hasAnswer: 0, isRight: 0 },
  similarityUnderHeading: { sign: 1, hasAnswer: 0, isRight: 0 },
  bestAligned: { sign: 1, hasAnswer: 0, isRight: 0 },
  matcherScore: { sign: 1, hasAnswer: 1.98, isRight: 1.3 },
  bestMatcherScore: { sign: 1, hasAnswer: 1.77, isRight: 0 },
  fewUnits: { sign: 0, hasAnswer: 2.83, isRight: 5.49 },
};

/** Intercepts of these logistic regressions. */
export const intercepts = { confidence: -5.97, preference: -5.66, hasAnswer: -1.76, isRight: -1.33 };

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
