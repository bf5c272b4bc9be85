import { positionsOfWord, type ClaimComparison, type Features } from "./claim-comparison.ts";
import { scopeNames, type Scope } from "./scope-words.ts";

const opposites: Partial<Record<Scope, Scope>> = {
  least: "most", most: "least", more: "less", less: "more", before: "after", after: "before", if: "unless",
  unless: "if", with: "without", without: "with", all: "some", some: "all", may: "must", must: "may",
  first: "last", last: "first", until: "from", from: "until",
}; // prettier-ignore

/** Whether the evidence has the same function words as the claim, before the same content words. */
export function scopeFeatures(comparison: ClaimComparison): Features {
  const { words } = comparison;
  const units = [...comparison.best];
  const tokens = units.flatMap((unit) => unit.tokens);
  const leads = units.flatMap(({ lead }) => lead);
  const headingScopes = units.flatMap(({ row }) => row?.headingScopes ?? []);
  const evidenceScopes = new Set([
    ...[...tokens, ...leads].flatMap(({ scopes }) => scopes),
    ...headingScopes,
  ]);
  const claimScopes = new Set(words.flatMap(({ scopes }) => scopes));
  const claimKeys = new Set(words.flatMap(({ keys }) => keys));
  const bounding = new Set(tokens.filter(({ key }) => claimKeys.has(key)).flatMap(({ scopes }) => scopes));
  const isAdded = (scope: Scope) => claimScopes.has(scope) && !evidenceScopes.has(scope);
  const features: Features = {};
  for (const scope of scopeNames) {
    features[`${scope}Added`] = isAdded(scope);
    features[`${scope}Dropped`] = !claimScopes.has(scope) && bounding.has(scope);
  }
  const isTurned = scopeNames.some((scope) => {
    const other = opposites[scope];
    return other !== undefined && isAdded(scope) && evidenceScopes.has(other) && !claimScopes.has(other);
  });
  return { ...features, scopeTurned: isTurned, ...boundFeatures(comparison) };
}

function boundFeatures({ words, evidence, best }: ClaimComparison): Features {
  const isContrary = words.some((word) => {
    const there = new Set(
      evidence.flatMap((unit) => positionsOfWord(unit, word).flatMap((at) => unit.tokens[at]?.scopes ?? [])),
    );
    return word.scopes.some((scope) => {
      const other = opposites[scope];
      return !there.has(scope) && other !== undefined && there.has(other);
    });
  });
  const count = (tokens: readonly { scopes: readonly Scope[] }[]) =>
    tokens.filter(({ scopes }) => scopes.includes("not")).length;
  const inEvidence = [...best].map(({ tokens, lead }) => count(tokens) + count(lead));
  return { scopeContrary: isContrary, moreDenials: count(words) > Math.max(0, ...inEvidence) };
}
