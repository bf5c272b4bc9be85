import { addTo, dot, multiply } from "./vectors.ts";
import { vectorLength } from "../../server/language/word-vectors.ts";

/** The parameters that are learned. */
export interface Parameters {
  /** `vectorLength` for each word. */
  values: Float32Array;
  /** The importance of each word in a passage, and in a question. */
  importance: Float32Array;
  questionImportance: Float32Array;
  /** A square matrix, row by row, that maps a word's vector to its vector in a question. */
  questionMatrix: Float32Array;
}

/** By index of a word in the batch; the matrix as in the parameters. */
export interface WordGradients {
  values: Float32Array;
  /** Gradients for the logarithms of the importance in a passage, and in a question. */
  emphasis: Float32Array;
  questionEmphasis: Float32Array;
  questionMatrix: Float32Array;
}

/** A normalized vector, its length before, and its accumulated gradient. */
interface Unit {
  vector: Float32Array;
  length: number;
  gradient: Float32Array;
}

/** The words of a batch with the current parameters, and the gradients accumulated so far. */
export class BatchWords {
  readonly #words: number[];
  readonly #parameters: Parameters;
  readonly #units: Unit[];
  /** For words of questions only. */
  readonly #questionUnits: (Unit | undefined)[];
  /** By word of a question: its cosine with every word of the batch. */
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

  importance(word: number): number {
    return this.#parameters.importance[this.#words[word] ?? 0] ?? 0;
  }

  questionImportance(word: number): number {
    return this.#parameters.questionImportance[this.#words[word] ?? 0] ?? 0;
  }

  /** The word of a text that is nearest to a question's word, and its cosine; -1 and 0 if no cosine is positive. */
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

  addCosineGradient(questionWord: number, word: number, gradient: number): void {
    if (word < 0) return;
    addTo(this.#questionUnit(questionWord).gradient, this.unit(word), gradient);
    addTo(this.#unit(word).gradient, this.questionUnit(questionWord), gradient);
  }

  /** The gradient of a sum of words, in which this word has `share` times its importance as its weight. */
  addTextGradient(word: number, share: number, gradient: Float32Array): void {
    const weight = share * this.importance(word);
    addTo(this.#unit(word).gradient, gradient, weight);
    this.#emphasis[word] = (this.#emphasis[word] ?? 0) + weight * dot(gradient, this.unit(word));
  }

  addQuestionGradient(word: number, gradient: Float32Array): void {
    const weight = this.questionImportance(word);
    addTo(this.#questionUnit(word).gradient, gradient, weight);
    this.addQuestionEmphasis(word, weight * dot(gradient, this.questionUnit(word)));
  }

  addQuestionEmphasis(word: number, gradient: number): void {
    this.#questionEmphasis[word] = (this.#questionEmphasis[word] ?? 0) + gradient;
  }

  gradients(): WordGradients {
    const { questionMatrix } = this.#parameters;
    const gradients: WordGradients = {
      values: new Float32Array(this.#words.length * vectorLength),
      emphasis: this.#emphasis,
      questionEmphasis: this.#questionEmphasis,
      questionMatrix: new Float32Array(questionMatrix.length),
    };
    this.#units.forEach((unit, word) => {
      const asked = this.#questionUnits[word];
      if (asked !== undefined) addMatrixGradient(gradients.questionMatrix, questionMatrix, unit, asked);
      gradients.values.set(gradientBefore(unit), word * vectorLength);
    });
    return gradients;
  }

  #unit(word: number): Unit {
    const unit = this.#units[word];
    if (unit === undefined) throw new RangeError(`The batch has no word ${word}`);
    return unit;
  }

  #questionUnit(word: number): Unit {
    return (this.#questionUnits[word] ??= unitOf(multiply(this.#parameters.questionMatrix, this.unit(word))));
  }

  #cosinesOf(word: number): Float32Array {
    const vector = this.questionUnit(word);
    return (this.#cosines[word] ??= Float32Array.from(this.#units, (unit) => dot(vector, unit.vector)));
  }
}

function unitOf(vector: Float32Array): Unit {
  const length = Math.sqrt(dot(vector, vector)) || 1;
  return { vector: vector.map((value) => value / length), length, gradient: new Float32Array(vector.length) };
}

/** The gradient of a vector before it was normalized: only the part that changes its direction. */
function gradientBefore({ vector, length, gradient }: Unit): Float32Array {
  const along = dot(gradient, vector);
  return gradient.map((value, k) => (value - along * (vector[k] ?? 0)) / length);
}

/** Adds the gradients of a matrix and of a vector, given the gradient of their product. */
function addMatrixGradient(
  matrixGradient: Float32Array,
  matrix: Float32Array,
  { vector, gradient }: Unit,
  product: Unit,
): void {
  gradientBefore(product).forEach((value, row) => {
    const [from, to] = [row * vector.length, (row + 1) * vector.length];
    addTo(matrixGradient.subarray(from, to), vector, value);
    addTo(gradient, matrix.subarray(from, to), value);
  });
}
