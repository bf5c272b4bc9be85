import { seededRandom } from "../../scripts/seeded-random.ts";
import { probabilityOf } from "../../server/answering/calibration/log-odds.ts";
import { treeOdds, type BoostedTrees, type Tree } from "../../server/answering/extractive/boosted-trees.ts";
import type { Outcome } from "./fit.ts";

/** Many small trees, each over a sample of the outcomes and features, so that none learns single questions. */
const treeCount = 500;
const maxDepth = 3;
const learningRate = 0.035;
const rowShare = 0.6;
const featureShare = 0.15;
const minFeatures = 2;
/** Minimum weight of a leaf, and the L2 regularization of its value. */
const minLeafWeight = 10;
const bound = 5;
const maxBins = 64;

/** The values of a feature, binned by the thresholds at which a tree may split. */
interface Binned {
  /** Thresholds; the bin of a value is the number of thresholds that it reaches. */
  froms: number[];
  bins: Uint8Array;
}

interface Slopes {
  /** First and second derivative of the loss for each outcome. */
  first: Float64Array;
  second: Float64Array;
}

/** The limits of a leaf's value, so that a feature with a sign counts in one direction only. */
interface Range {
  lowest: number;
  highest: number;
}

interface Division {
  gain: number;
  feature: number;
  bin: number;
  middle: number;
}

interface Fitting {
  binned: readonly Binned[];
  signs: readonly number[];
  slopes: Slopes;
  features: readonly number[];
}

/**
 * Gradient boosting for a probability by second derivatives, over binned values (Chen and Guestrin, 2016: XGBoost).
 * A feature with a sign counts in that direction only.
 */
export function fitTrees(outcomes: readonly Outcome[], signs: readonly number[]): BoostedTrees {
  const random = seededRandom(7);
  const size = outcomes[0]?.features.length ?? 0;
  const binned = Array.from({ length: size }, (_, feature) => binsOf(outcomes, feature));
  const weight = outcomes.reduce((sum, outcome) => sum + outcome.weight, 0);
  const rightWeight = outcomes.reduce((sum, outcome) => sum + outcome.weight * Number(outcome.right), 0);
  const fitted = { intercept: Math.log(rightWeight / (weight - rightWeight)), trees: [] as Tree[] };
  const odds = new Float64Array(outcomes.length).fill(fitted.intercept);
  const share = Math.max(featureShare, minFeatures / size);
  for (let count = 0; count < treeCount; count++) {
    const rows = outcomes.map((_, row) => row).filter(() => random() < rowShare);
    const features = binned.map((_, feature) => feature).filter(() => random() < share);
    const fitting = { binned, signs, slopes: slopesOf(outcomes, odds), features };
    const tree = growTree(fitting, rows, { lowest: -Infinity, highest: Infinity }, maxDepth);
    fitted.trees.push(tree);
    const alone = { intercept: 0, trees: [tree] };
    outcomes.forEach(({ features: values }, row) => (odds[row] = (odds[row] ?? 0) + treeOdds(alone, values)));
  }
  return fitted;
}

/** Bins at the quantiles of the existing values. */
function binsOf(outcomes: readonly Outcome[], feature: number): Binned {
  const values = outcomes.map(({ features }) => features[feature] ?? 0);
  const sorted = values.toSorted((a, b) => a - b);
  const distinct = [...new Set(sorted)];
  const quantiles = Array.from(
    { length: maxBins },
    (_, i) => sorted[Math.floor(((i + 1) * sorted.length) / (maxBins + 1))] ?? 0,
  );
  const froms = distinct.length <= maxBins ? distinct.slice(1) : [...new Set(quantiles)];
  return { froms, bins: Uint8Array.from(values, (value) => countUpTo(froms, value)) };
}

