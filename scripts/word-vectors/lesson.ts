import { tellingWords } from "../../server/language/word-vectors.ts";
import { shuffled } from "../seeded-random.ts";
import { addTo, dimensions, dot } from "./vectors.ts";

/** The passages of one organization's documents, each with questions that it answers. */
export type TaughtOrganization = { heading: string; text: string; questions: string[] }[];

/** What is learned. */
export interface Parameters {
  values: Float32Array;
  telling: Float32Array;
  shares: Float32Array;
}

/** Of one lesson; by place of a word in the lesson. */
export interface Gradient {
  loss: number;
  vectors: Float32Array;
  emphasis: Float32Array;
  shares: Float32Array;
}

/** A question or passage: its different words, by their place in the lesson. */
type Text = readonly number[];

/** Passages of other organizations that a question's own passage is told from, beside its neighbours. */
const otherPassages = 40;

/** The questions of one organization, and the passages that they could be about. */
export class Lesson {
  /** Indexes of all of its words. */
  readonly words: number[] = [];
  readonly #places = new Map<number, number>();
  readonly #passages: Text[];
  readonly #questions: { text: Text; passage: number }[];

  private constructor(passages: number[][], questions: { words: number[]; passage: number }[]) {
    this.#passages = passages.map((words) => this.#place(words));
    this.#questions = questions
      .filter(({ words }) => words.length > 0)
      .map(({ words, passage }) => ({ text: this.#place(words), passage }));
  }

  static ofAll(words: string[], organizations: TaughtOrganization[], random: () => number): Lesson[] {
    const indexes = new Map(words.map((word, index) => [word, index]));
    const read = (text: string) => [...new Set(tellingWords(text, indexes))];
    const passages = organizations.map((own) => own.map(({ heading, text }) => read(`${heading} ${text}`)));
    const all = passages.flat();
    return organizations.map((own, at) => {
      const others = shuffled(all, random).slice(0, otherPassages);
      const questions = own.flatMap((taught, passage) =>
        taught.questions.map((question) => ({ words: read(question), passage })),
      );
      return new Lesson([...(passages[at] ?? []), ...others], questions);
    });
  }

  /** Of the cross-entropy of the questions' own passages, in the mean of the questions. */
  gradient(parameters: Parameters): Gradient {
    const reading = new Reading(this.words, parameters);
    const passages = this.#passages.map((text) => reading.sumOf(text));
    for (const { text, passage } of this.#questions) {
      reading.learn(
        { text, own: passage, passages: this.#passages, sums: passages },
        1 / this.#questions.length,
      );
    }
    passages.forEach((sum, i) => reading.learnSum(this.#passages[i] ?? [], sum));
    return reading.gradient();
  }

  #place(words: number[]): Text {
    return words.map((word) => {
      let place = this.#places.get(word);
      if (place === undefined) {
        place = this.words.push(word) - 1;
        this.#places.set(word, place);
      }
      return place;
    });
  }
}

/** The weighted sum of a text's unit vectors, and the gradient that has come to it. */
interface Sum {
  vector: Float32Array;
  length: number;
  slope: Float32Array;
}

interface Exercise {
  text: Text;
  /** Index of the passage that answers it. */
  own: number;
  passages: Text[];
  sums: Sum[];
}

/** The lesson's words at one state of what is learned, with the gradients gathered so far. */
class Reading {
  readonly #lengths: number[];
  readonly #units: Float32Array[];
  readonly #slopes: Float32Array[];
  readonly #telling: number[];
  readonly #shares: Float32Array;
  /** Of a word of a question with every word of the lesson. */
  readonly #cosines = new Map<number, number[]>();
  readonly #result: Gradient;

  constructor(words: number[], { values, telling, shares }: Parameters) {
    const vectors = words.map((word) => values.subarray(word * dimensions, (word + 1) * dimensions));
    this.#lengths = vectors.map((vector) => Math.sqrt(dot(vector, vector)) || 1);
    this.#units = vectors.map((vector, i) => vector.map((value) => value / (this.#lengths[i] ?? 1)));
    this.#slopes = words.map(() => new Float32Array(dimensions));
    this.#telling = words.map((word) => telling[word] ?? 0);
    this.#shares = shares;
    this.#result = {
      loss: 0,
      vectors: new Float32Array(words.length * dimensions),
      emphasis: new Float32Array(words.length),
      shares: new Float32Array(shares.length),
    };
  }

  sumOf(text: Text): Sum {
    const vector = new Float32Array(dimensions);
    for (const word of text) addTo(vector, this.#unit(word), this.#telling[word] ?? 0);
    return { vector, length: Math.sqrt(dot(vector, vector)) || 1, slope: new Float32Array(dimensions) };
  }

  learn({ text, own, passages, sums }: Exercise, weight: number): void {
    const question = this.sumOf(text);
    const total = text.reduce((sum, word) => sum + (this.#telling[word] ?? 0), 0);
    const nearest = this.#nearest(text, passages);
    const alignments = nearest.map((each) =>
      each.reduce((sum, { cosine }, i) => sum + (cosine * (this.#telling[text[i] ?? 0] ?? 0)) / total, 0),
    );
    const cosines = sums.map((sum) => dot(question.vector, sum.vector) / (question.length * sum.length));
    const [alignmentShare = 0, cosineShare = 0] = this.#shares;
    const beliefs = softmax(
      alignments.map((alignment, i) => alignmentShare * alignment + cosineShare * (cosines[i] ?? 0)),
    );
    this.#result.loss -= weight * Math.log((beliefs[own] ?? 0) + 1e-9);
    beliefs.forEach((belief, i) => {
      const error = weight * (belief - (i === own ? 1 : 0));
      const [alignment = 0, cosine = 0, sum] = [alignments[i], cosines[i], sums[i]];
      addTo(this.#result.shares, [alignment, cosine], error);
      if (sum === undefined) return;
      this.#learnAlignment(text, nearest[i] ?? [], { alignment, slope: error * alignmentShare, total });
      learnCosine(question, sum, cosine, error * cosineShare);
    });
    this.learnSum(text, question);
  }

  /** Hands what a sum was told on to its words. */
  learnSum(text: Text, { slope }: Sum): void {
    for (const word of text) {
      const telling = this.#telling[word] ?? 0;
      addTo(this.#slopes[word] ?? slope, slope, telling);
      this.#addEmphasis(word, telling * dot(slope, this.#unit(word)));
    }
  }

  gradient(): Gradient {
    this.#slopes.forEach((slope, i) => {
      const unit = this.#unit(i);
      // Only what turns the vector counts: it is scaled to the length 1.
      addTo(slope, unit, -dot(slope, unit));
      this.#result.vectors.set(
        slope.map((value) => value / (this.#lengths[i] ?? 1)),
        i * dimensions,
      );
    });
    return this.#result;
  }

  /** By passage and word of the question: the nearest word of the passage. */
  #nearest(text: Text, passages: Text[]): { word: number; cosine: number }[][] {
    const cosines = text.map((word) => this.#cosinesOf(word));
    return passages.map((passage) =>
      cosines.map((byWord) => {
        const nearest = { word: -1, cosine: 0 };
        for (const word of passage)
          if ((byWord[word] ?? 0) > nearest.cosine) Object.assign(nearest, { word, cosine: byWord[word] });
        return nearest;
      }),
    );
  }

  #cosinesOf(word: number): number[] {
    const known = this.#cosines.get(word) ?? this.#units.map((unit) => dot(this.#unit(word), unit));
    this.#cosines.set(word, known);
    return known;
  }

  #learnAlignment(
    text: Text,
    nearest: { word: number; cosine: number }[],
    { alignment, slope, total }: { alignment: number; slope: number; total: number },
  ): void {
    nearest.forEach(({ word, cosine }, i) => {
      const own = text[i] ?? 0;
      const share = (this.#telling[own] ?? 0) / total;
      this.#addEmphasis(own, slope * share * (cosine - alignment));
      if (word < 0) return;
      addTo(this.#slopes[own] ?? new Float32Array(), this.#unit(word), slope * share);
      addTo(this.#slopes[word] ?? new Float32Array(), this.#unit(own), slope * share);
    });
  }

  #addEmphasis(word: number, slope: number): void {
    this.#result.emphasis[word] = (this.#result.emphasis[word] ?? 0) + slope;
  }

  #unit(word: number): Float32Array {
    return this.#units[word] ?? new Float32Array(dimensions);
  }
}

/** Of the cosine between two sums, for both of them. */
function learnCosine(one: Sum, other: Sum, cosine: number, slope: number): void {
  const product = one.length * other.length;
  addTo(one.slope, other.vector, slope / product);
  addTo(one.slope, one.vector, (-slope * cosine) / one.length ** 2);
  addTo(other.slope, one.vector, slope / product);
  addTo(other.slope, other.vector, (-slope * cosine) / other.length ** 2);
}

function softmax(scores: number[]): number[] {
  const highest = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - highest));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}
