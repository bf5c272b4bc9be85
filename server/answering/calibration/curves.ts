import type { Database, Transaction } from "../../database/database.ts";
import { upsertRow } from "../../database/rows.ts";
import type { Answer } from "../answer.ts";
import { logOdds, probabilityOf } from "./log-odds.ts";

/** Maps an engine's confidence to the probability that its answer is right: a line in log odds. */
export interface Curve {
  slope: number;
  intercept: number;
  /** The number of judged answers that it was fitted on. */
  questions: number;
}

/** Confidences are kept this far from 0 and 1, which have no log odds. */
const minConfidence = 0.005;
export const logOddsOf = (confidence: number): number => logOdds(confidence, minConfidence);

/** The calibrated confidence. */
export function applyCurve({ slope, intercept }: Curve, confidence: number): number {
  return Math.round(probabilityOf(slope * logOddsOf(confidence) + intercept) * 1000) / 1000;
}

/** By engine: "extractive" or the name of a language model. Without a curve, a confidence stays as it is. */
export type Curves = ReadonlyMap<string, Curve>;

/** The curves for an organization: its own, otherwise the installation's. */
export async function readCurves(trx: Transaction, organizationId: string) {
  const columns = ["engine", "slope", "intercept", "questions", "calibrated_at as calibratedAt"] as const;
  const shared = await trx.selectFrom("installation_calibrations").select(columns).execute();
  const own = await trx
    .selectFrom("calibrations")
    .select(columns)
    .where("organization_id", "=", organizationId)
    .execute();
  return new Map([...shared, ...own].map((curve) => [curve.engine, curve]));
}

/** Stores the curve of an engine for the whole installation. */
export async function storeSharedCurve(db: Database, engine: string, curve: Curve): Promise<void> {
  await upsertRow(db, "installation_calibrations", { engine }, { ...curve, calibrated_at: new Date() });
}

/** Stores the curve of an engine that was fitted on an organization's own questions. */
export async function storeCurve(trx: Transaction, organizationId: string, engine: string, curve: Curve) {
  const key = { organization_id: organizationId, engine };
  await upsertRow(trx, "calibrations", key, { ...curve, calibrated_at: new Date() });
}

/** Applies the engine's curve to the confidence of an answer. */
export function calibrateAnswer(answer: Answer, engine: string, curves: Curves): Answer {
  if (!answer.answered || answer.kind !== "answer") return answer;
  const { confidence } = answer;
  const curve = curves.get(engine);
  return {
    ...answer,
    confidence: curve === undefined ? confidence : applyCurve(curve, confidence),
    uncalibrated: { engine, confidence },
  };
}
