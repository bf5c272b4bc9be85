import type { AnswerLanguage } from "./answer-language.ts";
import type { RequestIntent } from "./intents.ts";
import { readReplies } from "./replies.ts";

/** Emergency numbers in South Africa: of any service from a cellphone, of two of them, and of the SADAG. */
const numbers = { cellphone: "112", police: "10111", ambulance: "10177", crisis: "0800 567 567" };

const texts = readReplies(["emergency", "suicide"] as const);

/** Whether a message tells of danger to somebody, now or just now. */
export const isUrgent = (intent: RequestIntent | null): boolean =>
  intent === "emergency" || intent === "suicide";

/** Whom to call in this emergency; null for any other message. */
export function emergencyAdvice(intent: RequestIntent | null, language: AnswerLanguage): string | null {
  if (!isUrgent(intent)) return null;
  const { emergency, suicide } = texts[language];
  const advice = intent === "suicide" ? `${suicide} ${emergency}` : emergency;
  return advice.replaceAll(/\{(\w+)\}/g, (sign, name: keyof typeof numbers) => numbers[name] ?? sign);
}
