import type { AnswerMetadata } from "../../../contract/conversations.ts";
import type { Audience } from "../../../contract/common.ts";
import type { Transaction } from "../../database/database.ts";
import type { RetrievedPassage, Retrieval } from "../../retrieval/passage.ts";
import { findTables } from "../tables/find-tables.ts";
import type { RetrievedTable } from "../tables/retrieved-table.ts";
import type { TableCandidate } from "../tables/table-candidate.ts";
import { tableSources } from "../tables/table-sources.ts";
import { retrieve, type Retrieve } from "../../retrieval/retrieve.ts";
import { detectAnswerLanguage, type AnswerLanguage } from "../../language/answer-language.ts";
import { answerThreshold, helpThreshold } from "./calibration.ts";
import { chooseAnswer } from "./choose-answer.ts";
import { composeAnswer, composeHelp } from "./compose-answer.ts";
import { contextualize, type Turn } from "./follow-up.ts";
import { replies } from "../../language/replies.ts";
import { recognizeSmallTalk } from "../../language/small-talk.ts";

export interface AnswerRequest {
  organizationId: string;
  audience: Audience;
  question: string;
  /** The session's earlier messages, oldest first. */
  history: Turn[];
  /** The question in English, by a language model, where it was asked in another language. */
  translation?: string | undefined;
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
  /** With more passages than those, from which others may be chosen. */
  retrieval: Retrieval;
}

/** `evidence` is null where nothing was looked for or found. */
export interface GroundedAnswer {
  answer: Answer;
  evidence: Evidence | null;
}

/** Passages that units are chosen from, and those that are found for a model to choose from. */
export const passagesRead = 8;
const passagesFound = 14;
/** What is read of a long message, in UTF-16 code units. */
const maxQuestionLength = 600;

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
  const { organizationId, audience, translation } = request;
  const retrieval = await find(trx, {
    organizationId,
    audience,
    question: search.text,
    contextWords: search.contextWords,
    translation,
    limit: passagesFound,
  });
  const passages = retrieval.passages.slice(0, passagesRead);
  const tables = await findTables(trx, organizationId, passages);
  const { answer, table } = answerFromPassages(question, { ...retrieval, passages }, tables);
  const sources = table === null ? answer.sources : await tableSources(trx, organizationId, table);
  return {
    answer: { ...answer, sources },
    // A model that puts the question into English may find what its own words did not.
    evidence:
      passages.length === 0 && retrieval.english === undefined ? null : { question, passages, retrieval },
  };
}

/**
 * The answer by what was found: said, offered as what may help, or not known. `table` is what it stands
 * on where a table says it: the sources of that are still to be read.
 */
export function answerFromPassages(
  question: string,
  retrieval: Retrieval,
  tables: RetrievedTable[] = [],
): { answer: Answer; table: TableCandidate | null } {
  const { english, passages } = retrieval;
  const language = english?.language ?? detectAnswerLanguage(question);
  const without = (answer: Answer) => ({ answer, table: null });
  if (retrieval.terms.length === 0) return without(silent("unknown", replies[language].clarify));
  const { ranked, table, confidence } = chooseAnswer(english?.text ?? question, retrieval, tables);
  if (confidence < helpThreshold) return without(unknown(language, confidence));
  if (confidence < answerThreshold) {
    const sources = composeHelp(ranked, passages);
    if (sources.length === 0) return without(unknown(language, confidence));
    return without({ ...silent("may_help", replies[language].mayHelp), confidence, sources });
  }
  const said = table === null ? composeAnswer(ranked, passages) : { content: table.content, sources: [] };
  const content = english === undefined ? said.content : `${replies[language].quoted}\n${said.content}`;
  const answer = {
    ...said,
    content,
    confidence,
    answered: true,
    kind: "answer",
    engine: "extractive",
  } as const;
  return { answer, table };
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
  if (question.length <= maxQuestionLength) return question;
  const asked = (question.match(/[^.!?\n]+\?/gu) ?? []).map((sentence) => sentence.trim()).join(" ");
  return (asked === "" ? question : asked).slice(0, maxQuestionLength);
}
