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

/** Compares texts with one question: its words with theirs (soft alignment), and the whole with the whole. */
export class QuestionMeaning {
  readonly #question: TextMeaning;
  readonly #weights: number[];
  /** By word of a text: how near it is to each word of the question. */
  readonly #nearness = new Map<number, Float32Array>();

  constructor(question: string) {
    this.#question = meaningOf(question);
    const weights = [...this.#question.words].map(tellingShare);
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    this.#weights = weights.map((weight) => weight / total);
  }

  /** Whether any of its words has a vector. */
  get isKnown(): boolean {
    return this.#weights.length > 0;
  }

  align(text: TextMeaning, heading: TextMeaning): Alignment {
    const own = this.#nearest(text);
    const above = this.#nearest(heading);
    const reverse = [...text.words]
      .map((word) => Math.max(0, ...this.#nearnessOf(word)))
      .sort((a, b) => b - a);
    const nearest = reverse.slice(0, nearestCounted);
    return {
      aligned: this.#weigh(own.map(shareOf)),
      alignedUnderHeading: this.#weigh(own.map((value, i) => shareOf(Math.max(value, above[i] ?? 0)))),
      alignedHeading: this.#weigh(above.map(shareOf)),
      nearness: this.#weigh(own),
      reverseNearness: mean(reverse),
      nearestWords: mean(nearest),
      similarity: textSimilarity(this.#question, text),
      similarityUnderHeading: textSimilarity(this.#question, text, heading),
    };
  }

  /** For each word of the question how near the nearest word of the text is. */
  #nearest({ words }: TextMeaning): number[] {
    const nearest = this.#weights.map(() => 0);
    for (const word of words)
      this.#nearnessOf(word).forEach((value, i) => (nearest[i] = Math.max(nearest[i] ?? 0, value)));
    return nearest;
  }

  #nearnessOf(word: number): Float32Array {
    let found = this.#nearness.get(word);
    if (found === undefined) {
      found = Float32Array.from(this.#question.words, (own) => wordSimilarity(own, word));
      this.#nearness.set(word, found);
    }
    return found;
  }

  #weigh(values: number[]): number {
    return values.reduce((sum, value, i) => sum + value * (this.#weights[i] ?? 0), 0);
  }
}

function shareOf(nearness: number): number {
  return Math.min(1, Math.max(0, (nearness - unrelated) / (interchangeable - unrelated)));
}

function mean(values: number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
