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
export const straight: Curve = { slope: 1, intercept: 0, questions: 0 };

/** Fewer answers tell too little. */
export const minJudged = 30;
/** As much as so many answers in which the curve before was exactly right: a few ratings bend nothing. */
const priorWeight = 10;
const minSlope = 0.1;
const steps = 50;

const logOdds = (confidence: number): number => {
  const bounded = Math.min(0.995, Math.max(0.005, confidence));
  return Math.log(bounded / (1 - bounded));
};
const share = (odds: number): number => 1 / (1 + Math.exp(-odds));
const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** The calibrated confidence. */
export function applyCurve({ slope, intercept }: Curve, confidence: number): number {
  return rounded(share(slope * logOdds(confidence) + intercept));
}

/** The confidence that was calibrated to this one. */
export function invertCurve({ slope, intercept }: Curve, calibrated: number): number {
  return rounded(share((logOdds(calibrated) - intercept) / slope));
}

/** Fits a curve to judged answers by Newton's method, near `prior` where they are few; it never falls. */
export function fitCurve(judged: readonly JudgedAnswer[], prior: Curve = straight): Curve {
  const points = judged.map(({ confidence, right }) => ({ x: logOdds(confidence), y: right ? 1 : 0 }));
  let { slope, intercept } = prior;
  for (let step = 0; step < steps; step++) {
    const ridge = priorWeight / 4;
    let [a, b] = [ridge * (slope - prior.slope), ridge * (intercept - prior.intercept)];
    let [aa, ab, bb] = [ridge, 0, ridge];
    for (const { x, y } of points) {
      const p = share(slope * x + intercept);
      const weight = Math.max(1e-6, p * (1 - p));
      a += (p - y) * x;
      b += p - y;
      aa += weight * x * x;
      ab += weight * x;
      bb += weight;
    }
    const determinant = aa * bb - ab * ab;
    slope -= (bb * a - ab * b) / determinant;
    intercept -= (aa * b - ab * a) / determinant;
  }
  return { slope: Math.max(minSlope, slope), intercept, questions: judged.length };
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
