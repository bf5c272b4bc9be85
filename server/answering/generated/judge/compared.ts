import type { Language } from "../../../language/languages.ts";
import { synonymStemsOf } from "../../../language/synonyms.ts";
import type { EvidenceUnit } from "../evidence-units.ts";
import { claimTokens, type ClaimToken } from "./claim-tokens.ts";
import { evidenceTokens, isInContext, type EvidenceTokens } from "./evidence-tokens.ts";
import { stepsOf } from "./word-order.ts";

/** A word of the claim with the keys of all words that match it in the evidence. */
export interface Word extends ClaimToken {
  keys: readonly string[];
}

/** A claim and all sentences and rows of the passages that it cites, prepared for comparison. */
export type Compared = ReturnType<typeof compare>;

/** Figures, and what is true, by name. */
export type Features = Record<string, number | boolean>;

export interface CompareRequest {
  claim: string;
  /** All sentences and rows of the passages that it cites. */
  units: readonly EvidenceUnit[];
  question: string;
  /** The language of the passages. */
  language: Language;
}

export function compare({ claim, units, question, language }: CompareRequest) {
  const evidence = units.map((unit) => evidenceTokens(unit, language));
  const words = claimTokens(claim, language).map((token): Word => ({ ...token, keys: keysOf(token) }));
  /** The weight of a word: the fewer sentences have it, the higher. */
  const weigh = rarity(evidence);
  const clauses = [...new Set(words.map(({ clause }) => clause))];
  /** The sentences and rows of which each contains most of a clause. */
  const best = new Set(clauses.flatMap((clause) => bestOf(words, clause, evidence, weigh) ?? []));
  /** The words of the question. */
  const asked: ReadonlySet<string> = new Set(claimTokens(question, language).map(({ key }) => key));
  const steps = stepsOf(claim, language);
  return { claim, language, words, clauses, steps, evidence, best, weigh, asked };
}

function keysOf({ key, word, isNumber }: ClaimToken): string[] {
  return isNumber ? [key] : [key, ...synonymStemsOf(word)];
}

function rarity(evidence: readonly EvidenceTokens[]): (word: Word) => number {
  const keysOfUnits = evidence.flatMap(({ positions }) => [...positions.keys()]);
  const occurrences = Map.groupBy(keysOfUnits, (key) => key);
  return ({ keys }) => {
    const count = Math.max(0, ...keys.map((key) => occurrences.get(key)?.length ?? 0));
    return Math.log(1 + (evidence.length + 1) / (count + 0.5));
  };
}

/** The positions of a word in a sentence. */
export const positionsOfWord = ({ positions }: EvidenceTokens, { keys }: Word): readonly number[] =>
  keys.length === 1 ? (positions.get(keys[0] ?? "") ?? []) : keys.flatMap((key) => positions.get(key) ?? []);

/** Whether a sentence or its context has a word. */
export const containsWord = (unit: EvidenceTokens, word: Word): boolean =>
  positionsOfWord(unit, word).length > 0 || isInContext(unit, word.keys);

/** A word in the context counts less than one in the sentence; the rest of the claim less than the clause. */
const contextShare = 0.6;
const restShare = 0.35;

function bestOf(
  words: readonly Word[],
  clause: number,
  evidence: readonly EvidenceTokens[],
  weigh: (word: Word) => number,
): EvidenceTokens | undefined {
  let best: EvidenceTokens | undefined;
  let most = 0;
  for (const unit of evidence) {
    const score = words.reduce((sum, word) => {
      const held =
        positionsOfWord(unit, word).length > 0 ? 1 : isInContext(unit, word.keys) ? contextShare : 0;
      return sum + held * weigh(word) * (word.clause === clause ? 1 + restShare : restShare);
    }, 0);
    if (score > most) [best, most] = [unit, score];
  }
  return best;
}
