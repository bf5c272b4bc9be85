import { probabilityOf } from "../../server/answering/calibration/log-odds.ts";
import { logOddsOf, type Curve } from "../../server/answering/calibration/curves.ts";

/** An answer that someone judged. */
export interface JudgedAnswer {
  /** As the engine gave it, before any curve. */
  confidence: number;
  right: boolean;
}

/** Leaves a confidence as it is. */
export const identityCurve: Curve = { slope: 1, intercept: 0, questions: 0 };

/** A curve is not fitted on fewer answers. */
export const minJudged = 30;
/** The prior weighs as much as this many answers that fit it exactly, so a few ratings change little. */
const priorWeight = 10;
const ridge = priorWeight / 4;
const minSlope = 0.1;
const maxSteps = 100;
/** Smaller fractions of a step are not tried. */
const minStepSize = 1e-6;

/** A judged answer in the fit: the log odds of its confidence, and 1 if it is right, otherwise 0. */
interface Point {
  x: number;
  y: number;
}

/** Fits a rising curve to judged answers; with few of them it stays near `prior`. */
export function fitCurve(judged: readonly JudgedAnswer[], prior: Curve = identityCurve): Curve {
  const points = judged.map(({ confidence, right }) => ({ x: logOddsOf(confidence), y: right ? 1 : 0 }));
  const questions = judged.length;
  const free = minimize(points, prior, { ...prior, questions }, { isSlopeFree: true });
  if (free.slope >= minSlope) return free;
  return minimize(points, prior, { ...prior, slope: minSlope, questions }, { isSlopeFree: false });
}

/**
 * Newton's method. If many confident answers are wrong, whole steps overshoot the minimum further each time, so a step
 * is halved until it reduces the loss.
 */
function minimize(
  points: readonly Point[],
  prior: Curve,
  start: Curve,
  { isSlopeFree }: { isSlopeFree: boolean },
): Curve {
  let curve = start;
  let loss = lossOf(points, prior, curve);
  for (let step = 0; step < maxSteps; step++) {
    const { slope, intercept } = stepOf(points, prior, curve, isSlopeFree);
    let isLower = false;
    for (let size = 1; size > minStepSize && !isLower; size /= 2) {
      const moved = {
        ...curve,
        slope: curve.slope - size * slope,
        intercept: curve.intercept - size * intercept,
      };
      const movedLoss = lossOf(points, prior, moved);
      isLower = movedLoss < loss;
      if (isLower) [curve, loss] = [moved, movedLoss];
    }
    if (!isLower) break;
  }
  return curve;
}

/** The negative log likelihood of the judged answers, plus a penalty for the distance from the prior. */
function lossOf(points: readonly Point[], prior: Curve, { slope, intercept }: Curve): number {
  const distance = (slope - prior.slope) ** 2 + (intercept - prior.intercept) ** 2;
  return points.reduce(
    (sum, { x, y }) => {
      const odds = (slope * x + intercept) * (y === 1 ? -1 : 1);
      return sum + Math.max(0, odds) + Math.log1p(Math.exp(-Math.abs(odds)));
    },
    (ridge / 2) * distance,
  );
}

function stepOf(points: readonly Point[], prior: Curve, { slope, intercept }: Curve, isSlopeFree: boolean) {
  let [a, b] = [ridge * (slope - prior.slope), ridge * (intercept - prior.intercept)];
  let [aa, ab, bb] = [ridge, 0, ridge];
  for (const { x, y } of points) {
    const p = probabilityOf(slope * x + intercept);
    const weight = p * (1 - p);
    a += (p - y) * x;
    b += p - y;
    aa += weight * x * x;
    ab += weight * x;
    bb += weight;
  }
  if (!isSlopeFree) return { slope: 0, intercept: b / bb };
  const determinant = aa * bb - ab * ab;
  return { slope: (bb * a - ab * b) / determinant, intercept: (aa * b - ab * a) / determinant };
}

/** The mean distance between confidence and share of right answers, over five bins of equal size. */
export function calibrationError(judged: readonly JudgedAnswer[]): number {
  const bins = 5;
  const sorted = judged.toSorted((one, other) => one.confidence - other.confidence);
  let error = 0;
  for (let bin = 0; bin < bins; bin++) {
    const from = Math.floor((bin * sorted.length) / bins);
    const inBin = sorted.slice(from, Math.floor(((bin + 1) * sorted.length) / bins));
    if (inBin.length === 0) continue;
    const confidence = inBin.reduce((sum, each) => sum + each.confidence, 0) / inBin.length;
    const right = inBin.filter((each) => each.right).length / inBin.length;
    error += (Math.abs(confidence - right) * inBin.length) / sorted.length;
  }
  return error;
}
