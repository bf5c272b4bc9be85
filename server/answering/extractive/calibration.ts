// Written by evals/calibrate.ts from 10239 questions asked of collections of one document to all;
// run it again rather than editing figures by hand.
import type { ConfidenceFeature } from "./confidence.ts";
import type { SentenceFeature } from "./sentence-features.ts";

/** Weights of the sentence model: a softmax over the sentences of the retrieved passages. */
export const sentenceWeights: Record<SentenceFeature, number> = {
  coverage: 1.939,
  neighbourCoverage: 1.155,
  contextCoverage: -0.06,
  proximity: 0.966,
  rarestTerm: 0.112,
  density: 2.354,
  figure: 1.174,
  name: 0.303,
  reason: 0.489,
  manner: 0.359,
  definition: 0.092,
  yesNo: 0.32,
  passageScore: 2.735,
  passageFirst: 0.513,
  first: 0.208,
  short: -1.499,
  long: 0.671,
  isQuestion: -1.33,
  isHeading: -0.406,
  afterQuestion: 0.263,
  novelty: -0.193,
  afterIntroduction: -0.175,
  headingCoverage: 1.776,
  coverageUnderHeading: 3.256,
  noFigure: -0.274,
  soughtForm: 3,
  formMissing: -1.5,
};

type Logistic = Record<ConfidenceFeature | "intercept", number>;

/** Do the documents hold an answer? Told apart: questions whose document is indexed and is not. */
export const heldWeights: Logistic = {
  intercept: -0.896,
  coverage: 0,
  nearCoverage: 0,
  passageCoverage: 0,
  bestCoverage: 0,
  unknownMass: -1.304,
  heaviestMissing: -0.021,
  namesMissing: -2.622,
  coverageUnderHeading: 0,
  proximity: 0,
  belief: 0,
  passageBelief: 0.286,
  sentenceScore: 0.409,
  scoreMargin: 0,
  bm25Share: 5.874,
  evidence: 0.162,
  missingEvidence: -0.384,
  fewTerms: -0.762,
  manyTerms: 1.971,
  heldMass: 4.49,
  missingMass: 0,
  sentenceMissingMass: -2.553,
  topicCoverage: 1.322,
  retrievalProximity: 0.098,
  secondMissing: -0.188,
  corrected: -2.766,
};

/** If they do, is the quote right? Told apart: quotes that hold the reference answer and do not. */
export const rightWeights: Logistic = {
  intercept: -2.2,
  coverage: 0,
  nearCoverage: 0.222,
  passageCoverage: 0,
  bestCoverage: 0,
  unknownMass: 0,
  heaviestMissing: 0,
  namesMissing: -2.472,
  coverageUnderHeading: 0.473,
  proximity: 0,
  belief: 1.235,
  passageBelief: 1.851,
  sentenceScore: 0,
  scoreMargin: 0.237,
  bm25Share: 0,
  evidence: 0.104,
  missingEvidence: -0.17,
  fewTerms: -0.333,
  manyTerms: 0.141,
  heldMass: 1.224,
  missingMass: 0,
  sentenceMissingMass: 0,
  topicCoverage: 0.046,
  retrievalProximity: 0,
  secondMissing: 0,
  corrected: -0.056,
};

/** From the odds of both together to a probability (Platt). */
export const confidenceCalibration = { slope: 0.853, intercept: -0.087 };

/** Below this the assistant says that it doesn't know. Chosen from the table of evals/answers.ts. */
export const answerThreshold = 0.3;
