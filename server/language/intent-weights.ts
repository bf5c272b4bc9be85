import { readFileSync } from "node:fs";
import { once } from "../caching/once.ts";
import { featuresOf, type MessageFeatures } from "./intent-features.ts";
import { vectorLength } from "./word-vectors.ts";

/** The kinds of hand-off requests, in the order of their weights in the file. */
export const intents = ["person", "complaint", "status"] as const;

/**
 * A kind of hand-off request, which no document can answer. `person`: the customer wants to speak to someone.
 * `complaint`: wants something put right. `status`: asks about their own order, claim, delivery, refund, application
 * or ticket.
 */
export type Intent = (typeof intents)[number];

/** A score per intent; above 0, the message is more likely to have this intent than to be an ordinary question. */
export type IntentScores = Record<Intent, number>;

/** Hidden units, which detect combinations of features, such as an event without a question. */
export const hiddenUnits = 32;
/** The units that sum the features of a message: one per intent, then the hidden ones. */
export const units = intents.length + hiddenUnits;

export type IntentWeights = ReturnType<typeof unpackWeights>;

const file = new URL("./data/intent-weights/weights.bin", import.meta.url);

const readWeights = once(() => unpackWeights(readFileSync(file)));

export const scoreIntents = (message: string): IntentScores =>
  scoreFeatures(featuresOf(message), readWeights());

export function scoreFeatures({ buckets, meaning }: MessageFeatures, weights: IntentWeights): IntentScores {
  const sums = new Float64Array(units);
  for (const bucket of buckets)
    for (let unit = 0; unit < units; unit++)
      sums[unit] = (sums[unit] ?? 0) + (weights.weights[bucket * units + unit] ?? 0);
  const share = 1 / Math.sqrt(buckets.length);
  const byMeaning = sumsOfMeaning(meaning, weights.meaning);
  const values = sums.map(
    (sum, unit) =>
      sum * share * (weights.scales[unit] ?? 0) + (byMeaning[unit] ?? 0) + (weights.biases[unit] ?? 0),
  );
  const [person = 0, complaint = 0, status = 0] = intentScores(values, weights.outputs);
  return { person, complaint, status };
}

/** What the meaning of a message adds to each unit. `weights` has the shape [vectorLength, units]. */
export function sumsOfMeaning(meaning: Float64Array, weights: Float32Array): Float64Array {
  const sums = new Float64Array(units);
  meaning.forEach((value, dimension) => {
    for (let unit = 0; unit < units; unit++)
      sums[unit] = (sums[unit] ?? 0) + value * (weights[dimension * units + unit] ?? 0);
  });
  return sums;
}

/** The score of each intent: the value of its own unit plus the weighted ReLU activations of the hidden units. */
export function intentScores(values: ArrayLike<number>, outputs: ArrayLike<number>): number[] {
  return intents.map((_, place) => {
    let score = values[place] ?? 0;
    for (let hidden = 0; hidden < hiddenUnits; hidden++)
      score +=
        (outputs[place * hiddenUnits + hidden] ?? 0) * Math.max(0, values[intents.length + hidden] ?? 0);
    return score;
  });
}

/** The weights in the format of their file. */
export function packWeights({ biases, scales, outputs, meaning, weights }: IntentWeights): Buffer {
  return Buffer.concat([biases, scales, outputs, meaning, weights].map((part) => Buffer.from(part.buffer)));
}

function unpackWeights(packed: Buffer) {
  const bytes = packed.buffer.slice(packed.byteOffset, packed.byteOffset + packed.byteLength);
  let from = 0;
  const read = (length: number): Float32Array => {
    const numbers = new Float32Array(bytes, from, length);
    from += numbers.byteLength;
    return numbers;
  };
  return {
    /** Shape: [units]. */
    biases: read(units),
    /** The quantization scale of each unit's `weights`. Shape: [units]. */
    scales: read(units),
    /** The weights of the hidden units in the scores. Shape: [intents, hiddenUnits]. */
    outputs: read(intents.length * hiddenUnits),
    /** Shape: [vectorLength, units]. */
    meaning: read(vectorLength * units),
    /** The weights of the feature buckets. Shape: [buckets, units]. */
    weights: new Int8Array(bytes, from),
  };
}
