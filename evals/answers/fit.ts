import { probabilityOf } from "../../server/answering/calibration/log-odds.ts";
import type { PlattScaling } from "../../server/answering/extractive/calibrate-choice.ts";
import type { LogisticWeights } from "../../server/answering/extractive/weights.ts";

/** Adam, full batch: `gradient` adds the slope at `weights` into its second argument. */
export function minimize(
  size: number,
  gradient: (weights: Float64Array, into: Float64Array) => void,
  options: { steps: number; rate: number; signs?: readonly number[] },
): Float64Array {
  const weights = new Float64Array(size);
  const mean = new Float64Array(size);
  const variance = new Float64Array(size);
  for (let step = 1; step <= options.steps; step++) {
    const slope = new Float64Array(size);
    gradient(weights, slope);
    for (let k = 0; k < size; k++) {
      const g = slope[k] ?? 0;
      mean[k] = 0.9 * (mean[k] ?? 0) + 0.1 * g;
      variance[k] = 0.99 * (variance[k] ?? 0) + 0.01 * g * g;
      const move =
        (mean[k] ?? 0) / (1 - 0.9 ** step) / (Math.sqrt((variance[k] ?? 0) / (1 - 0.99 ** step)) + 1e-8);
      weights[k] = (weights[k] ?? 0) - options.rate * (1 - step / (options.steps + 1)) * move;
      // Clipped to the side of zero that its sign allows.
      const sign = options.signs?.[k] ?? 0;
      if (sign !== 0 && (weights[k] ?? 0) * sign < 0) weights[k] = 0;
    }
  }
  return weights;
}

export interface SoftmaxCase {
  /** One row of features per unit. */
  units: Float64Array[];
  /** Whether the answer composed around the unit is right. */
  right: boolean[];
  weight: number;
}

/**
 * Softmax over the units of a question: maximizes the likelihood of choosing a right one, with L2 regularization.
 */
export function fitChoice(choices: SoftmaxCase[], size: number, bound: number): Float64Array {
  const usable = choices.filter((choice) => choice.right.some(Boolean) && !choice.right.every(Boolean));
  const total = usable.reduce((sum, choice) => sum + choice.weight, 0);
  // Scaled, so that a feature that is mostly 0 is regularized like the others.
  const scale = deviations(
    usable.flatMap(({ units }) => units),
    size,
  );
  const scaled = usable.map(({ units, right, weight }) => ({
    units: units.map((features) => features.map((value, k) => value / (scale[k] ?? 1))),
    right,
    weight: weight / total,
  }));
  const fitted = minimize(
    size,
    (weights, into) => {
      for (const choice of scaled) addSlope(choice, weights, into);
      for (let k = 0; k < size; k++) into[k] = (into[k] ?? 0) + bound * (weights[k] ?? 0);
    },
    { steps: 200, rate: 0.1 },
  );
  return fitted.map((weight, k) => weight / (scale[k] ?? 1));
}

function addSlope({ units, right, weight }: SoftmaxCase, weights: Float64Array, into: Float64Array): void {
  const scores = units.map((features) => dot(weights, features));
  const highest = Math.max(...scores);
  const shares = scores.map((score) => Math.exp(score - highest));
  const all = shares.reduce((sum, share) => sum + share, 0);
  const good = shares.reduce((sum, share, i) => (right[i] ? sum + share : sum), 0);
  shares.forEach((share, i) => {
    const pull = weight * (share / all - (right[i] ? share / good : 0));
    const features = units[i] as Float64Array;
    for (let k = 0; k < features.length; k++) into[k] = (into[k] ?? 0) + pull * (features[k] ?? 0);
  });
}

function deviations(rows: Float64Array[], size: number): Float64Array {
  const mean = new Float64Array(size);
  const squares = new Float64Array(size);
  for (const row of rows) {
    for (let k = 0; k < size; k++) {
      const value = row[k] ?? 0;
      mean[k] = (mean[k] ?? 0) + value / rows.length;
      squares[k] = (squares[k] ?? 0) + (value * value) / rows.length;
    }
  }
  return squares.map((square, k) => Math.sqrt(Math.max(0, square - (mean[k] ?? 0) ** 2)) || 1);
}

export interface Outcome {
  features: Float64Array;
  right: boolean;
  weight: number;
}

/** Logistic regression on standardized features with L2 regularization; returns weights for the original features. */
export function fitLogistic(
  outcomes: Outcome[],
  size: number,
  bound: number,
  signs: readonly number[] = [],
): LogisticWeights {
  const total = outcomes.reduce((sum, { weight }) => sum + weight, 0);
  const mean = new Float64Array(size);
  const deviation = new Float64Array(size);
  for (const { features, weight } of outcomes)
    for (let k = 0; k < size; k++) mean[k] = (mean[k] ?? 0) + (weight / total) * (features[k] ?? 0);
  for (const { features, weight } of outcomes) {
    for (let k = 0; k < size; k++)
      deviation[k] = (deviation[k] ?? 0) + (weight / total) * ((features[k] ?? 0) - (mean[k] ?? 0)) ** 2;
  }
  for (let k = 0; k < size; k++) deviation[k] = Math.sqrt(deviation[k] ?? 0) + 1e-6;
  const rows = outcomes.map(({ features }) =>
    features.map((value, k) => (value - (mean[k] ?? 0)) / (deviation[k] ?? 1)),
  );
  const fitted = minimize(
    size + 1,
    (weights, into) => {
      outcomes.forEach(({ right, weight }, i) => {
        const row = rows[i] as Float64Array;
        const expected = probabilityOf(dot(weights, row) + (weights[size] ?? 0));
        const pull = (weight / total) * (expected - (right ? 1 : 0));
        for (let k = 0; k < size; k++) into[k] = (into[k] ?? 0) + pull * (row[k] ?? 0);
        into[size] = (into[size] ?? 0) + pull;
      });
      for (let k = 0; k < size; k++) into[k] = (into[k] ?? 0) + bound * (weights[k] ?? 0);
    },
    { steps: 250, rate: 0.15, signs },
  );
  const weights = Array.from({ length: size }, (_, k) => (fitted[k] ?? 0) / (deviation[k] ?? 1));
  const intercept =
    (fitted[size] ?? 0) - weights.reduce((sum, weight, k) => sum + weight * (mean[k] ?? 0), 0);
  return { intercept, weights };
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < b.length; k++) sum += (a[k] ?? 0) * (b[k] ?? 0);
  return sum;
}

/** Platt scaling: the linear map from log odds to calibrated log odds. */
export function fitScaling(
  outcomes: readonly { odds: number; right: boolean; weight: number }[],
): PlattScaling {
  const { weights, intercept } = fitLogistic(
    outcomes.map(({ odds, right, weight }) => ({ features: Float64Array.of(odds), right, weight })),
    1,
    0,
  );
  return { slope: weights[0] ?? 1, intercept };
}
