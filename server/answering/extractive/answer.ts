import type { AnswerMetadata } from "../../../contract/conversations.ts";
import type { Audience } from "../../../contract/common.ts";
import type { Transaction } from "../../database/database.ts";
import type { RetrievedPassage, Retrieval } from "../../retrieval/passage.ts";
import { retrieve, type Retrieve } from "../../retrieval/retrieve.ts";
import { detectAnswerLanguage, type AnswerLanguage } from "../../language/answer-language.ts";
import { answerThreshold } from "./calibration.ts";
import { confidenceFeatures, confidenceOf } from "./confidence.ts";
import { contextualize, type Turn } from "./follow-up.ts";
import { toSources } from "./quote.ts";
import { replies } from "../../language/replies.ts";
import { rankSentences, selectQuotes } from "./selection.ts";
import { describeSentences, weighQuestion } from "./sentence-features.ts";
import { recognizeSmallTalk } from "../../language/small-talk.ts";

export interface AnswerRequest {
  organizationId: string;
  audience: Audience;
  question: string;
  /** The session's earlier messages, oldest first. */
  history: Turn[];
}

/** What an assistant message is made of; `describeAnswer` of the conversations makes its metadata. */
export interface Answer extends Omit<AnswerMetadata, "latencyMs" | "confidence"> {
  content: string;
  /** Of what was found, also where that is too little for an answer: only an answer is sent with it. */
  confidence: number;
}

/** What an answer was found in, for whoever words it anew. */
export interface Evidence {
  question: string;
  /** Best first. */
  passages: RetrievedPassage[];
}

/** `evidence` is null where nothing was looked for or found. */
export interface GroundedAnswer {
  answer: Answer;
  evidence: Evidence | null;
}

/** Passages that sentences are chosen from. */
const passagesRead = 8;
/** What is read of a long message, in UTF-16 code units. */
const longestQuestion = 600;

/**
 * Answers a question from the documents of one organization and audience: the best sentences,
 * verbatim, with their pages and a calibrated confidence; or says that they don't hold the answer.
 * Small talk is met politely. Must run in a transaction opened for the organization.
 */
export async function answerQuestion(trx: Transaction, request: AnswerRequest): Promise<Answer> {
  return (await answerWithEvidence(trx, request)).answer;
}

/** The same, with the passages that the answer was found in. */
export async function answerWithEvidence(
  trx: Transaction,
  request: AnswerRequest,
  find: Retrieve = retrieve,
): Promise<GroundedAnswer> {
  const smallTalk = recognizeSmallTalk(request.question);
  if (smallTalk.act !== null) {
    const reply = silent("small_talk", replies[smallTalk.language][smallTalk.act]);
    return { answer: { ...reply, confidence: 1, answered: true }, evidence: null };
  }
  const question = focus(smallTalk.remainder);
  const search = contextualize(question, request.history);
  const { organizationId, audience } = request;
  const retrieval = await find(trx, {
    organizationId,
    audience,
    question: search.text,
    contextWords: search.contextWords,
    limit: passagesRead,
  });
  const { passages } = retrieval;
  return {
    answer: answerFromPassages(question, retrieval),
    evidence: passages.length === 0 ? null : { question, passages },
  };
}

/** The pure rest of the answer: question and passages in, answer out. */
export function answerFromPassages(question: string, retrieval: Retrieval): Answer {
  const { english } = retrieval;
  const language = english?.language ?? detectAnswerLanguage(question);
  if (retrieval.terms.length === 0) return silent("unknown", replies[language].clarify);
  const weighted = weighQuestion(english?.text ?? question, retrieval);
  const ranked = rankSentences(describeSentences(weighted, retrieval.passages));
  if (ranked.length === 0) return unknown(language, 0);
  const confidence = confidenceOf(confidenceFeatures(weighted, retrieval, ranked));
  if (confidence < answerThreshold) return unknown(language, confidence);
  const selections = selectQuotes(ranked, retrieval.passages);
  const content: string[] = [];
  const sources = selections.flatMap(({ passage: index, stretches }) => {
    const passage = retrieval.passages[index];
    if (passage === undefined) return [];
    content.push(stretches.map(({ start, end }) => passage.text.slice(start, end)).join("\n"));
    return toSources(passage, stretches);
  });
  return {
    content: [...(english === undefined ? [] : [replies[language].quoted]), content.join("\n\n")].join("\n"),
    confidence,
    answered: true,
    kind: "answer",
    sources,
    engine: "extractive",
  };
}

function unknown(language: AnswerLanguage, confidence: number): Answer {
  return { ...silent("unknown", replies[language].unknown), confidence };
}

/** A reply that stands on no document. */
function silent(kind: Answer["kind"], content: string): Answer {
  return { content, confidence: 0, answered: false, kind, sources: [], engine: "extractive" };
}

/** Of a long message the sentences that ask, or else its beginning. */
function focus(question: string): string {
  if (question.length <= longestQuestion) return question;
  const asked = (question.match(/[^.!?\n]+\?/gu) ?? []).map((sentence) => sentence.trim()).join(" ");
  return (asked === "" ? question : asked).slice(0, longestQuestion);
}
