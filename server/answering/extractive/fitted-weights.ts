// Every feature that answers are chosen by, with its weights. Their figures are written by evals/fit.ts, from
// 30504 questions asked of collections of one document to all and of everyday organizations: run it again rather
// than editing them by hand. A new feature begins with 0.

/**
 * Features of the ranking, a softmax over the units of the retrieved passages; the models of tables' answers use those
 * of the unit that shows the row. Every value is between -1 and 1.
 */
export const unitWeights = {
  // Share of the question's weight that is found, by where it is found.
  coverage: { ranking: 1.07, choice: -0.76, confidence: -0.55, preference: -0.54 },
  composedCoverage: { ranking: -1.56, choice: -0.24, confidence: -0.19, preference: -0.1 },
  allCoverage: { ranking: 1.28, choice: 0.17, confidence: 0.12, preference: 0.16 },
  allCoverageSquared: { ranking: 0.87, choice: 0.38, confidence: 0.33, preference: 0.13 },
  exactCoverage: { ranking: -0.11, choice: -0.25, confidence: -0.39, preference: -0.32 },
  neighbourCoverage: { ranking: 0.12, choice: -0.3, confidence: -0.64, preference: -0.08 },
  leadCoverage: { ranking: -1.9, choice: 0, confidence: 0, preference: 0 },
  headingCoverage: { ranking: 0.5, choice: 0.23, confidence: -0.52, preference: -0.51 },
  localHeadingCoverage: { ranking: 1.5, choice: -0.16, confidence: 0, preference: 0.4 },
  pathCoverage: { ranking: -1.14, choice: 0.44, confidence: 0.01, preference: 0.18 },
  titleCoverage: { ranking: 1.12, choice: 0.33, confidence: 0.13, preference: 0.56 },
  passageCoverage: { ranking: -0.38, choice: -0.01, confidence: 0.05, preference: -0.13 },
  questionCoverage: { ranking: -0.18, choice: 0.25, confidence: 3.13, preference: -2.43 },
  labelCoverage: { ranking: -0.4, choice: -0.05, confidence: 0.08, preference: -0.2 },
  headerCoverage: { ranking: 1.26, choice: 0.24, confidence: 0.23, preference: 0.33 },
  rowCoverage: { ranking: 0.58, choice: 0.17, confidence: 0.12, preference: 0.16 },
  valueCoverage: { ranking: -0.6, choice: 0.36, confidence: 0.25, preference: 0.13 },
  // Similarity in meaning of the unit's words and the question's: `alignmentNames`.
  aligned: { ranking: 0.99, choice: 0.41, confidence: -0.06, preference: 0.51 },
  alignedUnderHeading: { ranking: 4.18, choice: 1.06, confidence: 0.48, preference: 0.83 },
  alignedHeading: { ranking: 0.78, choice: 0.63, confidence: -0.04, preference: 0.72 },
  nearness: { ranking: 3.17, choice: 0.57, confidence: 0.41, preference: 0.69 },
  reverseNearness: { ranking: 2.73, choice: 1.43, confidence: 0.46, preference: 0 },
  nearestWords: { ranking: -0.2, choice: 0.03, confidence: -0.32, preference: -0.44 },
  similarity: { ranking: 2.81, choice: 0.31, confidence: 0.02, preference: -0.1 },
  similarityUnderHeading: { ranking: 3.06, choice: 0.46, confidence: -0.03, preference: 0.27 },
  // Score of question and unit by a small neural network (match-units.ts).
  matcherScore: { ranking: 6, choice: 1.25, confidence: 0.85, preference: 0.31 },
  // Share of the unit's words that are in the question.
  precision: { ranking: 0.37, choice: -0.46, confidence: -0.08, preference: -0.45 },
  composedPrecision: { ranking: -0.61, choice: -0.46, confidence: -0.17, preference: -0.74 },
  labelPrecision: { ranking: 1.91, choice: 0.23, confidence: -0.01, preference: -0.17 },
  // Which words are found, and how close together.
  heaviest: { ranking: 0.44, choice: 0, confidence: 0.04, preference: 0.23 },
  secondHeaviest: { ranking: -0.11, choice: 0.01, confidence: 0.04, preference: 0.1 },
  matched: { ranking: 1.33, choice: 0.03, confidence: -0.13, preference: -0.38 },
  proximity: { ranking: -0.76, choice: 0.76, confidence: -0.01, preference: 1.05 },
  // The passage.
  passageRank: { ranking: 0.38, choice: 0.07, confidence: 0.12, preference: -0.09 },
  passageScore: { ranking: 1.27, choice: -0.03, confidence: 0.16, preference: 0.19 },
  passageBm25: { ranking: 2.42, choice: 0.38, confidence: -0.73, preference: 0.11 },
  // Whether it has what is asked for.
  valueHit: { ranking: 0.34, choice: 0.01, confidence: -0.11, preference: -0.19 },
  ownValueHit: { ranking: 0.64, choice: 0.02, confidence: -0.03, preference: -0.13 },
  valueMiss: { ranking: -0.24, choice: -0.27, confidence: -0.06, preference: -0.11 },
  moneyHit: { ranking: -0.01, choice: -0.09, confidence: -0.13, preference: 0.29 },
  moneyMiss: { ranking: -0.65, choice: -0.22, confidence: -0.3, preference: 0.07 },
  durationHit: { ranking: 0.46, choice: 0.02, confidence: 0.22, preference: -0.3 },
  durationMiss: { ranking: -0.84, choice: -0.35, confidence: -0.22, preference: 0.14 },
  timeHit: { ranking: 2.46, choice: 0.12, confidence: -0.15, preference: -0.66 },
  timeMiss: { ranking: -0.63, choice: -0.36, confidence: -0.96, preference: -0.01 },
  dateHit: { ranking: 0.86, choice: 0.06, confidence: -0.18, preference: -0.49 },
  contactHit: { ranking: 0.02, choice: 0.84, confidence: -0.46, preference: -2.51 },
  contactMiss: { ranking: 0, choice: -1.01, confidence: -1.05, preference: -0.71 },
  percentHit: { ranking: 2.6, choice: 0.33, confidence: -0.03, preference: -0.37 },
  anyValue: { ranking: 0.17, choice: -0.07, confidence: -0.06, preference: 0.07 },
  hasNewName: { ranking: 0.32, choice: 0.05, confidence: 0.16, preference: -0.21 },
  hasReasonWords: { ranking: 0.06, choice: -0.21, confidence: -0.77, preference: 0.21 },
  hasMannerWords: { ranking: 0.05, choice: -0.37, confidence: 1.2, preference: -0.58 },
  hasDefinitionWords: { ranking: -0.43, choice: -0.2, confidence: 0.32, preference: 0.18 },
  hasYesNoWords: { ranking: 0.54, choice: 0.36, confidence: 0.16, preference: 0.11 },
  numberMatched: { ranking: 0.63, choice: 0.21, confidence: 0.04, preference: 0.06 },
  numberInRange: { ranking: 1.09, choice: 0.29, confidence: 0.21, preference: 0.16 },
  numberOutOfRange: { ranking: -1.11, choice: 0.09, confidence: 0.14, preference: 0.63 },
  numberConflict: { ranking: -0.04, choice: -0.06, confidence: 0.06, preference: -0.15 },
  // Kind and form of the unit.
  isRow: { ranking: -0.57, choice: -0.21, confidence: 0.32, preference: -0.05 },
  isHeader: { ranking: -2.42, choice: 0, confidence: 0, preference: 0 },
  isHeading: { ranking: 0.02, choice: 0, confidence: 0, preference: 0 },
  isListItem: { ranking: -0.07, choice: 0, confidence: 0, preference: 0 },
  isQuestion: { ranking: -0.76, choice: 0, confidence: 0, preference: 0 },
  isExample: { ranking: -0.06, choice: -0.75, confidence: 0.42, preference: 0.78 },
  isNote: { ranking: 0.24, choice: 0.52, confidence: -0.59, preference: -0.3 },
  short: { ranking: -0.76, choice: 0.13, confidence: -0.32, preference: -0.29 },
  composedLength: { ranking: -0.47, choice: -0.04, confidence: -0.27, preference: -0.19 },
  composedLong: { ranking: 0.46, choice: 0.42, confidence: 0.22, preference: 0.02 },
  first: { ranking: 0.18, choice: 0.17, confidence: -0.02, preference: 0.1 },
  hasNegation: { ranking: 0.3, choice: 0.09, confidence: 0.08, preference: -0.31 },
  besideReply: { ranking: 3, choice: 0.6, confidence: 0.4, preference: -0.22 },
  deniesNothing: { ranking: -1.2, choice: -0.34, confidence: 0.37, preference: 1.2 },
  hasCondition: { ranking: 0.12, choice: 0.05, confidence: 0.04, preference: 0.02 },
  conditionMatch: { ranking: 0.13, choice: 0.07, confidence: 0.06, preference: -0.02 },
};

