import { claimFeatures, type JudgedClaim } from "./claim-features.ts";
import { claimWeights } from "./claim-weights.ts";
import { isReadable } from "./readable.ts";

/** Log odds, from which on a claim is not said in the model's words: few that say something else stay below. */
export const doubtful = -1.2;
/** The same for claims of which the documents' own words are too long to be quoted. */
export const doubtfulUnquoted = 0;

/**
 * How likely a claim says something else than its evidence, as log odds, for claims that pass the rules for facts. Fitted
 * by evals/claims.ts on sentences of right answers and the same sentences altered.
 */
export function doubtOf(claim: JudgedClaim): number {
  if (!isReadable(claim.claim)) return Number.POSITIVE_INFINITY;
  const features = claimFeatures(claim);
  return Object.entries(claimWeights.weights).reduce(
    (sum, [name, weight]) => sum + weight * (features[name] ?? 0),
    claimWeights.intercept,
  );
}
