import { probabilityOf } from "../calibration/log-odds.ts";
import { intercepts, unitWeights } from "./fitted-weights.ts";

export type UnitFeature = keyof typeof unitWeights;
export const unitFeatureNames = namesOf(unitWeights);
export const featureIndex = Object.fromEntries(
  unitFeatureNames.map((name, index) => [name, index]),
) as Record<UnitFeature, number>;

/** A logistic regression, with its weights in the order of its features. */
export interface LogisticWeights {
  intercept: number;
  weights: readonly number[];
}

export function logistic({ intercept, weights }: LogisticWeights, features: Float64Array): number {
  return probabilityOf(intercept + weightedSum(features, weights));
}

export function weightedSum(features: Float64Array, weights: readonly number[]): number {
  let sum = 0;
  for (let k = 0; k < features.length; k++) sum += (weights[k] ?? 0) * (features[k] ?? 0);
  return sum;
}

/** The feature names of a table of weights, in their order. */
export function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(table) as Name[];
}

/** One column of a table of weights, in the order of its lines. */
export function columnOf<Model extends string>(
  table: Readonly<Record<string, Readonly<Record<Model, number>>>>,
  model: Model,
): number[] {
  return Object.values(table).map((line) => line[model]);
}

/** A fitted regression over the lines of these tables. */
export const fittedOf = <Model extends keyof typeof intercepts>(
  model: Model,
  ...tables: Readonly<Record<string, Readonly<Record<Model, number>>>>[]
): LogisticWeights => ({
  intercept: intercepts[model],
  weights: tables.flatMap((table) => columnOf(table, model)),
});
