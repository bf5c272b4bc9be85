import { answerLanguages } from "../../language/answer-language.ts";
import { patternSource, toWords } from "../../language/intent-patterns.ts";
import { readNamed } from "../../language/language-data.ts";
import { once } from "../../caching/once.ts";
import { readReplies } from "../../language/replies.ts";
import type { ActiveConfiguration } from "./guidance.ts";

/** Replies to questions that the organization does not want answered. Each offers a person instead. */
export const refusals = readReplies(["topicOff", "advice"] as const);

/** Businesses in which only people may give advice. */
const regulatedBusinesses: ReadonlySet<string> = new Set(["financial_services", "medical_aid"]);

/** Matches requests for personal advice or a decision: what to do with money or health, or how one's own case will end. */
const personalAdvice = once(() => {
  const patterns = readNamed("advice", answerLanguages, "asks");
  return new RegExp(patterns.map((pattern) => patternSource(pattern, new Map())).join("|"), "u");
});

/** Whether a question wants advice or a decision that the organization's business must not leave to a program. */
export function asksForAdvice(question: string, configurations: ActiveConfiguration[]): boolean {
  if (!configurations.some(({ businessType }) => regulatedBusinesses.has(businessType))) return false;
  return personalAdvice().test(toWords(question));
}
