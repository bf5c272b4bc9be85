// Every feature that answers are chosen by, with its weights. Their figures are written by evals/fit.ts, from
// 30504 questions asked of collections of one document to all and of everyday organizations: run it again rather
// than editing them by hand. A new feature begins with 0.

/**
 * Features of the ranking, a softmax over the units of the retrieved passages; the models of tables' answers use those
 * of the unit that shows the row. Every value is between -1 and 1.
 */
export const unitWeights = {
  // Share of the question's weight that is found, by where it is found.
  coverage: { ranking: 1.07, choice: -0.75, confidence: -0.58, preference: -0.55 },
  composedCoverage: { ranking: -1.56, choice: -0.25, confidence: -0.13, preference: -0.04 },
  allCoverage: { ranking: 1.28, choice: 0.17, confidence: 0.1, preference: 0.16 },
  allCoverageSquared: { ranking: 0.87, choice: 0.4, confidence: 0.33, preference: 0.17 },
  exactCoverage: { ranking: -0.11, choice: -0.24, confidence: -0.37, preference: -0.26 },
  neighbourCoverage: { ranking: 0.12, choice: -0.28, confidence: -0.62, preference: -0.21 },
  leadCoverage: { ranking: -1.9, choice: 0, confidence: 0, preference: 0 },
  headingCoverage: { ranking: 0.5, choice: 0.18, confidence: -0.48, preference: -0.33 },
  localHeadingCoverage: { ranking: 1.5, choice: -0.2, confidence: 0, preference: 0.36 },
  pathCoverage: { ranking: -1.14, choice: 0.42, confidence: 0.01, preference: 0.31 },
  titleCoverage: { ranking: 1.12, choice: 0.34, confidence: 0.19, preference: 0.6 },
  passageCoverage: { ranking: -0.38, choice: 0, confidence: 0.02, preference: -0.15 },
  questionCoverage: { ranking: -0.18, choice: -0.98, confidence: 4.09, preference: 0 },
  labelCoverage: { ranking: -0.4, choice: -0.06, confidence: 0.11, preference: -0.27 },
  headerCoverage: { ranking: 1.26, choice: 0.24, confidence: 0.23, preference: 0.22 },
  rowCoverage: { ranking: 0.58, choice: 0.17, confidence: 0.1, preference: 0.16 },
  valueCoverage: { ranking: -0.6, choice: 0.34, confidence: 0.23, preference: 0.06 },
  // Similarity in meaning of the unit's words and the question's: `alignmentNames`.
  aligned: { ranking: 0.99, choice: 0.37, confidence: -0.11, preference: 0.43 },
  alignedUnderHeading: { ranking: 4.18, choice: 1.05, confidence: 0.48, preference: 0.78 },
  alignedHeading: { ranking: 0.78, choice: 0.69, confidence: 0, preference: 0.76 },
  nearness: { ranking: 3.17, choice: 0.52, confidence: 0.42, preference: 0.66 },
  reverseNearness: { ranking: 2.73, choice: 1.46, confidence: 0.42, preference: -0.05 },
  nearestWords: { ranking: -0.2, choice: 0.03, confidence: -0.29, preference: -0.47 },
  similarity: { ranking: 2.81, choice: 0.31, confidence: 0.02, preference: -0.06 },
  similarityUnderHeading: { ranking: 3.06, choice: 0.44, confidence: -0.02, preference: 0.29 },
  // Score of question and unit by a small neural network (match-units.ts).
  matcherScore: { ranking: 6, choice: 1.24, confidence: 0.84, preference: 0.27 },
  // Share of the unit's words that are in the question.
  precision: { ranking: 0.37, choice: -0.47, confidence: -0.12, preference: -0.41 },
  composedPrecision: { ranking: -0.61, choice: -0.39, confidence: -0.05, preference: -0.68 },
  labelPrecision: { ranking: 1.91, choice: 0.24, confidence: -0.01, preference: -0.2 },
  // Which words are found, and how close together.
  heaviest: { ranking: 0.44, choice: -0.03, confidence: 0.05, preference: 0.2 },
  secondHeaviest: { ranking: -0.11, choice: 0.01, confidence: 0.05, preference: 0.07 },
  matched: { ranking: 1.33, choice: 0.01, confidence: -0.13, preference: -0.4 },
  proximity: { ranking: -0.76, choice: 0.8, confidence: 0.01, preference: 1.03 },
  // The passage.
  passageRank: { ranking: 0.38, choice: 0.06, confidence: 0.12, preference: -0.1 },
  passageScore: { ranking: 1.27, choice: -0.04, confidence: 0.17, preference: 0.21 },
  passageBm25: { ranking: 2.42, choice: 0.41, confidence: -0.69, preference: 0.08 },
  // Whether it has what is asked for.
  valueHit: { ranking: 0.34, choice: 0.02, confidence: -0.1, preference: -0.17 },
  ownValueHit: { ranking: 0.64, choice: 0.03, confidence: -0.04, preference: -0.14 },
  valueMiss: { ranking: -0.24, choice: -0.27, confidence: -0.07, preference: -0.14 },
  moneyHit: { ranking: -0.01, choice: -0.1, confidence: -0.12, preference: 0.28 },
  moneyMiss: { ranking: -0.65, choice: -0.19, confidence: -0.32, preference: 0.02 },
  durationHit: { ranking: 0.46, choice: 0.01, confidence: 0.2, preference: -0.34 },
  durationMiss: { ranking: -0.84, choice: -0.34, confidence: -0.24, preference: 0.05 },
  timeHit: { ranking: 2.46, choice: 0.13, confidence: -0.1, preference: -0.83 },
  timeMiss: { ranking: -0.63, choice: -0.36, confidence: -0.93, preference: 0.03 },
  dateHit: { ranking: 0.86, choice: 0.06, confidence: -0.18, preference: -0.5 },
  contactHit: { ranking: 0.02, choice: 0.84, confidence: -0.49, preference: -2.5 },
  contactMiss: { ranking: 0, choice: -1.05, confidence: -1.05, preference: -0.7 },
  percentHit: { ranking: 2.6, choice: 0.32, confidence: -0.02, preference: -0.3 },
  anyValue: { ranking: 0.17, choice: -0.05, confidence: -0.09, preference: -0.03 },
  hasNewName: { ranking: 0.32, choice: 0.05, confidence: 0.16, preference: -0.18 },
  hasReasonWords: { ranking: 0.06, choice: -0.27, confidence: -0.76, preference: 0.26 },
  hasMannerWords: { ranking: 0.05, choice: -0.37, confidence: 1.24, preference: -0.58 },
  hasDefinitionWords: { ranking: -0.43, choice: -0.21, confidence: 0.32, preference: 0.15 },
  hasYesNoWords: { ranking: 0.54, choice: 0.38, confidence: 0.15, preference: 0.13 },
  numberMatched: { ranking: 0.63, choice: 0.19, confidence: 0.05, preference: 0.1 },
  numberInRange: { ranking: 1.09, choice: 0.28, confidence: 0.2, preference: 0.16 },
  numberOutOfRange: { ranking: -1.11, choice: 0.08, confidence: 0.16, preference: 0.73 },
  numberConflict: { ranking: -0.04, choice: -0.06, confidence: 0.09, preference: -0.16 },
  // Kind and form of the unit.
  isRow: { ranking: -0.57, choice: -0.19, confidence: 0.35, preference: -0.06 },
  isHeader: { ranking: -2.42, choice: 0, confidence: 0, preference: 0 },
  isHeading: { ranking: 0.02, choice: 0, confidence: 0, preference: 0 },
  isListItem: { ranking: -0.07, choice: 0, confidence: 0, preference: 0 },
  isQuestion: { ranking: -0.76, choice: 0, confidence: 0, preference: 0 },
  isExample: { ranking: -0.06, choice: -0.86, confidence: 0.43, preference: 1.47 },
  isNote: { ranking: 0.24, choice: 0.46, confidence: -0.61, preference: -0.22 },
  short: { ranking: -0.76, choice: 0.26, confidence: -0.38, preference: -0.87 },
  composedLength: { ranking: -0.47, choice: -0.12, confidence: -0.3, preference: -0.19 },
  composedLong: { ranking: 0.46, choice: 0.47, confidence: 0.24, preference: 0 },
  first: { ranking: 0.18, choice: 0.17, confidence: -0.06, preference: 0.07 },
  hasNegation: { ranking: 0.3, choice: 0.1, confidence: 0.08, preference: -0.26 },
  besideReply: { ranking: 3, choice: 0.57, confidence: 0.46, preference: -0.39 },
  deniesNothing: { ranking: -1.2, choice: -0.3, confidence: 0.13, preference: 0.76 },
  hasCondition: { ranking: 0.12, choice: 0.04, confidence: 0.07, preference: 0.06 },
  conditionMatch: { ranking: 0.13, choice: 0.06, confidence: 0, preference: -0.09 },
};

