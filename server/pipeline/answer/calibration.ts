// Written by evals/calibrate.ts from 10240 questions asked of collections of one document to all;
// run it again rather than editing figures by hand.
import type { ConfidenceFeature } from "./confidence.ts";
import type { SentenceFeature } from "./sentence-features.ts";

/** Weights of the sentence model: a softmax over the sentences of the retrieved passages. */
export const sentenceWeights: Record<SentenceFeature, number> = {
  coverage: 3.055,
  neighbourCoverage: 0.293,
  contextCoverage: -1.683,
  proximity: 1.305,
  rarestTerm: 0.123,
  density: 4.109,
  figure: 0.737,
  name: 0.198,
  reason: 0.515,
  manner: 0.311,
  definition: 0.103,
  yesNo: 0.374,
  passageScore: 2.988,
  passageFirst: 0.677,
  first: 0.104,
  short: -2.158,
  long: 0.895,
  isQuestion: -1.945,
  afterQuestion: 1.376,
  novelty: 0.246,
  tableRow: -0.812,
  listItem: -0.502,
  afterIntroduction: -0.037,
  headingCoverage: 3.024,
};

type Logistic = Record<ConfidenceFeature | "intercept", number>;

/** Do the documents hold an answer? Told apart: questions whose document is indexed and is not. */
export const heldWeights: Logistic = {
  intercept: -2.675,
  coverage: 0.79,
  nearCoverage: -0.183,
  passageCoverage: -2.301,
  bestCoverage: 1.269,
  unknownMass: -0.779,
  heaviestMissing: 0.146,
  namesMissing: -6.387,
  proximity: -0.154,
  belief: -2.644,
  passageBelief: 1.09,
  sentenceScore: 7.871,
  scoreMargin: 1.166,
  bm25Share: 0.049,
  evidence: 0.056,
  missingEvidence: -0.254,
  fewTerms: -0.159,
  manyTerms: 1.639,
  smallCollection: -6.25,
  oneDocument: 1.439,
  heldMass: 4.097,
  missingMass: -1.13,
  sentenceMissingMass: -0.549,
  topicCoverage: 1.684,
  sameDocument: -0.503,
  retrievalProximity: 0.169,
  secondMissing: 0.459,
  corrected: 0,
  otherDocument: 0.461,
};

/** If they do, is the quote right? Told apart: quotes that hold the reference answer and do not. */
export const rightWeights: Logistic = {
  intercept: -0.539,
  coverage: 1.432,
  nearCoverage: 1.842,
  passageCoverage: -0.966,
  bestCoverage: -0.905,
  unknownMass: 0.991,
  heaviestMissing: 0.171,
  namesMissing: -2.666,
  proximity: 0.049,
  belief: 2.259,
  passageBelief: 0.409,
  sentenceScore: -2.516,
  scoreMargin: 0.961,
  bm25Share: 0.494,
  evidence: 0.188,
  missingEvidence: -0.091,
  fewTerms: -0.321,
  manyTerms: -0.657,
  smallCollection: -1.671,
  oneDocument: -0.051,
  heldMass: 2.002,
  missingMass: -0.451,
  sentenceMissingMass: 0.635,
  topicCoverage: 0.593,
  sameDocument: 0.257,
  retrievalProximity: -0.09,
  secondMissing: 0.221,
  corrected: 0,
  otherDocument: -0.293,
};

/** From the odds of both together to a probability (Platt). */
export const confidenceCalibration = { slope: 0.967, intercept: 0.169 };

/** Below this the assistant says that it doesn't know. Chosen from the table of evals/answers.ts. */
export const answerThreshold = 0.35;
