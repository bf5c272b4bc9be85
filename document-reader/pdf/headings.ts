import { outlineKey } from "./outline.ts";
import type { PageBlock } from "./page-text.ts";
import { charactersOf } from "./segments.ts";

interface HeadingCandidate extends ReturnType<typeof styleOf> {
  block: PageBlock;
  outlineLevel: number | undefined;
}

const named =
  /^(?:chapter|part|section|article|schedule|annexure|annex|appendix|item|note|kapitel|teil|abschnitt|anhang|artikel|chapitre|partie|titre|annexe|hoofstuk|afdeling|bylae|capítulo|artigo|seção|anexo)\s+(?:\d+|[A-Z]|[IVXLC]+)\b/i;
const numbered = /^(\d{1,2}(?:\.\d{1,2}){0,4})[.)]?\s+\p{L}/u;

/**
 * Marks headings with their levels (1 is the highest): blocks that are titles in the outline, and short blocks that are
 * larger or bolder than the body text, or in capitals. Levels follow the ranking of these styles.
 */
export function markHeadings(blocks: PageBlock[], outline: Map<string, number>, body: BodyStyle): void {
  const found: HeadingCandidate[] = [];
  for (const block of blocks) {
    const { layout, page, text, mainAngle } = block;
    if (layout.kind !== "text" || layout.lines[0]?.frame.angle !== mainAngle) continue;
    const mayBeNamed = outline.size > 0 && layout.lines.length <= 4 && text.length < 400;
    const outlineLevel = mayBeNamed ? outline.get(outlineKey(page, text)) : undefined;
    if (outlineLevel === undefined && !looksLikeHeading(block, body)) continue;
    found.push({ block, ...styleOf(block), outlineLevel });
  }
  setLevels(found);
}

/** Ranks styles by size, then bold, then capitals. Sizes within 5% count as one. */
function setLevels(found: HeadingCandidate[]): void {
  const sizes = found.map(({ size }) => size).sort((a, b) => b - a);
  // The largest size of those that count as one.
  const largest: number[] = [];
  for (const size of sizes) if (size < (largest.at(-1) ?? Infinity) * 0.95) largest.push(size);
  const ranked = found.map(({ block, size, bold, caps, outlineLevel }) => {
    const step = largest.findLastIndex((top) => size <= top);
    const rank = step * 4 - (bold ? 2 : 0) - (caps ? 1 : 0);
    return { block, rank, depth: depthOf(block), outlineLevel };
  });
  const ranks = [...new Set(ranked.map(({ rank }) => rank))].sort((a, b) => a - b);
  const shallowest = new Map<number, number>();
  for (const { rank, depth } of ranked)
    if (depth > 0) shallowest.set(rank, Math.min(depth, shallowest.get(rank) ?? depth));
  for (const { block, rank, depth, outlineLevel } of ranked) {
    const deeper = depth > 0 ? depth - (shallowest.get(rank) ?? depth) : 0;
    block.kind = "heading";
    block.marks.level = Math.min(6, outlineLevel ?? ranks.indexOf(rank) + 1 + deeper);
  }
}

const depthOf = ({ text }: PageBlock): number => numbered.exec(text)?.[1]?.split(".").length ?? 0;

export interface BodyStyle {
  size: number;
  bold: boolean;
}

/** The size and weight of most characters. */
export function bodyStyle(blocks: PageBlock[]): BodyStyle {
  const counts = new Map<number, number>();
  let bold = 0;
  let total = 0;
  for (const { layout } of blocks) {
    if (layout.kind === "running") continue;
    for (const line of layout.lines) {
      const length = charactersOf([line]);
      const size = Math.round(line.size * 2) / 2;
      counts.set(size, (counts.get(size) ?? 0) + length);
      if (line.style.bold) bold += length;
      total += length;
    }
  }
  const size = [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 10;
  return { size, bold: bold * 2 > total };
}

function styleOf({ layout, text }: PageBlock) {
  const letters = text.replace(/[^\p{L}]/gu, "");
  return {
    size: Math.round(Math.max(...layout.lines.map((line) => line.size)) * 4) / 4,
    bold: layout.lines.every((line) => line.bold === "all"),
    caps: letters.length >= 4 && letters === letters.toUpperCase() && letters !== letters.toLowerCase(),
  };
}

function looksLikeHeading(block: PageBlock, body: BodyStyle): boolean {
  const { layout, text } = block;
  if (layout.lines.length > 4 || text.length > 200 || !/\p{L}{2}|\p{Script=Han}/u.test(text)) return false;
  if (/[,;]$|[;,]\s(?:and|or)$/.test(text)) return false;
  if (/[.]$/.test(text) && !/^\S+\.?\s.{0,60}\.$/.test(text)) return false;
  const { size, bold, caps } = styleOf(block);
  const larger = size >= body.size * 1.14;
  if (larger) return text.length <= 160 || layout.lines.length <= 2;
  if (size < body.size * 0.9) return false;
  const startsAsOne = named.test(text) || numbered.test(text);
  if (text.length > 140 || layout.lines.length > 3) return false;
  if (/[.]$/.test(text) && !startsAsOne) return false;
  if (bold && !body.bold) return !layout.marked || startsAsOne || text.length < 80;
  return caps && layout.lines.length <= 2 && (startsAsOne || text.length >= 6) && !/\d{3}/.test(text);
}
