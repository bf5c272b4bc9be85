import { seededRandom, shuffled } from "../seeded-random.ts";
import { Adam } from "./adam.ts";
import { Lesson, type TaughtOrganization } from "./lesson.ts";
import type { WordGradients } from "./lesson-words.ts";
import { unturned, type LearnedVectors, type Vectors } from "./vectors.ts";
import { vectorLength } from "../../server/language/word-vectors.ts";

const epochs = 9;
/** Of each word, and of the matrix that all words share. It rises at first and then falls to nearly nothing. */
const learningRates = { words: 0.002, turn: 0.001 };
const risingSteps = 100;
const lowestRate = 0.02;

/** What is learned in different orders of the examples is averaged ("model soups", Wortsman et al. 2022). */
const seeds = [1, 2];

export function learnVectors(start: Vectors, organizations: TaughtOrganization[]): LearnedVectors {
  return meanOf(seeds.map((seed) => learnOnce(start, organizations, seed)));
}

/** All began with the same vectors, so that their numbers mean the same. */
function meanOf(learned: LearnedVectors[]): LearnedVectors {
  const [first] = learned;
  if (first === undefined) throw new RangeError("Nothing was learned");
  const mean = (numbersOf: (one: LearnedVectors) => Float32Array): Float32Array =>
    numbersOf(first).map(
      (_, k) => learned.reduce((sum, one) => sum + (numbersOf(one)[k] ?? 0), 0) / learned.length,
    );
  return {
    words: first.words,
    values: mean(({ values }) => values),
    telling: mean(({ telling }) => telling),
    questionTelling: mean(({ questionTelling }) => questionTelling),
    questionTurn: mean(({ questionTurn }) => questionTurn),
  };
}

/**
 * Moves words so that a question comes nearer to the passage that answers it than to other passages
 * (a softmax over them, as in contrastive learning), and learns how much each word tells. A passage
 * is as near as its words are to those of the question (soft alignment) and as the whole is to the
 * whole: what the ranking of answers looks at (server/answering/extractive/alignment.ts).
 */
function learnOnce(start: Vectors, organizations: TaughtOrganization[], seed: number): LearnedVectors {
  const learner = new Learner(start);
  const random = seededRandom(seed);
  const lessons = Lesson.ofAll(start.words, organizations, random);
  const steps = epochs * lessons.length;
  let step = 0;
  for (let epoch = 1; epoch <= epochs; epoch++) {
    let loss = 0;
    for (const lesson of shuffled(lessons, random)) {
      step++;
      loss += learner.learn(
        lesson,
        random,
        Math.min(1, step / risingSteps) * Math.max(lowestRate, 1 - step / steps),
      );
    }
    process.stdout.write(`Epoch ${epoch} of ${epochs}: loss ${(loss / lessons.length).toFixed(3)}\n`);
  }
  return learner.learned();
}

class Learner {
  readonly #start: Vectors;
  readonly #values: Float32Array;
  /** Logarithms of what `telling` is multiplied with, everywhere and in questions. */
  readonly #emphasis: Float32Array;
  readonly #questionEmphasis: Float32Array;
  readonly #questionTurn = unturned();
  readonly #optimizers: Record<keyof WordGradients, Adam>;

  constructor(start: Vectors) {
    this.#start = start;
    this.#values = start.values.slice();
    this.#emphasis = new Float32Array(start.words.length);
    this.#questionEmphasis = new Float32Array(start.words.length);
    this.#optimizers = {
      values: new Adam(this.#values, learningRates.words),
      emphasis: new Adam(this.#emphasis, learningRates.words),
      questionEmphasis: new Adam(this.#questionEmphasis, learningRates.words),
      questionTurn: new Adam(this.#questionTurn, learningRates.turn),
    };
  }

  /** Takes a step and returns the loss before it. */
  learn(lesson: Lesson, random: () => number, rate: number): number {
    const { loss, ...gradients } = lesson.gradient(
      {
        values: this.#values,
        telling: this.#telling(),
        questionTelling: this.#questionTelling(),
        questionTurn: this.#questionTurn,
      },
      random,
    );
    const { values, emphasis, questionEmphasis, questionTurn } = this.#optimizers;
    for (const optimizer of Object.values(this.#optimizers)) optimizer.begin(rate);
    lesson.words.forEach((word, i) => {
      values.update(word * vectorLength, gradients.values.subarray(i * vectorLength, (i + 1) * vectorLength));
      // What a word tells in a question is what it tells everywhere, and something of its own.
      const ofBoth = (gradients.emphasis[i] ?? 0) + (gradients.questionEmphasis[i] ?? 0);
      emphasis.update(word, [ofBoth]);
      questionEmphasis.update(word, [gradients.questionEmphasis[i] ?? 0]);
    });
    questionTurn.update(0, gradients.questionTurn);
    return loss;
  }

  learned(): LearnedVectors {
    return {
      words: this.#start.words,
      values: this.#values,
      telling: this.#telling(),
      questionTelling: this.#questionTelling(),
      questionTurn: this.#questionTurn,
    };
  }

  #telling(): Float32Array {
    return this.#start.telling.map((share, word) => share * Math.exp(this.#emphasis[word] ?? 0));
  }

  #questionTelling(): Float32Array {
    return this.#telling().map((share, word) => share * Math.exp(this.#questionEmphasis[word] ?? 0));
  }
}
