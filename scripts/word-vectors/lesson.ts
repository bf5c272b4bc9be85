import { knownWords, knownWordsOfQuestion } from "../../server/language/word-vectors.ts";
import { shuffled } from "../seeded-random.ts";
import { LessonWords, type Parameters, type WordGradients } from "./lesson-words.ts";
import { addTo, dot } from "./vectors.ts";
import { vectorLength } from "../../server/language/word-vectors.ts";

/** The passages of one organization's documents, each with questions that it answers. */
export type TaughtOrganization = { heading: string; text: string; questions: string[] }[];

/** A question, passage or heading: its different words, by their place in the lesson. */
type Text = readonly number[];

interface Passage {
  text: Text;
  heading: Text;
}

/** Passages of other organizations that a question's own passage is told from, beside its neighbours. */
const otherPassages = 40;
/** Of the words of a text are left out at each reading, so that no single word is relied on. */
const droppedWords = 0.1;
/**
 * What a passage's score is made of: how near its words, and those of it and its heading, come to the
 * words of the question, and the cosine of the whole with the whole.
 */
const shares = { text: 4, underHeading: 10, whole: 8.5 };
/** A word of the heading counts for so much of one of the text, in the alignment and in the whole. */
const headingShare = { alignment: 0.9, whole: 0.7 };

/** The questions of one organization, and the passages that they could be about. */
export class Lesson {
  /** Indexes of all of its words. */
  readonly words: number[] = [];
  readonly #places = new Map<number, number>();
  readonly #passages: Passage[];
  readonly #questions: { text: Text; passage: number }[];

