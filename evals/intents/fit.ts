import { seededRandom, shuffled } from "../../scripts/seeded-random.ts";
import { recognizeIntent } from "../../server/language/intents.ts";
import {
  buckets,
  featuresOf,
  hiddenUnits,
  intents,
  scoreFeatures,
  units,
  wishScores,
  type IntentScores,
  type IntentWeights,
} from "../../server/language/intent-weights.ts";
import { recognizeSmallTalk } from "../../server/language/small-talk.ts";
import { everyday, type TrainingMessage } from "./messages.ts";

/** Passes over the messages. */
const epochs = 10;
/** Of the wishes' own weights, of those of the hidden units, and of what a bias may move at a message. */
const rates = { own: 0.3, hidden: 0.05, bias: 0.02 };
/** The share of a message's features that are looked away from in a pass, so that no few of them are relied on. */
const droppedShare = 0.5;
/** The share of the many everyday questions that a pass learns from. */
const everydayShare = 0.5;
/** Parts of the cross-validation. */
const folds = 3;
/** How many questions may be taken for a wish, of those that were written for this purpose: most of them are near to a wish. */
const maxTaken = 0.028;

interface Example {
  features: Int32Array;
  /** The place of its wish; -1: it has none. */
  wish: number;
  isEveryday: boolean;
}

/** Numbers that are learned, with the sum of the squares of their slopes: AdaGrad moves by the root of that. */
interface Learned {
  values: Float32Array;
  squares: Float32Array;
}

interface Model {
  biases: Learned;
  outputs: Learned;
  weights: Learned;
}

/** Learns weights from all messages, in all languages at once, so that a score above 0 is a wish. */
export function fitIntents(messages: TrainingMessage[], threshold: number): IntentWeights {
  const { biases, outputs, weights } = train(messages.flatMap(exampleOf));
  const largest = new Float32Array(units);
  weights.values.forEach((weight, at) => {
    largest[at % units] = Math.max(largest[at % units] ?? 0, Math.abs(weight));
  });
  const scales = largest.map((most) => most / 127);
  return {
    biases: biases.values.map((bias, unit) => (unit < intents.length ? bias - threshold : bias)),
    scales,
    outputs: outputs.values,
    weights: Int8Array.from(weights.values, (weight, at) => Math.round(weight / (scales[at % units] || 1))),
  };
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
      for (const { features } of exampleOf(message)) scores.set(message, scoreFeatures(features, weights));
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
  const isEveryday = message.set === everyday;
  const made = act === null ? [{ features: featuresOf(remainder), wish, isEveryday }] : [];
  madeExamples.set(message, made);
  return made;
}

/** A hidden layer and multinomial logistic regression, by stochastic gradient descent; an ordinary question scores 0. */
function train(examples: Example[]): Model {
  const random = seededRandom(7);
  const model = newModel(random);
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (const { features, wish, isEveryday } of shuffled(examples, random)) {
      if (isEveryday && random() >= everydayShare) continue;
      const kept = features.filter(() => random() >= droppedShare);
      if (kept.length > 0) learnFrom(kept, wish, model);
    }
  }
  return model;
}

function newModel(random: () => number): Model {
  const isOwn = (at: number): boolean => at % units < intents.length;
  const weights = startingAt(buckets * units, (at) => (isOwn(at) ? 0 : 0.1 * normal(random)), 0);
  weights.squares.forEach((_, at) => (weights.squares[at] = isOwn(at) ? 1e-3 : 1e-2));
  return {
    biases: startingAt(units, () => 0, 0.1),
    outputs: startingAt(intents.length * hiddenUnits, () => 0.3 * normal(random), 0.1),
    weights,
  };
}

function startingAt(length: number, value: (at: number) => number, square: number): Learned {
  return {
    values: Float32Array.from({ length }, (_, at) => value(at)),
    squares: new Float32Array(length).fill(square),
  };
}

/** Moves the weights to where this message would be understood better. */
function learnFrom(features: Int32Array, wish: number, model: Model): void {
  const { biases, outputs, weights } = model;
  const share = 1 / Math.sqrt(features.length);
  const values = sumsOf(features, weights.values).map(
    (sum, unit) => sum * share + (biases.values[unit] ?? 0),
  );
  const powers = wishScores(values, outputs.values).map((score) => Math.exp(score));
  const all = powers.reduce((a, b) => a + b, 1);
  const slopes = new Float64Array(units);
  powers.forEach((power, place) => {
    const slope = power / all - (place === wish ? 1 : 0);
    slopes[place] = slope;
    biases.values[place] = (biases.values[place] ?? 0) - rates.bias * slope;
    for (let hidden = 0; hidden < hiddenUnits; hidden++) {
      const unit = intents.length + hidden;
      if ((values[unit] ?? 0) <= 0) continue;
      const at = place * hiddenUnits + hidden;
      slopes[unit] = (slopes[unit] ?? 0) + slope * (outputs.values[at] ?? 0);
      step(outputs, at, slope * (values[unit] ?? 0), rates.hidden);
    }
  });
  for (let unit = intents.length; unit < units; unit++) step(biases, unit, slopes[unit] ?? 0, rates.hidden);
  stepAll(weights, features, slopes, share);
}

function sumsOf(features: Int32Array, weights: Float32Array): Float64Array {
  const sums = new Float64Array(units);
  for (const feature of features)
    for (let unit = 0; unit < units; unit++)
      sums[unit] = (sums[unit] ?? 0) + (weights[feature * units + unit] ?? 0);
  return sums;
}

function stepAll(weights: Learned, features: Int32Array, slopes: Float64Array, share: number): void {
  for (let unit = 0; unit < units; unit++) {
    const slope = (slopes[unit] ?? 0) * share;
    if (Math.abs(slope) < 1e-5) continue;
    const rate = unit < intents.length ? rates.own : rates.hidden;
    for (const feature of features) step(weights, feature * units + unit, slope, rate);
  }
}

function step({ values, squares }: Learned, at: number, slope: number, rate: number): void {
  const square = (squares[at] ?? 0) + slope * slope;
  squares[at] = square;
  values[at] = (values[at] ?? 0) - (rate * slope) / (Math.sqrt(square) || 1);
}

/** Of a normal distribution, nearly: the sum of twelve even numbers less six. */
function normal(random: () => number): number {
  let sum = -6;
  for (let times = 0; times < 12; times++) sum += random();
  return sum;
}
