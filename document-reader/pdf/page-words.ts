import { characterText, isRightToLeft } from "./characters.ts";
import { displayedAngle, frameOf, matrixOf, type Frame, type Matrix, type PageGeometry } from "./frame.ts";
import { heapGrowths, withScratch, type Pdfium } from "./pdfium.ts";

/** The font style of a word. One object per style of the document, so that styles compare by identity. */
export interface TextStyle {
  font: string;
  bold: boolean;
}

/** A run of characters without white space, in logical order, placed in its frame (points). */
export interface Word {
  text: string;
  frame: Frame;
  u0: number;
  u1: number;
  /** v of the baseline, growing downwards. */
  base: number;
  size: number;
  style: TextStyle;
  /** Whether white space precedes it in the file. */
  spaced: boolean;
  rtl: boolean;
}

const maxCharactersPerPage = 200_000;

/** Reads the words of pages, and keeps the styles of one document. */
export class WordReader {
  private readonly pdfium: Pdfium;
  private readonly styles = new Map<string, TextStyle>();

  constructor(pdfium: Pdfium) {
    this.pdfium = pdfium;
  }

  /** The words of a loaded page, in the order of its content stream. */
  read(page: number) {
    const geometry = readGeometry(this.pdfium, page);
    const textPage = this.pdfium.FPDFText_LoadPage(page);
    if (textPage === 0) return { geometry, frames: [frameOf(geometry, 0)], words: [] };
    try {
      return withScratch(this.pdfium, 128, (scratch) => {
        const builder = new WordBuilder(geometry);
        this.readCharacters(textPage, scratch, builder);
        return { geometry, frames: builder.frames, words: builder.words };
      });
    } finally {
      this.pdfium.FPDFText_ClosePage(textPage);
    }
  }

  private readCharacters(textPage: number, scratch: number, builder: WordBuilder): void {
    const { FPDFText_GetUnicode: codeOf, FPDFText_GetTextObject: objectOf } = this.pdfium;
    const { FPDFText_GetLooseCharBox: looseBoxOf, FPDFText_GetCharBox: boxOf } = this.pdfium;
    const originOf = this.pdfium.FPDFText_GetCharOrigin;
    const count = Math.min(this.pdfium.FPDFText_CountChars(textPage), maxCharactersPerPage);
    const fonts = new Map<number, TextStyle>();
    let growths = -1;
    let floats = new Float32Array(0);
    let doubles = new Float64Array(0);
    let object = 0;
    for (let i = 0; i < count; i++) {
      const code = codeOf(textPage, i);
      const owner = objectOf(textPage, i);
      if (growths !== heapGrowths()) {
        growths = heapGrowths();
        floats = new Float32Array(this.pdfium.memory.buffer, scratch, 8);
        doubles = new Float64Array(this.pdfium.memory.buffer, scratch, 8);
      }
      if (code <= 0x20 && code !== 0x02) {
        if (owner !== 0 && builder.mayHideSpace()) {
          originOf(textPage, i, scratch, scratch + 8);
          if (builder.hidesSpace(doubles[0] ?? 0, doubles[1] ?? 0)) continue;
        }
        if (owner === 0) builder.generatedSpace();
        else builder.space();
        continue;
      }
      if (owner !== object && owner !== 0) {
        object = owner;
        const next = i + 1 < count && code >= 0x1100 && objectOf(textPage, i + 1) === owner;
        const style = this.styleOf(object, fonts, scratch);
        this.pdfium.FPDFText_GetMatrix(textPage, i, scratch);
        const font = { matrix: matrixOf(floats), fontSize: this.pdfium.FPDFText_GetFontSize(textPage, i) };
        const vertical = next && this.isVertical(textPage, i, scratch, font);
        builder.startObject({ ...font, vertical }, style);
      }
      if (builder.upright) {
        // All characters of an upright object are on one baseline, so the loose box has all that is needed.
        looseBoxOf(textPage, i, scratch);
        builder.add(code, floats[0] ?? 0, floats[2] ?? 0);
      } else {
        originOf(textPage, i, scratch, scratch + 8);
        const x = doubles[0] ?? 0;
        const y = doubles[1] ?? 0;
        boxOf(textPage, i, scratch, scratch + 8, scratch + 16, scratch + 24);
        builder.addTurned(code, x, y, doubles);
      }
    }
  }

