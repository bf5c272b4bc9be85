import type { Source } from "../../../contract/conversations.ts";
import type { Transaction } from "../../database/database.ts";
import type { UnitOfWork } from "../../database/unit-of-work.ts";
import type { Retrieval, RetrievedPassage } from "../../retrieval/passage.ts";
import { withoutSources, type Answer, type AnswerRequest, type GroundedAnswer } from "../answer.ts";
import { analyseTable } from "../tables/analysed-table.ts";
import { rowsOfPassage } from "../tables/passage-rows.ts";
import { findTables } from "../tables/find-tables.ts";
import type { RetrievedTable } from "../tables/retrieved-table.ts";
import { tableSources } from "../tables/table-sources.ts";
import type { Retrieve } from "../../retrieval/retrieve.ts";
import { analyseDetected } from "../../language/analyse.ts";
import { detectAnswerLanguage, type AnswerLanguage } from "../../language/answer-language.ts";
import { linesOf } from "./multi-part-answer.ts";
import { thresholds } from "./fitted-weights.ts";
import { chooseAnswer, type ChosenAnswer, type QuestionContext } from "./choose-text-or-table.ts";
import { composeHelpOfParts } from "./compose-help.ts";
import { sourcesOfLine, type AnswerLine } from "./answer-lines.ts";
import { showLines } from "./show-lines.ts";
import { statesSomething, type Earlier } from "../../language/follow-up.ts";
import { isTypedCasually } from "../../language/question-type.ts";
import type { Query } from "../../language/understand-query.ts";
import { replies } from "../../language/replies.ts";
import { analysePassage } from "./analysed-passage.ts";
import { inSlices, orderByMeaning, maxPassagesRetrieved, maxPassagesRead } from "./order-for-reading.ts";
import { unitWordsOf } from "./unit-words.ts";
import { matchTerms, weighQuery } from "./weighted-query.ts";

/**
 * Answers a query from the documents of one organization and audience: with the best sentences, verbatim, their pages
 * and a calibrated confidence, or with the reply that they do not contain the answer. Small talk gets a polite reply.
 * Calls no external service, unless `find` does.
 */
export async function answerQuery(
  work: UnitOfWork,
  request: AnswerRequest,
  find: Retrieve,
): Promise<GroundedAnswer> {
  const { organizationId, audience, query } = request;
  const polite = answerSmallTalk(query);
  if (polite !== null) return { answer: polite, material: null };
  const retrieval = await find(work, {
    organizationId,
    audience,
    question: query.searchText,
    contextWords: query.contextWords,
    translation: request.translation,
    limit: maxPassagesRetrieved,
  });
  return work.run((trx) => answerFromDocuments(trx, request, retrieval));
}

/** The reply to small talk; null if the message asks something. */
export function answerSmallTalk({ smallTalk, language }: Query): Answer | null {
  if (smallTalk === null) return null;
  const reply = withoutSources("small_talk", replies[language][smallTalk]);
  return { ...reply, confidence: 1, answered: smallTalk !== "disagreement" };
}

/**
 * Keyed by the result of a search, which is the same object for a repeated question, and by the parts of the query that
 * are not part of the search. Their passages are in the order in which they were read.
 */
const cachedAnswers = new WeakMap<Retrieval, { key: string; retrieval: Retrieval; answer: Answer }>();

async function answerFromDocuments(
  trx: Transaction,
  { organizationId, query: { focus, earlier, language } }: AnswerRequest,
  found: Retrieval,
) {
  const key = JSON.stringify([focus, earlier, language]);
  const entry = cachedAnswers.get(found);
  const cached = entry?.key === key ? entry : undefined;
  if (cached === undefined) await inSlices(found.passages, unitWordsOf);
  const retrieval = cached?.retrieval ?? orderByMeaning(focus, earlier, found);
  const passages = retrieval.passages.slice(0, maxPassagesRead);
  const tables = await findTables(trx, organizationId, passages);
  if (cached === undefined) {
    await inSlices(tables, analyseTable);
    await inSlices(passages, (passage) => analysePassage(passage, rowsOfPassage(passage, tables)));
  }
  let answer = cached?.answer;
  if (answer === undefined) {
    const read = { ...retrieval, passages };
    const given = answerFromPassages(focus, read, { tables, earlier, language });
    answer = { ...given.answer, sources: await sourcesOf(trx, organizationId, passages, given) };
    cachedAnswers.set(found, { key, retrieval, answer });
  }
  return {
    answer,
    // A translation of the question into English may find passages that its own words did not.
    material:
      passages.length === 0 && retrieval.english === undefined ? null : { retrieval, passages, tables },
  };
}

