// Every feature that answers are chosen by, with its weights. Their figures are written by evals/calibrate.ts, from
// 7260 questions asked of collections of one document to all and of everyday organizations: run it again rather
// than editing them by hand. A new feature begins with 0.
import type { TableEvidenceName } from "../tables/table-candidate.ts";

/**
 * What the ranking looks at, a softmax over the units of the retrieved passages, and with it those of what tables say,
 * for the unit that shows the row. Every value is between -1 and 1.
 */
export const unitWeights = {
  // How much of the question's weight is held, and where.
  coverage: { ranking: 1.07, choice: -0.67, confidence: -0.69, preference: -1.13 },
  composedCoverage: { ranking: -1.56, choice: -0.25, confidence: -0.26, preference: -0.3 },
  allCoverage: { ranking: 1.28, choice: 0.28, confidence: 0.18, preference: 0.17 },
  allCoverageSquared: { ranking: 0.87, choice: 0.81, confidence: 0.52, preference: 0.56 },
  exactCoverage: { ranking: -0.11, choice: -0.24, confidence: 0.31, preference: -0.14 },
  neighbourCoverage: { ranking: 0.12, choice: 0.11, confidence: -0.84, preference: -1.13 },
  leadCoverage: { ranking: -1.9, choice: 0, confidence: 0, preference: 0 },
  headingCoverage: { ranking: 0.5, choice: 0.14, confidence: -0.55, preference: -0.58 },
  localHeadingCoverage: { ranking: 1.5, choice: 0.7, confidence: -0.05, preference: 0.52 },
  pathCoverage: { ranking: -1.14, choice: -0.86, confidence: -0.7, preference: 0.78 },
  titleCoverage: { ranking: 1.12, choice: 0.28, confidence: 0.93, preference: 2.03 },
  passageCoverage: { ranking: -0.38, choice: 0.04, confidence: -0.36, preference: -0.18 },
  questionCoverage: { ranking: -0.18, choice: 62.97, confidence: -1.52, preference: -1.42 },
  labelCoverage: { ranking: -0.4, choice: 0.14, confidence: -0.03, preference: 0.23 },
  headerCoverage: { ranking: 1.26, choice: 0.34, confidence: 0.29, preference: 0.44 },
  rowCoverage: { ranking: 0.58, choice: 0.28, confidence: 0.18, preference: 0.17 },
  valueCoverage: { ranking: -0.6, choice: 0.27, confidence: 0.21, preference: 0.06 },
  // How near its words and the question's are in meaning: `alignmentNames`.
  aligned: { ranking: 0.99, choice: 0.46, confidence: 0.13, preference: 0.79 },
  alignedUnderHeading: { ranking: 4.18, choice: 1.32, confidence: 0.87, preference: 1.52 },
  alignedHeading: { ranking: 0.78, choice: -0.17, confidence: -0.82, preference: 1.09 },
  nearness: { ranking: 3.17, choice: 0.4, confidence: 0.31, preference: 0.54 },
  reverseNearness: { ranking: 2.73, choice: 1.59, confidence: -0.39, preference: 0.09 },
  nearestWords: { ranking: -0.2, choice: -0.32, confidence: -0.75, preference: -1.59 },
  similarity: { ranking: 2.81, choice: 1.03, confidence: 0.21, preference: 0.22 },
  similarityUnderHeading: { ranking: 3.06, choice: 0.78, confidence: 0.23, preference: 0.65 },
  // How much of the unit the question explains.
  precision: { ranking: 0.37, choice: -1.13, confidence: -0.33, preference: -0.2 },
  composedPrecision: { ranking: -0.61, choice: -1.49, confidence: -0.91, preference: -0.79 },
  labelPrecision: { ranking: 1.91, choice: 0.4, confidence: 0, preference: 0.08 },
  // Which words, and how near to each other.
  heaviest: { ranking: 0.44, choice: -0.04, confidence: -0.28, preference: -0.4 },
  secondHeaviest: { ranking: -0.11, choice: -0.21, confidence: 0, preference: 0 },
  matched: { ranking: 1.33, choice: 0.44, confidence: -0.12, preference: -0.25 },
  proximity: { ranking: -0.76, choice: 0.39, confidence: 0.99, preference: 1.36 },
  // The passage.
  passageRank: { ranking: 0.38, choice: 0.12, confidence: -0.06, preference: -0.35 },
  passageScore: { ranking: 1.27, choice: 0.06, confidence: 0.24, preference: 0.05 },
  passageBm25: { ranking: 2.42, choice: 0.22, confidence: 0.48, preference: 0.84 },
  // Whether it brings what is asked for.
  valueHit: { ranking: 0.34, choice: 0.02, confidence: 0.03, preference: -0.1 },
  ownValueHit: { ranking: 0.64, choice: 0.11, confidence: 0, preference: 0.11 },
  valueMiss: { ranking: -0.24, choice: -0.32, confidence: -0.02, preference: -0.24 },
  moneyHit: { ranking: -0.01, choice: 0.03, confidence: -0.03, preference: 0.16 },
  moneyMiss: { ranking: -0.65, choice: -0.49, confidence: -0.74, preference: 0.14 },
  durationHit: { ranking: 0.46, choice: 0.19, confidence: 0.15, preference: -0.25 },
  durationMiss: { ranking: -0.84, choice: -0.95, confidence: -0.22, preference: -0.13 },
  timeHit: { ranking: 2.46, choice: 0.17, confidence: -0.67, preference: -0.68 },
  timeMiss: { ranking: -0.63, choice: -2.15, confidence: -1.81, preference: -0.16 },
  dateHit: { ranking: 0.86, choice: 0.51, confidence: -0.49, preference: -0.99 },
  contactHit: { ranking: 0.02, choice: 3.39, confidence: -0.69, preference: -1.23 },
  contactMiss: { ranking: 0, choice: -1.99, confidence: -0.98, preference: -0.8 },
  percentHit: { ranking: 2.6, choice: 0.28, confidence: -0.82, preference: -0.41 },
  anyValue: { ranking: 0.17, choice: -0.03, confidence: 0.33, preference: 0.27 },
  nameEvidence: { ranking: 0.32, choice: 0.37, confidence: 0.47, preference: -0.35 },
  reasonEvidence: { ranking: 0.06, choice: -0.84, confidence: 1.22, preference: 0.26 },
  mannerEvidence: { ranking: 0.05, choice: 0, confidence: 1.31, preference: 2.38 },
  definitionEvidence: { ranking: -0.43, choice: 0, confidence: 1.28, preference: -0.97 },
  yesNoEvidence: { ranking: 0.54, choice: 0.23, confidence: 0.19, preference: 0.02 },
  numberHeld: { ranking: 0.63, choice: 0.54, confidence: -0.02, preference: 0.18 },
  numberInRange: { ranking: 1.09, choice: 0.2, confidence: 0.21, preference: 0.22 },
  numberOutOfRange: { ranking: -1.11, choice: -0.27, confidence: 0.23, preference: 0.32 },
  numberConflict: { ranking: -0.04, choice: 0.36, confidence: 0.38, preference: 0.29 },
  // What it is.
  isRow: { ranking: -0.57, choice: -0.56, confidence: 0.28, preference: -0.15 },
  isHeader: { ranking: -2.42, choice: 0, confidence: 0, preference: 0 },
  isHeading: { ranking: 0.02, choice: 0, confidence: 0, preference: 0 },
  isListItem: { ranking: -0.07, choice: 0, confidence: 0, preference: 0 },
  isQuestion: { ranking: -0.76, choice: 0, confidence: 0, preference: 0 },
  isExample: { ranking: -0.06, choice: -0.58, confidence: 0, preference: 0 },
  isNote: { ranking: 0.24, choice: -0.85, confidence: -0.69, preference: -0.43 },
  short: { ranking: -0.76, choice: -1.32, confidence: 2.43, preference: 0 },
  composedLength: { ranking: -0.47, choice: -0.44, confidence: 0.03, preference: 0.09 },
  composedLong: { ranking: 0.46, choice: -1.91, confidence: -0.97, preference: 0 },
  first: { ranking: 0.18, choice: 1.77, confidence: 0.01, preference: 0.03 },
  hasNegation: { ranking: 0.3, choice: -0.45, confidence: -0.28, preference: -0.64 },
  besideReply: { ranking: 3, choice: 0.33, confidence: 0.5, preference: -0.27 },
  deniesNothing: { ranking: -1.2, choice: -0.69, confidence: 0.24, preference: 0.49 },
  hasCondition: { ranking: 0.12, choice: 0.27, confidence: -0.24, preference: -0.07 },
  conditionMatch: { ranking: 0.13, choice: -0.26, confidence: -0.27, preference: 0.07 },
};