/**
 * Features of tables' answers, for three models: which one to choose (a softmax), whether the best one is right, and
 * whether it is more likely right than the best units.
 */
export const tableWeights = {
  // Share of the question's weight that row, column, caption and headings cover together.
  covered: { choice: 1.08, confidence: 0.08, preference: 0.52 },
  // The same for the row's label and its section heading alone.
  labelCovered: { choice: 0.29, confidence: -0.05, preference: -0.08 },
  // The same for the column's heading alone.
  columnCovered: { choice: 1.66, confidence: -0.26, preference: 0.29 },
  // The same for the caption and headings of the table.
  topicCovered: { choice: 1.17, confidence: 0.59, preference: 0.62 },
  // 1 if words or numbers of the question mean this row (or the rows compared), not only its column.
  rowNamed: { choice: 0.25, confidence: 0.49, preference: 0.53 },
  // Share of the row's label that the question names.
  labelNamed: { choice: 0.33, confidence: 0.13, preference: -0.16 },
  // Share of the words that occur only in its column's heading which the question names.
  columnNamed: { choice: 0.35, confidence: -0.03, preference: 0.13 },
  // Share of the question's weight in naming words that the candidate doesn't cover.
  uncoveredNames: { choice: -0.36, confidence: -0.08, preference: -0.3 },
  // 1 if the value is of the kind that is asked for; 1 if another kind is asked for.
  kindFound: { choice: 0.23, confidence: 0.08, preference: 0.05 },
  kindMissed: { choice: -0.16, confidence: -0.07, preference: -0.08 },
  // Numbers, days and months of the question that the row or column meets, or contradicts; at most 3, divided by 3.
  conditionsMet: { choice: 1.35, confidence: 0.69, preference: 0.78 },
  conditionsAgainst: { choice: -0.2, confidence: -0.39, preference: 0.57 },
  // The same for the certain ones: days, months, and numbers whose unit both sides state.
  surelyMet: { choice: 1.73, confidence: 0.64, preference: 1.35 },
  surelyAgainst: { choice: -0.17, confidence: -1.59, preference: -0.61 },
  // How many more conditions another row of its table meets; at most 1.
  metByOthers: { choice: -0.29, confidence: -0.34, preference: -0.41 },
  // Numbers of the question that neither a range nor the row's text contains; at most 3, divided by 3.
  numbersUnmet: { choice: -0.47, confidence: -0.27, preference: 0.08 },
  // 1 if a comparison is asked for ("cheapest", "under R500") and this is not one.
  operatorUnmet: { choice: -0.34, confidence: 0.38, preference: 0.38 },
  // 1 / number of rows of the table that fit as well.
  onlyRow: { choice: 0.54, confidence: 0.63, preference: 0.09 },
  // 1 / number of columns of the row that fit as well.
  onlyColumn: { choice: 1.67, confidence: 0.57, preference: 0.48 },
  // The lead over the next row, column and table.
  rowMargin: { choice: 0.07, confidence: 0.27, preference: 0.21 },
  columnMargin: { choice: 1.03, confidence: -0.11, preference: 0.24 },
  tableMargin: { choice: 0.85, confidence: 0.24, preference: 0.37 },
  // 1 / (1 + index of the passage), and its share of the best score.
  passageRank: { choice: 0.15, confidence: -0.01, preference: 0.04 },
  passageScore: { choice: 0.28, confidence: 0.11, preference: 0.51 },
  isCell: { choice: -0.78, confidence: 0.32, preference: 0.27 },
  isRow: { choice: 0.97, confidence: -0.07, preference: -0.24 },
  isChoice: { choice: 0.74, confidence: 0.29, preference: 0.46 },
  // Comparisons: how well the values fit the superlative; 1 if the question lists the rows.
  comparedFit: { choice: -0.27, confidence: 0.24, preference: 0.24 },
  // The share of the compared column's values that have the same dimension.
  comparedShare: { choice: -0.14, confidence: 0.17, preference: 0.51 },
  areListed: { choice: -0.79, confidence: -0.51, preference: -0.47 },
  // 1 if the table's columns were compared, not its rows.
  isTurned: { choice: 0.21, confidence: -0.3, preference: -0.11 },
  // Choices: 1 if only some of the compared rows were chosen.
  narrowed: { choice: 1.48, confidence: 0.57, preference: 0.69 },
  // Superlatives: the probability of its table by the ranking of all units.
  choiceProbability: { choice: -1.04, confidence: -0.76, preference: -0.59 },
  // Probability of its rows and its table by the ranking of all units; `Log`: the best unit's is 1, log scale.
  rowProbability: { choice: 1.8, confidence: 1.2, preference: 0.54 },
  rowProbabilityLog: { choice: 0.67, confidence: 0.53, preference: 0.66 },
  tableProbability: { choice: 0.32, confidence: 0.56, preference: 1.17 },
  tableProbabilityLog: { choice: 0.25, confidence: 0.61, preference: 0.78 },
  isBestUnit: { choice: 0.43, confidence: 0.03, preference: -0.72 },
  // In a follow-up: 1 for the cell that it asks for in the table of the last reply; 1 for the cell of that reply.
  isFollowUp: { choice: 1.8, confidence: 0.68, preference: 0.56 },
  isReply: { choice: -2.08, confidence: -3.48, preference: -1.29 },
};

