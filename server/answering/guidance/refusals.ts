import type { AnswerLanguage } from "../../language/answer-language.ts";
import { readReplies } from "../../language/replies.ts";
import type { ActiveConfiguration } from "./guidance.ts";

/** What is said where the organization wants no answer given. Each offers a person. */
const refusals = readReplies(["topicOff", "advice"] as const);

export function refusal(why: "topicOff" | "advice", language: AnswerLanguage): string {
  return refusals[language][why];
}

const bound: ReadonlySet<string> = new Set(["financial_services", "medical_aid"]);

/** Wishes for a judgement on one's own case: what to do with money or health, or how a case is decided. */
const personalAdvice: RegExp[] = [
  /\b(what|which|where|how much) (\p{L}+ ){0,3}should i (invest|buy|sell|save|choose|take|put|borrow|pick)\b/iu,
  /\bshould i (invest|buy|sell|cash|withdraw|borrow|take out|switch|cancel|stop|start|take|have (the|an|a) (operation|surgery))\b/iu,
  /\b(do|would|can|could) you (recommend|advise|suggest)\b/iu,
  /\bis (it|this|that) (a good idea|worth it|wise|safe) (for me )?to (invest|buy|sell|borrow|take|stop|switch)\b/iu,
  /\b(will|can|could) (you|my) (approve|authori[sz]e|claim be (approved|paid)|loan be approved|application be approved)\b/iu,
  /\bwhy (was|is|did) (my|you) (claim|loan|application|benefit|reject|decline)\b.*/iu,
  /\b(diagnose|what is wrong with me|do i have (cancer|diabetes|covid))\b/iu,
  /\bmoet ek (belê|koop|verkoop|leen|neem|ophou)\b/iu,
];

/** Whether a question wants advice or a decision that the organization's business must not leave to a program. */
export function asksForAdvice(question: string, configurations: ActiveConfiguration[]): boolean {
  if (!configurations.some(({ businessType }) => bound.has(businessType))) return false;
  return personalAdvice.some((pattern) => pattern.test(question));
}