/**
 * What tables say: how it is chosen among that (a softmax), whether the best of it is right, and whether that is rather
 * right than the best units.
 */
export const tableWeights = {
  explained: { choice: 1.35, confidence: 0.69, preference: 0.61 },
  labelExplained: { choice: 0.11, confidence: -0.06, preference: -0.03 },
  columnExplained: { choice: 1.69, confidence: -0.54, preference: 0.3 },
  topicExplained: { choice: 2.26, confidence: 1.02, preference: 1.26 },
  rowNamed: { choice: 0.26, confidence: 0.31, preference: 0.29 },
  labelNamed: { choice: 0.08, confidence: -0.16, preference: -0.12 },
  columnNamed: { choice: 0.34, confidence: 0.19, preference: 0.33 },
  unexplainedNames: { choice: -0.69, confidence: -0.36, preference: -0.85 },
  kindFound: { choice: 0.18, confidence: 0.07, preference: -0.04 },
  kindMissed: { choice: -0.44, confidence: -0.43, preference: -0.94 },
  conditionsMet: { choice: 2.08, confidence: 1.28, preference: 1.93 },
  conditionsAgainst: { choice: -1.57, confidence: -0.45, preference: -4.32 },
  surelyMet: { choice: 0.92, confidence: 0.5, preference: -0.44 },
  surelyAgainst: { choice: 2.49, confidence: 2.17, preference: 0 },
  metByOthers: { choice: -0.62, confidence: -1.22, preference: -2.22 },
  numbersUnmet: { choice: -0.67, confidence: 0.24, preference: -0.19 },
  operatorUnmet: { choice: -0.21, confidence: -0.03, preference: -1.66 },
  onlyRow: { choice: 0.93, confidence: 0.72, preference: 0.16 },
  onlyColumn: { choice: 1.73, confidence: 0.85, preference: -0.57 },
  rowMargin: { choice: 0.05, confidence: 0.29, preference: -0.16 },
  columnMargin: { choice: 1.43, confidence: -1.48, preference: -1.14 },
  tableMargin: { choice: 0.96, confidence: -0.1, preference: 0.25 },
  passageRank: { choice: 0.14, confidence: -0.05, preference: 0.26 },
  passageScore: { choice: 1.04, confidence: 0.29, preference: 0.57 },
  isCell: { choice: -0.63, confidence: 0.85, preference: 0.76 },
  isRow: { choice: 0.82, confidence: 0, preference: -0.44 },
  isChoice: { choice: 0.57, confidence: 0.32, preference: 0.35 },
  comparedFit: { choice: -0.34, confidence: -0.04, preference: 0.01 },
  areListed: { choice: 0.34, confidence: 0.64, preference: 2.88 },
  isTurned: { choice: 0.95, confidence: 1.57, preference: 1.23 },
  narrowed: { choice: 1.05, confidence: 0.28, preference: 0.13 },
  choiceBelief: { choice: 0.36, confidence: -0.02, preference: 0.04 },
  rowBelief: { choice: 2.07, confidence: 1.4, preference: 0.88 },
  rowBeliefLog: { choice: 0.41, confidence: 0.73, preference: 0.82 },
  tableBelief: { choice: 0.34, confidence: 0.62, preference: 1.19 },
  tableBeliefLog: { choice: 0, confidence: 1.04, preference: 0.94 },
  isBestUnit: { choice: 0.41, confidence: -0.05, preference: -0.48 },
} satisfies Record<TableEvidenceName, unknown>;

