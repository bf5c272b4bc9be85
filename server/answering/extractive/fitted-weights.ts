// Every feature that answers are chosen by, with its weights. Their figures are written by evals/fit.ts, from
// 30504 questions asked of collections of one document to all and of everyday organizations: run it again rather
// than editing them by hand. A new feature begins with 0.

/**
 * Features of the ranking, a softmax over the units of the retrieved passages; the models of tables' answers use those
 * of the unit that shows the row. Every value is between -1 and 1.
 */
export const unitWeights = {
  // Share of the question's weight that is found, by where it is found.
  coverage: { ranking: 1.07, choice: -0.75, confidence: -0.54, preference: -0.48 },
  composedCoverage: { ranking: -1.56, choice: -0.23, confidence: -0.1, preference: 0.05 },
  allCoverage: { ranking: 1.28, choice: 0.17, confidence: 0.07, preference: 0.13 },
  allCoverageSquared: { ranking: 0.87, choice: 0.39, confidence: 0.33, preference: 0.29 },
  exactCoverage: { ranking: -0.11, choice: -0.23, confidence: -0.35, preference: -0.15 },
  neighbourCoverage: { ranking: 0.12, choice: -0.34, confidence: -0.6, preference: -0.26 },
  leadCoverage: { ranking: -1.9, choice: 0, confidence: 0, preference: 0 },
  headingCoverage: { ranking: 0.5, choice: 0.26, confidence: -0.37, preference: -0.45 },
  localHeadingCoverage: { ranking: 1.5, choice: -0.19, confidence: -0.09, preference: 0.34 },
  pathCoverage: { ranking: -1.14, choice: 0.48, confidence: -0.03, preference: 0.2 },
  titleCoverage: { ranking: 1.12, choice: 0.4, confidence: 0.16, preference: 0.46 },
  passageCoverage: { ranking: -0.38, choice: -0.01, confidence: 0, preference: -0.23 },
  questionCoverage: { ranking: -0.18, choice: -1.22, confidence: 4.67, preference: 0 },
  labelCoverage: { ranking: -0.4, choice: -0.1, confidence: 0.12, preference: -0.28 },
  headerCoverage: { ranking: 1.26, choice: 0.23, confidence: 0.23, preference: 0.19 },
  rowCoverage: { ranking: 0.58, choice: 0.17, confidence: 0.07, preference: 0.13 },
  valueCoverage: { ranking: -0.6, choice: 0.32, confidence: 0.26, preference: 0.14 },
  // Similarity in meaning of the unit's words and the question's: `alignmentNames`.
  aligned: { ranking: 0.99, choice: 0.36, confidence: -0.16, preference: 0.27 },
  alignedUnderHeading: { ranking: 4.18, choice: 1.03, confidence: 0.47, preference: 0.77 },
  alignedHeading: { ranking: 0.78, choice: 0.71, confidence: 0.03, preference: 0.8 },
  nearness: { ranking: 3.17, choice: 0.47, confidence: 0.39, preference: 0.49 },
  reverseNearness: { ranking: 2.73, choice: 1.43, confidence: 0.49, preference: 0.04 },
  nearestWords: { ranking: -0.2, choice: 0, confidence: -0.28, preference: -0.51 },
  similarity: { ranking: 2.81, choice: 0.3, confidence: -0.04, preference: -0.07 },
  similarityUnderHeading: { ranking: 3.06, choice: 0.41, confidence: 0, preference: 0.35 },
  // Score of question and unit by a small neural network (match-units.ts).
  matcherScore: { ranking: 6, choice: 1.29, confidence: 0.86, preference: 0.23 },
  // Share of the unit's words that are in the question.
  precision: { ranking: 0.37, choice: -0.48, confidence: -0.11, preference: -0.46 },
  composedPrecision: { ranking: -0.61, choice: -0.35, confidence: -0.11, preference: -0.82 },
  labelPrecision: { ranking: 1.91, choice: 0.22, confidence: -0.07, preference: -0.32 },
  // Which words are found, and how close together.
  heaviest: { ranking: 0.44, choice: -0.01, confidence: 0.03, preference: 0.21 },
  secondHeaviest: { ranking: -0.11, choice: 0.04, confidence: 0.05, preference: 0.01 },
  matched: { ranking: 1.33, choice: -0.01, confidence: -0.09, preference: -0.29 },
  proximity: { ranking: -0.76, choice: 0.85, confidence: 0.08, preference: 1.07 },
  // The passage.
  passageRank: { ranking: 0.38, choice: 0.08, confidence: 0.19, preference: -0.04 },
  passageScore: { ranking: 1.27, choice: -0.03, confidence: 0.15, preference: 0.17 },
  passageBm25: { ranking: 2.42, choice: 0.22, confidence: -0.77, preference: 0.27 },
  // Whether it has what is asked for.
  valueHit: { ranking: 0.34, choice: 0.05, confidence: -0.1, preference: -0.16 },
  ownValueHit: { ranking: 0.64, choice: 0.05, confidence: -0.04, preference: -0.13 },
  valueMiss: { ranking: -0.24, choice: -0.26, confidence: -0.05, preference: -0.1 },
  moneyHit: { ranking: -0.01, choice: -0.09, confidence: -0.11, preference: 0.25 },
  moneyMiss: { ranking: -0.65, choice: -0.18, confidence: -0.3, preference: 0.02 },
  durationHit: { ranking: 0.46, choice: 0.09, confidence: 0.17, preference: -0.34 },
  durationMiss: { ranking: -0.84, choice: -0.32, confidence: -0.27, preference: -0.06 },
  timeHit: { ranking: 2.46, choice: 0.13, confidence: -0.12, preference: -0.82 },
  timeMiss: { ranking: -0.63, choice: -0.35, confidence: -0.94, preference: 0.01 },
  dateHit: { ranking: 0.86, choice: 0.14, confidence: -0.17, preference: -0.52 },
  contactHit: { ranking: 0.02, choice: 0.67, confidence: -0.49, preference: -2.56 },
  contactMiss: { ranking: 0, choice: -0.88, confidence: -1.05, preference: -0.63 },
  percentHit: { ranking: 2.6, choice: 0.32, confidence: 0.03, preference: -0.13 },
  anyValue: { ranking: 0.17, choice: -0.04, confidence: -0.08, preference: 0.01 },
  hasNewName: { ranking: 0.32, choice: 0.04, confidence: 0.09, preference: -0.21 },
  hasReasonWords: { ranking: 0.06, choice: -0.27, confidence: -0.74, preference: 0.18 },
  hasMannerWords: { ranking: 0.05, choice: -0.37, confidence: 1.24, preference: -0.66 },
  hasDefinitionWords: { ranking: -0.43, choice: -0.22, confidence: 0.37, preference: 0.38 },
  hasYesNoWords: { ranking: 0.54, choice: 0.44, confidence: 0.15, preference: 0.07 },
  numberMatched: { ranking: 0.63, choice: 0.23, confidence: 0.03, preference: 0.03 },
  numberInRange: { ranking: 1.09, choice: 0.29, confidence: 0.17, preference: 0.15 },
  numberOutOfRange: { ranking: -1.11, choice: 0.14, confidence: 0.06, preference: 0.36 },
  numberConflict: { ranking: -0.04, choice: 0.06, confidence: 0.11, preference: -0.13 },
  // Kind and form of the unit.
  isRow: { ranking: -0.57, choice: -0.22, confidence: 0.31, preference: -0.06 },
  isHeader: { ranking: -2.42, choice: 0, confidence: 0, preference: 0 },
  isHeading: { ranking: 0.02, choice: 0, confidence: 0, preference: 0 },
  isListItem: { ranking: -0.07, choice: 0, confidence: 0, preference: 0 },
  isQuestion: { ranking: -0.76, choice: 0, confidence: 0, preference: 0 },
  isExample: { ranking: -0.06, choice: -0.95, confidence: 0.44, preference: 1.72 },
  isNote: { ranking: 0.24, choice: 0.45, confidence: -0.65, preference: -0.25 },
  short: { ranking: -0.76, choice: 0.3, confidence: -0.59, preference: -0.87 },
  composedLength: { ranking: -0.47, choice: -0.11, confidence: -0.29, preference: -0.17 },
  composedLong: { ranking: 0.46, choice: 0.38, confidence: 0.24, preference: -0.06 },
  first: { ranking: 0.18, choice: 0.13, confidence: -0.15, preference: -0.46 },
  hasNegation: { ranking: 0.3, choice: 0.07, confidence: 0.07, preference: -0.29 },
  besideReply: { ranking: 3, choice: 0.5, confidence: 0.42, preference: -0.42 },
  deniesNothing: { ranking: -1.2, choice: -0.24, confidence: 0.32, preference: 1.21 },
  hasCondition: { ranking: 0.12, choice: 0.04, confidence: 0.05, preference: -0.01 },
  conditionMatch: { ranking: 0.13, choice: 0.09, confidence: 0.05, preference: -0.01 },
};

