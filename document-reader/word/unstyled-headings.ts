import { oneLine } from "./text-cleaning.ts";
import type { WordBlock } from "./word-block.ts";

/** With this many headings by style, no others are looked for. */
const enoughStyledHeadings = 3;
const maxHeadingLength = 100;
/** A longer run of short bold lines is an address, a cover page or a list. */
const maxLinesInRun = 4;
const deepestLevel = 4;

/** Words that open a section in contracts, statutes and policies, before a number or a name. */
const sectionWord =
  /^(?:chapter|part|section|article|annex(?:ure)?|appendix|schedule|clause|kapitel|abschnitt|artikel|anhang|anlage|chapitre|titre|partie|annexe|hoofdstuk|afdeling|bylae|bijlage|cap[ií]tulo|t[ií]tulo|artigo|art[ií]culo|anexo|se(?:cç|ç|cci)[ãó]o?n?|capitolo|articolo|allegato|глава|раздел|статья|приложение)\s+[\p{L}\d]/iu;

/** Sentences, bullets, remarks in brackets and captions are not headings. */
const noHeading =
  /[.;,。；，、]$|^[•\-–—*[(（]|^(?:fig(?:ure|ura)?|tab(?:le|elle|ela|leau)?|abbildung|quadro|afbeelding|рис|табл)[.\s]/iu;

/**
 * Many authors format headings by hand: bold, larger, centred or in capitals. If a document has (almost) no headings
 * by style, turns such lines before body text into headings.
 */
export function markUnstyledHeadings(blocks: WordBlock[]): void {
  if (blocks.filter(({ kind }) => kind === "heading").length >= enoughStyledHeadings) return;
  const bodySize = usualSize(blocks);
  const headings: WordBlock[] = [];
  let run: WordBlock[] = [];
  let lines = 0;
  for (const block of blocks) {
    if (oneLine(block.text) === "") continue;
    if (block.kind === "paragraph" || block.kind === "list_item") lines++;
    if (looksLikeHeading(block, bodySize)) run.push(block);
    else {
      if (run.length <= maxLinesInRun && block.kind !== "footnote") headings.push(...run);
      run = [];
    }
  }
  if (headings.length * 2.5 > lines) return;
  const levels = levelsOf(headings);
  for (const heading of headings) {
    heading.level = levels.get(prominence(heading)) ?? 1;
    heading.kind = "heading";
  }
}

function looksLikeHeading({ kind, text: marked, bold, size }: WordBlock, bodySize: number): boolean {
  if (kind !== "paragraph" && kind !== "list_item") return false;
  const text = oneLine(marked);
  if (text.length > maxHeadingLength || !/\p{L}{2}/u.test(text) || noHeading.test(text)) return false;
  if (kind === "list_item" && bold !== true && !isCapitals(text)) return false;
  if (sectionWord.test(text) || (size !== undefined && size >= bodySize * 1.2)) return true;
  // "Telephone: 012 345" is content, even if bold.
  return (bold === true || isCapitals(text)) && !/:\s+\S/u.test(text);
}

function isCapitals(text: string): boolean {
  return text === text.toUpperCase() && text !== text.toLowerCase() && /\p{Lu}{3}/u.test(text);
}

/** The font size of most of the text, in half points. */
function usualSize(blocks: WordBlock[]): number {
  const characters = new Map<number, number>();
  for (const { kind, size, text } of blocks) {
    if (size === undefined || kind === "heading") continue;
    characters.set(size, (characters.get(size) ?? 0) + text.length);
  }
  const [most] = [...characters].toSorted(([, one], [, other]) => other - one);
  return most?.[0] ?? 20;
}

/** How much a heading stands out, which determines its level: by size, then capitals, centring and weight. */
function prominence({ size = 0, text, bold, centred }: WordBlock): number {
  const capitals = isCapitals(oneLine(text));
  return size * 8 + (capitals ? 4 : 0) + (centred === true ? 2 : 0) + (bold === true ? 1 : 0);
}

function levelsOf(headings: WordBlock[]): Map<number, number> {
  const distinct = [...new Set(headings.map(prominence))].sort((one, other) => other - one);
  return new Map(distinct.map((value, rank) => [value, Math.min(deepestLevel, rank + 1)]));
}
