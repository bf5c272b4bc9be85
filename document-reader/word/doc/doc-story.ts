import { ExtractionError } from "../../extraction-error.ts";
import { OpenFields } from "../fields.ts";
import { levelOfParagraph } from "../heading-styles.ts";
import { ParagraphText } from "../paragraph-text.ts";
import { isSymbolFont, symbolCharacter, symbolText, withoutPrivateCodes } from "../symbol-fonts.ts";
import { maxParagraphs, pageBreak, type WordBlock } from "../word-block.ts";
import { createAutoNumbering } from "./doc-lists.ts";
import { type DocParts, plainStyle, type DocStyle } from "./doc-parts.ts";
import { DocTables } from "./doc-tables.ts";
import type { CharacterFormat, ParagraphFormat } from "./formats.ts";

/** Notes, text boxes and section ends by their position in the main text. */
export interface Anchors {
  footnotes: Map<number, WordBlock>;
  textBoxes: Map<number, WordBlock[]>;
  sectionEnds: Set<number>;
}

export const noAnchors: Anchors = { footnotes: new Map(), textBoxes: new Map(), sectionEnds: new Set() };

const paragraphMark = "\r";
const cellMark = "\u0007";
const fieldBegin = "\u0013";
const fieldSeparator = "\u0014";
const fieldEnd = "\u0015";
/** A picture in the text, and the anchor of a drawing. */
const pictures: ReadonlySet<string> = new Set(["\u0001", "\b"]);
/** Tab, line break and column break. */
const spaces: ReadonlySet<string> = new Set(["\t", "\v", "\u000e"]);
const nonBreakingHyphen = "\u001e";

/** Reads characters [start, end) of a document as blocks (MS-DOC 2.4). */
export function readDocStory(parts: DocParts, start: number, end: number, anchors: Anchors): DocStory {
  const story = new DocStory(parts, anchors);
  const last = Math.min(end, parts.pieces.text.length);
  let from = start;
  // Searches a slice only: there may be many stories without any mark, and each would search to the end of the text.
  for (const { 0: mark, index } of parts.pieces.text.slice(start, last).matchAll(/[\r\u0007\f]/gu)) {
    const at = start + index;
    if (mark === pageBreak && !anchors.sectionEnds.has(at)) continue;
    story.paragraph(from, at, mark);
    from = at + 1;
  }
  if (from < last) story.paragraph(from, last, paragraphMark);
  story.finish();
  return story;
}

class DocStory {
  title: string | null = null;
  readonly #parts: DocParts;
  readonly #anchors: Anchors;
  readonly #tables: DocTables;
  readonly #fields = new OpenFields();
  readonly #autoNumber = createAutoNumbering();
  #section = 0;
  #runsOn: ParagraphText | null = null;

  constructor(parts: DocParts, anchors: Anchors) {
    this.#parts = parts;
    this.#anchors = anchors;
    this.#tables = new DocTables(parts);
  }

  get blocks(): WordBlock[] {
    return this.#tables.blocks;
  }