/**
 * Features of tables' answers, for three models: which one to choose (a softmax), whether the best one is right, and
 * whether it is more likely right than the best units.
 */
export const tableWeights = {
  // Share of the question's weight that row, column, caption and headings cover together.
  covered: { choice: 1.08, confidence: 0.15, preference: 0.62 },
  // The same for the row's label and its section heading alone.
  labelCovered: { choice: 0.26, confidence: -0.03, preference: -0.12 },
  // The same for the column's heading alone.
  columnCovered: { choice: 1.7, confidence: -0.18, preference: 0.4 },
  // The same for the caption and headings of the table.
  topicCovered: { choice: 1.13, confidence: 0.67, preference: 0.92 },
  // 1 if words or numbers of the question mean this row (or the rows compared), not only its column.
  rowNamed: { choice: 0.28, confidence: 0.56, preference: 0.49 },
  // Share of the row's label that the question names.
  labelNamed: { choice: 0.36, confidence: 0.12, preference: -0.16 },
  // Share of the words that occur only in its column's heading which the question names.
  columnNamed: { choice: 0.27, confidence: -0.13, preference: 0.02 },
  // Share of the question's weight in naming words that the candidate doesn't cover.
  uncoveredNames: { choice: -0.35, confidence: -0.1, preference: -0.3 },
  // 1 if the value is of the kind that is asked for; 1 if another kind is asked for.
  kindFound: { choice: 0.24, confidence: 0.07, preference: 0.07 },
  kindMissed: { choice: -0.17, confidence: -0.07, preference: -0.06 },
  // Numbers, days and months of the question that the row or column meets, or contradicts; at most 3, divided by 3.
  conditionsMet: { choice: 1.43, confidence: 0.79, preference: 0.98 },
  conditionsAgainst: { choice: -0.2, confidence: -0.04, preference: 1.14 },
  // The same for the certain ones: days, months, and numbers whose unit both sides state.
  surelyMet: { choice: 1.65, confidence: 0.54, preference: 1.07 },
  surelyAgainst: { choice: 0.23, confidence: -1.47, preference: 0.35 },
  // How many more conditions another row of its table meets; at most 1.
  metByOthers: { choice: -0.26, confidence: -0.33, preference: -0.45 },
  // Numbers of the question that neither a range nor the row's text contains; at most 3, divided by 3.
  numbersUnmet: { choice: -0.47, confidence: -0.23, preference: 0.08 },
  // 1 if a comparison is asked for ("cheapest", "under R500") and this is not one.
  operatorUnmet: { choice: -0.36, confidence: 0.32, preference: 0.28 },
  // 1 / number of rows of the table that fit as well.
  onlyRow: { choice: 0.52, confidence: 0.65, preference: 0.11 },
  // 1 / number of columns of the row that fit as well.
  onlyColumn: { choice: 1.67, confidence: 0.57, preference: 0.41 },
  // The lead over the next row, column and table.
  rowMargin: { choice: 0.01, confidence: 0.26, preference: 0.3 },
  columnMargin: { choice: 1.07, confidence: -0.04, preference: 0.3 },
  tableMargin: { choice: 0.89, confidence: 0.24, preference: 0.36 },
  // 1 / (1 + index of the passage), and its share of the best score.
  passageRank: { choice: 0.17, confidence: 0.02, preference: 0.04 },
  passageScore: { choice: 0.29, confidence: 0.1, preference: 0.47 },
  isCell: { choice: -0.73, confidence: 0.37, preference: 0.31 },
  isRow: { choice: 1, confidence: -0.09, preference: -0.28 },
  isChoice: { choice: 0.76, confidence: 0.28, preference: 0.46 },
  // Comparisons: how well the values fit the superlative; 1 if the question lists the rows.
  comparedFit: { choice: -0.29, confidence: 0.27, preference: 0.27 },
  // The share of the compared column's values that have the same dimension.
  comparedShare: { choice: -0.15, confidence: 0.15, preference: 0.44 },
  areListed: { choice: -1.18, confidence: -0.46, preference: -0.93 },
  // 1 if the table's columns were compared, not its rows.
  isTurned: { choice: 0.13, confidence: -0.13, preference: -0.21 },
  // Choices: 1 if only some of the compared rows were chosen.
  narrowed: { choice: 1.49, confidence: 0.56, preference: 0.66 },
  // Superlatives: the probability of its table by the ranking of all units.
  choiceProbability: { choice: -1.03, confidence: -0.81, preference: -0.67 },
  // Probability of its rows and its table by the ranking of all units; `Log`: the best unit's is 1, log scale.
  rowProbability: { choice: 1.75, confidence: 1.19, preference: 0.6 },
  rowProbabilityLog: { choice: 0.65, confidence: 0.54, preference: 0.68 },
  tableProbability: { choice: 0.33, confidence: 0.57, preference: 1.2 },
  tableProbabilityLog: { choice: 0.26, confidence: 0.61, preference: 0.78 },
  isBestUnit: { choice: 0.44, confidence: 0.02, preference: -0.72 },
  // In a follow-up: 1 for the cell that it asks for in the table of the last reply; 1 for the cell of that reply.
  isFollowUp: { choice: 2.16, confidence: 0.75, preference: 0.67 },
  isReply: { choice: -2.14, confidence: -3.64, preference: -1.63 },
};

