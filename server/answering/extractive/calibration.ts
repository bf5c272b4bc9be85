// Every feature that answers are chosen by, with its weights. Their figures are written by evals/calibrate.ts, from
// 7260 questions asked of collections of one document to all and of everyday organizations: run it again rather
// than editing them by hand. A new feature begins with 0.
import type { TableEvidenceName } from "../tables/table-candidate.ts";

/**
 * Features of the ranking, a softmax over the units of the retrieved passages; the models of tables' answers use those
 * of the unit that shows the row. Every value is between -1 and 1.
 */
export const unitWeights = {
  // Share of the question's weight that is found, by where it is found.
  coverage: { ranking: 1.07, choice: -0.62, confidence: -0.71, preference: -1.04 },
  composedCoverage: { ranking: -1.56, choice: -0.24, confidence: -0.39, preference: -0.23 },
  allCoverage: { ranking: 1.28, choice: 0.25, confidence: 0.22, preference: 0.2 },
  allCoverageSquared: { ranking: 0.87, choice: 0.65, confidence: 0.58, preference: 0.69 },
  exactCoverage: { ranking: -0.11, choice: -0.17, confidence: 0.1, preference: -0.64 },
  neighbourCoverage: { ranking: 0.12, choice: 0.05, confidence: -0.95, preference: -0.67 },
  leadCoverage: { ranking: -1.9, choice: 0, confidence: 0, preference: 0 },
  headingCoverage: { ranking: 0.5, choice: -0.03, confidence: -0.83, preference: -0.2 },
  localHeadingCoverage: { ranking: 1.5, choice: 0.73, confidence: -0.07, preference: 0.53 },
  pathCoverage: { ranking: -1.14, choice: -0.69, confidence: -0.47, preference: 0.67 },
  titleCoverage: { ranking: 1.12, choice: 0.35, confidence: 0.9, preference: 1.08 },
  passageCoverage: { ranking: -0.38, choice: 0.02, confidence: -0.18, preference: 0.01 },
  questionCoverage: { ranking: -0.18, choice: 55.47, confidence: -0.08, preference: -0.7 },
  labelCoverage: { ranking: -0.4, choice: 0.28, confidence: -0.12, preference: -0.23 },
  headerCoverage: { ranking: 1.26, choice: 0.28, confidence: 0.13, preference: 0.4 },
  rowCoverage: { ranking: 0.58, choice: 0.25, confidence: 0.22, preference: 0.2 },
  valueCoverage: { ranking: -0.6, choice: 0.14, confidence: 0.16, preference: 0.13 },
  // Similarity in meaning of the unit's words and the question's: `alignmentNames`.
  aligned: { ranking: 0.99, choice: 0.25, confidence: 0.1, preference: 0.77 },
  alignedUnderHeading: { ranking: 4.18, choice: 0.96, confidence: 0.69, preference: 1.38 },
  alignedHeading: { ranking: 0.78, choice: -0.43, confidence: -0.63, preference: 1.74 },
  nearness: { ranking: 3.17, choice: 0.3, confidence: 0.22, preference: 0.7 },
  reverseNearness: { ranking: 2.73, choice: 1.27, confidence: -0.34, preference: -0.73 },
  nearestWords: { ranking: -0.2, choice: -0.38, confidence: -0.67, preference: -1.36 },
  similarity: { ranking: 2.81, choice: 0.83, confidence: 0.21, preference: 0.02 },
  similarityUnderHeading: { ranking: 3.06, choice: 0.64, confidence: 0.12, preference: 0.19 },
  // Score of question and unit by a small neural network (match-units.ts).
  matcherScore: { ranking: 6, choice: 1.35, confidence: 0.47, preference: -0.12 },
  // Share of the unit's words that are in the question.
  precision: { ranking: 0.37, choice: -0.99, confidence: -0.36, preference: 0.03 },
  composedPrecision: { ranking: -0.61, choice: -1.27, confidence: -0.81, preference: -1.21 },
  labelPrecision: { ranking: 1.91, choice: 0.42, confidence: 0.06, preference: 0.28 },
  // Which words are found, and how close together.
  heaviest: { ranking: 0.44, choice: -0.01, confidence: -0.24, preference: -0.15 },
  secondHeaviest: { ranking: -0.11, choice: -0.21, confidence: -0.02, preference: -0.23 },
  matched: { ranking: 1.33, choice: 0.42, confidence: -0.17, preference: -0.24 },
  proximity: { ranking: -0.76, choice: 0.39, confidence: 0.91, preference: 1.32 },
  // The passage.
  passageRank: { ranking: 0.38, choice: 0.13, confidence: -0.02, preference: -0.2 },
  passageScore: { ranking: 1.27, choice: 0.16, confidence: 0.25, preference: 0.03 },
  passageBm25: { ranking: 2.42, choice: 0.57, confidence: 0.02, preference: 0.79 },
  // Whether it has what is asked for.
  valueHit: { ranking: 0.34, choice: 0.04, confidence: 0.09, preference: -0.1 },
  ownValueHit: { ranking: 0.64, choice: 0.11, confidence: -0.01, preference: 0.09 },
  valueMiss: { ranking: -0.24, choice: -0.32, confidence: -0.07, preference: -0.07 },
  moneyHit: { ranking: -0.01, choice: 0.05, confidence: -0.16, preference: -0.08 },
  moneyMiss: { ranking: -0.65, choice: -0.47, confidence: -0.37, preference: 0.43 },
  durationHit: { ranking: 0.46, choice: 0.19, confidence: 0.07, preference: -0.43 },
  durationMiss: { ranking: -0.84, choice: -1.11, confidence: -0.18, preference: -0.08 },
  timeHit: { ranking: 2.46, choice: 0.22, confidence: -0.45, preference: -0.35 },
  timeMiss: { ranking: -0.63, choice: -2.14, confidence: -1.86, preference: -0.17 },
  dateHit: { ranking: 0.86, choice: 0.54, confidence: -0.45, preference: -0.95 },
  contactHit: { ranking: 0.02, choice: 3.53, confidence: -0.62, preference: -1.25 },
  contactMiss: { ranking: 0, choice: -2.08, confidence: -0.88, preference: -0.67 },
  percentHit: { ranking: 2.6, choice: 0.22, confidence: -0.84, preference: -0.22 },
  anyValue: { ranking: 0.17, choice: 0.16, confidence: 0.4, preference: 0.62 },
  nameEvidence: { ranking: 0.32, choice: 0.47, confidence: 0.49, preference: -0.04 },
  reasonEvidence: { ranking: 0.06, choice: -0.68, confidence: 1.32, preference: 0.17 },
  mannerEvidence: { ranking: 0.05, choice: 0, confidence: 0.96, preference: 2.2 },
  definitionEvidence: { ranking: -0.43, choice: 0, confidence: 1.03, preference: -0.96 },
  yesNoEvidence: { ranking: 0.54, choice: 0.27, confidence: 0.17, preference: 0.23 },
  numberHeld: { ranking: 0.63, choice: 0.5, confidence: -0.09, preference: 0.17 },
  numberInRange: { ranking: 1.09, choice: 0.19, confidence: 0.22, preference: 0.18 },
  numberOutOfRange: { ranking: -1.11, choice: -0.29, confidence: -0.02, preference: 0.23 },
  numberConflict: { ranking: -0.04, choice: 0.31, confidence: 0.26, preference: 0.01 },
  // Kind and form of the unit.
  isRow: { ranking: -0.57, choice: -0.31, confidence: 0.4, preference: -0.19 },
  isHeader: { ranking: -2.42, choice: 0, confidence: 0, preference: 0 },
  isHeading: { ranking: 0.02, choice: 0, confidence: 0, preference: 0 },
  isListItem: { ranking: -0.07, choice: 0, confidence: 0, preference: 0 },
  isQuestion: { ranking: -0.76, choice: 0, confidence: 0, preference: 0 },
  isExample: { ranking: -0.06, choice: -0.84, confidence: 0, preference: 0 },
  isNote: { ranking: 0.24, choice: 0.88, confidence: 0.5, preference: -0.29 },
  short: { ranking: -0.76, choice: -1.28, confidence: 2.26, preference: 0 },
  composedLength: { ranking: -0.47, choice: -0.21, confidence: 0.07, preference: -0.07 },
  composedLong: { ranking: 0.46, choice: -1.11, confidence: -1.09, preference: 0 },
  first: { ranking: 0.18, choice: 1.51, confidence: 0.09, preference: -0.45 },
  hasNegation: { ranking: 0.3, choice: -0.47, confidence: -0.18, preference: -0.81 },
  besideReply: { ranking: 3, choice: 0.37, confidence: 0.58, preference: -0.07 },
  deniesNothing: { ranking: -1.2, choice: -0.57, confidence: 0.02, preference: 0.62 },
  hasCondition: { ranking: 0.12, choice: 0.22, confidence: -0.25, preference: -0.07 },
  conditionMatch: { ranking: 0.13, choice: -0.23, confidence: -0.33, preference: 0.36 },
};

