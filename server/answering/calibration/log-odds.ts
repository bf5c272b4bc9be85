/** The logarithm of p / (1 - p), for a probability that is kept at least `margin` away from 0 and 1. */
export function logOdds(probability: number, margin = 1e-6): number {
  const bounded = Math.min(1 - margin, Math.max(margin, probability));
  return Math.log(bounded / (1 - bounded));
}

/** The probability of log odds: the logistic function. */
export const probabilityOf = (odds: number): number => 1 / (1 + Math.exp(-odds));