/** What the last two rest on beside that. */
export const bestTableWeights = {
  // How sure the best unit is, and whether it is a row.
  unitConfidence: { confidence: -0.48, preference: -1.51 },
  unitOdds: { confidence: 0.36, preference: -1.35 },
  unitIsRow: { confidence: 0.31, preference: 0.47 },
  // How far it is before the others.
  likelihood: { confidence: 0.44, preference: 0.38 },
  likelihoodMargin: { confidence: 0.63, preference: 1.03 },
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
  coverage: { sign: 1, held: 0.71, right: 0.32 },
  passageCoverage: { sign: 1, held: 0.33, right: 0 },
  bestCoverage: { sign: 1, held: 0, right: 0 },
  unknownMass: { sign: -1, held: -1.5, right: 0 },
  heaviestMissing: { sign: -1, held: 0, right: 0 },
  namesMissing: { sign: -1, held: -1.17, right: -0.87 },
  coverageUnderHeading: { sign: 1, held: 0.17, right: 0 },
  proximity: { sign: 1, held: 0.43, right: 0.27 },
  belief: { sign: 1, held: 0, right: 1.46 },
  passageBelief: { sign: 1, held: 0.45, right: 0.91 },
  sentenceScore: { sign: 1, held: 2.12, right: 0 },
  scoreMargin: { sign: 1, held: 0.01, right: 0.82 },
  bm25Share: { sign: 1, held: 2.82, right: 0 },
  missingEvidence: { sign: -1, held: -0.47, right: -0.26 },
  fewTerms: { sign: -1, held: 0, right: -0.38 },
  manyTerms: { sign: 1, held: 3.58, right: 0.54 },
  heldMass: { sign: 1, held: 0.56, right: 0 },
  topicCoverage: { sign: 1, held: 0.79, right: 0 },
  retrievalProximity: { sign: 1, held: 0, right: 0 },
  valueHit: { sign: 1, held: 0, right: 0.18 },
  numberConflict: { sign: -1, held: -0.27, right: 0 },
  secondBelief: { sign: -1, held: 0, right: 0 },
  aligned: { sign: 1, held: 0, right: 0 },
  alignedUnderHeading: { sign: 1, held: 1.13, right: 0.41 },
  similarityUnderHeading: { sign: 1, held: 0.92, right: 0 },
  bestAligned: { sign: 1, held: 0, right: 0 },
};

/** What each of these logistic regressions begins with. */
export const intercepts = { confidence: -6.59, preference: -4.48, held: -4.28, right: -1.34 };

/** From the odds of both questions together to a probability (Platt). */
export const lines = {
  confidence: { slope: 0.76, intercept: 0.12 },
};

/**
 * From here on an answer is said (evals/everyday.ts, evals/answers.ts), and from here on up to three quotes that may
 * help. Of questions that are written out less is promised than is kept: their references call good quotes wrong.
 */
export const thresholds = {
  casual: { answer: 0.65, help: 0.12 },
  written: { answer: 0.4, help: 0.05 },
};
