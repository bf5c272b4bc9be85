import { highest } from "../highest.ts";
import { pauses } from "../pauses.ts";
import { damerauLevenshtein } from "../../retrieval/spelling.ts";
import { certaintyOf, describeQuestion, sameWords, type DescribedQuestion } from "./similarity.ts";

export interface CuratedMatch {
  id: string;
  /** Confidence that both ask the same, from `matchThreshold` to 1. */
  confidence: number;
}

/** Below this confidence, a curated answer doesn't match. Chosen from the table that evals/curated.ts prints. */
export const matchThreshold = 0.7;
/** From this confidence on, the documents are not searched. */
export const certainMatch = 0.9;
/** The number of wordings compared in full: those that share most words with the question. */
const maxCompared = 40;
/** Wordings that share less of the question's weight than this cannot reach the threshold. */
const minShared = 0.4;
/** With fewer wordings, all words weigh the same. */
const minWordingsForRarity = 8;
/** Indexing yields to other work after this time. */
const sliceMs = 8;

/** Finds the curated answer to a question among those of one audience. */
export class CuratedIndex {
  readonly #wordings: { id: string; described: DescribedQuestion }[] = [];
  readonly #described = new Map<string, DescribedQuestion>();
  readonly #byTerm = new Map<string, number[]>();
  readonly #rarities = new Map<string, number>();
  readonly #byKey = new Map<string, string>();
  /** By first letter: the words as written, with their terms; to correct typing errors. */
  readonly #vocabulary = new Map<string, Map<string, string>>();

  /** Indexes the wordings in slices of time. Only those that `before` lacks are described, which takes most of the time. */
  static async build(
    entries: { id: string; wordings: string[] }[],
    before?: CuratedIndex,
  ): Promise<CuratedIndex> {
    const index = new CuratedIndex();
    const known = before === undefined ? undefined : before.#described;
    const pause = pauses(sliceMs);
    for (const { id, wordings } of entries) {
      for (const wording of wordings) {
        const described = known?.get(wording) ?? describeQuestion(wording);
        index.#described.set(wording, described);
        index.#add(id, described);
      }
      await pause();
    }
    return index;
  }

  get size(): number {
    return this.#wordings.length;
  }

  #add(id: string, described: DescribedQuestion): void {
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

  /** The best match for a question; null if no curated answer is similar enough. */
  find(question: string, isLeftOut: (id: string) => boolean = () => false): CuratedMatch | null {
    if (this.size === 0) return null;
    const asked = describeQuestion(question);
    const same = this.#byKey.get(asked.key);
    if (same !== undefined && !isLeftOut(same)) return { id: same, confidence: sameWords };
    const rarity = (term: string) => this.#rarity(term);
    const candidates = this.#candidates(asked).filter(({ id }) => !isLeftOut(id));
    const best = highest(candidates, ({ described }) => certaintyOf(asked, described, rarity));
    if (best === undefined || best.score < matchThreshold) return null;
    return { id: best.item.id, confidence: best.score };
  }

  /** The wordings that share most words with the question. */
  #candidates(asked: DescribedQuestion) {
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
      .flatMap(([at]) => this.#wordings[at] ?? []);
  }

  /** The terms of known words that a misspelt word may stand for. */
  #correct(word: string): string[] {
    if (word.length < 4) return [];
    const maxErrors = word.length >= 9 ? 2 : 1;
    const terms: string[] = [];
    for (const [known, term] of this.#vocabulary.get(word[0] ?? "") ?? []) {
      if (damerauLevenshtein(word, known, maxErrors) <= maxErrors) terms.push(term);
    }
    return terms;
  }

  /** The weight of a term: 1 if a single wording contains it, less if more do, down to 0.35. */
  #rarity(term: string): number {
    const known = this.#rarities.get(term);
    if (known !== undefined) return known;
    const count = this.size;
    const frequency = this.#byTerm.get(term)?.length ?? 1;
    if (count < minWordingsForRarity) return 1;
    const rarity = 0.35 + (0.65 * Math.log((count + 1) / frequency)) / Math.log(count + 1);
    // Only terms of wordings are cached: those of questions are unlimited in number.
    if (this.#byTerm.has(term)) this.#rarities.set(term, rarity);
    return rarity;
  }
}
