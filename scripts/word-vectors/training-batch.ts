import { knownWords, knownWordsOfQuestion } from "../../server/language/word-vectors.ts";
import { shuffled } from "../seeded-random.ts";
import { BatchWords, type Parameters, type WordGradients } from "./batch-words.ts";
import { addTo, dot } from "./vectors.ts";
import { vectorLength } from "../../server/language/word-vectors.ts";

/** The passages of one organization's documents, each with questions that it answers. */
export type TrainingOrganization = { heading: string; text: string; questions: string[] }[];

/** A question, passage or heading: its distinct words, as indexes in the batch. */
type Text = readonly number[];

interface Passage {
  text: Text;
  heading: Text;
}

/** Random passages of all organizations that are added as negative examples to those of the same organization. */
const otherPassages = 40;
/** This share of a text's words is left out at each step, so that no single word is relied on. */
const wordDropout = 0.1;
/**
 * The weights of a passage's score: the alignment of the question's words with those of its text, the alignment with
 * text and heading, and the cosine of question and passage as a whole.
 */
const scoreWeights = { text: 4, underHeading: 10, whole: 8.5 };
/** The weight of a word of the heading relative to one of the text. */
const headingWeight = { alignment: 0.9, whole: 0.7 };

/** The questions of one organization, and the passages to choose from. */
export class TrainingBatch {
  /** Indexes of the batch's words among all words. */
  readonly words: number[] = [];
  readonly #batchIndexes = new Map<number, number>();
  readonly #passages: Passage[];
  readonly #questions: { text: Text; passage: number }[];

  private constructor(
    passages: { text: number[]; heading: number[] }[],
    questions: { words: number[]; passage: number }[],
  ) {
    this.#passages = passages.map(({ text, heading }) => ({
      text: this.#toIndexes(text),
      heading: this.#toIndexes(heading),
    }));
    this.#questions = questions
      .filter(({ words }) => words.length > 0)
      .map(({ words, passage }) => ({ text: this.#toIndexes(words), passage }));
  }

  static ofAll(
    words: string[],
    organizations: TrainingOrganization[],
    random: () => number,
  ): TrainingBatch[] {
    const indexes = new Map(words.map((word, index) => [word, index]));
    const read = (text: string) => [...new Set(knownWords(text, indexes))];
    const passages = organizations.map((own) =>
      own.map(({ heading, text }) => ({ text: read(text), heading: read(heading) })),
    );
    const all = passages.flat();
    return organizations.map((own, at) => {
      const others = shuffled(all, random).slice(0, otherPassages);
      const questions = own.flatMap(({ questions: asked }, passage) =>
        asked.map((question) => ({
          words: [...new Set(knownWordsOfQuestion(question, indexes))],
          passage,
        })),
      );
      return new TrainingBatch([...(passages[at] ?? []), ...others], questions);
    });
  }

  /** The mean cross-entropy of the questions' own passages, and its gradient. */
  gradient(parameters: Parameters, random: () => number): WordGradients & { loss: number } {
    const words = new BatchWords(this.words, parameters);
    const isKept = (): boolean => random() >= wordDropout;
    const passages = this.#passages.map(
      ({ text, heading }) => new BatchPassage(text.filter(isKept), heading.filter(isKept), words),
    );
    let loss = 0;
    for (const { text, passage } of this.#questions) {
      const kept = text.filter(isKept);
      if (kept.length > 0) loss += learnQuestion(kept, passages, passage, 1 / this.#questions.length, words);
    }
    for (const passage of passages) passage.backpropagate();
    return { loss, ...words.gradients() };
  }

  #toIndexes(words: number[]): Text {
    return words.map((word) => {
      let index = this.#batchIndexes.get(word);
      if (index === undefined) {
        index = this.words.push(word) - 1;
        this.#batchIndexes.set(word, index);
      }
      return index;
    });
  }
}

/** A weighted sum of unit vectors, and its accumulated gradient. */
class Sum {
  readonly vector = new Float32Array(vectorLength);
  readonly gradient = new Float32Array(vectorLength);
  length = 1;

  close(): this {
    this.length = Math.sqrt(dot(this.vector, this.vector)) || 1;
    return this;
  }
}

/** The nearest words of a passage to a word of a question, with their cosines. */
interface Nearest {
  text: number;
  textCosine: number;
  heading: number;
  headingCosine: number;
}

/** A passage with the current parameters. */
class BatchPassage {
  readonly sum: Sum;
  readonly #text: Text;
  readonly #heading: Text;
  readonly #words: BatchWords;
  readonly #nearest = new Map<number, Nearest>();

