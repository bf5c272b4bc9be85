import { medianSize } from "./columns.ts";
import { groupIntoRows, segmentText, type Segment } from "./segments.ts";

/** The upright segments of a page, and its height in points. */
export interface RunningInput {
  segments: Segment[];
  height: number;
}

interface Candidate {
  page: number;
  row: Segment[];
  zone: "top" | "bottom";
  /** 0 is the outermost row of its zone. */
  rank: number;
  /** Distance from the top or bottom edge of the page, in points. */
  distance: number;
  keys: string[];
  text: string;
  /** Larger than the body text; if it has a number ("Chapter 3"), it is taken for a heading instead of a header. */
  large: boolean;
}

const zoneShare = 0.13;
const rowsPerZone = 4;

/**
 * Finds running headers, footers and page numbers: rows at the edge of the page whose text (apart from numbers)
 * recurs at the same height on other pages, or whose number increases with the pages. Text that also recurs in the
 * middle of a page ("ART-041", "each") belongs to a table or list that covers several pages.
 */
export function findRunningLines(pages: RunningInput[]): Set<Segment> {
  const zones = pages.flatMap((page, index) => candidatesOf(page, index));
  const candidates = zones.flat();
  const ofBody = keysOfBody(pages, candidates);
  for (const candidate of candidates) candidate.keys = candidate.keys.filter((key) => !ofBody.has(key));
  const seen = pagesByPlace(candidates);
  const sameOffset = Map.groupBy(candidates, offsetKey);
  const running = new Set<Segment>();
  for (const zone of zones) {
    for (const candidate of zone) {
      const repeats =
        candidate.keys.some((key) => !(candidate.large && key.includes("#"))) &&
        candidate.keys.some((key) => recurs(candidate, key, seen, pages.length));
      if (!repeats && !isPageNumber(candidate, sameOffset, pages.length)) break;
      for (const segment of candidate.row) running.add(segment);
    }
  }
  return running;
}

/** The outermost rows of each zone of a page, from the edge inwards. */
function candidatesOf(page: RunningInput, index: number): Candidate[][] {
  const edge = page.height * zoneShare;
  const lowest = Math.max(...page.segments.map((s) => s.base)) - 3;
  const near = page.segments.filter((s) => s.base < edge || s.base > page.height - edge || s.base > lowest);
  const rows = groupIntoRows(near);
  const usual = medianSize(page.segments);
  return (["top", "bottom"] as const).map((zone) => {
    const inZone = rows.filter((row) => (zone === "top") === (row[0]?.base ?? 0) < edge);
    const fromEdge = zone === "top" ? inZone : inZone.toReversed();
    return fromEdge.slice(0, rowsPerZone).map((row, rank) => {
      const base = row[0]?.base ?? 0;
      const text = row.map(segmentText).join(" ");
      const keys = row.map(normalize);
      const large = row.every((s) => s.size > usual * 1.25);
      const distance = zone === "top" ? base : page.height - base;
      return { page: index, row, zone, rank, distance, keys, text, large };
    });
  });
}

/** The text with numbers replaced by "#"; text without words is kept as it is. */
function normalize(segment: Segment): string {
  const text = segment.words.map((w) => w.text).join("");
  return /\p{L}{2}/u.test(text) ? text.toLowerCase().replace(/\d+/g, "#") : `=${text}`;
}

/** What occurs at least twice on one page, apart from the rows at its edges. */
function keysOfBody(pages: RunningInput[], candidates: Candidate[]): Set<string> {
  const atEdge = new Set(candidates.flatMap(({ row }) => row));
  const result = new Set<string>();
  for (const { segments } of pages) {
    const onPage = new Set<string>();
    for (const segment of segments) {
      if (atEdge.has(segment)) continue;
      const key = normalize(segment);
      (onPage.has(key) ? result : onPage).add(key);
    }
  }
  return result;
}

/** The pages on which a text occurs, by zone, text and height (in steps). */
function pagesByPlace(candidates: Candidate[]): Map<string, Set<number>> {
  const seen = new Map<string, Set<number>>();
  for (const { zone, keys, distance, page } of candidates) {
    for (const key of keys) {
      const location = `${Math.round(distance / heightStep)}${zone}${key}`;
      seen.set(location, (seen.get(location) ?? new Set()).add(page));
    }
  }
  return seen;
}

const heightStep = 4;

function recurs(candidate: Candidate, key: string, seen: Map<string, Set<number>>, pageCount: number) {
  const step = Math.round(candidate.distance / heightStep);
  let pages = 0;
  for (const near of [step - 1, step, step + 1])
    pages += seen.get(`${near}${candidate.zone}${key}`)?.size ?? 0;
  if (pageCount === 2) return pages === 2 && candidate.rank === 0;
  return pages >= 3;
}

/** "12", "- 12 -", "12 | Page", "Page 12 of 40". */
const pageNumber =
  /^[\W_]*(?:page|seite|pagina|página|p\.?|bladsy)?[\W_]*(\d{1,4}|[ivxl]{1,7})[\W_]*(?:(?:of|von|de|van|\/)\s*\d{1,4})?[\W_]*(?:page)?$/iu;

/** The difference between the number in a row and its page index, with the row's zone. */
const offsetKey = ({ zone, page, text }: Candidate): string =>
  `${zone}${Number(pageNumber.exec(text)?.[1]) - page}`;

function isPageNumber(candidate: Candidate, sameOffset: Map<string, Candidate[]>, pageCount: number) {
  const match = pageNumber.exec(candidate.text);
  if (match === null) return false;
  if (/page|seite|pagina|página|bladsy/i.test(candidate.text)) return true;
  const number = Number(match[1]);
  if (!Number.isInteger(number)) return pageCount >= 3;
  const count = sameOffset.get(offsetKey(candidate))?.length ?? 0;
  return count >= 3 || (count === pageCount && pageCount >= 2) || (pageCount === 1 && number === 1);
}
