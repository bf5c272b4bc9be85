import type { LayoutBlock } from "./layout-block.ts";
import type { OutlineEntry } from "./outline.ts";

/** A block with its text, as headings are looked for over the whole document. */
export interface TextBlock {
  block: LayoutBlock;
  /** 0-based. */
  page: number;
  text: string;
  /** The direction of most text of the page; other text is a stamp or a label. */
  mainAngle: number | "vertical";
}

interface HeadingCandidate {
  entry: TextBlock;
  size: number;
  bold: boolean;
  caps: boolean;
  outlineLevel: number | undefined;
}

const named =
  /^(?:chapter|part|section|article|schedule|annexure|annex|appendix|item|note|kapitel|teil|abschnitt|anhang|artikel|chapitre|partie|titre|annexe|hoofstuk|afdeling|bylae|capítulo|artigo|seção|anexo)\s+(?:\d+|[A-Z]|[IVXLC]+)\b/i;
const numbered = /^(\d{1,2}(?:\.\d{1,2}){0,4})[.)]?\s+\p{L}/u;

/**
 * Marks headings with their levels (1 is the highest): blocks that the outline names, and short blocks
 * set larger or bolder than the body, or in capitals. Levels follow the ranking of these styles.
 */
export function findHeadings(
  blocks: TextBlock[],
  outline: OutlineEntry[],
  body: BodyStyle,
): Map<LayoutBlock, number> {
  const inOutline = new Map<string, number>();
  for (const { page, title, level } of outline) {
    const key = `${page}:${normalise(title)}`;
    if (!inOutline.has(key)) inOutline.set(key, level);
  }
  const found: HeadingCandidate[] = [];
  for (const entry of blocks) {
    if (entry.block.kind !== "text" || entry.block.lines[0]?.frame.angle !== entry.mainAngle) continue;
    const mayBeNamed = inOutline.size > 0 && entry.block.lines.length <= 4 && entry.text.length < 400;
    const outlineLevel = mayBeNamed ? inOutline.get(`${entry.page}:${normalise(entry.text)}`) : undefined;
    if (outlineLevel === undefined && !looksLikeHeading(entry, body)) continue;
    found.push({ entry, ...styleOf(entry), outlineLevel });
  }
  return levels(found);
}

/** Larger is higher, then bold, then capitals. Sizes closer than 5% count as one. */
function levels(found: HeadingCandidate[]): Map<LayoutBlock, number> {
  const sizes = [...new Set(found.map((f) => f.size))].sort((a, b) => b - a);
  const step = new Map<number, number>();
  let top = Number.POSITIVE_INFINITY;
  let index = 0;
  for (const size of sizes) {
    if (size < top * 0.95) {
      top = size;
      index++;
    }
    step.set(size, index);
  }
  const rankOf = ({ size, bold, caps }: HeadingCandidate): number =>
    (step.get(size) ?? 0) * 4 - (bold ? 2 : 0) - (caps ? 1 : 0);
  const ranks = [...new Set(found.map(rankOf))].sort((a, b) => a - b);
  const shallowest = new Map<number, number>();
  for (const entry of found) {
    const depth = depthOf(entry.entry.text);
    const rank = rankOf(entry);
    if (depth > 0) shallowest.set(rank, Math.min(depth, shallowest.get(rank) ?? depth));
  }
  const result = new Map<LayoutBlock, number>();
  for (const entry of found) {
    const depth = depthOf(entry.entry.text);
    const rank = rankOf(entry);
    const deeper = depth > 0 ? depth - (shallowest.get(rank) ?? depth) : 0;
    const level = entry.outlineLevel ?? ranks.indexOf(rank) + 1 + deeper;
    result.set(entry.entry.block, Math.min(6, level));
  }
  return result;
}

const depthOf = (text: string): number => numbered.exec(text)?.[1]?.split(".").length ?? 0;

const normalise = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

export interface BodyStyle {
  size: number;
  bold: boolean;
}

/** Size and weight in which most characters of the text are set. */
export function bodyStyle(blocks: TextBlock[]): BodyStyle {
  const counts = new Map<number, number>();
  let bold = 0;
  let total = 0;
  for (const { block } of blocks) {
    if (block.kind === "running") continue;
    for (const line of block.lines) {
      const length = line.words.reduce((sum, word) => sum + word.text.length, 0);
      const size = Math.round(line.size * 2) / 2;
      counts.set(size, (counts.get(size) ?? 0) + length);
      if (line.style.bold) bold += length;
      total += length;
    }
  }
  const size = [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 10;
  return { size, bold: bold * 2 > total };
}

function styleOf({ block, text }: TextBlock): { size: number; bold: boolean; caps: boolean } {
  const letters = text.replace(/[^\p{L}]/gu, "");
  return {
    size: Math.round(Math.max(...block.lines.map((line) => line.size)) * 4) / 4,
    bold: block.lines.every((line) => line.bold === "all"),
    caps: letters.length >= 4 && letters === letters.toUpperCase() && letters !== letters.toLowerCase(),
  };
}

function looksLikeHeading(entry: TextBlock, body: BodyStyle): boolean {
  const { block, text } = entry;
  if (block.lines.length > 4 || text.length > 200 || !/\p{L}{2}|\p{Script=Han}/u.test(text)) return false;
  if (/[,;]$|[;,]\s(?:and|or)$/.test(text)) return false;
  if (/[.]$/.test(text) && !/^\S+\.?\s.{0,60}\.$/.test(text)) return false;
  const { size, bold, caps } = styleOf(entry);
  const larger = size >= body.size * 1.14;
  if (larger) return text.length <= 160 || block.lines.length <= 2;
  if (size < body.size * 0.9) return false;
  const startsAsOne = named.test(text) || numbered.test(text);
  if (text.length > 140 || block.lines.length > 3) return false;
  if (/[.]$/.test(text) && !startsAsOne) return false;
  if (bold && !body.bold) return !block.marked || startsAsOne || text.length < 80;
  return caps && block.lines.length <= 2 && (startsAsOne || text.length >= 6) && !/\d{3}/.test(text);
}
