/** How many of a question's numbers, days and dates a row or column meets, and how many it contradicts. */
export interface Verdict {
  met: number;
  against: number;
  /** The certain ones among them: days, dates, and numbers whose unit both sides state. */
  surelyMet: number;
  surelyAgainst: number;
}

export const unconditional: Verdict = { met: 0, against: 0, surelyMet: 0, surelyAgainst: 0 };

/** The sum of two verdicts, such as those of a row and a column. */
export function addVerdicts(a: Verdict, b: Verdict): Verdict {
  return {
    met: a.met + b.met,
    against: a.against + b.against,
    surelyMet: a.surelyMet + b.surelyMet,
    surelyAgainst: a.surelyAgainst + b.surelyAgainst,
  };
}

/** Comparisons of at least this weight are certain. */
const sureWeight = 0.9;

/** Adds the result for one number, day or date to a verdict; `weight` is at most 1. */
export function record(verdict: Verdict, isMet: boolean, weight: number): void {
  if (isMet) verdict.met += weight;
  else verdict.against += weight;
  if (weight < sureWeight) return;
  if (isMet) verdict.surelyMet += 1;
  else verdict.surelyAgainst += 1;
}
