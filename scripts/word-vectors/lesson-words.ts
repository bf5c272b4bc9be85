import { addTo, dot, turned } from "./vectors.ts";
import { vectorLength } from "../../server/language/word-vectors.ts";

/** What is learned. */
export interface Parameters {
  /** `vectorLength` for each word. */
  values: Float32Array;
  /** How much each word tells in a passage, and in a question. */
  telling: Float32Array;
  questionTelling: Float32Array;
  /** A square matrix, row by row: from a word's vector to that which it has in a question. */
  questionTurn: Float32Array;
}

/** By place of a word in the lesson; the matrix as it is in the parameters. */
export interface WordGradients {
  values: Float32Array;
  /** Of the logarithms of what the words tell in a passage, and in a question. */
  emphasis: Float32Array;
  questionEmphasis: Float32Array;
  questionTurn: Float32Array;
}

/** A vector of length 1, what it was before it had that length, and the gradient that has come to it. */
interface Unit {
  vector: Float32Array;
  length: number;
  slope: Float32Array;
}

/** The words of a lesson at one state of what is learned, with the gradients gathered so far. */
export class LessonWords {
  readonly #words: number[];
  readonly #parameters: Parameters;
  readonly #units: Unit[];
  /** Of the words that stand in questions. */
  readonly #questionUnits: (Unit | undefined)[];
  /** Of a word of a question with every word of the lesson. */
  readonly #cosines: (Float32Array | undefined)[];
  readonly #emphasis: Float32Array;
  readonly #questionEmphasis: Float32Array;

  constructor(words: number[], parameters: Parameters) {
    this.#words = words;
    this.#parameters = parameters;
    this.#units = words.map((word) =>
      unitOf(parameters.values.slice(word * vectorLength, (word + 1) * vectorLength)),
    );
    this.#questionUnits = Array.from({ length: words.length });
    this.#cosines = Array.from({ length: words.length });
    this.#emphasis = new Float32Array(words.length);
    this.#questionEmphasis = new Float32Array(words.length);
  }

  unit(word: number): Float32Array {
    return this.#unit(word).vector;
  }

  questionUnit(word: number): Float32Array {
    return this.#questionUnit(word).vector;
  }

  telling(word: number): number {
    return this.#parameters.telling[this.#words[word] ?? 0] ?? 0;
  }

  questionTelling(word: number): number {
    return this.#parameters.questionTelling[this.#words[word] ?? 0] ?? 0;
  }

  /** The word of a text that is nearest to a question's word, and its cosine; -1 and 0 where none is near. */
  nearest(word: number, text: readonly number[]): [word: number, cosine: number] {
    const cosines = this.#cosinesOf(word);
    let nearest = -1;
    let cosine = 0;
    for (const other of text) {
      if ((cosines[other] ?? 0) <= cosine) continue;
      nearest = other;
      cosine = cosines[other] ?? 0;
    }
    return [nearest, cosine];
  }

  learnCosine(questionWord: number, word: number, slope: number): void {
    if (word < 0) return;
    addTo(this.#questionUnit(questionWord).slope, this.unit(word), slope);
    addTo(this.#unit(word).slope, this.questionUnit(questionWord), slope);
  }

  /** Of a sum that the word is in with a share of what it tells. */
  learnTold(word: number, share: number, slope: Float32Array): void {
    const weight = share * this.telling(word);
    addTo(this.#unit(word).slope, slope, weight);
    this.#emphasis[word] = (this.#emphasis[word] ?? 0) + weight * dot(slope, this.unit(word));
  }

  learnToldInQuestion(word: number, slope: Float32Array): void {
    const weight = this.questionTelling(word);
    addTo(this.#questionUnit(word).slope, slope, weight);
    this.learnQuestionEmphasis(word, weight * dot(slope, this.questionUnit(word)));
  }

  learnQuestionEmphasis(word: number, slope: number): void {
    this.#questionEmphasis[word] = (this.#questionEmphasis[word] ?? 0) + slope;
  }

  gradients(): WordGradients {
    const { questionTurn } = this.#parameters;
    const gradients: WordGradients = {
      values: new Float32Array(this.#words.length * vectorLength),
      emphasis: this.#emphasis,
      questionEmphasis: this.#questionEmphasis,
      questionTurn: new Float32Array(questionTurn.length),
    };
    this.#units.forEach((unit, word) => {
      const asked = this.#questionUnits[word];
      if (asked !== undefined) learnTurn(gradients.questionTurn, questionTurn, unit, slopeBefore(asked));
      gradients.values.set(slopeBefore(unit), word * vectorLength);
    });
    return gradients;
  }

  #unit(word: number): Unit {
    const unit = this.#units[word];
    if (unit === undefined) throw new RangeError(`The lesson has no word ${word}`);
    return unit;
  }

  #questionUnit(word: number): Unit {
    return (this.#questionUnits[word] ??= unitOf(turned(this.#parameters.questionTurn, this.unit(word))));
  }

  #cosinesOf(word: number): Float32Array {
    const vector = this.questionUnit(word);
    return (this.#cosines[word] ??= Float32Array.from(this.#units, (unit) => dot(vector, unit.vector)));
  }
}

function unitOf(vector: Float32Array): Unit {
  const length = Math.sqrt(dot(vector, vector)) || 1;
  return { vector: vector.map((value) => value / length), length, slope: new Float32Array(vector.length) };
}

/** The gradient of a vector before it was brought to length 1: only what turns it counts. */
function slopeBefore({ vector, length, slope }: Unit): Float32Array {
  const along = dot(slope, vector);
  return slope.map((value, k) => (value - along * (vector[k] ?? 0)) / length);
}

/** Of a matrix and of the vector that it turned, from the gradient of what came of it. */
function learnTurn(
  matrixSlope: Float32Array,
  matrix: Float32Array,
  { vector, slope }: Unit,
  of: Float32Array,
): void {
  of.forEach((value, row) => {
    const [from, to] = [row * vector.length, (row + 1) * vector.length];
    addTo(matrixSlope.subarray(from, to), vector, value);
    addTo(slope, matrix.subarray(from, to), value);
  });
}