/** Further features of the last two models. */
export const bestTableWeights = {
  // Confidence in the best unit, and whether it is a row.
  unitConfidence: { confidence: 0.09, preference: -0.92 },
  unitOdds: { confidence: 0.28, preference: -1.11 },
  unitIsRow: { confidence: 0.24, preference: 0.59 },
  // Score of the best table's answer, and its lead over the next.
  tableScore: { confidence: 0.49, preference: 0.46 },
  tableScoreMargin: { confidence: 0.38, preference: 0.77 },
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
  namesMissing: { sign: -1, hasAnswer: -1.24, isRight: -0.58 },
  coverageUnderHeading: { sign: 1, hasAnswer: 0.04, isRight: 0 },
  proximity: { sign: 1, hasAnswer: 0, isRight: 0.22 },
  probability: { sign: 1, hasAnswer: 0, isRight: 1.47 },
  passageProbability: { sign: 1, hasAnswer: 0, isRight: 0.99 },
  sentenceScore: { sign: 1, hasAnswer: 1.57, isRight: 0 },
  scoreMargin: { sign: 1, hasAnswer: 0, isRight: 1.43 },
  bm25Share: { sign: 1, hasAnswer: 3.65, isRight: 0 },
  lacksAskedKind: { sign: -1, hasAnswer: -0.38, isRight: -0.23 },
  fewTerms: { sign: -1, hasAnswer: 0, isRight: -0.3 },
  manyTerms: { sign: 1, hasAnswer: 2.22, isRight: 0.51 },
  matchedWeight: { sign: 1, hasAnswer: 0, isRight: 0 },
  topicCoverage: { sign: 1, hasAnswer: 0.77, isRight: 0 },
  retrievalProximity: { sign: 1, hasAnswer: 0, isRight: 0 },
  valueHit: { sign: 1, hasAnswer: 0, isRight: 0.27 },
  numberConflict: { sign: -1, hasAnswer: -0.28, isRight: -0.19 },
  secondProbability: { sign: -1, hasAnswer: 0, isRight: 0 },
  aligned: { sign: 1, hasAnswer: 0, isRight: 0.26 },
  alignedUnderHeading: { sign: 1, hasAnswer: 0.58, isRight: 0.06 },
  similarityUnderHeading: { sign: 1, hasAnswer: 0.12, isRight: 0 },
  bestAligned: { sign: 1, hasAnswer: 0.14, isRight: 0 },
  matcherScore: { sign: 1, hasAnswer: 1.48, isRight: 0.77 },
  bestMatcherScore: { sign: 1, hasAnswer: 1.11, isRight: 0.48 },
  fewUnits: { sign: 0, hasAnswer: 2.54, isRight: 6.75 },
};

/** Intercepts of these logistic regressions. */
export const intercepts = { confidence: -6.24, preference: -6.24, hasAnswer: -2.24, isRight: -1.59 };

/** Platt scaling: from the log odds of both models together to a probability. */
export const scalings = {
  confidence: { slope: 0.78, intercept: 0.08 },
};

/**
 * Minimum confidence of an answer (evals/everyday.ts, evals/answers.ts), and of up to three quotes that may help.
 * Confidence in written-out questions is lower than their real accuracy: their references count good quotes as wrong.
 */
export const thresholds = {
  casual: { answer: 0.64, help: 0.12 },
  written: { answer: 0.36, help: 0.05 },
};
