import { readFileSync } from "node:fs";
import { z } from "zod";
import { probabilityOf } from "../../server/answering/calibration/log-odds.ts";
import { featuresOf } from "../../server/language/follow-up.ts";
import type { FollowUpWeights } from "../../server/language/follow-up-weights.ts";
import { minimize } from "../answers/fit.ts";
import { foldOf, folds } from "../answers/matchers.ts";
import { isJudged, type EverydayOrganization, type EverydayQuestion } from "../everyday/organizations.ts";

/** A message with its features, and whether it can only be understood with those before it. */
export interface FollowUpExample {
  features: string[];
  isFollowUp: boolean;
  weight: number;
  fold: number;
}

/** Questions that begin a conversation are clear on their own; there are eight times as many as others. */
const firstWeight = 0.125;

export const isFollowUp = ({ kind }: EverydayQuestion): boolean => kind === "follow_up";

const foldOfOrganization = (name: string): number => foldOf(`everyday/${name}`);

/** All questions of an organization, also those that are only fitted to. */
export const examplesOf = ({ name, questions, further }: EverydayOrganization): FollowUpExample[] =>
  [...questions, ...further].filter(isJudged).map((row) => ({
    features: featuresOf(row.question),
    isFollowUp: isFollowUp(row),
    weight: row.history.length === 0 ? firstWeight : 1,
    fold: foldOfOrganization(name),
  }));

/** Features of fewer messages are left out. */
const minMessages = 6;
/** Strength of the L2 regularization, in weights of an example. */
const bound = 1;
/** Weights are written with this many decimals; smaller ones are left out. */
const decimals = 2;

/** Logistic regression on binary features, with L2 regularization. */
export function fitFollowUps(examples: readonly FollowUpExample[]): FollowUpWeights {
  const counts = new Map<string, number>();
  for (const { features } of examples)
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  const names = [...counts].filter(([, count]) => count >= minMessages).map(([name]) => name);
  const indexes = new Map(names.map((name, index) => [name, index]));
  const rows = examples.map(({ features, ...example }) => ({
    indexes: features.flatMap((feature) => indexes.get(feature) ?? []),
    target: example.isFollowUp ? 1 : 0,
    weight: example.weight,
  }));
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  const fitted = minimize(
    names.length,
    (weights, into) => {
      for (const { indexes: found, target, weight } of rows) {
        const odds = found.reduce((sum, index) => sum + (weights[index] ?? 0), 0);
        const pull = (weight / total) * (probabilityOf(odds) - target);
        for (const index of found) into[index] = (into[index] ?? 0) + pull;
      }
      for (let k = 0; k < names.length; k++) into[k] = (into[k] ?? 0) + (bound / total) * (weights[k] ?? 0);
    },
    { steps: 400, rate: 0.1 },
  );
  const rounded = names.map((name, index) => [name, Number((fitted[index] ?? 0).toFixed(decimals))] as const);
  return new Map(rounded.filter(([, weight]) => weight !== 0));
}

const messageSchema = z.object({
  follow_up: z.boolean(),
  lang: z.string(),
  before: z.string(),
  message: z.string(),
});

/** Very short messages of conversations in seven languages, each with the message before it. */
export const shortMessages = (): FollowUpExample[] =>
  readFileSync(new URL("messages.jsonl", import.meta.url), "utf8")
    .trimEnd()
    .split("\n")
    .map((line, at) => {
      const message = messageSchema.parse(JSON.parse(line));
      return {
        features: featuresOf(message.message),
        isFollowUp: message.follow_up,
        weight: 1,
        fold: at % folds,
      };
    });

/** Returns a function that gives the weights fitted without an organization, and without the others of its fold. */
export function weightsWithout(
  organizations: readonly EverydayOrganization[],
): (name: string) => FollowUpWeights {
  const examples = [...organizations.flatMap(examplesOf), ...shortMessages()];
  const fitted = Array.from({ length: folds }, (_, fold) =>
    fitFollowUps(examples.filter((one) => one.fold !== fold)),
  );
  return (name) => fitted[foldOfOrganization(name)] as FollowUpWeights;
}

/** The weights in the format of their file, the heaviest first. */
export const formatWeights = (weights: FollowUpWeights): string =>
  [...weights]
    .toSorted(([a, x], [b, y]) => Math.abs(y) - Math.abs(x) || (a < b ? -1 : 1))
    .map(([name, weight]) => `${name}\t${String(weight)}\n`)
    .join("");
