import { seededRandom, shuffled } from "../seeded-random.ts";
import { Adam } from "./adam.ts";
import { TrainingBatch, type TrainingOrganization } from "./training-batch.ts";
import type { WordGradients } from "./batch-words.ts";
import { identityMatrix, type LearnedVectors, type Vectors } from "./vectors.ts";
import { vectorLength } from "../../server/language/word-vectors.ts";

const epochs = 9;
/** For the vectors of words, and for the matrix that all words share. They rise at first, then fall to nearly 0. */
const learningRates = { words: 0.002, turn: 0.001 };
const risingSteps = 100;
const lowestRate = 0.02;

/** The results of training in different orders are averaged ("model soups", Wortsman et al. 2022). */
const seeds = [1, 2];

export function learnVectors(start: Vectors, organizations: TrainingOrganization[]): LearnedVectors {
  return meanOf(seeds.map((seed) => learnOnce(start, organizations, seed)));
}

/** The mean of the results, which are comparable because all began with the same vectors. */
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
    importance: mean(({ importance }) => importance),
    questionImportance: mean(({ questionImportance }) => questionImportance),
    questionMatrix: mean(({ questionMatrix }) => questionMatrix),
  };
}

/**
 * Moves the vectors of words so that a question is nearer to the passage that answers it than to other passages
 * (contrastive learning with a softmax), and learns the importance of each word. Nearness is that of the words (soft
 * alignment) and of the whole texts, as in the ranking of answers (server/answering/extractive/alignment.ts).
 */
function learnOnce(start: Vectors, organizations: TrainingOrganization[], seed: number): LearnedVectors {
  const learner = new Learner(start);
  const random = seededRandom(seed);
  const batches = TrainingBatch.ofAll(start.words, organizations, random);
  const steps = epochs * batches.length;
  let step = 0;
  for (let epoch = 1; epoch <= epochs; epoch++) {
    let loss = 0;
    for (const batch of shuffled(batches, random)) {
      step++;
      loss += learner.learn(
        batch,
        random,
        Math.min(1, step / risingSteps) * Math.max(lowestRate, 1 - step / steps),
      );
    }
    process.stdout.write(`Epoch ${epoch} of ${epochs}: loss ${(loss / batches.length).toFixed(3)}\n`);
  }
  return learner.learned();
}

class Learner {
  readonly #start: Vectors;
  readonly #values: Float32Array;
  /** Logarithms of the factors of `importance`: in all texts, and in addition in questions. */
  readonly #emphasis: Float32Array;
  readonly #questionEmphasis: Float32Array;
  readonly #questionMatrix = identityMatrix();
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
      questionMatrix: new Adam(this.#questionMatrix, learningRates.turn),
    };
  }

  /** Makes a training step. Returns the loss before it. */
  learn(batch: TrainingBatch, random: () => number, rate: number): number {
    const { loss, ...gradients } = batch.gradient(
      {
        values: this.#values,
        importance: this.#importance(),
        questionImportance: this.#questionImportance(),
        questionMatrix: this.#questionMatrix,
      },
      random,
    );
    const { values, emphasis, questionEmphasis, questionMatrix } = this.#optimizers;
    for (const optimizer of Object.values(this.#optimizers)) optimizer.begin(rate);
    batch.words.forEach((word, i) => {
      values.update(word * vectorLength, gradients.values.subarray(i * vectorLength, (i + 1) * vectorLength));
      // A word's importance in a question has both factors.
      const ofBoth = (gradients.emphasis[i] ?? 0) + (gradients.questionEmphasis[i] ?? 0);
      emphasis.update(word, [ofBoth]);
      questionEmphasis.update(word, [gradients.questionEmphasis[i] ?? 0]);
    });
    questionMatrix.update(0, gradients.questionMatrix);
    return loss;
  }

  learned(): LearnedVectors {
    return {
      words: this.#start.words,
      values: this.#values,
      importance: this.#importance(),
      questionImportance: this.#questionImportance(),
      questionMatrix: this.#questionMatrix,
    };
  }

  #importance(): Float32Array {
    return this.#start.importance.map((share, word) => share * Math.exp(this.#emphasis[word] ?? 0));
  }

  #questionImportance(): Float32Array {
    return this.#importance().map((share, word) => share * Math.exp(this.#questionEmphasis[word] ?? 0));
  }
}