/**
 * Features of tables' answers, for three models: which one to choose (a softmax), whether the best one is right, and
 * whether it is more likely right than the best units.
 */
export const tableWeights = {
  // Share of the question's weight that row, column, caption and headings cover together.
  covered: { choice: 1.07, confidence: 0.11, preference: 0.49 },
  // The same for the row's label and its section heading alone.
  labelCovered: { choice: 0.32, confidence: -0.02, preference: -0.03 },
  // The same for the column's heading alone.
  columnCovered: { choice: 1.64, confidence: -0.22, preference: 0.43 },
  // The same for the caption and headings of the table.
  topicCovered: { choice: 1.18, confidence: 0.59, preference: 0.77 },
  // 1 if words or numbers of the question mean this row (or the rows compared), not only its column.
  rowNamed: { choice: 0.21, confidence: 0.47, preference: 0.41 },
  // Share of the row's label that the question names.
  labelNamed: { choice: 0.37, confidence: 0.17, preference: -0.15 },
  // Share of the words that occur only in its column's heading which the question names.
  columnNamed: { choice: 0.34, confidence: -0.05, preference: 0.09 },
  // Share of the question's weight in naming words that the candidate doesn't cover.
  uncoveredNames: { choice: -0.32, confidence: -0.06, preference: -0.21 },
  // 1 if the value is of the kind that is asked for; 1 if another kind is asked for.
  kindFound: { choice: 0.25, confidence: 0.07, preference: 0.04 },
  kindMissed: { choice: -0.15, confidence: -0.08, preference: -0.08 },
  // Numbers, days and months of the question that the row or column meets, or contradicts; at most 3, divided by 3.
  conditionsMet: { choice: 1.36, confidence: 0.75, preference: 0.95 },
  conditionsAgainst: { choice: -0.21, confidence: -0.37, preference: 0.69 },
  // The same for the certain ones: days, months, and numbers whose unit both sides state.
  surelyMet: { choice: 1.79, confidence: 0.66, preference: 1.3 },
  surelyAgainst: { choice: -0.33, confidence: -1.37, preference: -0.92 },
  // How many more conditions another row of its table meets; at most 1.
  metByOthers: { choice: -0.28, confidence: -0.33, preference: -0.24 },
  // Numbers of the question that neither a range nor the row's text contains; at most 3, divided by 3.
  numbersUnmet: { choice: -0.49, confidence: -0.21, preference: 0.15 },
  // 1 if a comparison is asked for ("cheapest", "under R500") and this is not one.
  operatorUnmet: { choice: -0.34, confidence: 0.28, preference: 0.25 },
  // 1 / number of rows of the table that fit as well.
  onlyRow: { choice: 0.57, confidence: 0.64, preference: 0.12 },
  // 1 / number of columns of the row that fit as well.
  onlyColumn: { choice: 1.68, confidence: 0.49, preference: 0.35 },
  // The lead over the next row, column and table.
  rowMargin: { choice: 0.04, confidence: 0.28, preference: 0.2 },
  columnMargin: { choice: 1.07, confidence: -0.1, preference: 0.29 },
  tableMargin: { choice: 0.8, confidence: 0.23, preference: 0.31 },
  // 1 / (1 + index of the passage), and its share of the best score.
  passageRank: { choice: 0.14, confidence: 0.03, preference: 0.1 },
  passageScore: { choice: 0.3, confidence: 0.15, preference: 0.49 },
  isCell: { choice: -0.79, confidence: 0.32, preference: 0.26 },
  isRow: { choice: 0.97, confidence: -0.08, preference: -0.25 },
  isChoice: { choice: 0.72, confidence: 0.28, preference: 0.48 },
  // Comparisons: how well the values fit the superlative; 1 if the question lists the rows.
  comparedFit: { choice: -0.24, confidence: 0.28, preference: 0.26 },
  // The share of the compared column's values that have the same dimension.
  comparedShare: { choice: -0.11, confidence: 0.21, preference: 0.59 },
  areListed: { choice: -0.76, confidence: -0.56, preference: -0.47 },
  // 1 if the table's columns were compared, not its rows.
  isTurned: { choice: 0.21, confidence: -0.29, preference: 0.03 },
  // Choices: 1 if only some of the compared rows were chosen.
  narrowed: { choice: 1.44, confidence: 0.55, preference: 0.68 },
  // Superlatives: the probability of its table by the ranking of all units.
  choiceProbability: { choice: -1.06, confidence: -0.78, preference: -0.68 },
  // Probability of its rows and its table by the ranking of all units; `Log`: the best unit's is 1, log scale.
  rowProbability: { choice: 1.85, confidence: 1.16, preference: 0.5 },
  rowProbabilityLog: { choice: 0.65, confidence: 0.51, preference: 0.66 },
  tableProbability: { choice: 0.34, confidence: 0.56, preference: 1.12 },
  tableProbabilityLog: { choice: 0.24, confidence: 0.6, preference: 0.75 },
  isBestUnit: { choice: 0.4, confidence: 0.04, preference: -0.68 },
  // In a follow-up: 1 for the cell that it asks for in the table of the last reply; 1 for the cell of that reply.
  isFollowUp: { choice: 1.89, confidence: 0.71, preference: 0.45 },
  isReply: { choice: -2.02, confidence: -3.46, preference: -1.33 },
};