/** Further features of the last two models. */
export const bestTableWeights = {
  // Confidence in the best unit, and whether it is a row.
  unitConfidence: { confidence: 0.1, preference: -0.93 },
  unitOdds: { confidence: 0.32, preference: -1.02 },
  unitIsRow: { confidence: 0.27, preference: 0.58 },
  // Score of the best table's answer, and its lead over the next.
  tableScore: { confidence: 0.49, preference: 0.47 },
  tableScoreMargin: { confidence: 0.44, preference: 0.81 },
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
  heaviestMissing: { sign: -1, hasAnswer: -0.22, isRight: 0 },
  namesMissing: { sign: -1, hasAnswer: -1.28, isRight: -0.62 },
  coverageUnderHeading: { sign: 1, hasAnswer: 0, isRight: 0 },
  proximity: { sign: 1, hasAnswer: 0, isRight: 0.19 },
  probability: { sign: 1, hasAnswer: 0, isRight: 1.5 },
  passageProbability: { sign: 1, hasAnswer: 0, isRight: 1.02 },
  sentenceScore: { sign: 1, hasAnswer: 1.48, isRight: 0 },
  scoreMargin: { sign: 1, hasAnswer: 0, isRight: 1.36 },
  bm25Share: { sign: 1, hasAnswer: 3.48, isRight: 0 },
  lacksAskedKind: { sign: -1, hasAnswer: -0.39, isRight: -0.24 },
  fewTerms: { sign: -1, hasAnswer: 0, isRight: -0.3 },
  manyTerms: { sign: 1, hasAnswer: 2.23, isRight: 0.54 },
  matchedWeight: { sign: 1, hasAnswer: 0, isRight: 0 },
  topicCoverage: { sign: 1, hasAnswer: 0.77, isRight: 0 },
  retrievalProximity: { sign: 1, hasAnswer: 0, isRight: 0 },
  valueHit: { sign: 1, hasAnswer: 0, isRight: 0.26 },
  numberConflict: { sign: -1, hasAnswer: -0.29, isRight: -0.15 },
  secondProbability: { sign: -1, hasAnswer: 0, isRight: 0 },
  aligned: { sign: 1, hasAnswer: 0, isRight: 0.28 },
  alignedUnderHeading: { sign: 1, hasAnswer: 0.75, isRight: 0.02 },
  similarityUnderHeading: { sign: 1, hasAnswer: 0.2, isRight: 0 },
  bestAligned: { sign: 1, hasAnswer: 0.14, isRight: 0 },
  matcherScore: { sign: 1, hasAnswer: 1.55, isRight: 0.81 },
  bestMatcherScore: { sign: 1, hasAnswer: 1.11, isRight: 0.43 },
  fewUnits: { sign: 0, hasAnswer: 2.66, isRight: 6.59 },
};

/** Intercepts of these logistic regressions. */
export const intercepts = { confidence: -6.19, preference: -6.35, hasAnswer: -2.18, isRight: -1.57 };

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