/**
 * Features of tables' answers, for three models: which one to choose (a softmax), whether the best one is right, and
 * whether it is more likely right than the best units.
 */
export const tableWeights = {
  explained: { choice: 1.3, confidence: 0.76, preference: 0.79 },
  labelExplained: { choice: 0.05, confidence: -0.03, preference: 0.22 },
  columnExplained: { choice: 1.69, confidence: -0.43, preference: -0.26 },
  topicExplained: { choice: 2.53, confidence: 0.89, preference: 1.27 },
  rowNamed: { choice: 0.23, confidence: 0.16, preference: 0.17 },
  labelNamed: { choice: 0.03, confidence: -0.22, preference: 0.09 },
  columnNamed: { choice: 0.37, confidence: -0.29, preference: -0.26 },
  unexplainedNames: { choice: -0.72, confidence: -0.38, preference: -0.77 },
  kindFound: { choice: 0.2, confidence: 0.06, preference: -0.01 },
  kindMissed: { choice: -0.43, confidence: -0.3, preference: -1.13 },
  conditionsMet: { choice: 2.06, confidence: 1.13, preference: 0.8 },
  conditionsAgainst: { choice: -1.57, confidence: -0.72, preference: -18.87 },
  surelyMet: { choice: 1.04, confidence: 0.65, preference: 0.87 },
  surelyAgainst: { choice: 2.4, confidence: 2.17, preference: 0 },
  metByOthers: { choice: -0.63, confidence: -1.03, preference: -0.92 },
  numbersUnmet: { choice: -0.61, confidence: 0.42, preference: 0.18 },
  operatorUnmet: { choice: -0.18, confidence: -0.38, preference: -1.39 },
  onlyRow: { choice: 0.95, confidence: 0.82, preference: 0.26 },
  onlyColumn: { choice: 1.71, confidence: 1.15, preference: 0.39 },
  rowMargin: { choice: 0.01, confidence: 0.31, preference: 0.05 },
  columnMargin: { choice: 1.35, confidence: -1.29, preference: -1.29 },
  tableMargin: { choice: 1.02, confidence: -0.03, preference: 0.22 },
  passageRank: { choice: 0.21, confidence: -0.06, preference: 0.29 },
  passageScore: { choice: 0.98, confidence: 0.24, preference: 0.6 },
  isCell: { choice: -0.65, confidence: 0.84, preference: 0.9 },
  isRow: { choice: 0.84, confidence: -0.08, preference: -0.57 },
  isChoice: { choice: 0.58, confidence: 0.15, preference: 0.2 },
  comparedFit: { choice: -0.36, confidence: 0.05, preference: 0.21 },
  areListed: { choice: 0.43, confidence: 0.71, preference: 0.07 },
  isTurned: { choice: 0.93, confidence: 1.39, preference: 1.12 },
  narrowed: { choice: 1.07, confidence: 0.39, preference: 0.35 },
  choiceBelief: { choice: 0.36, confidence: -0.02, preference: -0.19 },
  rowBelief: { choice: 2, confidence: 1.26, preference: 0.72 },
  rowBeliefLog: { choice: 0.4, confidence: 0.74, preference: 0.73 },
  tableBelief: { choice: 0.36, confidence: 0.59, preference: 1.25 },
  tableBeliefLog: { choice: 0.06, confidence: 1.11, preference: 1.03 },
  isBestUnit: { choice: 0.52, confidence: -0.07, preference: -0.7 },
} satisfies Record<TableEvidenceName, unknown>;

