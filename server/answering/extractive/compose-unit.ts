import { countWords } from "../../language/count-words.ts";
import { sentenceCues } from "../../language/sentence-cues.ts";
import { introducesNext } from "../../language/sentences.ts";
import { headingPathAt, type RetrievedPassage } from "../../retrieval/passage.ts";
import { analyseTable } from "../tables/analysed-table.ts";
import type { PassageRow } from "../tables/passage-rows.ts";
import { formatWholeRow } from "../tables/format-row.ts";
import { plainText } from "./leading-marks.ts";
import { splitSentences } from "./sentences.ts";

/** Characters [start, end) of a passage that the answer is taken from. */
export interface TextSpan {
  start: number;
  end: number;
}

/** The text of an answer, and the verbatim spans that it is taken from. */
export interface ComposedAnswer {
  content: string;
  spans: TextSpan[];
}

/** A unit with the context that belongs to it. */
interface Composition {
  answer: ComposedAnswer;
  /** The texts that it consists of, as far as they are joined unchanged. */
  parts: string[];
}

/** A unit of a passage with its text, verbatim and plain (see `plainText`). */
export type ReadSentence = ReturnType<typeof readSentences>[number];

/** A sentence and its neighbours are joined up to the first number of words, or the second if there is room. */
const maxJoinedWords = 38;
export const maxWiderWords = 55;
/** A list or the text under a heading is included up to this many words. */
const maxListWords = 70;
export const maxAnswerWords = 78;

/** The distinct words of a text, in lower case. */
export const distinctWords = (text: string): Set<string> =>
  new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));

/** The units of a passage from which answers are composed. */
export function readSentences({ text, sections }: RetrievedPassage) {
  return splitSentences(text, sections).map((sentence) => {
    const own = text.slice(sentence.start, sentence.end);
    return { ...sentence, text: own, plain: plainText(own), words: countWords(own) };
  });
}

/**
 * Composes an answer around one unit of a passage: the unit with the context that it needs (the lead-in of a list item,
 * the column headings of a table row, the sentence before a pronoun), and its neighbours in the same paragraph as long
 * as it stays short.
 */
export function compose(
  passage: RetrievedPassage,
  units: readonly ReadSentence[],
  at: number,
  { row = null, maxWords = maxJoinedWords }: { row?: PassageRow | null; maxWords?: number },
): Composition {
  const unit = units[at];
  if (unit === undefined) return unjoined({ content: "", spans: [] });
  if (row !== null) {
    // The headings come from the typed table, since they may be in another passage.
    const content = formatWholeRow(analyseTable(row.table), row.at);
    return unjoined({ content, spans: [{ start: row.start, end: row.end }] });
  }
  if (unit.kind === "table_row") return unjoined(composeRow(units, at));
  const [from, to] = neighbours(units, at, maxWords);
  const parts = units.slice(from, to + 1).map(({ plain }) => plain);
  const before = leadIn(passage, units, from);
  const body = joinParts(parts, units[from]?.kind === "heading" ? ":" : ";");
  const lead = before === null || countWords(body) + countWords(before) > maxAnswerWords ? null : before;
  const content = lead === null ? body : `${lead} ${body}`;
  const answer = {
    content: clip(content),
    spans: [{ start: units[from]?.start ?? 0, end: units[to]?.end ?? 0 }],
  };
  const isAsItIs = answer.content === content && !parts.some((part, n) => runsInto(part, parts[n + 1]));
  if (!isAsItIs) return unjoined(answer);
  return { answer, parts: lead === null ? parts : [lead, ...parts] };
}

const unjoined = (answer: ComposedAnswer): Composition => ({ answer, parts: [answer.content] });

/** Joins sentences and list items. */
export const joinParts = (parts: string[], afterFirst: ":" | ";" = ";"): string =>
  parts.reduce((joined, part, at) => {
    const mark = joined === "" || endOfSentence.test(joined.slice(-2)) ? "" : at === 1 ? afterFirst : ";";
    return `${joined}${mark} ${part}`.trim();
  }, "");

