import type { Language } from "../../../language/languages.ts";
import { synonymStemsOf } from "../../../language/synonyms.ts";
import { highest } from "../../highest.ts";
import type { EvidenceUnit } from "../evidence-units.ts";
import type { FactRule } from "../fact-rules.ts";
import { claimTokens, type ClaimToken } from "./claim-tokens.ts";
import { evidenceTokens, isInContext, type EvidenceTokens } from "./evidence-tokens.ts";
import { stepsOf } from "./word-order.ts";

/** A word of the claim with the keys of all words that match it in the evidence. */
export interface ClaimWord extends ClaimToken {
  keys: readonly string[];
}

/** A claim and all sentences and rows of the passages that it cites, prepared for comparison. */
export type ClaimComparison = ReturnType<typeof compareClaim>;

/** Figures, and what is true, by name. */
export type Features = Record<string, number | boolean>;

export interface JudgedClaim {
  claim: string;
  /** All sentences and rows of the passages that it cites. */
  units: readonly EvidenceUnit[];
  question: string;
  /** The language of the passages. */
  language: Language;
  /** The rules for facts that it violates. */
  violated: ReadonlySet<FactRule>;
}

export function compareClaim({ claim, units, question, language }: JudgedClaim) {
  const evidence = units.map((unit) => evidenceTokens(unit, language));
  const words = claimTokens(claim, language).map((token): ClaimWord => ({ ...token, keys: keysOf(token) }));
  const rarity = rarityIn(evidence.map(({ positions }) => positions.keys()));
  /** The weight of a word: the fewer sentences have it, the higher. */
  const weigh = ({ keys }: ClaimWord) => rarity(keys);
  const clauses = [...new Set(words.map(({ clause }) => clause))];
  /** The sentences and rows of which each contains most of a clause. */
  const best = new Set(clauses.flatMap((clause) => bestOf(words, clause, evidence, weigh) ?? []));
  const asked: ReadonlySet<string> = new Set(claimTokens(question, language).map(({ key }) => key));
  const steps = stepsOf(claim, language);
  return { claim, language, words, clauses, steps, evidence, best, weigh, asked };
}

function keysOf({ key, word, isNumber }: ClaimToken): string[] {
  return isNumber ? [key] : [key, ...synonymStemsOf(word)];
}

/** The rarity of a word with these keys among texts, of which each has some keys once. */
export function rarityIn(texts: readonly Iterable<string>[]): (keys: readonly string[]) => number {
  const occurrences = Map.groupBy(
    texts.flatMap((keys) => [...keys]),
    (key) => key,
  );
  return (keys) => {
    const count = Math.max(0, ...keys.map((key) => occurrences.get(key)?.length ?? 0));
    return Math.log(1 + (texts.length + 1) / (count + 0.5));
  };
}

export const positionsOfWord = ({ positions }: EvidenceTokens, { keys }: ClaimWord): readonly number[] =>
  keys.length === 1 ? (positions.get(keys[0] ?? "") ?? []) : keys.flatMap((key) => positions.get(key) ?? []);

/** A word in the context counts less than one in the sentence; the rest of the claim less than the clause. */
const contextShare = 0.6;
const restShare = 0.35;

function bestOf(
  words: readonly ClaimWord[],
  clause: number,
  evidence: readonly EvidenceTokens[],
  weigh: (word: ClaimWord) => number,
): EvidenceTokens | undefined {
  const scoreOf = (unit: EvidenceTokens) =>
    words.reduce((sum, word) => {
      const share =
        positionsOfWord(unit, word).length > 0 ? 1 : isInContext(unit, word.keys) ? contextShare : 0;
      return sum + share * weigh(word) * (word.clause === clause ? 1 + restShare : restShare);
    }, 0);
  const best = highest(evidence, scoreOf);
  return best !== undefined && best.score > 0 ? best.item : undefined;
}
