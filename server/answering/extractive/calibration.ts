// Every feature that answers are chosen by, with its weights. Their figures are written by evals/calibrate.ts, from
// 2947 questions asked of collections of one document to all and of everyday organizations: run it again rather
// than editing them by hand. A new feature begins with 0.
import type { TableEvidenceName } from "../tables/table-candidate.ts";

/**
 * What the ranking looks at, a softmax over the units of the retrieved passages, and with it those of what tables say,
 * for the unit that shows the row. Every value is between -1 and 1.
 */
export const unitWeights = {
  // How much of the question's weight is held, and where.
  coverage: { ranking: 1.07, choice: -0.89, confidence: -0.42, preference: -0.27 },
  composedCoverage: { ranking: -1.56, choice: -0.83, confidence: -0.29, preference: 0.03 },
  allCoverage: { ranking: 1.28, choice: 0.3, confidence: 0.29, preference: 0.12 },
  allCoverageSquared: { ranking: 0.87, choice: 0.95, confidence: -0.02, preference: 0.04 },
  exactCoverage: { ranking: -0.11, choice: 0.09, confidence: 0.19, preference: -0.12 },
  neighbourCoverage: { ranking: 0.12, choice: -0.66, confidence: -0.82, preference: -0.33 },
  leadCoverage: { ranking: -1.9, choice: 0, confidence: 0, preference: 0 },
  headingCoverage: { ranking: 0.5, choice: -1.15, confidence: 0.06, preference: 0.15 },
  localHeadingCoverage: { ranking: 1.5, choice: 1.49, confidence: 1.68, preference: 1.93 },
  pathCoverage: { ranking: -1.14, choice: -1.49, confidence: 2.74, preference: 0.45 },
  titleCoverage: { ranking: 1.12, choice: -1.71, confidence: -0.26, preference: 0.29 },
  passageCoverage: { ranking: -0.38, choice: 0.14, confidence: 0.01, preference: 0.69 },
  questionCoverage: { ranking: -0.18, choice: 62.18, confidence: -3.31, preference: -6.34 },
  labelCoverage: { ranking: -0.4, choice: 0, confidence: 0.12, preference: -0.11 },
  headerCoverage: { ranking: 1.26, choice: 0.2, confidence: 0.32, preference: 0.1 },
  rowCoverage: { ranking: 0.58, choice: 0.3, confidence: 0.33, preference: 0.14 },
  valueCoverage: { ranking: -0.6, choice: -0.34, confidence: 0.43, preference: 1.6 },
  // How near its words and the question's are in meaning: `alignmentNames`.
  aligned: { ranking: 0.99, choice: 1.38, confidence: -0.09, preference: 0.5 },
  alignedUnderHeading: { ranking: 4.18, choice: 1.8, confidence: 0.14, preference: 0.5 },
  alignedHeading: { ranking: 0.78, choice: -0.85, confidence: -0.87, preference: -0.52 },
  nearness: { ranking: 3.17, choice: 1.69, confidence: 0.38, preference: 1.27 },
  reverseNearness: { ranking: 2.73, choice: 1.36, confidence: 0.75, preference: 1.28 },
  nearestWords: { ranking: -0.2, choice: 0.24, confidence: 0.29, preference: -0.85 },
  similarity: { ranking: 2.81, choice: 1.24, confidence: -0.17, preference: -0.09 },
  similarityUnderHeading: { ranking: 3.06, choice: 0.83, confidence: 0.17, preference: -0.42 },
  // How much of the unit the question explains.
  precision: { ranking: 0.37, choice: -0.76, confidence: -0.66, preference: -1.29 },
  composedPrecision: { ranking: -0.61, choice: -1.03, confidence: 0.11, preference: -0.96 },
  labelPrecision: { ranking: 1.91, choice: 0.06, confidence: 0.03, preference: 0.17 },
  // Which words, and how near to each other.
  heaviest: { ranking: 0.44, choice: 0.25, confidence: -0.33, preference: -0.08 },
  secondHeaviest: { ranking: -0.11, choice: -0.27, confidence: -0.18, preference: 0.21 },
  matched: { ranking: 1.33, choice: -0.08, confidence: 0, preference: -0.07 },
  proximity: { ranking: -0.76, choice: 1.17, confidence: 0.42, preference: 1.48 },
  // The passage.
  passageRank: { ranking: 0.38, choice: 0.43, confidence: -0.04, preference: -0.49 },
  passageScore: { ranking: 1.27, choice: 0.03, confidence: 0.31, preference: 0.26 },
  passageBm25: { ranking: 2.42, choice: -0.18, confidence: -1.13, preference: 1.27 },
  // Whether it brings what is asked for.
  valueHit: { ranking: 0.34, choice: 0.1, confidence: -0.04, preference: 0.06 },
  ownValueHit: { ranking: 0.64, choice: 0.12, confidence: 0, preference: 0.1 },
  valueMiss: { ranking: -0.24, choice: -0.29, confidence: -0.05, preference: -0.29 },
  moneyHit: { ranking: -0.01, choice: -0.05, confidence: -0.31, preference: -0.17 },
  moneyMiss: { ranking: -0.65, choice: 0.2, confidence: -0.11, preference: 0.2 },
  durationHit: { ranking: 0.46, choice: 0.26, confidence: -0.09, preference: -0.45 },
  durationMiss: { ranking: -0.84, choice: -0.33, confidence: -0.74, preference: -0.25 },
  timeHit: { ranking: 2.46, choice: 0.24, confidence: -0.67, preference: -0.99 },
  timeMiss: { ranking: -0.63, choice: -0.45, confidence: -1.09, preference: -0.64 },
  dateHit: { ranking: 0.86, choice: 0.39, confidence: -0.03, preference: -0.03 },
  contactHit: { ranking: 0.02, choice: 5.89, confidence: 2.26, preference: -0.15 },
  contactMiss: { ranking: 0, choice: -1.06, confidence: -0.97, preference: -0.47 },
  percentHit: { ranking: 2.6, choice: 1.32, confidence: -0.48, preference: 1.68 },
  anyValue: { ranking: 0.17, choice: -0.29, confidence: -0.09, preference: 0.11 },
  nameEvidence: { ranking: 0.32, choice: -0.13, confidence: 0.8, preference: 0.07 },
  reasonEvidence: { ranking: 0.06, choice: 0, confidence: 1.19, preference: 1.31 },
  mannerEvidence: { ranking: 0.05, choice: 0, confidence: 1.15, preference: 1.05 },
  definitionEvidence: { ranking: -0.43, choice: 0.01, confidence: 1.03, preference: 0 },
  yesNoEvidence: { ranking: 0.54, choice: -0.16, confidence: 0.83, preference: 0.1 },
  numberHeld: { ranking: 0.63, choice: 0.08, confidence: 0.53, preference: 0.01 },
  numberInRange: { ranking: 1.09, choice: 0.38, confidence: 0.6, preference: 0.33 },
  numberOutOfRange: { ranking: -1.11, choice: 0.39, confidence: -0.53, preference: 1.49 },
  numberConflict: { ranking: -0.04, choice: -0.09, confidence: 0.09, preference: 0.33 },
  // What it is.
  isRow: { ranking: -0.57, choice: -0.85, confidence: 0.63, preference: 0.28 },
  isHeader: { ranking: -2.42, choice: 1.75, confidence: -0.85, preference: -0.72 },
  isHeading: { ranking: 0.02, choice: -0.51, confidence: 0, preference: 0 },
  isListItem: { ranking: -0.07, choice: 0, confidence: -1.98, preference: -1.96 },
  isQuestion: { ranking: -0.76, choice: 0, confidence: 0, preference: 0 },
  isExample: { ranking: -0.06, choice: -0.78, confidence: 0, preference: 0 },
  isNote: { ranking: 0.24, choice: 2.32, confidence: 0.36, preference: -0.58 },
  short: { ranking: -0.76, choice: 0.63, confidence: -0.28, preference: -0.76 },
  composedLength: { ranking: -0.47, choice: 0.19, confidence: 0.03, preference: 0.65 },
  composedLong: { ranking: 0.46, choice: -1.44, confidence: -2.94, preference: 0 },
  first: { ranking: 0.18, choice: -0.14, confidence: -0.14, preference: 0 },
  hasNegation: { ranking: 0.3, choice: -0.12, confidence: -0.55, preference: 0.08 },
  besideReply: { ranking: 3, choice: 0, confidence: 0, preference: 0 },
  deniesNothing: { ranking: -1.2, choice: 0, confidence: 0, preference: 0 },
  hasCondition: { ranking: 0.12, choice: 0.49, confidence: 0.15, preference: -0.04 },
  conditionMatch: { ranking: 0.13, choice: 0.23, confidence: 0.61, preference: 1.31 },
};