  private styleOf(object: number, fonts: Map<number, TextStyle>, scratch: number): TextStyle {
    const pdfium = this.pdfium;
    const font = pdfium.FPDFTextObj_GetFont(object);
    const known = fonts.get(font);
    if (known !== undefined) return known;
    const length = Math.min(128, font === 0 ? 0 : pdfium.FPDFFont_GetBaseFontName(font, scratch, 128));
    const name = Buffer.from(pdfium.memory.buffer, scratch, Math.max(0, length - 1))
      .toString("latin1")
      .replace(/^[A-Z]{6}\+/, "");
    const weight = font === 0 ? 400 : pdfium.FPDFFont_GetWeight(font);
    const flags = font === 0 ? 0 : pdfium.FPDFFont_GetFlags(font);
    const isNamedBold = /bold|black|heavy|semi-?b|demi|[-_,](bd|bk)\b|^CMBX/i.test(name);
    const bold = isNamedBold || (flags & 0x40000) !== 0 || weight >= 700;
    const key = `${name}/${bold}`;
    const style = this.styles.get(key) ?? { font: name, bold };
    this.styles.set(key, style);
    fonts.set(font, style);
    return style;
  }

  /** Whether a text object has vertical writing: upright characters, the next one below this one. */
  private isVertical(
    textPage: number,
    index: number,
    scratch: number,
    { matrix: [a, b, c, d], fontSize }: Omit<Setting, "vertical">,
  ): boolean {
    if (b !== 0 || c !== 0 || a <= 0) return false;
    const { pdfium } = this;
    pdfium.FPDFText_GetCharOrigin(textPage, index, scratch, scratch + 8);
    pdfium.FPDFText_GetCharOrigin(textPage, index + 1, scratch + 16, scratch + 24);
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = new Float64Array(pdfium.memory.buffer, scratch, 4);
    const size = fontSize * Math.abs(d);
    return Math.abs(x1 - x0) < size * 0.2 && y0 - y1 > size * 0.6 && y0 - y1 < size * 1.8;
  }
}

/** Page size, rotation and visible box. Absurd sizes are harmless, since nothing is drawn. */
function readGeometry(pdfium: Pdfium, page: number): PageGeometry {
  const rotation = pdfium.FPDFPage_GetRotation(page) & 3;
  const width = pdfium.FPDF_GetPageWidthF(page);
  const height = pdfium.FPDF_GetPageHeightF(page);
  return withScratch(pdfium, 16, (box) => {
    pdfium.FPDF_GetPageBoundingBox(page, box);
    const floats = new Float32Array(pdfium.memory.buffer, box, 4);
    const [left = 0, top = height, right = width, bottom = 0] = floats;
    return { width, height, rotation, left, bottom, right, top };
  });
}

/** How the characters of a text object are drawn. */
interface Setting {
  matrix: Matrix;
  fontSize: number;
  vertical: boolean;
}

/** Whether two settings differ only in position, which is usual for consecutive objects. */
function isSameSetting(one: Setting, other: Setting): boolean {
  const [a, b, c, d] = one.matrix;
  const [e, f, g, h] = other.matrix;
  const isMatrixAlike = a === e && b === f && c === g && d === h;
  return isMatrixAlike && one.fontSize === other.fontSize && one.vertical === other.vertical;
}

/** Joins characters to words. A word ends at white space, a jump, or a change of size or direction. */
class WordBuilder {
  readonly words: Word[] = [];
  readonly frames: Frame[];
  /** Whether the text of the current object runs along the x axis of user space. */
  upright = true;
  private baseY = 0;

