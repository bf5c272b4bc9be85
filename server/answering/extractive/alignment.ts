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

  align(text: TextMeaning, heading: TextMeaning): Alignment {
    const own = this.#nearestOf(text);
    const above = this.#nearestOf(heading);
    const values = { aligned: 0, alignedUnderHeading: 0, alignedHeading: 0, nearness: 0 };
    this.#weights.forEach((weight, i) => {
      const near = own[i] ?? 0;
      const nearAbove = above[i] ?? 0;
      values.aligned += weight * shareOf(near);
      values.alignedUnderHeading += weight * shareOf(Math.max(near, nearAbove));
      values.alignedHeading += weight * shareOf(nearAbove);
      values.nearness += weight * near;
    });
    const reverse = Float32Array.from(text.words, (word) => this.#nearnessOf(word).nearest).sort();
    return {
      ...values,
      reverseNearness: mean(reverse),
      nearestWords: mean(reverse.subarray(-nearestCounted)),
      similarity: textSimilarity(this.#question, text),
      similarityUnderHeading: textSimilarity(this.#question, text, heading),
    };
  }

  /** For each word of the question how near the nearest word of the text is. */
  #nearestOf({ words }: TextMeaning): Float32Array {
    const nearest = new Float32Array(this.#weights.length);
    for (const word of words) {
      const { each } = this.#nearnessOf(word);
      for (let i = 0; i < nearest.length; i++)
        if ((each[i] ?? 0) > (nearest[i] ?? 0)) nearest[i] = each[i] ?? 0;
    }
    return nearest;
  }

  #nearnessOf(word: number): Nearness {
    let found = this.#nearness.get(word);
    if (found === undefined) {
      const each = Float32Array.from(this.#question.words, (own) => Math.max(0, wordSimilarity(own, word)));
      found = { each, nearest: Math.max(...each) };
      this.#nearness.set(word, found);
    }
    return found;
  }
}

function shareOf(nearness: number): number {
  return Math.min(1, Math.max(0, (nearness - unrelated) / (interchangeable - unrelated)));
}

function mean(values: Float32Array): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
