import { logOdds, probabilityOf } from "./log-odds.ts";

/** How likely an answer is right that an engine gave with some confidence: a line over its log odds. */
export interface Curve {
  slope: number;
  intercept: number;
  /** It was fitted on so many. */
  questions: number;
}

/** An answer that somebody judged. */
export interface JudgedAnswer {
  /** As the engine gave it, before any curve. */
  confidence: number;
  right: boolean;
}

/** Leaves a confidence as it is. */
export const identityCurve: Curve = { slope: 1, intercept: 0, questions: 0 };

/** Fewer answers tell too little. */
export const minJudged = 30;
/** As much as so many answers in which the curve before was exactly right: a few ratings bend nothing. */
const priorWeight = 10;
const ridge = priorWeight / 4;
const minSlope = 0.1;
const maxSteps = 100;
/** Of a step: a smaller part than this leads nowhere. */
const minStepSize = 1e-6;

/** What is certain has no log odds: it counts as nearly certain. */
const minConfidence = 0.005;
const logOddsOf = (confidence: number): number => logOdds(confidence, minConfidence);
const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** The calibrated confidence. */
export function applyCurve({ slope, intercept }: Curve, confidence: number): number {
  return rounded(probabilityOf(slope * logOddsOf(confidence) + intercept));
}

/** A judged answer as the fit sees it: the log odds of its confidence, and 1 where it is right. */
interface Point {
  x: number;
  y: number;
}

/** Fits a curve to judged answers, near `prior` where they are few; it never falls. */
export function fitCurve(judged: readonly JudgedAnswer[], prior: Curve = identityCurve): Curve {
  const points = judged.map(({ confidence, right }) => ({ x: logOddsOf(confidence), y: right ? 1 : 0 }));
  const questions = judged.length;
  const free = minimize(points, prior, { ...prior, questions }, { isSlopeFree: true });
  if (free.slope >= minSlope) return free;
  return minimize(points, prior, { ...prior, slope: minSlope, questions }, { isSlopeFree: false });
}

/**
 * Newton's method. Where many sure answers are wrong a whole step leads past the minimum and further away each time,
 * so that it is halved until it leads down.
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

/** How badly a curve says what was judged, and how far it is from the prior. */
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

function stepOf(
  points: readonly Point[],
  prior: Curve,
  { slope, intercept }: Curve,
  isSlopeFree: boolean,
): Pick<Curve, "slope" | "intercept"> {
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