  /** Reads the paragraph [start, end) whose mark is at `end`. */
  paragraph(start: number, end: number, mark: string): void {
    if (++this.#parts.paragraphCount > maxParagraphs) throw new ExtractionError("too_complex");
    const { style, format } = this.#parts.paragraphAt(end);
    this.#tables.enter(this.#depth(format, mark), this.#section);
    const isRowEnd = this.#isRowEnd(format, start, end, mark);
    const paragraph = new ParagraphText();
    this.#collect(paragraph, start, end, style);
    if (this.#runsOn !== null) paragraph.prepend(this.#runsOn);
    this.#runsOn = null;
    this.#fields.endParagraph();
    if (isRowEnd) this.#tables.endRow(format);
    else if (mark === paragraphMark && this.#markIsDeleted(end, style)) this.#runsOn = paragraph;
    else {
      this.#put(paragraph, style, format);
      if (mark === cellMark || format.innerCell === true) this.#tables.endCell();
    }
    if (this.#anchors.sectionEnds.has(end)) this.#section++;
  }

  finish(): void {
    if (this.#runsOn !== null) this.#put(this.#runsOn, plainStyle, {});
    this.#tables.enter(0, this.#section);
  }

  #depth(format: ParagraphFormat, mark: string): number {
    const inTable = format.inTable ?? mark === cellMark;
    return inTable || (format.depth ?? 0) > 0 ? Math.max(1, format.depth ?? 1) : 0;
  }

  #isRowEnd(format: ParagraphFormat, start: number, end: number, mark: string): boolean {
    if (format.rowEnd === true || format.innerRowEnd === true) return true;
    // The formatting of Word 2 is not read; in its files, an empty cell after other cells ends the row.
    return this.#parts.fib.generation === 2 && mark === cellMark && start === end && this.#tables.rowHasCells;
  }

  #markIsDeleted(position: number, style: DocStyle): boolean {
    const { format } = this.#parts.charactersAt(this.#parts.pieces.offsetOf(position), style);
    return format.deleted ?? false;
  }

  #put(paragraph: ParagraphText, style: DocStyle, format: ParagraphFormat): void {
    const merged: ParagraphFormat = { ...style.paragraph, ...format };
    const block = paragraph.block({
      level: levelOfParagraph(format, style),
      number: this.#number(merged),
      startsPage:
        merged.pageBreakBefore === true && this.#tables.blocks.length > 0 && merged.inTable !== true,
      centred: merged.centred ?? false,
      section: this.#section,
    });
    if (block !== null) this.#tables.add(block);
    if (block !== null && style.isTitle) this.title ??= paragraph.text;
    for (const box of paragraph.boxes) this.#tables.add({ ...box, section: this.#section });
  }

  #number(format: ParagraphFormat): string | null {
    if (format.list !== undefined && format.list !== 0 && format.list < 2047)
      return this.#parts.nextInList(format.list, format.listLevel ?? 0);
    return this.#autoNumber(format, this.#parts.fib.generation);
  }

  #collect(paragraph: ParagraphText, start: number, end: number, style: DocStyle): void {
    const { pieces } = this.#parts;
    for (const span of pieces.spans(start, end)) {
      for (let at = span.start; at < span.end;) {
        const offset = span.offset + (at - span.start) * span.characterBytes;
        const { format, end: runEnd } = this.#parts.charactersAt(offset, style);
        const length = Math.max(1, Math.ceil((runEnd - offset) / span.characterBytes));
        const to = Math.min(span.end, at + length);
        this.#run(paragraph, at, pieces.text.slice(at, to), format);
        at = to;
      }
    }
  }

  /** Adds consecutive characters with the same formatting. */
  #run(paragraph: ParagraphText, start: number, raw: string, format: CharacterFormat): void {
    const font = this.#parts.fonts[format.font ?? -1];
    const shown = { bold: format.bold ?? false, size: format.size ?? 20, raised: format.raised ?? false };
    const visible = format.deleted !== true && format.hidden !== true;
    const put = (text: string) => {
      if (!this.#fields.showsText) this.#fields.code(text);
      else if (visible) paragraph.add(text, shown);
    };
    let at = start;
    for (const token of raw.match(/[\u0000-\u001f]|[^\u0000-\u001f]+/gu) ?? []) {
      if (token < " ") this.#control(paragraph, token, at, put);
      else if (format.symbol !== undefined) {
        const name = this.#parts.fonts[format.symbol.font]?.name ?? "";
        put(symbolText(name, format.symbol.code).repeat(token.length));
      } else put(this.#readable(token, font));
      at += token.length;
    }
  }

  #control(paragraph: ParagraphText, character: string, at: number, put: (text: string) => void): void {
    const note = this.#anchors.footnotes.get(at);
    if (note !== undefined) paragraph.notes.push(note);
    for (const box of this.#anchors.textBoxes.get(at) ?? []) paragraph.boxes.push(box);
    if (character === fieldBegin) this.#fields.begin();
    else if (character === fieldSeparator) this.#fields.separate();
    else if (character === fieldEnd) this.#fields.end();
    else if (pictures.has(character)) this.#parts.hasPictures = true;
    else if (spaces.has(character)) put(" ");
    else if (character === nonBreakingHyphen) put("-");
    else if (character === pageBreak) paragraph.text += pageBreak;
  }

  #readable(text: string, font: DocParts["fonts"][number] | undefined): string {
    const { generation, wideText } = this.#parts.fib;
    const old = generation < 8 && !wideText;
    if (old && isSymbolFont(font?.name))
      return text.replace(/./gu, (sign) => symbolCharacter(font?.name ?? "", sign.charCodeAt(0)));
    return withoutPrivateCodes(old ? this.#parts.decode(text, font) : text, font?.name);
  }
}