  private readonly geometry: PageGeometry;
  private frame: Frame;
  private style: TextStyle = { font: "", bold: false };
  private size = 0;
  private setting: Setting = { matrix: [Number.NaN, 0, 0, 0, 0, 0], fontSize: 0, vertical: false };
  private spaced = false;
  private word: Word | undefined;
  /** The word before white space that PDFium added. */
  private interrupted: Word | undefined;
  private lastU = Number.NaN;
  /** Characters [start, end) of the word that the last right-to-left glyph stands for. */
  private glyph: [number, number] = [0, 0];

  constructor(geometry: PageGeometry) {
    this.geometry = geometry;
    this.frame = frameOf(geometry, 0);
    this.frames = [this.frame];
  }

  space(): void {
    this.spaced = true;
    this.word = undefined;
    this.interrupted = undefined;
  }

  /**
   * White space that is not in the file. It ends a word only if there is a gap: PDFium also adds it between all objects
   * of a page that it takes for vertical writing, such as a landscape page with few lines.
   */
  generatedSpace(): void {
    const before = this.word ?? this.interrupted;
    this.space();
    this.interrupted = before;
  }

  /** Continues the word before white space that PDFium added if the character is right next to it. */
  private resume(start: number, base: number, rtl: boolean): void {
    const { interrupted: before, size, frame } = this;
    this.interrupted = undefined;
    if (before === undefined || before.rtl || rtl || before.frame !== frame || before.size !== size) return;
    // The place of punctuation alone depends on the text around it, which may run from right to left.
    if (!/[\p{L}\p{N}]/u.test(before.text)) return;
    if (Math.abs(start - before.u1) > size * 0.03 || Math.abs(base - before.base) > size * 0.12) return;
    this.word = before;
    this.spaced = false;
  }

  mayHideSpace(): boolean {
    return this.word !== undefined && !this.word.rtl && this.word.text.length > 1;
  }

  /**
   * Whether a space belongs before the word's last character because it has the same position: some programs draw
   * text over the space, and PDFium then orders them by position.
   */
  hidesSpace(x: number, y: number): boolean {
    const { word, frame } = this;
    const last = word?.text.at(-1);
    if (word === undefined || last === undefined) return false;
    const u = frame.ux * x + frame.uy * y + frame.u0;
    if (Math.abs(u - this.lastU) > (word.u1 - this.lastU) * 0.3 || word.u1 <= this.lastU) return false;
    const { u1 } = word;
    word.text = word.text.slice(0, -last.length);
    word.u1 = this.lastU;
    this.word = { ...word, text: last, u0: this.lastU, u1, spaced: true };
    this.words.push(this.word);
    return true;
  }

  startObject(setting: Setting, style: TextStyle): void {
    this.style = style;
    this.baseY = setting.matrix[5];
    if (!isSameSetting(setting, this.setting)) this.turn(setting);
    this.setting = setting;
  }

  private turn({ matrix: [a, b, c, d], fontSize, vertical }: Setting): void {
    const angle = vertical ? "vertical" : displayedAngle(this.geometry, a, b);
    const size = Math.abs(fontSize) * (Math.hypot(c, d) || Math.hypot(a, b));
    if (angle !== this.frame.angle) {
      let frame = this.frames.find((other) => other.angle === angle);
      if (frame === undefined) {
        frame = frameOf(this.geometry, angle);
        this.frames.push(frame);
      }
      this.frame = frame;
      this.word = undefined;
    }
    if (Math.abs(size - this.size) > this.size * 0.1) this.word = undefined;
    this.size = size;
    this.upright = b === 0 && a > 0 && !vertical;
  }