/** How many of these ascending thresholds a value reaches. */
function countUpTo(froms: readonly number[], value: number): number {
  let [low, high] = [0, froms.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((froms[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function slopesOf(outcomes: readonly Outcome[], odds: Float64Array): Slopes {
  const first = new Float64Array(outcomes.length);
  const second = new Float64Array(outcomes.length);
  outcomes.forEach(({ right, weight }, row) => {
    const expected = probabilityOf(odds[row] ?? 0);
    first[row] = weight * (expected - Number(right));
    second[row] = weight * expected * (1 - expected);
  });
  return { first, second };
}

function growTree(fitting: Fitting, rows: readonly number[], range: Range, depth: number): Tree {
  const best = depth === 0 ? null : bestDivision(fitting, rows, range);
  if (best === null) return rounded(learningRate * valueOf(sumOf(fitting.slopes, rows), range));
  const { feature, bin, middle } = best;
  const { bins, froms } = fitting.binned[feature] as Binned;
  const below = rows.filter((row) => (bins[row] ?? 0) <= bin);
  const above = rows.filter((row) => (bins[row] ?? 0) > bin);
  const sign = fitting.signs[feature] ?? 0;
  const upTo = { ...range, highest: middle };
  const from = { ...range, lowest: middle };
  return [
    feature,
    Math.floor(1e4 * (froms[bin] ?? 0)) / 1e4,
    growTree(fitting, below, sign > 0 ? upTo : sign < 0 ? from : range, depth - 1),
    growTree(fitting, above, sign > 0 ? from : sign < 0 ? upTo : range, depth - 1),
  ];
}

interface Sums {
  first: number;
  second: number;
}

function sumOf({ first, second }: Slopes, rows: readonly number[]): Sums {
  const sums = { first: 0, second: 0 };
  for (const row of rows) {
    sums.first += first[row] ?? 0;
    sums.second += second[row] ?? 0;
  }
  return sums;
}

const valueOf = ({ first, second }: Sums, { lowest, highest }: Range): number =>
  Math.min(highest, Math.max(lowest, -first / (second + bound)));

/** The reduction of the loss if all these outcomes get one value. */
const gainOf = ({ first, second }: Sums, value: number): number =>
  -(2 * first * value + (second + bound) * value * value);

/** The split that reduces the loss most, or null if none does. */
function bestDivision(fitting: Fitting, rows: readonly number[], range: Range): Division | null {
  const { binned, signs, slopes, features } = fitting;
  const all = sumOf(slopes, rows);
  const undivided = gainOf(all, valueOf(all, range));
  const [first, second] = [new Float64Array(maxBins + 1), new Float64Array(maxBins + 1)];
  let best: Division | null = null;
  for (const feature of features) {
    const { bins, froms } = binned[feature] as Binned;
    sumBins(slopes, rows, bins, [first, second]);
    const below = { first: 0, second: 0 };
    for (let bin = 0; bin < froms.length; bin++) {
      below.first += first[bin] ?? 0;
      below.second += second[bin] ?? 0;
      const above = { first: all.first - below.first, second: all.second - below.second };
      if (below.second < minLeafWeight || above.second < minLeafWeight) continue;
      const [low, high] = [valueOf(below, range), valueOf(above, range)];
      if ((signs[feature] ?? 0) * (high - low) < 0) continue;
      const gain = gainOf(below, low) + gainOf(above, high) - undivided;
      if (gain > (best?.gain ?? 1e-6)) best = { gain, feature, bin, middle: (low + high) / 2 };
    }
  }
  return best;
}

/** The sums of both derivatives by bin. Most of the time is spent here. */
function sumBins(
  { first, second }: Slopes,
  rows: readonly number[],
  bins: Uint8Array,
  [firstSums, secondSums]: [Float64Array, Float64Array],
): void {
  firstSums.fill(0);
  secondSums.fill(0);
  for (const row of rows) {
    const bin = bins[row] as number;
    firstSums[bin] = (firstSums[bin] as number) + (first[row] as number);
    secondSums[bin] = (secondSums[bin] as number) + (second[row] as number);
  }
}

const rounded = (value: number): number => Number(value.toFixed(4));
