import {
  meaningOf,
  tellingShare,
  textSimilarity,
  wordSimilarity,
  type TextMeaning,
} from "../../language/word-vectors.ts";

/** How near a text comes to the question by the meaning of its words; every value is from -1 to 1. */
export const alignmentNames = [
  // Share of the question's words that a word of the text is near to; of text and heading; of the heading.
  "aligned",
  "alignedUnderHeading",
  "alignedHeading",
  // The same without a threshold: how near the nearest words are.
  "nearness",
  // How near the text's words are to the question, in the mean and for the nearest four.
  "reverseNearness",
  "nearestWords",
  // Of the whole text, and of it together with its heading.
  "similarity",
  "similarityUnderHeading",
] as const;
export type Alignment = Record<(typeof alignmentNames)[number], number>;

/** Below the first two words have little to do with each other; from the second on one stands for the other. */
const unrelated = 0.3;
const interchangeable = 0.8;
const nearestCounted = 4;

/** How near a word of a text is to each word of the question, and to the nearest of them; at least 0. */
interface Nearness {
  each: Float32Array;
  nearest: number;
}

/** A heading as far as the texts under it need it. */
export interface ReadHeading {
  meaning: TextMeaning;
  /** For each word of the question how near the nearest word of the heading is. */
  nearest: Float32Array;
}

/** Compares texts with one question: its words with theirs (soft alignment), and the whole with the whole. */
export class QuestionMeaning {
  readonly #question: TextMeaning;
  /** Of each of its words; they add up to 1. */
  readonly #weights: Float32Array;
  /** By word of a text. */
  readonly #nearness = new Map<number, Nearness>();

  constructor(question: string) {
    this.#question = meaningOf(question);
    const weights = Float32Array.from(this.#question.words, tellingShare);
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    this.#weights = weights.map((weight) => weight / total);
  }

  /** Whether any of its words has a vector. */
  get isKnown(): boolean {
    return this.#weights.length > 0;
  }

  /** Read once for all texts under it. */
  readHeading(meaning: TextMeaning): ReadHeading {
    return { meaning, nearest: this.#read(meaning).nearest };
  }

  align(text: TextMeaning, heading: ReadHeading): Alignment {
    const { nearest, reverseNearness, nearestWords } = this.#read(text);
    const alignment: Alignment = {
      aligned: 0,
      alignedUnderHeading: 0,
      alignedHeading: 0,
      nearness: 0,
      reverseNearness,
      nearestWords,
      similarity: textSimilarity(this.#question, text),
      similarityUnderHeading: textSimilarity(this.#question, text, heading.meaning),
    };
    for (let i = 0; i < this.#weights.length; i++) {
      const weight = this.#weights[i] ?? 0;
      const near = nearest[i] ?? 0;
      const nearAbove = heading.nearest[i] ?? 0;
      alignment.aligned += weight * shareOf(near);
      alignment.alignedUnderHeading += weight * shareOf(Math.max(near, nearAbove));
      alignment.alignedHeading += weight * shareOf(nearAbove);
      alignment.nearness += weight * near;
    }
    return alignment;
  }

  /** For each word of the question how near the nearest word of the text is; how near the text's words are to it. */
  #read({
    words,
  }: TextMeaning): { nearest: Float32Array } & Pick<Alignment, "reverseNearness" | "nearestWords"> {
    const nearest = new Float32Array(this.#weights.length);
    /** Ascending; zeros stand for words that the text does not have. */
    const highest = new Float32Array(nearestCounted);
    let sum = 0;
    for (let at = 0; at < words.length; at++) {
      const word = this.#nearnessOf(words[at] ?? 0);
      for (let i = 0; i < nearest.length; i++)
        if ((word.each[i] ?? 0) > (nearest[i] ?? 0)) nearest[i] = word.each[i] ?? 0;
      sum += word.nearest;
      if (word.nearest > (highest[0] ?? 0)) insert(highest, word.nearest);
    }
    const highestSum = highest.reduce((total, value) => total + value, 0);
    return {
      nearest,
      reverseNearness: sum / Math.max(1, words.length),
      nearestWords: highestSum / Math.max(1, Math.min(words.length, nearestCounted)),
    };
  }

  #nearnessOf(word: number): Nearness {
    const known = this.#nearness.get(word);
    if (known !== undefined) return known;
    const each = new Float32Array(this.#weights.length);
    let nearest = 0;
    for (let i = 0; i < each.length; i++) {
      each[i] = Math.max(0, wordSimilarity(this.#question.words[i] ?? 0, word));
      nearest = Math.max(nearest, each[i] ?? 0);
    }
    const found = { each, nearest };
    this.#nearness.set(word, found);
    return found;
  }
}

/** Puts a value into its place of an ascending row; the lowest goes. */
function insert(row: Float32Array, value: number): void {
  let at = 0;
  for (; at + 1 < row.length && (row[at + 1] ?? 0) < value; at++) row[at] = row[at + 1] ?? 0;
  row[at] = value;
}

function shareOf(nearness: number): number {
  return Math.min(1, Math.max(0, (nearness - unrelated) / (interchangeable - unrelated)));
}