/** Further features of the last two models. */
export const bestTableWeights = {
  // Confidence in the best unit, and whether it is a row.
  unitConfidence: { confidence: -0.27, preference: -1.34 },
  unitOdds: { confidence: 0.41, preference: -1.21 },
  unitIsRow: { confidence: 0.46, preference: 0.97 },
  // Likelihood of the best table's answer, and its lead over the next.
  likelihood: { confidence: 0.38, preference: 0.26 },
  likelihoodMargin: { confidence: 0.59, preference: 1.18 },
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
  coverage: { sign: 1, held: 0.54, right: 0.4 },
  passageCoverage: { sign: 1, held: 0, right: 0 },
  bestCoverage: { sign: 1, held: 0, right: 0 },
  unknownMass: { sign: -1, held: -1.57, right: 0 },
  heaviestMissing: { sign: -1, held: -0.01, right: 0 },
  namesMissing: { sign: -1, held: -0.81, right: -0.78 },
  coverageUnderHeading: { sign: 1, held: 0.71, right: 0 },
  proximity: { sign: 1, held: 0.02, right: 0.15 },
  belief: { sign: 1, held: 0.44, right: 1.23 },
  passageBelief: { sign: 1, held: 0.19, right: 1.06 },
  sentenceScore: { sign: 1, held: 0.46, right: 0 },
  scoreMargin: { sign: 1, held: 0, right: 1 },
  bm25Share: { sign: 1, held: 3.58, right: 0 },
  missingEvidence: { sign: -1, held: -0.56, right: -0.34 },
  fewTerms: { sign: -1, held: 0, right: -0.53 },
  manyTerms: { sign: 1, held: 3.85, right: 0.46 },
  heldMass: { sign: 1, held: 0.54, right: 0 },
  topicCoverage: { sign: 1, held: 0.78, right: 0 },
  retrievalProximity: { sign: 1, held: 0, right: 0 },
  valueHit: { sign: 1, held: 0, right: 0.16 },
  numberConflict: { sign: -1, held: -0.54, right: -0.14 },
  secondBelief: { sign: -1, held: -0.68, right: 0 },
  aligned: { sign: 1, held: 0, right: 0.04 },
  alignedUnderHeading: { sign: 1, held: 0, right: 0 },
  similarityUnderHeading: { sign: 1, held: 0, right: 0 },
  bestAligned: { sign: 1, held: 0, right: 0 },
  matcherScore: { sign: 1, held: 1.69, right: 0.65 },
  bestMatcherScore: { sign: 1, held: 3.76, right: 0.43 },
};

/** Intercepts of these logistic regressions. */
export const intercepts = { confidence: -6.76, preference: -5.44, held: -1, right: -1.22 };

/** Platt scaling: from the log odds of both models together to a probability. */
export const lines = {
  confidence: { slope: 0.8, intercept: 0.11 },
};

/**
 * Minimum confidence of an answer (evals/everyday.ts, evals/answers.ts), and of up to three quotes that may help.
 * Confidence in written-out questions is lower than their real accuracy: their references count good quotes as wrong.
 */
export const thresholds = {
  casual: { answer: 0.65, help: 0.12 },
  written: { answer: 0.44, help: 0.05 },
};
