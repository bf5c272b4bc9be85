import type { Transaction } from "../../database/database.ts";
import { detectAnswerLanguage } from "../../language/answer-language.ts";
import {
  answerQuestion,
  answerWithEvidence,
  type Answer,
  type AnswerRequest,
  type GroundedAnswer,
} from "../extractive/answer.ts";
import { contextualize } from "../extractive/follow-up.ts";
import { recognizeSmallTalk } from "../../language/small-talk.ts";
import { sureMatch, type CuratedMatch } from "../curated/curated-index.ts";
import type { Retrieve } from "../../retrieval/retrieve.ts";
import { greetingMessage } from "./greeting.ts";
import type { Guidance, Guide } from "./guidance.ts";
import { suggestQuestions } from "./suggestions.ts";
import { asksForAdvice, refusal } from "./refusals.ts";
import { isOnTopicSwitchedOff } from "./topics.ts";

/** Small talk that opens a conversation. */
const openings: ReadonlySet<string | null> = new Set(["greeting", "presence", "how_are_you"]);

/**
 * Answers a question as the organization wants it answered: what a person of the team wrote for it comes
 * before the documents, unless they are surer; topics that are switched off are declined, and customers
 * are greeted in its words. Everything else is answered from the documents, with the passages behind
 * the answer. There are none where the organization's own words or its refusal are the answer: those are
 * given as they are. Must run in a transaction opened for the organization.
 */
export async function answerGuided(
  trx: Transaction,
  { guidance, retrieve }: { guidance: Guidance; retrieve: Retrieve },
  request: AnswerRequest,
): Promise<GroundedAnswer> {
  const guide = await guidance.of(trx, request.organizationId);
  const smallTalk = recognizeSmallTalk(request.question);
  if (smallTalk.act !== null) {
    const answer = await answerQuestion(trx, request);
    const isOpening = request.audience === "external" && openings.has(smallTalk.act);
    const suggestions = isOpening ? await suggestQuestions(trx, { guidance, retrieve }, request) : [];
    const greeting = isOpening ? greetingMessage(guide, smallTalk.language, suggestions) : null;
    return asItIs(greeting === null ? answer : { ...answer, content: greeting });
  }
  const question = smallTalk.remainder;
  const search = contextualize(question, request.history);
  const match = guide.curated[request.audience].find(search.text);
  if (match !== null && match.confidence >= sureMatch) {
    const curated = await readCurated(trx, request, match);
    if (curated !== null) return asItIs(curated);
  }
  if (request.audience === "external") {
    const declined = decline(guide, question);
    if (declined !== null) return asItIs(declined);
  }
  const { answer, evidence } = await answerWithEvidence(trx, request, retrieve);
  if (match !== null && !(answer.answered && answer.confidence > match.confidence)) {
    const curated = await readCurated(trx, request, match);
    if (curated !== null) return asItIs(curated);
  }
  return { answer: answer.answered ? answer : { ...answer, asked: question }, evidence };
}

const asItIs = (answer: Answer): GroundedAnswer => ({ answer, evidence: null });

/** The answer as it stands now; null where it was deleted meanwhile. */
async function readCurated(
  trx: Transaction,
  { organizationId, audience }: AnswerRequest,
  { id, confidence }: CuratedMatch,
): Promise<Answer | null> {
  const row = await trx
    .selectFrom("curated_answers")
    .select("answer")
    .where("organization_id", "=", organizationId)
    .where("audience", "=", audience)
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    content: row.answer,
    confidence: Math.round(confidence * 100) / 100,
    answered: true,
    kind: "answer",
    sources: [],
    engine: "curated",
  };
}

/** What customers are told instead of an answer that the organization does not want given; else null. */
function decline({ configurations }: Guide, question: string): Answer | null {
  const why = isOnTopicSwitchedOff(question, configurations)
    ? "topicOff"
    : asksForAdvice(question, configurations)
      ? "advice"
      : null;
  if (why === null) return null;
  return {
    content: refusal(why, detectAnswerLanguage(question)),
    confidence: 0,
    answered: false,
    kind: "unknown",
    declined: true,
    sources: [],
    engine: "extractive",
  };
}
