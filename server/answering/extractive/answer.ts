import type { AnswerMetadata, Source } from "../../../contract/conversations.ts";
import type { Audience } from "../../../contract/common.ts";
import type { Transaction } from "../../database/database.ts";
import type { UnitOfWork } from "../../database/unit-of-work.ts";
import type { RetrievedPassage, Retrieval } from "../../retrieval/passage.ts";
import { findTables } from "../tables/find-tables.ts";
import type { RetrievedTable } from "../tables/retrieved-table.ts";
import { tableSources } from "../tables/table-sources.ts";
import type { Retrieve } from "../../retrieval/retrieve.ts";
import { detectAnswerLanguage, type AnswerLanguage } from "../../language/answer-language.ts";
import { linesOf } from "./answer-parts.ts";
import { isTypedCasually } from "./calibrate-choice.ts";
import { thresholds } from "./calibration.ts";
import { chooseAnswer } from "./choose-answer.ts";
import { composeHelp, sourcesOfLine, type AnswerLine } from "./compose-answer.ts";
import type { Earlier } from "../../language/follow-up.ts";
import type { Query } from "../../language/understand-query.ts";
import { replies } from "../../language/replies.ts";
import { analyseInSlices, orderByMeaning, passagesFound, passagesRead } from "./passages-to-read.ts";
import { weighQuery } from "./weighted-query.ts";

export interface AnswerRequest {
  organizationId: string;
  audience: Audience;
  query: Query;
  /** The question in English, by a language model, where it was asked in another language. */
  translation?: string | undefined;
}

/** What an assistant message is made of; `describeAnswer` of the conversations makes its metadata. */
export interface Answer extends Omit<AnswerMetadata, "latencyMs" | "confidence"> {
  content: string;
  /** Of what was found, also where that is too little for an answer: only an answer is sent with it. */
  confidence: number;
  /** What gave the answer, and its confidence before any calibration. Kept with the message, and never sent. */
  uncalibrated?: { engine: string; confidence: number };
}

/** What an answer was found in, for whoever words it anew. */
export interface Evidence {
  retrieval: Retrieval;
  /** As many of the passages, best first, as the units were taken from. */
  passages: RetrievedPassage[];
  /** What these show. */
  tables: RetrievedTable[];
}

/** `evidence` is null where nothing was looked for or found. */
export interface GroundedAnswer {
  answer: Answer;
  evidence: Evidence | null;
}

/**
 * Answers what was understood from the documents of one organization and audience: the best sentences,
 * verbatim, with their pages and a calibrated confidence; or says that they don't hold the answer.
 * Small talk is met politely. Nothing is waited for unless `find` does.
 */
export async function answerQuery(
  unit: UnitOfWork,
  request: AnswerRequest,
  find: Retrieve,
): Promise<GroundedAnswer> {
  const { organizationId, audience, query } = request;
  const polite = answerSmallTalk(query);
  if (polite !== null) return { answer: polite, evidence: null };
  const retrieval = await find(unit, {
    organizationId,
    audience,
    question: query.searchText,
    contextWords: query.contextWords,
    translation: request.translation,
    limit: passagesFound,
  });
  return unit.run((trx) => answerFromDocuments(trx, request, retrieval));
}

/** The reply to a message that is polite only; null: it asks something. */
export function answerSmallTalk({ smallTalk, language }: Query): Answer | null {
  if (smallTalk === null) return null;
  return { ...silent("small_talk", replies[language][smallTalk]), confidence: 1, answered: true };
}

interface KnownAnswer {
  /** What was asked beside what was searched for. */
  asked: string;
  /** In the order in which the answer was looked for. */
  retrieval: Retrieval;
  answer: Answer;
}

/** By what a search found: for a question that is asked again it returns the same object. */
const knownAnswers = new WeakMap<Retrieval, KnownAnswer>();

