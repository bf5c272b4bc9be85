import type { RetrievedPassage } from "../../retrieval/passage.ts";
import { analyseTable } from "../tables/analysed-table.ts";
import type { PassageRow } from "../tables/passage-rows.ts";
import { sayWholeRow } from "../tables/say-row.ts";
import type { Sentence } from "./sentences.ts";

/** Characters [start, end) of a passage that the answer is taken from. */
export interface TextSpan {
  start: number;
  end: number;
}

/** An answer as it is said, and the verbatim text that it stands on. */
export interface ComposedAnswer {
  content: string;
  spans: TextSpan[];
}

/** A sentence is joined by its neighbours up to this many words in all. */
const maxJoinedWords = 40;
/** A list or what follows a heading is said up to this many words. */
const maxListWords = 70;
/** No answer is longer. */
export const maxAnswerWords = 78;

const listMark = /^(?:[•●▪◦‣∙·*–—-]\s+|[oO]\s+(?=\p{Ll})|\(?(?:[0-9]{1,3}|[a-z]|[ivx]{1,4})[.)]\s+)/u;
const clauseNumber = /^(?:\(?\d{1,2}(?:\.\d{1,2}){1,3}\)?\.?|\d{1,2}\.)\s+(?=\p{L}|["“‘'(])/u;
const faqMark = /^(?:Q|A|V|Question|Answer|Vraag|Antwoord)\s?\d{0,3}\s?[:.)]\s*/u;
/** Raised figures that lead to a footnote, and those that extraction left behind a word. */
const noteMark = /[\u00b9\u00b2\u00b3\u2070-\u2079]+|(?<=[\p{L})”"])(?<![A-Z])\d(?=[\s.,;]|$)/gu;

export const wordsOf = (text: string): number => text.split(/\s+/u).filter((word) => word !== "").length;

/** A unit as it is said: without bullet, clause number, "A:" or footnote mark. */
export function plainText(text: string): string {
  return text
    .replace(/\s+/gu, " ")
    .trim()
    .replace(listMark, "")
    .replace(clauseNumber, "")
    .replace(faqMark, "")
    .replace(noteMark, "")
    .trim();
}

/**
 * Words the answer that stands in one unit of a passage: the unit itself with what it cannot be
 * understood without (the lead-in of a list item, the column headings of a table row, the sentence
 * before a pronoun), and its neighbours in the same paragraph as long as it stays short.
 */
export function compose(
  passage: RetrievedPassage,
  units: readonly Sentence[],
  at: number,
  row: PassageRow | null = null,
): ComposedAnswer {
  const unit = units[at];
  if (unit === undefined) return { content: "", spans: [] };
  if (row !== null) return composeTypedRow(row);
  if (unit.kind === "table_row") return composeRow(passage, units, at);
  const text = (index: number) => plainText(passage.text.slice(units[index]?.start, units[index]?.end));
  const [from, to] = neighbours(passage, units, at);
  const parts: string[] = [];
  for (let index = from; index <= to; index++) parts.push(text(index));
  const lead = leadIn(passage, units, from);
  const body = joinParts(parts);
  const content = lead === null || wordsOf(body) + wordsOf(lead) > maxAnswerWords ? body : `${lead} ${body}`;
  return {
    content: clip(content),
    spans: [{ start: units[from]?.start ?? 0, end: units[to]?.end ?? 0 }],
  };
}

function joinParts(parts: string[]): string {
  let joined = "";
  for (const part of parts) {
    if (joined === "") joined = part;
    else joined += /[.!?:;…]["'”)]?$/u.test(joined) ? ` ${part}` : `; ${part}`;
  }
  return joined;
}

function clip(text: string): string {
  const words = text.split(/\s+/u);
  return words.length <= maxAnswerWords ? text : `${words.slice(0, maxAnswerWords - 1).join(" ")} …`;
}

/** Units [from, to] that are said together with the one at `at`. */
function neighbours(passage: RetrievedPassage, units: readonly Sentence[], at: number): [number, number] {
  const textOf = (index: number) => passage.text.slice(units[index]?.start, units[index]?.end);
  let [from, to] = [at, at];
  let words = wordsOf(textOf(at));
  const room = (index: number) => words + wordsOf(textOf(index)) <= maxJoinedWords;
  const take = (index: number) => {
    words += wordsOf(textOf(index));
    from = Math.min(from, index);
    to = Math.max(to, index);
  };
  const unit = units[at];
  // A heading, a question or a lead-in is answered by what follows it.
  if (unit?.kind === "heading" || /[?:]["'”)]?$/u.test(textOf(at).trimEnd())) {
    const kind = units[at + 1]?.kind;
    if (kind === "heading" || kind === "table_row") return [from, to];
    while (units[to + 1] !== undefined && units[to + 1]?.kind === kind) {
      if (words + wordsOf(textOf(to + 1)) > maxListWords) break;
      take(to + 1);
    }
    return [from, to];
  }
  const sameLine = (index: number) => units[index] !== undefined && units[index]?.line === unit?.line;
  if (sameLine(at - 1) && startsWithReference(textOf(at)) && room(at - 1)) take(at - 1);
  while (sameLine(to + 1) && room(to + 1)) take(to + 1);
  while (sameLine(from - 1) && room(from - 1)) take(from - 1);
  return [from, to];
}

/** The line that introduces the list which an item belongs to, in the passage or as its heading. */
export function leadIn(passage: RetrievedPassage, units: readonly Sentence[], at: number): string | null {
  if (units[at]?.kind !== "list_item") return null;
  for (let index = at - 1; index >= 0; index--) {
    const unit = units[index];
    if (unit === undefined) break;
    const textOf = passage.text.slice(unit.start, unit.end).trimEnd();
    if (unit.kind === "list_item" && !textOf.endsWith(":")) continue;
    if (textOf.endsWith(":") || unit.kind === "heading") return `${plainText(textOf).replace(/:$/u, "")}:`;
    return null;
  }
  const heading = passage.headingPath.at(-1);
  return heading === undefined ? null : `${plainText(heading).replace(/:$/u, "")}:`;
}

function startsWithReference(sentence: string): boolean {
  return /^(it|this|that|these|those|they|he|she|such|however|therefore|thus|in this case|then|otherwise|dit|daardie|hierdie|hulle|es|diese[rs]?|er|il|elle|ils|elles|cela|isso|isto|ele|ela)\b/iu.test(
    sentence,
  );
}

/** A row with the headings of its table, also where another passage shows these. */
function composeTypedRow({ start, end, table, at }: PassageRow): ComposedAnswer {
  return { content: sayWholeRow(analyseTable(table), at), spans: [{ start, end }] };
}

/** A row of a table: what it is about, then its cells under their headings. */
function composeRow(passage: RetrievedPassage, units: readonly Sentence[], at: number): ComposedAnswer {
  const unit = units[at] as Sentence;
  const cells = cellsOf(passage, unit);
  const headerUnit = unit.columns === null || unit.columns === at ? undefined : units[unit.columns];
  const headers = headerUnit === undefined ? [] : cellsOf(passage, headerUnit);
  const [label = "", ...rest] = cells;
  const named = rest.flatMap((cell, index) => {
    if (cell === "") return [];
    const header = headers.length === cells.length ? (headers[index + 1] ?? "") : "";
    return [header === "" ? cell : `${header}: ${cell}`];
  });
  return {
    content: clip(label === "" ? named.join(", ") : `${label}: ${named.join(", ")}`),
    spans: [
      ...(headerUnit === undefined ? [] : [{ start: headerUnit.start, end: headerUnit.end }]),
      { start: unit.start, end: unit.end },
    ],
  };
}

export function cellsOf(passage: RetrievedPassage, unit: Sentence): string[] {
  return passage.text.slice(unit.start, unit.end).split(" | ").map(plainText);
}
