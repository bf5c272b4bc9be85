import { flag, placesOf, type Compared, type Features } from "./compared.ts";
import type { EvidenceTokens } from "./evidence-tokens.ts";
import { scopeNames, type Scope } from "./scope-words.ts";

/** Words over a list that deny its items. */
const denying = /^(?:except|exclud|exclus|prohibit|forbid|refus|laps|bann?$)/u;

const opposites: Partial<Record<Scope, Scope>> = {
  least: "most", most: "least", more: "less", less: "more", before: "after", after: "before", if: "unless",
  unless: "if", with: "without", without: "with", all: "some", some: "all", may: "must", must: "may",
  first: "last", last: "first", until: "from", from: "until",
}; // prettier-ignore

/** Whether the small words of the claim stand in its evidence, before the same words. */
export function scopeFeatures({ words, best, evidence }: Compared): Features {
  const units = [...new Set(best)].flatMap((unit) => (unit === undefined ? [] : [unit]));
  const held = new Set(
    units.flatMap(({ tokens, lead }) => [...tokens, ...lead].flatMap(({ scopes }) => scopes)),
  );
  const said = new Set(words.flatMap(({ scopes }) => scopes));
  const spoken = new Set(words.flatMap(({ keys }) => keys));
  const bounding = new Set(
    units.flatMap(({ tokens }) =>
      tokens.filter(({ key }) => spoken.has(key)).flatMap(({ scopes }) => scopes),
    ),
  );
  const features: Features = {};
  for (const scope of scopeNames) {
    features[`${scope}Added`] = flag(said.has(scope) && !held.has(scope));
    features[`${scope}Dropped`] = flag(!said.has(scope) && bounding.has(scope));
  }
  const isTurned = scopeNames.some((scope) => {
    const other = opposites[scope];
    return other !== undefined && said.has(scope) && !held.has(scope) && held.has(other) && !said.has(other);
  });
  return { ...features, scopeTurned: flag(isTurned), ...boundFeatures(words, evidence, units) };
}

function boundFeatures(
  words: Compared["words"],
  evidence: readonly EvidenceTokens[],
  units: readonly EvidenceTokens[],
): Features {
  let [contrary, absent, denied] = [false, false, false];
  for (const word of words) {
    const places = evidence.flatMap((unit) => placesOf(unit, word).map((at) => ({ unit, at })));
    if (places.length === 0) continue;
    const there = new Set(places.flatMap(({ unit, at }) => unit.tokens[at]?.scopes ?? []));
    for (const scope of word.scopes) {
      if (there.has(scope)) continue;
      const other = opposites[scope];
      if (other !== undefined && there.has(other)) contrary = true;
      else absent = true;
    }
    if (word.scopes.includes("not") && !places.some(({ unit, at }) => isDenied(unit, at))) denied = true;
  }
  const count = (tokens: readonly { scopes: readonly Scope[] }[]) =>
    tokens.filter(({ scopes }) => scopes.includes("not")).length;
  return {
    scopeContrary: flag(contrary),
    scopeAbsent: flag(absent),
    deniedHereOnly: flag(denied),
    moreDenials: flag(
      count(words) > Math.max(0, ...units.map(({ tokens, lead }) => count(tokens) + count(lead))),
    ),
  };
}

/** Whether a word of the evidence is denied: beside it, or by what leads to it. */
function isDenied({ tokens, lead }: EvidenceTokens, at: number): boolean {
  return (
    [at - 1, at, at + 1].some((each) => tokens[each]?.scopes.includes("not") === true) ||
    lead.some(({ scopes, word }) => scopes.includes("not") || denying.test(word))
  );
}
