import { seededRandom, shuffled } from "../../scripts/seeded-random.ts";
import { recognizeIntent } from "../../server/language/intents.ts";
import { buckets, featuresOf, type MessageFeatures } from "../../server/language/intent-features.ts";
import {
  hiddenUnits,
  intents,
  intentScores,
  scoreFeatures,
  sumsOfMeaning,
  units,
  type IntentScores,
  type IntentWeights,
} from "../../server/language/intent-weights.ts";
import { recognizeSmallTalk } from "../../server/language/small-talk.ts";
import { vectorLength } from "../../server/language/word-vectors.ts";
import { everyday, type TrainingMessage } from "./messages.ts";

/** Passes over the messages. */
const epochs = 18;
/** Learning rates of the intents' own weights, of the hidden units, and of the intents' biases. */
const rates = { own: 0.3, hidden: 0.05, bias: 0.02 };
/** Dropout: the share of a message's buckets that are ignored in a pass, so that no few of them dominate. */
const dropout = 0.65;
/** The share of the many everyday questions that a pass trains on. */
const everydayShare = 0.6;
const folds = 3;
/** The maximum share of false positives among the questions of the message files, most of which resemble a request. */
const maxFalsePositiveShare = 0.0088;

interface Example {
  features: MessageFeatures;
  /** The index of its intent; -1 if it has none. */
  intent: number;
  isEveryday: boolean;
}

/** Trained parameters, with the sums of their squared gradients for AdaGrad. */
interface TrainedParameters {
  values: Float32Array;
  squares: Float32Array;
}

interface Model {
  biases: TrainedParameters;
  outputs: TrainedParameters;
  meaning: TrainedParameters;
  weights: TrainedParameters;
}

/** Trains weights on messages in all languages, so that a score above 0 is a hand-off request. */
export function fitIntents(messages: TrainingMessage[], threshold: number): IntentWeights {
  const { biases, outputs, meaning, weights } = train(messages.flatMap(exampleOf));
  const largest = new Float32Array(units);
  weights.values.forEach((weight, at) => {
    largest[at % units] = Math.max(largest[at % units] ?? 0, Math.abs(weight));
  });
  const scales = largest.map((value) => value / 127);
  return {
    biases: biases.values.map((bias, unit) => (unit < intents.length ? bias - threshold : bias)),
    scales,
    outputs: outputs.values,
    meaning: meaning.values,
    weights: Int8Array.from(weights.values, (weight, at) => Math.round(weight / (scales[at % units] || 1))),
  };
}

/** Scores every message with weights that were trained without its group. */
export function crossValidate(messages: TrainingMessage[]): Map<TrainingMessage, IntentScores> {
  const scores = new Map<TrainingMessage, IntentScores>();
  for (let fold = 0; fold < folds; fold++) {
    const isHeldOut = ({ group }: TrainingMessage): boolean => group % folds === fold;
    const weights = fitIntents(
      messages.filter((message) => !isHeldOut(message)),
      0,
    );
    for (const message of messages.filter(isHeldOut))
      for (const { features } of exampleOf(message)) scores.set(message, scoreFeatures(features, weights));
  }
  return scores;
}

/** The lowest threshold with at most `maxFalsePositiveShare`, if the patterns also count, as in the product. */
export function findThreshold(scores: ReadonlyMap<TrainingMessage, IntentScores>): number {
  const questions = [...scores].filter(
    ([{ intent, set }]) => set !== everyday && (intent === "question" || intent === "none"),
  );
  const countFalsePositives = (threshold: number): number =>
    questions.filter(([{ text }, each]) => {
      const lowered = lower(each, threshold);
      return recognizeIntent(withoutGreeting(text), () => lowered)?.isSure === true;
    }).length;
  let [low, high] = [-5, 5];
  while (high - low > 0.02) {
    const middle = (low + high) / 2;
    if (countFalsePositives(middle) > maxFalsePositiveShare * questions.length) low = middle;
    else high = middle;
  }
  return high;
}

/** The scores of weights that were trained with this threshold. */
export const lower = ({ person, complaint, status }: IntentScores, threshold: number): IntentScores => ({
  person: person - threshold,
  complaint: complaint - threshold,
  status: status - threshold,
});

/** As in the product, intents are recognized in the message without its greeting. */
const withoutGreeting = (text: string): string => recognizeSmallTalk(text).remainder;

/** Cached, because each fold of the cross-validation trains on most messages. */
const cachedExamples = new WeakMap<TrainingMessage, Example[]>();

function exampleOf(message: TrainingMessage): Example[] {
  const cached = cachedExamples.get(message);
  if (cached !== undefined) return cached;
  const { act, remainder } = recognizeSmallTalk(message.text);
  const intent = intents.findIndex((each) => each === message.intent);
  const isEveryday = message.set === everyday;
  const example = act === null ? [{ features: featuresOf(remainder), intent, isEveryday }] : [];
  cachedExamples.set(message, example);
  return example;
}