  /** Adds a character of an upright object, from x to endX (where the next one is expected) in user space. */
  add(code: number, x: number, endX: number): void {
    const { frame, baseY } = this;
    const start = frame.ux * x + frame.uy * baseY + frame.u0;
    const end = frame.ux * endX + frame.uy * baseY + frame.u0;
    this.place(code, start, end, frame.vx * x + frame.vy * baseY + frame.v0);
  }

  /** Adds a character of another direction; its extent comes from the glyph's box [left, right, bottom, top]. */
  addTurned(code: number, x: number, y: number, box: Float64Array): void {
    const { ux, uy, u0, vx, vy, v0, angle } = this.frame;
    const [left = x, right = x, bottom = y, top = y] = box;
    const end = Math.max(ux * left, ux * right) + Math.max(uy * bottom, uy * top) + u0;
    const start = Math.min(ux * left, ux * right) + Math.min(uy * bottom, uy * top) + u0;
    const base = vx * x + vy * y + v0;
    if (angle === "vertical") {
      const middle = (Math.min(vx * left, vx * right) + Math.max(vx * left, vx * right)) / 2 + v0;
      this.place(code, start, Math.max(end, start + this.size * 0.9), middle + this.size * 0.35);
    } else this.place(code, Math.min(start, ux * x + uy * y + u0), end, base);
  }

  private place(code: number, start: number, end: number, base: number): void {
    const text = characterText(code);
    if (text === " " || text === "") {
      if (text === " ") this.space();
      return;
    }
    const rtl = isRightToLeft(code);
    if (this.word === undefined) this.resume(start, base, rtl);
    const { word, size, frame, style } = this;
    if (word !== undefined && Math.abs(base - word.base) <= size * 0.12 && word.frame === frame) {
      if (this.append(word, { text, rtl, start, end })) return;
    }
    const gap = word === undefined ? 0 : rtl ? word.u0 - end : start - word.u1;
    const spaced = this.spaced || gap > size * 0.2;
    this.word = { text, frame, u0: start, u1: Math.max(end, start), base, size, style, spaced, rtl };
    this.words.push(this.word);
    this.glyph = [0, text.length];
    this.spaced = false;
    this.lastU = start;
  }

  /**
   * Adds one of several characters that a right-to-left glyph stands for. PDFium reverses the line character by
   * character, so they come in reverse order, except those that it splits itself (lam-alef).
   */
  private joinPieces(text: string, piece: string): string {
    const [from, to] = this.glyph;
    const before = text.slice(from, to);
    this.glyph = [from, to + piece.length];
    const keepsOrder = /^\p{M}/u.test(piece) || (before === "ل" && "اأإآ".includes(piece));
    return text.slice(0, from) + (keepsOrder ? before + piece : piece + before) + text.slice(to);
  }

  /** Appends the character if it continues the word: next to it, or part of the same glyph. Returns whether it did. */
  private append(
    word: Word,
    { text, rtl, start, end }: { text: string; rtl: boolean; start: number; end: number },
  ): boolean {
    const { size } = this;
    const samePlace = Math.abs(start - this.lastU) < 0.01;
    if (rtl || (word.rtl && samePlace)) {
      // Right-to-left text may come in either order, so only its position counts.
      const follows = Math.abs(end - word.u0) <= size * 0.2;
      if (!samePlace && !follows && Math.abs(start - word.u1) > size * 0.2) return false;
      if (samePlace) word.text = this.joinPieces(word.text, text);
      else if (follows) {
        this.glyph = [word.text.length, word.text.length + text.length];
        word.text += text;
      } else {
        this.glyph = [0, text.length];
        word.text = text + word.text;
      }
      word.rtl = true;
    } else {
      const gap = start - word.u1;
      if (!samePlace && (gap > size * 0.2 || gap < -size * 0.6 || start < word.u0 - size * 0.1)) return false;
      word.text += text;
    }
    if (start < word.u0) word.u0 = start;
    if (end > word.u1) word.u1 = end;
    this.lastU = start;
    return true;
  }
}