/**
 * What tables say: how it is chosen among that (a softmax), whether the best of it is right, and whether that is rather
 * right than the best units.
 */
export const tableWeights = {
  explained: { choice: 1.06, confidence: 0.16, preference: 0.06 },
  labelExplained: { choice: -0.12, confidence: 0.08, preference: 1.08 },
  columnExplained: { choice: 0.63, confidence: 1.21, preference: 1.19 },
  topicExplained: { choice: 0.87, confidence: -0.07, preference: 1.41 },
  rowNamed: { choice: 0.02, confidence: 0.58, preference: 0.64 },
  labelNamed: { choice: 0.74, confidence: 0.01, preference: 0.05 },
  columnNamed: { choice: 0.67, confidence: -0.02, preference: 0.57 },
  unexplainedNames: { choice: -0.66, confidence: -0.11, preference: 0.03 },
  kindFound: { choice: 0.48, confidence: 0.12, preference: -0.1 },
  kindMissed: { choice: -0.47, confidence: -0.07, preference: 0.04 },
  conditionsMet: { choice: 2.52, confidence: 0.68, preference: -0.1 },
  conditionsAgainst: { choice: -3.3, confidence: 0.77, preference: 0.33 },
  surelyMet: { choice: 1.77, confidence: -0.09, preference: 3.22 },
  surelyAgainst: { choice: 1.46, confidence: 12.69, preference: 0 },
  metByOthers: { choice: -0.12, confidence: -0.28, preference: -2.61 },
  numbersUnmet: { choice: -0.44, confidence: -0.66, preference: -0.53 },
  operatorUnmet: { choice: -0.13, confidence: -0.17, preference: -1.3 },
  onlyRow: { choice: 0.68, confidence: 0.67, preference: 0.38 },
  onlyColumn: { choice: 1.61, confidence: -0.72, preference: -0.84 },
  rowMargin: { choice: 0.03, confidence: -0.32, preference: -0.84 },
  columnMargin: { choice: 1.2, confidence: -0.04, preference: 0.6 },
  tableMargin: { choice: 0.6, confidence: 0.13, preference: -0.08 },
  passageRank: { choice: 0.49, confidence: -0.02, preference: -0.55 },
  passageScore: { choice: 0.75, confidence: 0.12, preference: 0.15 },
  isCell: { choice: -0.48, confidence: 0.16, preference: 0.04 },
  isRow: { choice: 0.68, confidence: -0.03, preference: -0.25 },
  isChoice: { choice: 0.25, confidence: -0.17, preference: 0.43 },
  comparedFit: { choice: 0.26, confidence: 1.1, preference: 1.09 },
  areListed: { choice: 5.25, confidence: 2.18, preference: 2.31 },
  isTurned: { choice: 1.84, confidence: -0.68, preference: -0.46 },
  narrowed: { choice: 1.09, confidence: 0.46, preference: 0.93 },
  choiceBelief: { choice: 0.01, confidence: -1.07, preference: -0.71 },
  rowBelief: { choice: 1.9, confidence: 1.12, preference: -0.18 },
  rowBeliefLog: { choice: 0.54, confidence: 0.97, preference: 0.81 },
  tableBelief: { choice: 0.06, confidence: 1.14, preference: 1.78 },
  tableBeliefLog: { choice: 0.25, confidence: 1.05, preference: 1.03 },
  isBestUnit: { choice: 0.37, confidence: -0.06, preference: -0.73 },
} satisfies Record<TableEvidenceName, unknown>;