const endOfSentence = /[.!?:;…]["'”)]?$/u;

/** Whether figures on both sides of a full stop could be read as one value. */
function runsInto(part: string, next: string | undefined): boolean {
  return next !== undefined && /\d[).-]*$/u.test(part) && /^[(\d]/u.test(next);
}

function clip(text: string): string {
  if (countWords(text) <= maxAnswerWords) return text;
  const words = text.split(/\s+/u).slice(0, maxAnswerWords - 1);
  return `${words.join(" ")} …`;
}

/** The range [from, to] of units that are joined with the one at `at`. */
function neighbours(units: readonly ReadSentence[], at: number, maxWords: number): [number, number] {
  const unit = units[at];
  if (unit === undefined) return [at, at];
  let [from, to] = [at, at];
  let { words } = unit;
  const wordsAt = (index: number) => units[index]?.words ?? 0;
  const room = (index: number) => words + wordsAt(index) <= maxWords;
  const take = (index: number) => {
    words += wordsAt(index);
    from = Math.min(from, index);
    to = Math.max(to, index);
  };
  // A heading, a question or a lead-in is answered by what follows it.
  if (unit.kind === "heading" || introducesNext(unit.text)) {
    const kind = units[at + 1]?.kind;
    if (kind === "heading" || kind === "table_row") return [from, to];
    const isQuestion = unit.kind !== "heading" && unit.text.endsWith("?");
    for (let next = units[to + 1]; next !== undefined && next.kind === kind; next = units[to + 1]) {
      if (words + next.words > maxListWords) break;
      // The answer to a question is its first paragraph, not the next question.
      if (isQuestion && (next.text.endsWith("?") || (to > at && next.line !== units[to]?.line))) break;
      take(to + 1);
    }
    return [from, withoutOpenEnd(units, at, to, words)];
  }
  const sameLine = (index: number) => units[index]?.line === unit.line;
  if (sameLine(at - 1) && reference.test(unit.text) && room(at - 1)) take(at - 1);
  while (sameLine(to + 1) && room(to + 1)) take(to + 1);
  while (sameLine(from - 1) && room(from - 1)) take(from - 1);
  return [from, withoutOpenEnd(units, at, to, words)];
}

/** The end of a range of so many words that does not end with a lead-in: its list is added if there is room, or else it is left out. */
function withoutOpenEnd(units: readonly ReadSentence[], at: number, to: number, words: number): number {
  if (to === at || units[to]?.text.endsWith(":") !== true) return to;
  let [end, more] = [to, 0];
  for (let next = units[end + 1]; next?.kind === "list_item"; next = units[end + 1]) {
    more += next.words;
    end++;
  }
  return end > to && words + more <= maxListWords ? end : to - 1;
}

/** The headings over a unit, from the highest down to the nearest: its section's, and one in the section's text. */
export function headingsOver(
  passage: RetrievedPassage,
  units: readonly ReadSentence[],
  at: number,
): string[] {
  const { start = 0, heading = null } = units[at] ?? {};
  const path = headingPathAt(passage, start);
  const inText = units[heading ?? -1];
  if (inText === undefined || passage.sections.some((section) => section.at === inText.start)) return path;
  return [...path, inText.plain];
}

const maxLeadInWords = 15;

/** "The guarantee falls away where", before a list. */
const isUnfinished = ({ kind, text, words }: ReadSentence): boolean =>
  kind === "prose" && words <= maxLeadInWords && !/[.!?…;,]["'”)]?$/u.test(text);

/** The line that introduces the list of an item, in the passage or as its heading. */
export function leadIn(
  { headingPath }: RetrievedPassage,
  units: readonly ReadSentence[],
  at: number,
): string | null {
  if (units[at]?.kind !== "list_item") return null;
  for (let index = at - 1; index >= 0; index--) {
    const unit = units[index];
    if (unit === undefined) break;
    const opens = unit.text.endsWith(":") || isUnfinished(unit);
    if (unit.kind === "list_item" && !opens) continue;
    if (opens || unit.kind === "heading") return `${unit.plain.replace(/:$/u, "")}:`;
    return null;
  }
  const heading = headingPath.at(-1);
  return heading === undefined ? null : `${plainText(heading).replace(/:$/u, "")}:`;
}

const reference = new RegExp(String.raw`^(?:${sentenceCues("refers back")})\b`, "iu");

/** A row of a table: its label, then its cells with their headings. */
function composeRow(units: readonly ReadSentence[], at: number): ComposedAnswer {
  const unit = units[at] as ReadSentence;
  const cells = cellsOf(unit);
  const headerUnit = unit.columns === null || unit.columns === at ? undefined : units[unit.columns];
  const headers = headerUnit === undefined ? [] : cellsOf(headerUnit);
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

const cellsOf = ({ text }: ReadSentence): string[] => text.split(" | ").map(plainText);