/** The sources of the answer: those that may help, or those of its lines. */
async function sourcesOf(
  trx: Transaction,
  organizationId: string,
  passages: RetrievedPassage[],
  { answer, lines }: { answer: Answer; lines: AnswerLine[] },
): Promise<Source[]> {
  if (!answer.answered) return answer.sources;
  const sources: Source[] = [];
  for (const line of lines) {
    if ("table" in line) sources.push(...(await tableSources(trx, organizationId, line.table)));
    else sources.push(...sourcesOfLine(line, passages));
  }
  return sources;
}

/**
 * The answer from the passages found: given, offered as what may help, or not known; and its lines, none if nothing is
 * answered. The caller adds the sources of the lines, because those of tables are in the database. `earlier`: the
 * messages that the question refers to; `language`: the question's.
 */
export function answerFromPassages(
  question: string,
  retrieval: Retrieval,
  options: { tables?: RetrievedTable[]; earlier?: Earlier; language?: AnswerLanguage } = {},
): { answer: Answer; lines: AnswerLine[] } {
  const { english, passages } = retrieval;
  const { tables = [], earlier, language = english?.language ?? detectAnswerLanguage(question) } = options;
  const without = (answer: Answer) => ({ answer, lines: [] });
  // If there are no documents, the question is not to blame for the missing terms.
  if (retrieval.chunkCount === 0 && retrieval.terms.length === 0) return without(unknown(language, 0));
  if (retrieval.terms.length === 0) return without(withoutSources("unknown", replies[language].clarify));
  const isCasual = isTypedCasually(question);
  const query =
    english === undefined ? weighQuery(question, retrieval, earlier) : weighQuery(english.text, retrieval);
  const { context, chosen } = chooseByContext({ query, isCasual, retrieval, tables });
  const { lines: found, missing, confidence, parts } = linesOf({ ...context, chosen });
  const from = isCasual ? thresholds.casual : thresholds.written;
  if (confidence < from.help) return without(unknown(language, confidence));
  if (confidence < from.answer) {
    const sources = composeHelpOfParts(chosen, parts, passages);
    if (sources.length === 0) return without(unknown(language, confidence));
    return without({ ...withoutSources("may_help", replies[language].mayHelp), confidence, sources });
  }
  const lines = showLines(found, passages);
  const sentences = lines.map((line) => line.content);
  if (english !== undefined) sentences.unshift(replies[language].quoted);
  if (missing.length > 0) sentences.push(missingSentence(missing, language));
  const content = sentences.join("\n");
  const answer = { ...withoutSources("answer", content), confidence, answered: true };
  return { answer, lines };
}

/** The answer chosen for a message and those that it refers to, or for the message alone if its subject is new. */
function chooseByContext(context: QuestionContext) {
  const chosen = chooseAnswer(context);
  const alone = newSubject(context, chosen);
  return alone === null ? { context, chosen } : { context: alone, chosen: chooseAnswer(alone) };
}

/** A statement with fewer terms of its own is a detail of the question before it. */
const minOwnTerms = 2;

/**
 * "My cylinder leaks" after a question for prices is a new subject, if a sentence of the documents contains all its
 * words and the answer chosen for both messages does not. Returns the context of the statement alone; null if it is,
 * or may be, a detail of the question before it.
 */
function newSubject(
  { query, retrieval, ...context }: QuestionContext,
  { ranked, table }: ChosenAnswer,
): QuestionContext | null {
  if (query.earlier.messages === "" || !statesSomething(query.question)) return null;
  const own = query.terms.flatMap(({ emphasis }, term) => (emphasis === 1 ? [term] : []));
  const holdsOwn = (matched: readonly number[]): boolean => own.every((term) => (matched[term] ?? 0) > 0);
  if (own.length < minOwnTerms || !ranked.some(({ matched }) => holdsOwn(matched))) return null;
  const content = table?.content ?? ranked[0]?.unit.composed.content ?? "";
  const found = analyseDetected(content).map(({ term }) => term);
  if (holdsOwn(matchTerms(query, found))) return null;
  // All terms are kept, because passages refer to their matches by index.
  const terms = retrieval.terms.map((term) => (term.emphasis === 1 ? term : { ...term, emphasis: 0 }));
  const alone = { ...retrieval, terms };
  return { ...context, retrieval: alone, query: weighQuery(query.question, alone) };
}

/** "I couldn't find an answer to this: when do I get it back?" */
const missingSentence = (parts: readonly string[], language: AnswerLanguage): string =>
  replies[language].missing.replace("{parts}", () => parts.map((part) => `${part}?`).join(" "));

function unknown(language: AnswerLanguage, confidence: number): Answer {
  return { ...withoutSources("unknown", replies[language].unknown), confidence };
}
