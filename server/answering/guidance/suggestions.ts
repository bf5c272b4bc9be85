import { sql } from "kysely";
import { equals, type Transaction } from "../../database/database.ts";
import { workOfTransaction } from "../../database/unit-of-work.ts";
import { sentences } from "../../language/sentences.ts";
import { understandQuery } from "../../language/understand-query.ts";
import type { Collection } from "../../retrieval/passage.ts";
import type { Retrieve } from "../../retrieval/retrieve.ts";
import { answerQuery } from "../extractive/answer-from-documents.ts";
import type { Guidance } from "./guidance.ts";
import { isOnTopicSwitchedOff, suggestedQuestions } from "./topics.ts";

const maxSuggestions = 4;
/** How many questions are tried out for one list. Each costs as much as an answer. */
const maxTried = 14;
/** The newest documents of which the first chunks are read for questions and headings. */
const maxVersionsRead = 8;
const chunksPerVersion = 10;
const minHeadingLength = 4;
const maxSuggestionLength = 90;

/**
 * Questions to suggest to a reader. They come from curated answers, from the steps of the organization's configuration,
 * and from questions and headings in its documents. Only questions that find an answer are suggested. Must run in a
 * transaction opened for the organization.
 */
export async function suggestQuestions(
  trx: Transaction,
  { guidance, retrieveByWords }: { guidance: Guidance; retrieveByWords: Retrieve },
  collection: Collection,
): Promise<string[]> {
  const { configurations } = await guidance.of(trx, collection.organizationId);
  const isOff = (question: string): boolean =>
    collection.audience === "external" && isOnTopicSwitchedOff(question, configurations);
  const curated = (await readCurated(trx, collection)).filter((question) => !isOff(question));
  const configured = collection.audience === "external" ? suggestedQuestions(configurations) : [];
  const topics = await readTopics(trx, collection);
  const found = curated.slice(0, maxSuggestions);
  const candidates = [...new Set([...topics.questions, ...configured, ...topics.headings])];
  for (const question of candidates.filter((each) => !isOff(each)).slice(0, maxTried)) {
    if (found.length >= maxSuggestions) break;
    if (!found.includes(question) && (await isAnswered(trx, retrieveByWords, collection, question))) {
      found.push(question);
    }
  }
  return found;
}

/** Whether the documents answer a question. Searches by words alone, so that suggestions need no other server. */
async function isAnswered(
  trx: Transaction,
  retrieveByWords: Retrieve,
  { organizationId, audience }: Collection,
  question: string,
): Promise<boolean> {
  const query = understandQuery(question);
  if (query.intent !== null || query.smallTalk !== null) return false;
  const request = { organizationId, audience, query };
  const { answer } = await answerQuery(workOfTransaction(trx), request, retrieveByWords);
  return answer.kind === "answer";
}

/** The questions of the curated answers that were changed last. */
async function readCurated(trx: Transaction, { organizationId, audience }: Collection): Promise<string[]> {
  const rows = await trx
    .selectFrom("curated_answers")
    .select("question")
    .where(equals({ organization_id: organizationId, audience }))
    .orderBy("updated_at", "desc")
    .limit(maxSuggestions)
    .execute();
  return rows.map(({ question }) => question).filter((question) => question.length <= maxSuggestionLength);
}

/** Questions found in the documents, such as in lists of frequently asked questions, and their headings. */
async function readTopics(trx: Transaction, { organizationId, audience }: Collection) {
  const { rows } = await sql<{ text: string; heading_path: string[]; language: string }>`
    select chunk.text, chunk.heading_path, version.language
    from (
      select segment, language from index_versions
      where organization_id = ${organizationId} and audience = ${audience}
      order by segment desc limit ${maxVersionsRead}
    ) version
    cross join lateral (
      select text, heading_path, ordinal from chunks
      where organization_id = ${organizationId} and segment = version.segment
      order by ordinal limit ${chunksPerVersion}
    ) chunk
    order by chunk.ordinal, version.segment desc
  `.execute(trx);
  const headings = rows.flatMap(({ heading_path: path, language }) => {
    const heading = path.at(-1)?.trim() ?? "";
    return isHeading(heading) ? [heading.endsWith("?") ? heading : asRequest(heading, language)] : [];
  });
  const questions = rows.flatMap(({ text }) => answeredQuestions(text));
  return {
    questions: [...new Set([...questions, ...headings.filter((heading) => heading.endsWith("?"))])],
    headings: [...new Set(headings.filter((heading) => !heading.endsWith("?")))],
  };
}

/** The questions in a text that an answer follows: those of a checklist are followed by further questions. */
function answeredQuestions(text: string): string[] {
  const found = sentences(text).map(({ start, end }) => text.slice(start, end));
  const asks = (sentence: string | undefined): boolean => sentence === undefined || sentence.endsWith("?");
  return found.filter(
    (sentence, at) => isQuestion.test(sentence) && !asks(found[at + 1]) && (at === 0 || !asks(found[at - 1])),
  );
}

/** Bars separate the cells of a table row. A row is no question, even if its last cell ends with a question mark. */
const isQuestion = /^\p{Lu}[^.!?\n|]{10,85}\?$/u;

/** Whether a heading can become a suggestion: it has words, and is neither several sentences nor a table row. */
const isHeading = (heading: string): boolean =>
  heading.length >= minHeadingLength &&
  heading.length <= maxSuggestionLength - 20 &&
  /\p{Ll}/u.test(heading) &&
  !/[.!?]\s|\|/u.test(heading.replace(/^[\d.()\s]+/u, "")) &&
  !/(?<!\p{L})(?:this|these|here|below|above|following)(?!\p{L})/iu.test(heading);

/** The beginning of a heading about a time, such as "Before the hearing", but not of "When to claim". */
const timeWord = /^(?:before|after|during|at (?:the|your|our)|while|when(?! to\s)|if|until)\s/iu;

const questionWord = /^(?:what|how|when|where|who|which|why)\s/iu;

/**
 * A heading as a request, such as "Tell me about refunds" or "Tell me how refunds are paid". In other languages than
 * English, the heading itself.
 */
function asRequest(heading: string, language: string): string {
  const plain = heading.replace(/^[\d.()\s]+/u, "").replace(/[:.]$/u, "");
  if (language !== "en") return plain;
  const [first = "", ...rest] = plain;
  const isName = /^\p{Lu}{2}/u.test(plain) || /\s\p{Lu}/u.test(plain);
  const lower = first.toLowerCase() + rest.join("");
  if (timeWord.test(plain)) return `Tell me what happens ${lower}`;
  if (questionWord.test(plain)) return `Tell me ${lower}`;
  return `Tell me about ${isName ? plain : lower}`;
}
