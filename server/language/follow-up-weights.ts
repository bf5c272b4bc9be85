import { readFileSync } from "node:fs";
import { once } from "../caching/once.ts";
import { toEnglish } from "./bilingual.ts";
import { classesOf } from "./word-classes.ts";
import { toBoundedWords } from "./intent-patterns.ts";

/** What rules say about a message: it adds to earlier ones, depends on them, may refer to them, or is clear alone. */
export type FollowUpRule = "supplements" | "depends" | "may refer" | "clear";

/** The weight of each feature, in log odds. Others weigh nothing. */
export type FollowUpWeights = ReadonlyMap<string, number>;

export const followUpWeightsFile = new URL("./data/follow-up-weights/weights.txt", import.meta.url);

const readWeights = once((): FollowUpWeights => {
  const lines = readFileSync(followUpWeightsFile, "utf8").trimEnd().split("\n");
  return new Map(
    lines.map((line) => {
      const [feature = "", weight = ""] = line.split("\t");
      return [feature, Number(weight)];
    }),
  );
});

/** More content words than this are counted as so many. */
const maxCounted = 7;

/**
 * The features of a message: what the rules say, the number of its content words, its words and pairs of adjacent ones,
 * also in English if it is in another language of the lexicons, and the classes of similar words that they belong to.
 */
export function featuresOfMessage(message: string, rule: FollowUpRule, contentWords: number): string[] {
  const translation = toEnglish(message);
  const texts = translation === null ? [message] : [message, translation.text];
  const words = texts.map(toBoundedWords);
  const counts = Array.from({ length: maxCounted }, (_, count) => count);
  const features = [
    "#",
    `# ${rule}`,
    ...counts.filter((count) => contentWords <= count).map((count) => `# up to ${String(count)} words`),
    ...words.flatMap((own) => own.slice(1, -1)),
    ...words.flatMap((own) => own.slice(1).map((word, at) => `${own[at] ?? ""} ${word}`)),
    ...(words.at(-1) ?? []).flatMap((word) => classesOf(word)?.narrow ?? []),
  ];
  return [...new Set(features)];
}

/** The probability, from 0 to 1, that a message with these features can only be understood with those before it. */
export function scoreFollowUp(features: readonly string[], weights: FollowUpWeights = readWeights()): number {
  return 1 / (1 + Math.exp(-features.reduce((sum, feature) => sum + (weights.get(feature) ?? 0), 0)));
}
