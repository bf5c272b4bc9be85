import { claimFeatures, type JudgedClaim } from "./claim-features.ts";
import { claimWeights } from "./claim-weights.ts";
import { isReadable } from "./readable.ts";

/** Log odds from which on a claim does not keep the model's words; few unsupported claims stay below. */
export const doubtful = -1.2;
/** The same for claims that nothing shorter or quoted can replace. */
export const doubtfulUnquoted = 0;

/**
 * The log odds that a claim that passed the rules for facts is not supported by its evidence. Fitted by evals/claims.ts
 * on sentences of right answers and the same sentences altered.
 */
export function doubtOf(claim: JudgedClaim): number {
  if (!isReadable(claim.claim)) return Number.POSITIVE_INFINITY;
  const features = claimFeatures(claim);
  return Object.entries(claimWeights.weights).reduce(
    (sum, [name, weight]) => sum + weight * (features[name] ?? 0),
    claimWeights.intercept,
  );
}
