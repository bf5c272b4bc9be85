import { addVector, vectorLength } from "../../language/word-vectors.ts";

/** The words of a passage that have word vectors. */
export interface PassageMeaning {
  /** Indexes of its distinct words among the vectors. */
  words: readonly number[];
  /** The words of the headings over its sections. */
  headings: readonly TextMeaning[];
}

/** The words of a text in a passage, as indexes into `PassageMeaning.words`. */
export interface TextMeaning {
  /** Each word once, and then every repetition. */
  indexes: readonly number[];
  repeated: readonly number[];
  /** Index of the headings over it in `PassageMeaning.headings`. */
  heading: number;
  /** The squared length of the sum of its words' vectors, and of that sum with the heading's vectors. */
  square: number;
  squareUnderHeading: number;
}

/** Sums a value per word over the words of a text, repetitions included. */
export function sumOver({ indexes, repeated }: TextMeaning, values: ArrayLike<number>): number {
  let sum = 0;
  for (const index of indexes) sum += values[index] ?? 0;
  for (const index of repeated) sum += values[index] ?? 0;
  return sum;
}

/** A part of a text: the indexes of its words, and the sum of their vectors. */
interface ReadPart {
  indexes: readonly number[];
  sum: Float64Array;
}

/** Reads the texts of one passage. Their vector sums are needed only until the lengths are computed. */
export class MeaningReader {
  readonly #indexes = new Map<number, number>();
  /** For each index, the number of the last text with that word. */
  readonly #lastIn: number[] = [];
  #texts = 0;
  readonly #parts = new Map<readonly number[], ReadPart>();
  readonly #total = new Float64Array(vectorLength);
  readonly #headingSums: Float64Array[] = [];
  readonly headings: TextMeaning[] = [];

  /** Adds the words of the headings over a section; returns their index. */
  addHeading(words: readonly number[]): number {
    const index = this.#headingSums.push(this.#readPart(words).sum) - 1;
    this.headings.push(this.read([words], index));
    return index;
  }

  get words(): readonly number[] {
    return [...this.#indexes.keys()];
  }

  /** Reads a text under these headings that consists of parts, each given as the indexes of its words. */
  read(texts: readonly (readonly number[])[], heading: number): TextMeaning {
    const parts = texts.map((text) => this.#readPart(text));
    const indexes: number[] = [];
    const repeated: number[] = [];
    this.#texts += 1;
    for (const part of parts) {
      for (const index of part.indexes) {
        (this.#lastIn[index] === this.#texts ? repeated : indexes).push(index);
        this.#lastIn[index] = this.#texts;
      }
    }
    // Growing arrays over-allocate, so copies are stored.
    return {
      indexes: indexes.slice(),
      repeated: repeated.slice(),
      heading,
      ...this.#squares(parts, this.#headingSums[heading]),
    };
  }

  #squares(
    parts: readonly ReadPart[],
    headingSum: Float64Array | undefined,
  ): Pick<TextMeaning, "square" | "squareUnderHeading"> {
    const total = this.#total.fill(0);
    for (const { sum } of parts)
      for (let k = 0; k < vectorLength; k++) total[k] = (total[k] ?? 0) + (sum[k] ?? 0);
    let square = 0;
    let squareUnderHeading = 0;
    for (let k = 0; k < vectorLength; k++) {
      const own = total[k] ?? 0;
      const both = own + (headingSum?.[k] ?? 0);
      square += own * own;
      squareUnderHeading += both * both;
    }
    return { square, squareUnderHeading };
  }

  /** Cached, because a sentence is part of several texts. */
  #readPart(words: readonly number[]): ReadPart {
    let part = this.#parts.get(words);
    if (part === undefined) {
      const sum = new Float64Array(vectorLength);
      for (const word of words) addVector(sum, word);
      this.#parts.set(words, (part = { indexes: words.map((word) => this.#indexOf(word)), sum }));
    }
    return part;
  }

  #indexOf(word: number): number {
    let index = this.#indexes.get(word);
    if (index === undefined) this.#indexes.set(word, (index = this.#indexes.size));
    return index;
  }
}
