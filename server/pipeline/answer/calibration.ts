// Written by evals/calibrate.ts from 7396 questions asked of collections of one document to all;
// run it again rather than editing figures by hand.
import type { ConfidenceFeature } from "./confidence.ts";
import type { SentenceFeature } from "./sentence-features.ts";

/** Weights of the sentence model: a softmax over the sentences of the retrieved passages. */
export const sentenceWeights: Record<SentenceFeature, number> = {
  coverage: 2.03,
  neighbourCoverage: 0.926,
  contextCoverage: -0.054,
  proximity: 0.885,
  rarestTerm: 0.051,
  density: 2.495,
  figure: 1.362,
  name: 0.331,
  reason: 0.446,
  manner: 0.502,
  definition: 0.058,
  yesNo: 0.435,
  passageScore: 2.764,
  passageFirst: 0.499,
  first: 0.351,
  short: -1.698,
  long: 0.869,
  isQuestion: -1.289,
  isHeading: -0.318,
  afterQuestion: 0.389,
  novelty: -0.454,
  afterIntroduction: -0.185,
  headingCoverage: 2.016,
  coverageUnderHeading: 3.008,
  noFigure: -0.224,
  soughtForm: 3,
  formMissing: -1.5,
};

type Logistic = Record<ConfidenceFeature | "intercept", number>;

/** Do the documents hold an answer? Told apart: questions whose document is indexed and is not. */
export const heldWeights: Logistic = {
  intercept: -0.361,
  coverage: 0,
  nearCoverage: 0,
  passageCoverage: 0,
  bestCoverage: 0,
  unknownMass: -0.825,
  heaviestMissing: -0.26,
  namesMissing: -3.746,
  coverageUnderHeading: 0,
  proximity: 0.139,
  belief: 0,
  passageBelief: 0.928,
  sentenceScore: 0.047,
  scoreMargin: 0,
  bm25Share: 5.658,
  evidence: 0.011,
  missingEvidence: -0.599,
  fewTerms: -1.01,
  manyTerms: 3.239,
  heldMass: 2.692,
  missingMass: -0.083,
  sentenceMissingMass: -2.695,
  topicCoverage: 1.378,
  retrievalProximity: 0.123,
  secondMissing: -0.23,
  corrected: -2.653,
};

/** If they do, is the quote right? Told apart: quotes that hold the reference answer and do not. */
export const rightWeights: Logistic = {
  intercept: -1.717,
  coverage: 0,
  nearCoverage: 0,
  passageCoverage: 0,
  bestCoverage: 0,
  unknownMass: -0.715,
  heaviestMissing: 0,
  namesMissing: -2.23,
  coverageUnderHeading: 0.093,
  proximity: 0.069,
  belief: 1.34,
  passageBelief: 1.762,
  sentenceScore: 0,
  scoreMargin: 0.253,
  bm25Share: 0,
  evidence: 0.123,
  missingEvidence: -0.046,
  fewTerms: -0.402,
  manyTerms: 0,
  heldMass: 1.066,
  missingMass: 0,
  sentenceMissingMass: 0,
  topicCoverage: 0.092,
  retrievalProximity: 0.163,
  secondMissing: -0.1,
  corrected: -0.209,
};

/** From the odds of both together to a probability (Platt). */
export const confidenceCalibration = { slope: 0.926, intercept: 0.153 };

/** Below this the assistant says that it doesn't know. Chosen from the table of evals/answers.ts. */
export const answerThreshold = 0.35;
