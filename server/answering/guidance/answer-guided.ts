import type { Audience } from "../../../contract/common.ts";
import type { Transaction } from "../../database/database.ts";
import { findRow, rowId } from "../../database/rows.ts";
import type { UnitOfWork } from "../../database/unit-of-work.ts";
import { withoutSources, type Answer, type AnswerRequest, type GroundedAnswer } from "../answer.ts";
import { answerQuery, answerSmallTalk } from "../extractive/answer-from-documents.ts";
import { detectAnswerLanguage, answerLanguages } from "../../language/answer-language.ts";
import type { Query } from "../../language/understand-query.ts";
import { calibrateAnswer } from "../calibration/curves.ts";
import { certainMatch, type CuratedMatch } from "../curated/curated-index.ts";
import type { Retrieve } from "../../retrieval/retrieve.ts";
import type { Guidance, Guide, ActiveConfiguration } from "./guidance.ts";
import { suggestQuestions } from "./suggestions.ts";
import { isOnTopicSwitchedOff, activeTemplates, suggestedQuestions } from "./topics.ts";
import { patternSource, toWords } from "../../language/intent-patterns.ts";
import { readNamed } from "../../language/language-data.ts";
import { once } from "../../caching/once.ts";
import { readReplies } from "../../language/replies.ts";

export interface GuidedTools {
  guidance: Guidance;
  retrieve: Retrieve;
  /** Checks the suggested questions, which need no other server. */
  retrieveByWords: Retrieve;
}

/** Small talk that opens a conversation. */
const openings: ReadonlySet<string | null> = new Set(["greeting", "presence", "how_are_you"]);

/**
 * Answers a question by the organization's rules: a curated answer comes before the documents, unless these are more
 * certain; topics that are switched off are declined; and customers are greeted in the organization's words. Any other
 * question is answered from the documents, and only then the result has material: curated answers, refusals and
 * greetings are used as they are.
 */
export async function answerGuided(
  work: UnitOfWork,
  tools: GuidedTools,
  request: AnswerRequest,
): Promise<GroundedAnswer> {
  const { organizationId, audience, query } = request;
  const guide = await work.run((trx) => tools.guidance.of(trx, organizationId));
  const smallTalk = answerSmallTalk(query);
  if (smallTalk !== null)
    return withoutMaterial(await work.run((trx) => greet(trx, tools, request, { guide, smallTalk })));
  const match = findCurated(guide, audience, query);
  const readMatch = () => (match === null ? null : work.run((trx) => readCurated(trx, request, match)));
  if (match?.isCertain === true) {
    const curated = await readMatch();
    if (curated !== null) return withoutMaterial(curated);
  }
  const declined = audience === "external" ? decline(guide, query) : null;
  if (declined !== null) return withoutMaterial(declined);
  const { answer, material } = await answerQuery(work, request, tools.retrieve);
  if (match !== null && !(answer.answered && answer.confidence > match.confidence)) {
    const curated = await readMatch();
    if (curated !== null) return withoutMaterial(curated);
  }
  const calibrated = calibrateAnswer(answer, "extractive", guide.curves);
  return { answer: calibrated.answered ? calibrated : { ...calibrated, asked: query.question }, material };
}

/** Whether a curated answer certainly matches the question. */
export const hasCuratedAnswer = (guide: Guide, audience: Audience, query: Query): boolean =>
  findCurated(guide, audience, query)?.isCertain === true;

/**
 * The curated answer that matches a question best. A hand-off request is recognized by its own words, so only these are
 * compared; any other question may need the words of earlier messages.
 */
function findCurated({ curated }: Guide, audience: Audience, { intent, question, searchText }: Query) {
  const match = curated[audience].find(intent === null ? searchText : question);
  return match === null ? null : { ...match, isCertain: match.confidence >= certainMatch };
}

const withoutMaterial = (answer: Answer): GroundedAnswer => ({ answer, material: null });

/** The reply to small talk. Customers who begin a conversation are greeted in the organization's words. */
async function greet(
  trx: Transaction,
  tools: GuidedTools,
  request: AnswerRequest,
  { guide, smallTalk }: { guide: Guide; smallTalk: Answer },
): Promise<Answer> {
  const { audience, query } = request;
  const isOpening = audience === "external" && openings.has(query.smallTalk);
  const greeting = isOpening ? greetingOf(guide) : null;
  if (greeting === null || detectAnswerLanguage(greeting.text) !== query.language) return smallTalk;
  const suggestions = await suggestQuestions(trx, tools, request);
  if (suggestions.length === 0) return { ...smallTalk, content: greeting.text };
  const lines = suggestions.map((question) => `• ${question}`);
  return {
    ...smallTalk,
    content: [greeting.text, "", "You can ask me, for example:", ...lines].join("\n"),
  };
}

/** The current text of a curated answer; null if it was deleted in the meantime. */
async function readCurated(
  trx: Transaction,
  { organizationId, audience }: Pick<AnswerRequest, "organizationId" | "audience">,
  { id, confidence }: CuratedMatch,
): Promise<Answer | null> {
  const key = { ...rowId(organizationId, id), audience };
  const row = await findRow(trx, "curated_answers", key, ["answer"]);
  if (row === undefined) return null;
  return {
    ...withoutSources("answer", row.answer),
    confidence: Math.round(confidence * 100) / 100,
    answered: true,
    engine: "curated",
  };
}

/** The refusal, if the organization does not want customers to get an answer; otherwise null. */
function decline({ configurations }: Guide, { question, language }: Query): Answer | null {
  const why = isOnTopicSwitchedOff(question, configurations)
    ? "topicOff"
    : asksForAdvice(question, configurations)
      ? "advice"
      : null;
  return why === null ? null : { ...withoutSources("unknown", refusals[language][why]), declined: true };
}

/** An organization's greeting for customers, from its first active template; null if it has none. */
export function greetingOf({ organizationName, configurations }: Guide) {
  const [template] = activeTemplates(configurations);
  if (template === undefined) return null;
  return { text: withName(template, organizationName), suggestions: suggestedQuestions(configurations) };
}

/** Adds a welcome with the organization's name, in place of the template's own hello, if it lacks the name. */
function withName(template: string, name: string): string {
  if (name === "" || template.toLowerCase().includes(name.toLowerCase())) return template;
  const opening = /^(hello|hi|hallo|good day|welcome)\s*[!,.]\s*/iu.exec(template);
  const rest = opening === null ? template : template.slice(opening[0].length);
  return `Hello, and welcome to ${name}! ${rest}`;
}

/** Replies to questions that the organization does not want answered. Each offers a person instead. */
const refusals = readReplies(["topicOff", "advice"] as const);

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
