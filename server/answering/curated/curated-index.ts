import { pauses } from "../pauses.ts";
import { damerauLevenshtein } from "../../retrieval/spelling.ts";
import { compareQuestions, describeQuestion, type DescribedQuestion, type Similarity } from "./similarity.ts";

/** A curated answer as it is looked up: the wordings of its question. */
export interface CuratedEntry {
  id: string;
  wordings: string[];
}

export interface CuratedMatch {
  id: string;
  /** How surely the same is asked, from `matchThreshold` to 1. */
  confidence: number;
}

/** Below this a curated answer is none to the question. Chosen from the table of evals/curated.ts. */
export const matchThreshold = 0.7;
/** From this on nothing else is looked for. */
export const certainMatch = 0.9;
/** No match is certain but the same words. */
const maxOverlapScore = 0.95;
const sameWords = 0.98;
/** Wordings compared in full: those that share most. */
const maxCompared = 40;
/** Wordings that share less of the question's weight than this cannot reach the threshold. */
const minShared = 0.4;
/** A word in this many wordings tells nothing about which is meant. */
const minWordingsForRarity = 8;
/** What is described of the wordings before others get their turn. */
const sliceMs = 8;

/** How surely two questions ask the same, from 0 to 1. */
export function certaintyOf(similarity: Similarity): number {
  const { same, contradicts, kinds, overlap, shared, onlyAsked, onlyKnown } = similarity;
  if (same) return sameWords;
  if (contradicts) return 0;
  // A word on either side that the other has not is likely another thing: a tent, a stove.
  const swapped = Math.min(onlyAsked, onlyKnown) > 0.25 ? 0.85 : 1;
  const little = shared < 0.9 ? 0.85 : 1;
  return Math.min(maxOverlapScore, overlap * kinds * swapped * little);
}

/** The curated answers of one audience, to find the one that a question asks for. */
export class CuratedIndex {
  readonly #wordings: { id: string; described: DescribedQuestion }[] = [];
  readonly #byTerm = new Map<string, number[]>();
  readonly #rarities = new Map<string, number>();
  readonly #byKey = new Map<string, string>();
  /** The words as they were written, for typing errors, by their first letter. */
  readonly #vocabulary = new Map<string, Map<string, string>>();

  /** Describes the wordings, a slice at a time. */
  static async build(entries: CuratedEntry[]): Promise<CuratedIndex> {
    const index = new CuratedIndex();
    const pause = pauses(sliceMs);
    for (const { id, wordings } of entries) {
      for (const wording of wordings) index.#add(id, wording);
      await pause();
    }
    return index;
  }

  get size(): number {
    return this.#wordings.length;
  }

  #add(id: string, wording: string): void {
    const described = describeQuestion(wording);
    if (described.key === "") return;
    const at = this.#wordings.push({ id, described }) - 1;
    if (!this.#byKey.has(described.key)) this.#byKey.set(described.key, id);
    for (const { term, word } of described.words) {
      const places = this.#byTerm.get(term);
      if (places === undefined) this.#byTerm.set(term, [at]);
      else places.push(at);
      const first = word[0] ?? "";
      const words = this.#vocabulary.get(first) ?? new Map<string, string>();
      this.#vocabulary.set(first, words.set(word, term));
    }
  }

  /** The curated answer that a question asks for; null where none is near enough. */
  find(question: string, isLeftOut: (id: string) => boolean = () => false): CuratedMatch | null {
    if (this.size === 0) return null;
    const asked = describeQuestion(question);
    const same = this.#byKey.get(asked.key);
    if (same !== undefined && !isLeftOut(same)) return { id: same, confidence: sameWords };
    let best: CuratedMatch | null = null;
    for (const at of this.#candidates(asked)) {
      const wording = this.#wordings[at];
      if (wording === undefined || isLeftOut(wording.id)) continue;
      const confidence = certaintyOf(
        compareQuestions(asked, wording.described, (term) => this.#rarity(term)),
      );
      if (confidence >= matchThreshold && confidence > (best?.confidence ?? 0))
        best = { id: wording.id, confidence };
    }
    return best;
  }

  /** The wordings that share most words with the question. */
  #candidates(asked: DescribedQuestion): number[] {
    const shared = new Map<number, number>();
    for (const { term, word, weight, synonyms } of asked.words) {
      const near = this.#byTerm.has(term) ? [term] : this.#correct(word);
      for (const each of new Set([...near, ...synonyms])) {
        const gain = weight * this.#rarity(each);
        for (const at of this.#byTerm.get(each) ?? []) shared.set(at, (shared.get(at) ?? 0) + gain);
      }
    }
    const whole = asked.words.reduce((sum, { term, weight }) => sum + weight * this.#rarity(term), 0);
    return [...shared]
      .filter(([, gain]) => gain >= minShared * whole)
      .toSorted(([a, gainA], [b, gainB]) => gainB - gainA || a - b)
      .slice(0, maxCompared)
      .map(([at]) => at);
  }

  /** The terms of known words that one may have been meant as. */
  #correct(word: string): string[] {
    if (word.length < 4) return [];
    const maxErrors = word.length >= 9 ? 2 : 1;
    const terms: string[] = [];
    for (const [known, term] of this.#vocabulary.get(word[0] ?? "") ?? []) {
      if (damerauLevenshtein(word, known, maxErrors) <= maxErrors) terms.push(term);
    }
    return terms;
  }

  /** A word that many wordings hold weighs less: 1 for one that a single wording holds, down to 0.35. */
  #rarity(term: string): number {
    const known = this.#rarities.get(term);
    if (known !== undefined) return known;
    const count = this.size;
    const frequency = this.#byTerm.get(term)?.length ?? 1;
    if (count < minWordingsForRarity) return 1;
    const rarity = 0.35 + (0.65 * Math.log((count + 1) / frequency)) / Math.log(count + 1);
    // Terms of questions are without number; those of the wordings are not.
    if (this.#byTerm.has(term)) this.#rarities.set(term, rarity);
    return rarity;
  }
}