  private constructor(
    passages: { text: number[]; heading: number[] }[],
    questions: { words: number[]; passage: number }[],
  ) {
    this.#passages = passages.map(({ text, heading }) => ({
      text: this.#place(text),
      heading: this.#place(heading),
    }));
    this.#questions = questions
      .filter(({ words }) => words.length > 0)
      .map(({ words, passage }) => ({ text: this.#place(words), passage }));
  }

  static ofAll(words: string[], organizations: TaughtOrganization[], random: () => number): Lesson[] {
    const indexes = new Map(words.map((word, index) => [word, index]));
    const read = (text: string) => [...new Set(knownWords(text, indexes))];
    const passages = organizations.map((own) =>
      own.map(({ heading, text }) => ({ text: read(text), heading: read(heading) })),
    );
    const all = passages.flat();
    return organizations.map((own, at) => {
      const others = shuffled(all, random).slice(0, otherPassages);
      const questions = own.flatMap((taught, passage) =>
        taught.questions.map((question) => ({
          words: [...new Set(knownWordsOfQuestion(question, indexes))],
          passage,
        })),
      );
      return new Lesson([...(passages[at] ?? []), ...others], questions);
    });
  }

  /** Of the cross-entropy of the questions' own passages, in the mean of the questions. */
  gradient(parameters: Parameters, random: () => number): WordGradients & { loss: number } {
    const words = new LessonWords(this.words, parameters);
    const isKept = (): boolean => random() >= droppedWords;
    const passages = this.#passages.map(
      ({ text, heading }) => new ReadPassage(text.filter(isKept), heading.filter(isKept), words),
    );
    let loss = 0;
    for (const { text, passage } of this.#questions) {
      const kept = text.filter(isKept);
      if (kept.length > 0) loss += learnQuestion(kept, passages, passage, 1 / this.#questions.length, words);
    }
    for (const passage of passages) passage.learn();
    return { loss, ...words.gradients() };
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

/** The weighted sum of unit vectors, and the gradient that has come to it. */
class Sum {
  readonly vector = new Float32Array(vectorLength);
  readonly slope = new Float32Array(vectorLength);
  length = 1;

  close(): this {
    this.length = Math.sqrt(dot(this.vector, this.vector)) || 1;
    return this;
  }
}

/** How near the nearest word of a passage is to a word of a question. */
interface Nearest {
  text: number;
  textCosine: number;
  heading: number;
  headingCosine: number;
}

/** A passage at one state of what is learned. */
class ReadPassage {
  readonly sum: Sum;
  readonly #text: Text;
  readonly #heading: Text;
  readonly #words: LessonWords;
  readonly #nearest = new Map<number, Nearest>();

  constructor(text: Text, heading: Text, words: LessonWords) {
    this.#text = text;
    this.#heading = heading;
    this.#words = words;
    this.sum = new Sum();
    this.#eachWord((word, share) => addTo(this.sum.vector, words.unit(word), share * words.telling(word)));
    this.sum.close();
  }

  /** Of a question's word. */
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

  /** Hands what the sum was told on to its words. */
  learn(): void {
    this.#eachWord((word, share) => this.#words.learnTold(word, share, this.sum.slope));
  }

  #eachWord(see: (word: number, share: number) => void): void {
    for (const word of this.#text) see(word, 1);
    for (const word of this.#heading) see(word, headingShare.whole);
  }
}

/** What a question's words find in one passage. */
interface Alignment {
  nearest: Nearest[];
  text: number;
  underHeading: number;
  whole: number;
}

/** Compares a question with all passages, and tells the words what would bring it nearer to its own. */
function learnQuestion(
  question: Text,
  passages: ReadPassage[],
  own: number,
  weight: number,
  words: LessonWords,
): number {
  const total = question.reduce((sum, word) => sum + words.questionTelling(word), 0);
  const weights = question.map((word) => words.questionTelling(word) / total);
  const sum = new Sum();
  for (const word of question) addTo(sum.vector, words.questionUnit(word), words.questionTelling(word));
  sum.close();
  const alignments = passages.map((passage) => align(question, weights, sum, passage));
  const beliefs = softmax(
    alignments.map(
      ({ text, underHeading, whole }) =>
        shares.text * text + shares.underHeading * underHeading + shares.whole * whole,
    ),
  );
  alignments.forEach((alignment, at) => {
    const error = weight * ((beliefs[at] ?? 0) - (at === own ? 1 : 0));
    const passage = passages[at];
    if (passage === undefined || Math.abs(error) < 1e-7) return;
    learnCosine(sum, passage.sum, alignment.whole, error * shares.whole);
    learnAlignment(question, weights, alignment, error, words);
  });
  for (const word of question) words.learnToldInQuestion(word, sum.slope);
  return -weight * Math.log((beliefs[own] ?? 0) + 1e-9);
}

function align(question: Text, weights: number[], sum: Sum, passage: ReadPassage): Alignment {
  const nearest = question.map((word) => passage.nearest(word));
  let [text, underHeading] = [0, 0];
  nearest.forEach((each, i) => {
    text += (weights[i] ?? 0) * each.textCosine;
    underHeading +=
      (weights[i] ?? 0) * Math.max(each.textCosine, headingShare.alignment * each.headingCosine);
  });
  const whole = dot(sum.vector, passage.sum.vector) / (sum.length * passage.sum.length);
  return { nearest, text, underHeading, whole };
}

function learnAlignment(
  question: Text,
  weights: number[],
  { nearest, text, underHeading }: Alignment,
  error: number,
  words: LessonWords,
): void {
  nearest.forEach((each, i) => {
    const [own, weight] = [question[i] ?? 0, weights[i] ?? 0];
    const above = headingShare.alignment * each.headingCosine;
    const isAbove = above > each.textCosine;
    const ofText = shares.text + (isAbove ? 0 : shares.underHeading);
    words.learnCosine(own, each.text, error * weight * ofText);
    if (isAbove)
      words.learnCosine(own, each.heading, error * weight * shares.underHeading * headingShare.alignment);
    const gain =
      shares.text * (each.textCosine - text) +
      shares.underHeading * (Math.max(each.textCosine, above) - underHeading);
    words.learnQuestionEmphasis(own, error * weight * gain);
  });
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