async function answerFromDocuments(
  trx: Transaction,
  request: AnswerRequest,
  found: Retrieval,
): Promise<GroundedAnswer> {
  const { organizationId, query } = request;
  const asked = JSON.stringify([query.focus, query.earlier, query.language]);
  const kept = knownAnswers.get(found);
  const known = kept?.asked === asked ? kept : undefined;
  if (known === undefined) await analyseInSlices(found.passages);
  const retrieval = known?.retrieval ?? orderByMeaning(query.focus, query.earlier, found);
  const passages = retrieval.passages.slice(0, passagesRead);
  const tables = await findTables(trx, organizationId, passages);
  const answer = known?.answer ?? (await chooseFrom(trx, request, { ...retrieval, passages }, tables));
  knownAnswers.set(found, { asked, retrieval, answer });
  return {
    answer,
    // A model that puts the question into English may find what its own words did not.
    evidence:
      passages.length === 0 && retrieval.english === undefined ? null : { retrieval, passages, tables },
  };
}

/** The answer with the sources of what it says. */
async function chooseFrom(
  trx: Transaction,
  { organizationId, query: { focus, earlier, language } }: AnswerRequest,
  retrieval: Retrieval,
  tables: RetrievedTable[],
): Promise<Answer> {
  const { answer, lines } = answerFromPassages(focus, retrieval, { tables, earlier, language });
  const sources: Source[] = answer.answered ? [] : answer.sources;
  for (const line of lines) {
    if ("table" in line) sources.push(...(await tableSources(trx, organizationId, line.table)));
    else sources.push(...sourcesOfLine(line, retrieval.passages));
  }
  return { ...answer, sources };
}

interface FoundAnswer {
  /** Without the sources of its lines. */
  answer: Answer;
  /** What is said, and where it stands; none where nothing is answered. */
  lines: AnswerLine[];
}

interface Found {
  tables?: RetrievedTable[];
  /** What the question refers to. */
  earlier?: Earlier;
  /** The question's. */
  language?: AnswerLanguage;
}

/**
 * The answer by what was found: said, offered as what may help, or not known. The sources of what is said are still to
 * be read: those of tables are in the database.
 */
export function answerFromPassages(
  question: string,
  retrieval: Retrieval,
  { tables = [], earlier, ...asked }: Found = {},
): FoundAnswer {
  const { english, passages } = retrieval;
  const language = english?.language ?? asked.language ?? detectAnswerLanguage(question);
  if (retrieval.terms.length === 0) {
    // Where there are no documents, it isn't the question that says too little.
    const answer =
      retrieval.chunkCount === 0 ? unknown(language, 0) : silent("unknown", replies[language].clarify);
    return { answer, lines: [] };
  }
  const isCasual = isTypedCasually(question);
  const query =
    english === undefined ? weighQuery(question, retrieval, earlier) : weighQuery(english.text, retrieval);
  const chosen = chooseAnswer(query, retrieval, tables, isCasual);
  const { lines, missing, confidence } = linesOf({ query, isCasual, retrieval, tables, chosen });
  const without = (answer: Answer): FoundAnswer => ({ answer, lines: [] });
  const from = isCasual ? thresholds.casual : thresholds.written;
  if (confidence < from.help) return without(unknown(language, confidence));
  if (confidence < from.answer) {
    const sources = composeHelp(chosen.ranked, passages);
    if (sources.length === 0) return without(unknown(language, confidence));
    return without({ ...silent("may_help", replies[language].mayHelp), confidence, sources });
  }
  const said = lines.map((line) => line.content);
  if (english !== undefined) said.unshift(replies[language].quoted);
  if (missing.length > 0) said.push(sayMissing(missing, language));
  const content = said.join("\n");
  const answer = { ...silent("answer", content), confidence, answered: true };
  return { answer, lines };
}

/** "I couldn't find an answer to this: when do I get it back?" */
const sayMissing = (parts: readonly string[], language: AnswerLanguage): string =>
  replies[language].missing.replace("{parts}", () => parts.map((part) => `${part}?`).join(" "));

function unknown(language: AnswerLanguage, confidence: number): Answer {
  return { ...silent("unknown", replies[language].unknown), confidence };
}

/** A reply that stands on no document. */
function silent(kind: Answer["kind"], content: string): Answer {
  return { content, confidence: 0, answered: false, kind, sources: [], engine: "extractive" };
}
