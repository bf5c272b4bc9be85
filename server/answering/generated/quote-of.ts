import type { EvidenceUnit } from "./evidence-units.ts";

const itemMark = /^\s*(?:[•●▪◦‣∙·*o–—-]\s+|\(?(?:[0-9]{1,3}|[a-z]|[ivx]{1,4})[.)]\s+)/iu;
const sectionNumber = /^\d{1,2}(?:\.\d{1,2}){1,3}\.?\s+(?=\p{Lu})/u;

/** Without the mark of a list or the number of a section: these are no words or numbers of what is said. */
export const withoutMark = (text: string): string =>
  text.replace(itemMark, "").trim().replace(sectionNumber, "");

/** A row of more cells or words is said without the cells that nobody spoke of. */
const [maxCells, maxRowWords] = [3, 18];

/**
 * What these sentences say: an item with what leads to it, items of one list after one another, a row with its
 * headings. `isSpoken` tells which cells of a long row are meant.
 */
export function quotesOf(units: readonly EvidenceUnit[], isSpoken: (text: string) => boolean): string {
  const [first, ...others] = units;
  const { lead, passage } = first ?? {};
  const isOneList =
    others.length > 0 &&
    isLead(lead) &&
    others.every((each) => each.lead === lead && each.passage === passage);
  if (!isOneList) return units.map((unit) => quoteOf(unit, isSpoken)).join(" ");
  const items = units
    .toSorted((a, b) => a.start - b.start)
    .map(({ text }) =>
      withoutMark(text)
        .replace(/[.;,]\s*$/u, "")
        .trim(),
    );
  return `${lead.trim()} ${items.join("; ")}.`;
}

const isLead = (lead: string | null | undefined): lead is string => /:\s*$/u.test(lead ?? "");

function quoteOf({ text, columns, opened, lead }: EvidenceUnit, isSpoken: (text: string) => boolean): string {
  if (text.includes(" | ")) return rowOf(text, columns, opened, isSpoken);
  const item = withoutMark(text);
  const led = isLead(lead) ? `${lead.trim()} ${item}` : item;
  return /[.!?…:]["'”’»)]*$/u.test(led) ? led : `${led.replace(/[;,]$/u, "")}.`;
}

function rowOf(
  said: string,
  columns: string | null,
  opened: string,
  isSpoken: (text: string) => boolean,
): string {
  const headings = columns?.split(" | ").map((each) => each.trim()) ?? [];
  const cells = said.split(" | ").map((each) => each.trim());
  const shift = Math.max(0, headings.length - cells.length);
  const isLong = cells.length > maxCells || said.split(/\s+/u).length > maxRowWords;
  const spoken = cells.map((cell, at) => at === 0 || isSpoken(cell));
  const isShort = isLong && spoken.slice(1).some(Boolean);
  const shown = cells.map((cell, at) => {
    const heading = headings[at + shift] ?? "";
    if (isShort && spoken[at] === false) return "";
    return at + shift === 0 || heading === "" || cell === "" ? cell : `${heading}: ${cell}`;
  });
  return `${[opened.trim(), ...shown].filter((each) => each !== "").join(", ")}.`;
}

/** Sentences that a web page has run together: "…follow I-690 East.From the East…" */
const runTogether = /(?<=\p{Ll}{2}[.!?])(?=\p{Lu}\p{Ll})/u;
const clauseEnd = /[,;](?=\s)/gu;
/** What follows may take back what was said before. */
const takesBack =
  /(?<!\p{L})(?:unless|except|not|no|never|only|without|but|however|provided|if|tensy|nie|slegs|maar)(?!\p{L})/iu;

/**
 * The part of a long sentence that `relevance` rates highest, up to the end of a clause and marked where it is cut;
 * null where it is still too long or what is left out may take it back.
 */
export function shortened(
  text: string,
  maxWords: number,
  relevance: (text: string) => number,
): string | null {
  const [best = ""] = text.split(runTogether).toSorted((a, b) => relevance(b) - relevance(a));
  const count = (part: string) => part.trim().split(/\s+/u).length;
  if (count(best) <= maxWords) return best.trim();
  const ends = [...best.matchAll(clauseEnd)].map(({ index }) => index);
  const end = ends.findLast((index) => count(best.slice(0, index)) <= maxWords);
  if (end === undefined || takesBack.test(best.slice(end))) return null;
  return `${best.slice(0, end).trim()} …`;
}
