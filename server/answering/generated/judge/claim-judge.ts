import { claimFeatures } from "./claim-features.ts";
import { claimWeights } from "./claim-weights.ts";
import type { JudgedClaim } from "./claim-comparison.ts";
import { rarityOf } from "../../../language/common-words.ts";
import { stem } from "../../../language/stem.ts";
import { stopWordsOf } from "../../../language/languages.ts";
import { tokenize } from "../../../language/tokenize.ts";

/** Log odds from which on a claim does not keep the model's words; few unsupported claims stay below. */
export const maxDoubt = -1;
/** As `maxDoubt`, for claims that nothing shorter or quoted can replace. */
export const maxDoubtWithoutQuote = 0;

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

/** Languages whose "not", "at most" and "unless" the judge knows. */
const readableLanguages = ["en", "af"] as const;
const minKnownShare = 0.3;

/** Whether the judge can read the language of a claim: in others it does not recognize negations and limits. */
export function isReadable(claim: string): boolean {
  const words = tokenize(claim).filter(({ kind }) => kind === "word");
  const isStopWord = (word: string) => readableLanguages.some((language) => stopWordsOf(language).has(word));
  const known = words.filter(({ word }) => isStopWord(word) || rarityOf([stem(word, "en")]) < 1);
  return words.length === 0 || known.length >= words.length * minKnownShare;
}
