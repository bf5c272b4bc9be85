/**
 * What the confidence rests on. Nothing here grows with the size of a collection or of its scores:
 * shares of the question's weight, shares of belief, and a few counts brought to 0..1.
 */
export const confidenceFeatureNames = [
  "coverage",
  "nearCoverage",
  "passageCoverage",
  "bestCoverage",
  "unknownMass",
  "heaviestMissing",
  "namesMissing",
  "coverageUnderHeading",
  "proximity",
  "belief",
  "passageBelief",
  "sentenceScore",
  "scoreMargin",
  "bm25Share",
  "evidence",
  "missingEvidence",
  "fewTerms",
  "manyTerms",
  "heldMass",
  "missingMass",
  "sentenceMissingMass",
  "topicCoverage",
  "retrievalProximity",
  "secondMissing",
  "corrected",
  "valueHit",
  "valueMiss",
  "numberConflict",
  "secondBelief",
  "labelPrecision",
  "aligned",
  "alignedUnderHeading",
  "similarityUnderHeading",
  "bestAligned",
] as const;
/**
 * Which way a feature may pull; the fit is held to it. So a question of a kind or a collection of a
 * size that no question set has is not judged by an accident of those sets.
 */
export const confidenceFeatureSigns: Record<ConfidenceFeature, 1 | -1> = {
  coverage: 1,
  nearCoverage: 1,
  passageCoverage: 1,
  bestCoverage: 1,
  unknownMass: -1,
  heaviestMissing: -1,
  namesMissing: -1,
  coverageUnderHeading: 1,
  proximity: 1,
  belief: 1,
  passageBelief: 1,
  sentenceScore: 1,
  scoreMargin: 1,
  bm25Share: 1,
  evidence: 1,
  missingEvidence: -1,
  fewTerms: -1,
  manyTerms: 1,
  heldMass: 1,
  missingMass: -1,
  sentenceMissingMass: -1,
  topicCoverage: 1,
  retrievalProximity: 1,
  secondMissing: -1,
  corrected: -1,
  valueHit: 1,
  valueMiss: -1,
  numberConflict: -1,
  secondBelief: -1,
  labelPrecision: 1,
  aligned: 1,
  alignedUnderHeading: 1,
  similarityUnderHeading: 1,
  bestAligned: 1,
};
export type ConfidenceFeature = (typeof confidenceFeatureNames)[number];

/** What only a promise for a question that is typed casually rests on, once it is chosen what is said. */
export const choiceOnlyFeatureNames = [
  /** Whether a table says it, and log odds of the confidence in that. */
  "isTable",
  "tableOdds",
  /** Probability of the best three and of the best eight units together: so many may be said, or are read. */
  "beliefOfThree",
  "beliefOfEight",
  "bestIsRow",
  /** How far the best unit's score is before the fourth's, in fifths. */
  "lead",
  /** Words of the question, in twentieths. */
  "questionLength",
  /** Whether something is so or offered at all is asked most where the documents don't say. */
  "asksYesNo",
] as const;
/** All that it rests on. */
export const choiceFeatureNames = [...confidenceFeatureNames, ...choiceOnlyFeatureNames] as const;
export type ChoiceFeature = (typeof choiceFeatureNames)[number];
