import { shuffled } from "../../scripts/seeded-random.ts";
import { recognizeIntent } from "../../server/language/intents.ts";
import {
  buckets,
  featuresOf,
  intents,
  scoreIntents,
  type IntentScores,
  type IntentWeights,
} from "../../server/language/intent-weights.ts";
import { recognizeSmallTalk } from "../../server/language/small-talk.ts";
import { everyday, type TrainingMessage } from "./messages.ts";

/** Passes over the messages. */
const epochs = 16;
const learningRate = 0.3;
/** Of the many everyday questions, beside a message that somebody wrote for this purpose. */
const everydayWeight = 0.2;
/** Parts of the cross-validation. */
const folds = 5;
/** How many questions may be taken for a wish, of those that were written for this purpose: most of them are near to a wish. */
const maxTaken = 0.0175;

interface Example {
  features: Int32Array;
  /** The place of its wish; -1: it has none. */
  wish: number;
  weight: number;
}

interface Model {
  biases: Float64Array;
  weights: Float64Array[];
}

/** Learns weights from all messages, in all languages at once, so that a score above 0 is a wish. */
export function fitIntents(messages: TrainingMessage[], threshold: number): IntentWeights {
  const { biases, weights } = train(messages.flatMap(exampleOf));
  const scales = Float32Array.from(
    weights,
    (each) => each.reduce((a, b) => Math.max(a, Math.abs(b)), 0) / 127,
  );
  const packed = new Int8Array(intents.length * buckets);
  weights.forEach((each, place) =>
    packed.set(
      Int8Array.from(each, (weight) => Math.round(weight / (scales[place] || 1))),
      place * buckets,
    ),
  );
  return { biases: Float32Array.from(biases, (bias) => bias - threshold), scales, weights: packed };
}

/** Scores of every message by weights that were learned without its group. */
export function crossValidate(messages: TrainingMessage[]): Map<TrainingMessage, IntentScores> {
  const scores = new Map<TrainingMessage, IntentScores>();
  for (let fold = 0; fold < folds; fold++) {
    const isKeptApart = ({ group }: TrainingMessage): boolean => group % folds === fold;
    const weights = fitIntents(
      messages.filter((message) => !isKeptApart(message)),
      0,
    );
    for (const message of messages.filter(isKeptApart))
      scores.set(message, scoreIntents(questionOf(message.text), weights));
  }
  return scores;
}

/** The highest threshold that `maxTaken` of the questions reach, asked as the product would with its patterns. */
export function findThreshold(scores: ReadonlyMap<TrainingMessage, IntentScores>): number {
  const questions = [...scores].filter(
    ([{ intent, set }]) => set !== everyday && (intent === "question" || intent === "none"),
  );
  const isTaken = (threshold: number): number =>
    questions.filter(([{ text }, each]) => {
      const lowered = lower(each, threshold);
      return recognizeIntent(questionOf(text), () => lowered) !== null;
    }).length;
  let [low, high] = [-5, 5];
  while (high - low > 0.02) {
    const middle = (low + high) / 2;
    if (isTaken(middle) > maxTaken * questions.length) low = middle;
    else high = middle;
  }
  return high;
}

/** The scores by weights that were learned with this threshold. */
export const lower = ({ person, complaint, status }: IntentScores, threshold: number): IntentScores => ({
  person: person - threshold,
  complaint: complaint - threshold,
  status: status - threshold,
});

/** What is left of a message behind a greeting: wishes are looked for in that. */
const questionOf = (text: string): string => recognizeSmallTalk(text).remainder;

/** Messages as they are learned from; each part of the cross-validation learns from most of them. */
const madeExamples = new WeakMap<TrainingMessage, Example[]>();

function exampleOf(message: TrainingMessage): Example[] {
  const known = madeExamples.get(message);
  if (known !== undefined) return known;
  const { act, remainder } = recognizeSmallTalk(message.text);
  const wish = intents.findIndex((each) => each === message.intent);
  const weight = message.set === everyday ? everydayWeight : 1;
  const made = act === null ? [{ features: featuresOf(remainder), wish, weight }] : [];
  madeExamples.set(message, made);
  return made;
}

/** Multinomial logistic regression by stochastic gradient descent (AdaGrad); an ordinary question scores 0. */
function train(examples: Example[]): Model {
  const biases = new Float64Array(intents.length);
  const [weights = [], squares = []] = [0, 1e-3].map((start) =>
    intents.map(() => new Float64Array(buckets).fill(start)),
  );
  const random = randomNumbers();
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (const { features, wish, weight } of shuffled(examples, random)) {
      const share = 1 / Math.sqrt(features.length);
      const likelihoods = likelihoodsOf(features, share, { biases, weights });
      likelihoods.forEach((likelihood, place) => {
        const slope = (likelihood - (place === wish ? 1 : 0)) * weight;
        biases[place] = (biases[place] ?? 0) - 0.02 * slope;
        step(weights[place], squares[place], features, slope * share);
      });
    }
  }
  return { biases, weights };
}

function likelihoodsOf(features: Int32Array, share: number, { biases, weights }: Model): number[] {
  const powers = weights.map((each, place) => {
    let sum = 0;
    for (const feature of features) sum += each[feature] ?? 0;
    return Math.exp(sum * share + (biases[place] ?? 0));
  });
  const all = powers.reduce((a, b) => a + b, 1);
  return powers.map((power) => power / all);
}

function step(
  weights = new Float64Array(),
  squares = new Float64Array(),
  features: Int32Array,
  slope: number,
): void {
  if (Math.abs(slope) < 1e-5) return;
  for (const feature of features) {
    const square = (squares[feature] ?? 0) + slope * slope;
    squares[feature] = square;
    weights[feature] = (weights[feature] ?? 0) - (learningRate * slope) / Math.sqrt(square);
  }
}

/** The same at every run, so that the same messages make the same weights. */
function randomNumbers(): () => number {
  let seed = 7;
  return () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
}
