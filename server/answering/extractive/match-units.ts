import { onceFor } from "../../caching/once.ts";
import { keepRecent } from "../../caching/recent-map.ts";
import type { AnalysedUnit } from "./analysed-passage.ts";
import { matchTokens } from "./matcher/match-tokens.ts";
import { Matcher } from "./matcher/matcher.ts";
import { scoreUnits } from "./rank-units.ts";
import type { Candidate } from "./unit-features.ts";
import type { WeightedQuery } from "./weighted-query.ts";
import { featureIndex } from "./weights.ts";

/** Only this many of the best units are scored by the matcher; more changed no answer. */
const maxMatched = 8;
/** Brings its log odds to values between -1 and 1. */
const matcherScale = 10;
/** It does not tell a follow-up from the messages that it refers to, so it counts half there. */
const followUpScale = 2;

const fittedMatcher = new Matcher(new URL("data/matcher.bin", import.meta.url));

/**
 * Writes the feature `matcherScore` of the units: how well the matcher finds that they answer, for those that are best by
 * all other features; the others get the lowest of these scores. Returns the same candidates.
 */
export function matchUnits(
  query: WeightedQuery,
  candidates: Candidate[],
  matcher: Matcher = fittedMatcher,
): Candidate[] {
  const scores = scoreUnits(candidates);
  const order = candidates.map((_, at) => at).toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  const ordered = order.map((at) => candidates[at] as Candidate);
  const texts = ordered.slice(0, maxMatched).map(({ unit }) => ({
    heading: tokensOfHeading(unit.over.nearest),
    text: tokensOfUnit(unit),
  }));
  const found = matcher.score(query.question, query.earlier.messages, texts) ?? [];
  const scale = matcherScale * (query.earlier.messages === "" ? 1 : followUpScale);
  const values = found.map((score) => Math.min(1, Math.max(-1, score / scale)));
  const lowest = Math.min(...values);
  if (values.length > 0)
    ordered.forEach(({ features }, rank) => (features[featureIndex.matcherScore] = values[rank] ?? lowest));
  return candidates;
}

const tokensOfUnit = onceFor((unit: AnalysedUnit) => matchTokens(unit.composed.content));
const maxHeadings = 1_000;
const tokensOfHeading = keepRecent(maxHeadings, matchTokens);
