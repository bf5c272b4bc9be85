import type { ConfidenceFeature } from "./confidence.ts";
import type { SentenceFeature } from "./sentence-features.ts";

// Fitted by evals/calibrate.ts; run it again rather than editing figures by hand.

/** Weights of the sentence model: a softmax over the sentences of the retrieved passages. */
export const sentenceWeights: Record<SentenceFeature, number> = {
  coverage: 3.64,
  neighbourCoverage: 0.18,
  contextCoverage: -2.45,
  proximity: 1.88,
  rarestTerm: 0.4,
  density: 3.05,
  figure: 1.12,
  name: 0.47,
  reason: 0.68,
  manner: 0.23,
  definition: 0.15,
  yesNo: 0.79,
  passageScore: 3.58,
  passageFirst: 0.87,
  first: 0.19,
  short: -0.13,
  long: 0.42,
  isQuestion: -0.19,
  afterQuestion: 0.05,
  novelty: 0.42,
  tableRow: 0.04,
  listItem: 0.18,
  afterIntroduction: 0.06,
  headingCoverage: 0.31,
};

/** Weights of the confidence: a logistic regression. */
export const confidenceIntercept = -4;
export const confidenceWeights: Record<ConfidenceFeature, number> = {
  coverage: 1.5,
  nearCoverage: 1,
  passageCoverage: 2.5,
  bestCoverage: 0,
  unknownMass: -2,
  heaviestMissing: -0.5,
  namesMissing: -1,
  proximity: 1,
  belief: 1,
  passageBelief: 0.5,
  sentenceScore: 0,
  scoreMargin: 0.5,
  bm25Share: 0,
  evidence: 0.4,
  missingEvidence: -0.4,
  fewTerms: 0,
  manyTerms: 0,
  smallCollection: 0,
  oneDocument: 0,
};

/** Below this the assistant says that it doesn't know. */
export const answerThreshold = 0.3;
