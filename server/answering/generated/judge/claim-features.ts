import { clauseFeatures } from "./clause-features.ts";
import { compareClaim, positionsOfWord } from "./claim-comparison.ts";
import type { ClaimComparison, Features, JudgedClaim, ClaimWord } from "./claim-comparison.ts";
import { isInContext } from "./evidence-tokens.ts";
import { factRules } from "../fact-rules.ts";
import { numberFeatures } from "./number-features.ts";
import { scopeFeatures } from "./scope-features.ts";
import { compareOrder, type Step } from "./word-order.ts";

/** Compares a claim with its evidence: signs that the evidence does not support it. What is true is 1. */
export function claimFeatures(claim: JudgedClaim): Record<string, number> {
  const comparison = compareClaim(claim);
  const features: Features = {
    ...wordFeatures(comparison),
    ...numberFeatures(comparison),
    ...scopeFeatures(comparison),
    ...clauseFeatures(comparison),
    ...Object.fromEntries(factRules.map((each) => [`${each}Violated`, claim.violated.has(each)])),
  };
  const all = Object.entries({ ...features, ...withoutFlaws(features) });
  return Object.fromEntries(all.map(([name, value]) => [name, Number(value)]));
}

/** Features that describe a claim and its evidence, or count against it only together with others. */
const mild = new Set(
  (
    "length numbers inRows inTable noNumber bareClaim clauseWhole noSentence unknown evidenceLeft " +
    "clauseMissing clauseElsewhere rowPartlyNamed columnTied weAdded weDropped"
  ).split(" "),
);
/** Features that, alone or with one another, many right claims have and few wrong ones. */
const minor = new Set("claimNumberNearer rowTied rowHardlyNamed ifAdded perAdded".split(" "));
const minorShare = 0.2;
const smallShare = 0.3;

/** Whether every word of a claim is in its evidence, or nearly all in a row, and whether other features count against it. */
function withoutFlaws(features: Features): Features {
  const flaws = Object.entries(features).filter(([name, value]) => Number(value) !== 0 && !mild.has(name));
  const isMinor = flaws.every(([name]) => minor.has(name));
  const { clauseMissing = 0, unknown = 0, evidenceLeft = 0, inTable } = features;
  const isInEvidence = clauseMissing === 0 && unknown === 0 && Number(evidenceLeft) < minorShare;
  const isNearlyIn = Math.max(Number(clauseMissing), Number(unknown), Number(evidenceLeft)) < smallShare;
  return {
    whollyInEvidence: isInEvidence,
    flawlessInEvidence: flaws.length === 0 && isInEvidence,
    nearlyFlawlessInEvidence: isMinor && isInEvidence,
    nearlyFlawlessInTable: isMinor && isNearlyIn && inTable === true,
  };
}

/** Whether the words of the claim are in its evidence, in the same order. */
function wordFeatures(comparison: ClaimComparison): Features {
  const { words, evidence, weigh } = comparison;
  const total = words.reduce((sum, word) => sum + weigh(word), 0) || 1;
  const isKnown = (word: ClaimWord) =>
    evidence.some((unit) => positionsOfWord(unit, word).length > 0 || isInContext(unit, word.keys));
  const unknown = words.filter((word) => !isKnown(word));
  return {
    unknown: unknown.reduce((sum, word) => sum + weigh(word), 0) / total,
    length: Math.log(1 + words.length),
    ...orderFeatures(comparison),
  };
}

/** Aligns the claim word by word with the sentence that is most similar to it. */
function orderFeatures({ words, steps, best }: ClaimComparison): Features {
  const keys = new Map(words.map(({ key, keys: all }) => [key, all]));
  const isSame = (one: Step, two: Step) =>
    one.kind === "content" && two.kind === "content" && keys.get(one.key)?.includes(two.key) === true;
  const sentences = [...best].filter(({ row }) => row === null);
  const [aligned = compareOrder(steps, [], isSame)] = sentences
    .map((unit) => compareOrder(steps, unit.steps, isSame))
    .toSorted((a, b) => b.matched - a.matched);
  const { exchanged } = aligned;
  return {
    noSentence: sentences.length === 0,
    wordExchanged: exchanged.content > 0,
    wordsExchanged: exchanged.content > 1,
    wordReplaced: aligned.replaced > 0,
    numberExchanged: exchanged.number > 0,
    numbersExchanged: exchanged.number > 1,
    denialAdded: aligned.denialsAdded > 0,
    denialDropped: aligned.denialsDropped > 0,
  };
}