/** Trains a softmax over the features and a hidden layer by gradient descent; an ordinary question scores 0. */
function train(examples: Example[]): Model {
  const random = seededRandom(7);
  const model = newModel(random);
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (const { features, intent, isEveryday } of shuffled(examples, random)) {
      if (isEveryday && random() >= everydayShare) continue;
      const kept = features.buckets.filter(() => random() >= dropout);
      if (kept.length > 0) trainOn({ ...features, buckets: kept }, intent, model);
    }
  }
  return model;
}

function newModel(random: () => number): Model {
  const isOwn = (at: number): boolean => at % units < intents.length;
  const initializeInputs = (inputs: number): TrainedParameters => {
    const made = initialize(inputs * units, (at) => (isOwn(at) ? 0 : 0.1 * normal(random)), 0);
    made.squares.forEach((_, at) => (made.squares[at] = isOwn(at) ? 1e-3 : 1e-2));
    return made;
  };
  return {
    biases: initialize(units, () => 0, 0.1),
    outputs: initialize(intents.length * hiddenUnits, () => 0.3 * normal(random), 0.1),
    meaning: initializeInputs(vectorLength),
    weights: initializeInputs(buckets),
  };
}

function initialize(length: number, value: (at: number) => number, square: number): TrainedParameters {
  return {
    values: Float32Array.from({ length }, (_, at) => value(at)),
    squares: new Float32Array(length).fill(square),
  };
}

/** Makes one step of gradient descent. */
function trainOn({ buckets: kept, meaning }: MessageFeatures, intent: number, model: Model): void {
  const { biases, outputs, weights } = model;
  const share = 1 / Math.sqrt(kept.length);
  const byMeaning = sumsOfMeaning(meaning, model.meaning.values);
  const values = sumsOf(kept, weights.values).map(
    (sum, unit) => sum * share + (byMeaning[unit] ?? 0) + (biases.values[unit] ?? 0),
  );
  const exponentials = intentScores(values, outputs.values).map((score) => Math.exp(score));
  const sum = exponentials.reduce((a, b) => a + b, 1);
  const gradients = new Float64Array(units);
  exponentials.forEach((exponential, place) => {
    const gradient = exponential / sum - (place === intent ? 1 : 0);
    gradients[place] = gradient;
    biases.values[place] = (biases.values[place] ?? 0) - rates.bias * gradient;
    for (let hidden = 0; hidden < hiddenUnits; hidden++) {
      const unit = intents.length + hidden;
      if ((values[unit] ?? 0) <= 0) continue;
      const at = place * hiddenUnits + hidden;
      gradients[unit] = (gradients[unit] ?? 0) + gradient * (outputs.values[at] ?? 0);
      step(outputs, at, gradient * (values[unit] ?? 0), rates.hidden);
    }
  });
  for (let unit = intents.length; unit < units; unit++)
    step(biases, unit, gradients[unit] ?? 0, rates.hidden);
  stepAll(weights, kept, gradients, () => share);
  stepAll(model.meaning, dimensions, gradients, (dimension) => meaning[dimension] ?? 0);
}

const dimensions = Array.from({ length: vectorLength }, (_, at) => at);

function sumsOf(features: Int32Array, weights: Float32Array): Float64Array {
  const sums = new Float64Array(units);
  for (const feature of features)
    for (let unit = 0; unit < units; unit++)
      sums[unit] = (sums[unit] ?? 0) + (weights[feature * units + unit] ?? 0);
  return sums;
}

/** Steps the weights of these inputs; `valueOf` gives the value of an input. */
function stepAll(
  weights: TrainedParameters,
  inputs: ArrayLike<number>,
  gradients: Float64Array,
  valueOf: (input: number) => number,
): void {
  for (let unit = 0; unit < units; unit++) {
    const gradient = gradients[unit] ?? 0;
    if (Math.abs(gradient) < 1e-4) continue;
    const rate = unit < intents.length ? rates.own : rates.hidden;
    for (let at = 0; at < inputs.length; at++) {
      const input = inputs[at] ?? 0;
      step(weights, input * units + unit, gradient * valueOf(input), rate);
    }
  }
}

function step({ values, squares }: TrainedParameters, at: number, gradient: number, rate: number): void {
  const square = (squares[at] ?? 0) + gradient * gradient;
  squares[at] = square;
  values[at] = (values[at] ?? 0) - (rate * gradient) / (Math.sqrt(square) || 1);
}

/** Approximately normally distributed: the sum of twelve uniform numbers minus six. */
function normal(random: () => number): number {
  let sum = -6;
  for (let times = 0; times < 12; times++) sum += random();
  return sum;
}
