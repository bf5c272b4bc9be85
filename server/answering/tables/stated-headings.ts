import { onceFor } from "../../caching/once.ts";
import { stopWordsOf } from "../../language/languages.ts";
import { tokenize } from "../../language/tokenize.ts";
import type { AnalysedTable } from "./analysed-table.ts";
import type { TableQuery } from "./table-query.ts";

const wordsOf = (text: string): string =>
  ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ")} `;

const stopWords = stopWordsOf("en");

const contentWordsOf = (text: string): string[] =>
  tokenize(text).flatMap(({ word }) => (stopWords.has(word) ? [] : [word]));

/** For each heading: its words if it has at least two, otherwise null; and its content words. */
const readHeadings = onceFor(({ columns }: AnalysedTable) =>
  columns.map((heading) => {
    const words = wordsOf(heading);
    return { words: words.trim().includes(" ") ? words : null, content: contentWordsOf(heading) };
  }),
);

/** The words of a question without the earlier messages, and its content words with them; for all tables once. */
const readQuestion = onceFor(({ text }: TableQuery) => ({
  words: wordsOf(text.split("\n")[0] ?? ""),
  content: contentWordsOf(text),
}));

/**
 * Whether the question states another heading word by word ("third party only"), and not all words of this one, which
 * shares some with it ("Third Party, Fire and Theft").
 */
export function isOtherHeading(table: AnalysedTable, query: TableQuery, column: number): boolean {
  const own = table.ownTerms[column] ?? new Set();
  // A synonym does not state a term.
  const states = (term: string) => query.lookup.get(term)?.some(({ share }) => share === 1) === true;
  if (table.labelColumns.includes(column) || [...own].every(states)) return false;
  const question = readQuestion(query).words;
  return readHeadings(table).some(({ words }, at) => {
    const isStated = at !== column && words !== null && question.includes(words);
    return isStated && !own.isDisjointFrom(table.ownTerms[at] ?? new Set());
  });
}

/**
 * If the question names all of a heading ("Third Party, Fire and Theft") and some rows by other words ("hail"), the rows
 * that only words of the heading name are not asked about ("Fire").
 */
export function leaveOutHeadingWords(
  table: AnalysedTable,
  query: TableQuery,
  rows: { label: Float64Array; isLeftOut: boolean }[],
): void {
  const question = readQuestion(query).content;
  for (const [column, { content }] of readHeadings(table).entries()) {
    const beside = table.labelColumns.includes(column) ? null : wordsBeside(content, question);
    if (beside === null) continue;
    const isNamed = ({ label }: (typeof rows)[number]): boolean =>
      query.terms.some(({ word, names }, term) => names && label[term] === 1 && beside.has(word));
    if (!rows.some(isNamed)) continue;
    for (const row of rows) row.isLeftOut ||= !isNamed(row);
  }
}

/** A shorter heading may be a part of another name. */
const minHeadingWords = 3;

/** The words beside those of a heading, which stand among them one after the other; null if they don't. */
function wordsBeside(heading: readonly string[], words: readonly string[]): Set<string> | null {
  if (heading.length < minHeadingWords) return null;
  const from = words.findIndex((_, at) => heading.every((word, n) => words[at + n] === word));
  return from === -1 ? null : new Set(words.toSpliced(from, heading.length));
}
