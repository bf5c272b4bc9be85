import { countWords } from "../../language/count-words.ts";
import { sentenceCues } from "../../language/sentence-cues.ts";
import { withoutLeadingMark } from "../extractive/leading-marks.ts";
import type { EvidenceCell, EvidenceRow } from "./evidence-rows.ts";
import type { EvidenceUnit } from "./evidence-units.ts";

/** A row of more cells or words is quoted without the cells that the claim does not mention. */
const [maxCells, maxRowWords] = [3, 18];

/** Whether a cell's text has one of the claim's facts, one of its words, or mostly words of the claim. */
export interface Mentions {
  fact: (text: string) => boolean;
  word: (text: string) => boolean;
  mostWords: (text: string) => boolean;
  /** Whether most words of a heading are in the claim or the question. */
  heading: (text: string) => boolean;
  /** Whether the claim negates something, so that a "–" may be meant. */
  denies: boolean;
}

/**
 * The units as a quote: a list item after its lead-in, the items of one list after one lead-in, a row with its
 * headings.
 */
export function quotesOf(units: readonly EvidenceUnit[], mentions: Mentions): string {
  const { lead, passage } = units[0] ?? {};
  const isOneList = units.every((each) => each.lead === lead && each.passage === passage);
  if (!isOneList || !isLead(lead) || units.length < 2)
    return units.map((unit) => quoteOf(unit, mentions)).join(" ");
  const items = units
    .toSorted((a, b) => a.start - b.start)
    .map(({ text }) => withoutLeadingMark(text).replace(/\s*[.;,]?\s*$/u, ""));
  return `${lead.trim()} ${items.join("; ")}.`;
}

const isLead = (lead: string | null | undefined): lead is string => /:\s*$/u.test(lead ?? "");

function quoteOf({ text, row, inheritedCells, lead }: EvidenceUnit, mentions: Mentions): string {
  if (row !== null) return formatRow(row, inheritedCells, mentions);
  const item = withoutLeadingMark(text);
  const withLead = isLead(lead) ? `${lead.trim()} ${item}` : item;
  return /[.!?…:]["'”’»)]*$/u.test(withLead) ? withLead : `${withLead.replace(/[;,]$/u, "")}.`;
}

/**
 * The cells that name the row, then those with facts of the claim, and a "Yes" or "No" under a heading that it mentions;
 * if there is none, those with its words, or all.
 */
function formatRow({ cells }: EvidenceRow, inheritedCells: string, mentions: Mentions): string {
  const isName = ({ isLabel }: EvidenceCell, at: number) => inheritedCells === "" && (at === 0 || isLabel);
  const answers = ({ says, heading }: EvidenceCell) => says !== null && mentions.heading(heading);
  const values = cells.filter((cell, at) => !isName(cell, at) && (cell.kind !== "empty" || mentions.denies));
  const texts = cells.map(({ text }) => text).join(" ");
  const isLong = cells.length > maxCells || countWords(texts) > maxRowWords;
  const withFacts = values.filter(
    (cell) =>
      mentions.fact(cell.text) || answers(cell) || (!/\d/u.test(cell.text) && mentions.mostWords(cell.text)),
  );
  const withWords = values.filter(({ text }) => mentions.word(text));
  const shown = [withFacts, isLong ? withWords : [], values].find((each) => each.length > 0) ?? [];
  const cellTexts = cells.flatMap((cell, at) => {
    if (isName(cell, at)) return [cell.text];
    if (!shown.includes(cell)) return [];
    return [cell.heading === "" ? cell.text : `${cell.heading}: ${cell.text}`];
  });
  return `${[inheritedCells.trim(), ...cellTexts].filter((each) => each !== "").join(", ")}.`;
}

/** Sentences that a web page joins without a space: "…follow I-690 East.From the East…" */
const runTogether = /(?<=\p{Ll}{2}[.!?])(?=\p{Lu}\p{Ll})/u;
const clauseEnd = /[,;](?=\s)/gu;
/** Words with which a text may qualify what came before. */
const qualifier = new RegExp(String.raw`(?<!\p{L})(?:${sentenceCues("qualifies")})(?!\p{L})`, "iu");

/**
 * The part of a long sentence that `relevance` rates highest, up to the end of a clause, with "…" where it is cut;
 * null if it is still too long or the omitted rest may qualify it.
 */
export function shortened(text: string, maxWords: number, relevance: (text: string) => number) {
  const [best = ""] = text.split(runTogether).toSorted((a, b) => relevance(b) - relevance(a));
  if (countWords(best) <= maxWords) return best.trim();
  const ends = [...best.matchAll(clauseEnd)].map(({ index }) => index);
  const end = ends.findLast((index) => countWords(best.slice(0, index)) <= maxWords);
  if (end === undefined || qualifier.test(best.slice(end))) return null;
  return `${best.slice(0, end).trim()} …`;
}