/** What the last two rest on beside that. */
export const bestTableWeights = {
  // How sure the best unit is, and whether it is a row.
  unitConfidence: { confidence: 0.3, preference: -0.78 },
  unitOdds: { confidence: 0.12, preference: -1.54 },
  unitIsRow: { confidence: 0.28, preference: 0.82 },
  // How far it is before the others.
  likelihood: { confidence: 0.3, preference: 0.15 },
  likelihoodMargin: { confidence: 0.72, preference: 1.06 },
};

/**
 * What the confidence rests on: whether the documents hold an answer, and if they do, whether what was composed is right.
 * Once it is chosen what is said, trees over `choiceFeatureNames` tell how likely that is right (data/choice-trees.json).
 *
 * Nothing here grows with the size of a collection or of its scores: shares of the question's weight, shares of belief,
 * and a few counts brought to 0..1. The sign tells which way a feature may pull; the fit is held to it. So a question of
 * a kind or a collection of a size that no question set has is not judged by an accident of those sets.
 */
export const confidenceWeights = {
  coverage: { sign: 1, held: 0, right: 0.1 },
  passageCoverage: { sign: 1, held: 0.23, right: 0 },
  bestCoverage: { sign: 1, held: 0, right: 0 },
  unknownMass: { sign: -1, held: -0.28, right: -0.1 },
  heaviestMissing: { sign: -1, held: -0.89, right: 0 },
  namesMissing: { sign: -1, held: -0.77, right: -0.31 },
  coverageUnderHeading: { sign: 1, held: 0.34, right: 0 },
  proximity: { sign: 1, held: 1.67, right: 0.15 },
  belief: { sign: 1, held: 0, right: 1.76 },
  passageBelief: { sign: 1, held: 0.48, right: 0.8 },
  sentenceScore: { sign: 1, held: 2.46, right: 0 },
  scoreMargin: { sign: 1, held: 1.01, right: 0.83 },
  bm25Share: { sign: 1, held: 1.56, right: 0 },
  missingEvidence: { sign: -1, held: -0.5, right: -0.14 },
  fewTerms: { sign: -1, held: -0.25, right: -0.59 },
  manyTerms: { sign: 1, held: 2.77, right: 0.44 },
  heldMass: { sign: 1, held: 0.76, right: 0 },
  topicCoverage: { sign: 1, held: 0, right: 0 },
  retrievalProximity: { sign: 1, held: 0, right: 0 },
  valueHit: { sign: 1, held: 0.23, right: 0 },
  numberConflict: { sign: -1, held: 0, right: -0.38 },
  secondBelief: { sign: -1, held: -1.7, right: 0 },
  aligned: { sign: 1, held: 0, right: 0 },
  alignedUnderHeading: { sign: 1, held: 0.06, right: 0 },
  similarityUnderHeading: { sign: 1, held: 2.57, right: 0 },
  bestAligned: { sign: 1, held: 0, right: 0 },
};

/** What each of these logistic regressions begins with. */
export const intercepts = { confidence: -6.45, preference: -6.58, held: -3.81, right: -0.94 };

/** From the odds of both questions together to a probability (Platt). */
export const lines = {
  confidence: { slope: 0.76, intercept: 0.17 },
};

/**
 * From here on an answer is said (evals/everyday.ts, evals/answers.ts), and from here on up to three quotes that may
 * help. Of questions that are written out less is promised than is kept: their references call good quotes wrong.
 */
export const thresholds = {
  casual: { answer: 0.64, help: 0.12 },
  written: { answer: 0.4, help: 0.05 },
};
