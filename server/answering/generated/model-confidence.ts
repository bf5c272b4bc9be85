import { answerThreshold } from "../extractive/calibration.ts";

/** How sure the model said it is. */
export type Sureness = "sure" | "partly";

/** What an answer in confirmed sentences can add at most to a weak find. */
const mostLift = 0.2;
const shareOf: Record<Sureness, number> = { sure: 1, partly: 0.75 };

/**
 * How likely an answer of the model is right: what retrieval alone makes likely, lifted a little by how
 * well its sentences are supported, lowered by those that were not and by the model's own doubt.
 */
export function modelConfidence(given: {
  /** Of the extractive answer from the same passages. */
  retrieved: number;
  /** Mean over the confirmed sentences, 0 to 1. */
  support: number;
  /** Share of the written sentences that were confirmed. */
  confirmed: number;
  sureness: Sureness;
}): number {
  const found = given.retrieved + (1 - given.retrieved) * mostLift * given.support;
  return Math.round(found * given.confirmed * shareOf[given.sureness] * 1000) / 1000;
}

/** Whether the best possible answer of the model could reach the threshold. */
export function mayBeAnswered(retrieved: number, sureness: Sureness = "sure"): boolean {
  return modelConfidence({ retrieved, support: 1, confirmed: 1, sureness }) >= answerThreshold;
}