  constructor(text: Text, heading: Text, words: BatchWords) {
    this.#text = text;
    this.#heading = heading;
    this.#words = words;
    this.sum = new Sum();
    this.#eachWord((word, share) => addTo(this.sum.vector, words.unit(word), share * words.importance(word)));
    this.sum.close();
  }

  /** The nearest words to a question's word. */
  nearest(word: number): Nearest {
    let known = this.#nearest.get(word);
    if (known === undefined) {
      const [text, textCosine] = this.#words.nearest(word, this.#text);
      const [heading, headingCosine] = this.#words.nearest(word, this.#heading);
      known = { text, textCosine, heading, headingCosine };
      this.#nearest.set(word, known);
    }
    return known;
  }

  /** Propagates the gradient of the sum to its words. */
  backpropagate(): void {
    this.#eachWord((word, share) => this.#words.addTextGradient(word, share, this.sum.gradient));
  }

  #eachWord(visit: (word: number, share: number) => void): void {
    for (const word of this.#text) visit(word, 1);
    for (const word of this.#heading) visit(word, headingWeight.whole);
  }
}

/** How well a question matches one passage. */
interface Alignment {
  nearest: Nearest[];
  text: number;
  underHeading: number;
  whole: number;
}

/** Compares a question with all passages, and accumulates the gradients. Returns its loss. */
function learnQuestion(
  question: Text,
  passages: BatchPassage[],
  own: number,
  weight: number,
  words: BatchWords,
): number {
  const total = question.reduce((sum, word) => sum + words.questionImportance(word), 0);
  const weights = question.map((word) => words.questionImportance(word) / total);
  const sum = new Sum();
  for (const word of question) addTo(sum.vector, words.questionUnit(word), words.questionImportance(word));
  sum.close();
  const alignments = passages.map((passage) => align(question, weights, sum, passage));
  const probabilities = softmax(
    alignments.map(
      ({ text, underHeading, whole }) =>
        scoreWeights.text * text + scoreWeights.underHeading * underHeading + scoreWeights.whole * whole,
    ),
  );
  alignments.forEach((alignment, at) => {
    const error = weight * ((probabilities[at] ?? 0) - (at === own ? 1 : 0));
    const passage = passages[at];
    if (passage === undefined || Math.abs(error) < 1e-7) return;
    learnCosine(sum, passage.sum, alignment.whole, error * scoreWeights.whole);
    learnAlignment(question, weights, alignment, error, words);
  });
  for (const word of question) words.addQuestionGradient(word, sum.gradient);
  return -weight * Math.log((probabilities[own] ?? 0) + 1e-9);
}

function align(question: Text, weights: number[], sum: Sum, passage: BatchPassage): Alignment {
  const nearest = question.map((word) => passage.nearest(word));
  let [text, underHeading] = [0, 0];
  nearest.forEach((each, i) => {
    text += (weights[i] ?? 0) * each.textCosine;
    underHeading +=
      (weights[i] ?? 0) * Math.max(each.textCosine, headingWeight.alignment * each.headingCosine);
  });
  const whole = dot(sum.vector, passage.sum.vector) / (sum.length * passage.sum.length);
  return { nearest, text, underHeading, whole };
}

function learnAlignment(
  question: Text,
  weights: number[],
  { nearest, text, underHeading }: Alignment,
  error: number,
  words: BatchWords,
): void {
  nearest.forEach((each, i) => {
    const [own, weight] = [question[i] ?? 0, weights[i] ?? 0];
    const above = headingWeight.alignment * each.headingCosine;
    const isAbove = above > each.textCosine;
    const ofText = scoreWeights.text + (isAbove ? 0 : scoreWeights.underHeading);
    words.addCosineGradient(own, each.text, error * weight * ofText);
    if (isAbove)
      words.addCosineGradient(
        own,
        each.heading,
        error * weight * scoreWeights.underHeading * headingWeight.alignment,
      );
    const gain =
      scoreWeights.text * (each.textCosine - text) +
      scoreWeights.underHeading * (Math.max(each.textCosine, above) - underHeading);
    words.addQuestionEmphasis(own, error * weight * gain);
  });
}

/** Adds the gradient of the cosine between two sums to both. */
function learnCosine(one: Sum, other: Sum, cosine: number, gradient: number): void {
  const product = one.length * other.length;
  addTo(one.gradient, other.vector, gradient / product);
  addTo(one.gradient, one.vector, (-gradient * cosine) / one.length ** 2);
  addTo(other.gradient, one.vector, gradient / product);
  addTo(other.gradient, other.vector, (-gradient * cosine) / other.length ** 2);
}

function softmax(scores: number[]): number[] {
  const highest = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - highest));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}
