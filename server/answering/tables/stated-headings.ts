import { onceFor } from "../../caching/once.ts";
import { stopWordsOf } from "../../language/languages.ts";
import { tokenise } from "../../language/tokenise.ts";
import type { AnalysedTable } from "./analysed-table.ts";
import type { TableQuery } from "./table-query.ts";

/** Whether the question has this term itself rather than a synonym. */
const isStatedIn =
  ({ lookup }: TableQuery) =>
  (term: string): boolean =>
    lookup.get(term)?.some(({ share }) => share === 1) === true;

const wordsOf = (text: string): string =>
  ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ")} `;

/** The words of each heading of at least two words; null for a shorter one. */
const longHeadings = onceFor(({ columns }: AnalysedTable) =>
  columns.map(wordsOf).map((words) => (words.trim().includes(" ") ? words : null)),
);

/**
 * Whether the question states another heading word by word ("third party only"), and not all words of this one, which
 * shares some with it ("Third Party, Fire and Theft").
 */
export function isOtherHeading(table: AnalysedTable, query: TableQuery, column: number): boolean {
  const own = table.ownTerms[column] ?? new Set();
  if (table.labelColumns.includes(column) || [...own].every(isStatedIn(query))) return false;
  const text = wordsOf(query.text.split("\n")[0] ?? "");
  return longHeadings(table).some((words, at) => {
    const isStated = at !== column && words !== null && text.includes(words);
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
  for (const [column, heading] of table.columns.entries()) {
    const beside = table.labelColumns.includes(column) ? null : wordsBeside(heading, query.text);
    if (beside === null) continue;
    const isNamed = ({ label }: (typeof rows)[number]): boolean =>
      query.terms.some(({ word, names }, term) => names && label[term] === 1 && beside.has(word));
    if (!rows.some(isNamed)) continue;
    for (const row of rows) row.isLeftOut ||= !isNamed(row);
  }
}

/** A shorter heading may be a part of another name. */
const minHeadingWords = 3;
const stopWords = stopWordsOf("en");

/** The words of a text beside those of a heading, which stand in it one after the other; null if they don't. */
function wordsBeside(heading: string, text: string): Set<string> | null {
  const [own, all] = [heading, text].map((each) =>
    tokenise(each).flatMap(({ word }) => (stopWords.has(word) ? [] : [word])),
  ) as [string[], string[]];
  if (own.length < minHeadingWords) return null;
  const from = all.findIndex((_, at) => own.every((word, n) => all[at + n] === word));
  return from === -1 ? null : new Set(all.toSpliced(from, own.length));
}