/** Further features of the last two models. */
export const bestTableWeights = {
  // Confidence in the best unit, and whether it is a row.
  unitConfidence: { confidence: 0.08, preference: -0.97 },
  unitOdds: { confidence: 0.31, preference: -1.05 },
  unitIsRow: { confidence: 0.25, preference: 0.58 },
  // Score of the best table's answer, and its lead over the next.
  tableScore: { confidence: 0.48, preference: 0.46 },
  tableScoreMargin: { confidence: 0.46, preference: 0.78 },
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
  coverage: { sign: 1, hasAnswer: 0, isRight: 0 },
  passageCoverage: { sign: 1, hasAnswer: 0, isRight: 0 },
  bestCoverage: { sign: 1, hasAnswer: 0, isRight: 0 },
  unknownWeight: { sign: -1, hasAnswer: 0, isRight: 0 },
  heaviestMissing: { sign: -1, hasAnswer: -0.19, isRight: 0 },
  namesMissing: { sign: -1, hasAnswer: -1.38, isRight: -0.64 },
  coverageUnderHeading: { sign: 1, hasAnswer: 0, isRight: 0 },
  proximity: { sign: 1, hasAnswer: 0, isRight: 0.16 },
  probability: { sign: 1, hasAnswer: 0, isRight: 1.45 },
  passageProbability: { sign: 1, hasAnswer: 0.03, isRight: 1.03 },
  sentenceScore: { sign: 1, hasAnswer: 1.45, isRight: 0 },
  scoreMargin: { sign: 1, hasAnswer: 0, isRight: 1.37 },
  bm25Share: { sign: 1, hasAnswer: 3.5, isRight: 0 },
  lacksAskedKind: { sign: -1, hasAnswer: -0.38, isRight: -0.24 },
  fewTerms: { sign: -1, hasAnswer: 0, isRight: -0.3 },
  manyTerms: { sign: 1, hasAnswer: 2.25, isRight: 0.59 },
  matchedWeight: { sign: 1, hasAnswer: 0, isRight: 0 },
  topicCoverage: { sign: 1, hasAnswer: 0.75, isRight: 0 },
  retrievalProximity: { sign: 1, hasAnswer: 0, isRight: 0 },
  valueHit: { sign: 1, hasAnswer: 0, isRight: 0.26 },
  numberConflict: { sign: -1, hasAnswer: -0.29, isRight: -0.15 },
  secondProbability: { sign: -1, hasAnswer: 0, isRight: 0 },
  aligned: { sign: 1, hasAnswer: 0, isRight: 0.32 },
  alignedUnderHeading: { sign: 1, hasAnswer: 0.83, isRight: 0.04 },
  similarityUnderHeading: { sign: 1, hasAnswer: 0.24, isRight: 0 },
  bestAligned: { sign: 1, hasAnswer: 0.15, isRight: 0 },
  matcherScore: { sign: 1, hasAnswer: 1.63, isRight: 1.01 },
  bestMatcherScore: { sign: 1, hasAnswer: 1.04, isRight: 0.24 },
  fewUnits: { sign: 0, hasAnswer: 2.7, isRight: 6.27 },
};

/** Intercepts of these logistic regressions. */
export const intercepts = { confidence: -6.17, preference: -6.29, hasAnswer: -2.24, isRight: -1.59 };

/** Platt scaling: from the log odds of both models together to a probability. */
export const scalings = {
  confidence: { slope: 0.78, intercept: 0.07 },
};

/**
 * Minimum confidence of an answer (evals/everyday.ts, evals/answers.ts), and of up to three quotes that may help.
 * Confidence in written-out questions is lower than their real accuracy: their references count good quotes as wrong.
 */
export const thresholds = {
  casual: { answer: 0.62, help: 0.12 },
  written: { answer: 0.36, help: 0.05 },
};
