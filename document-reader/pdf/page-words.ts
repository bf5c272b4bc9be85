import { characterText, isRightToLeft } from "./characters.ts";
import { displayedAngle, frameOf, matrixOf, type Frame, type Matrix, type PageGeometry } from "./frame.ts";
import { allocate, heapGrowths, type Pdfium } from "./pdfium.ts";

/** The font style of a word. One object per style of a page, so that styles compare by identity. */
export interface TextStyle {
  font: string;
  bold: boolean;
}

const plainStyle: TextStyle = { font: "", bold: false };

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
  isAfterSpace: boolean;
  rtl: boolean;
}

const maxCharactersPerPage = 200_000;

/** The words of a loaded page, in the order of its content stream. */
export function readWords(pdfium: Pdfium, page: number) {
  const geometry = readGeometry(pdfium, page);
  const builder = new WordBuilder(geometry);
  using opened = new DisposableStack();
  const textPage = pdfium.FPDFText_LoadPage(page);
  opened.defer(() => pdfium.FPDFText_ClosePage(textPage));
  readCharacters({ pdfium, textPage, scratch: opened.use(allocate(pdfium, 128)).pointer }, builder);
  return { geometry, frames: builder.frames, words: builder.words };
}

interface TextPage {
  pdfium: Pdfium;
  /** 0 if PDFium cannot read its text; PDFium then counts no characters. */
  textPage: number;
  /** Memory for out-parameters. */
  scratch: number;
}

function readCharacters(source: TextPage, builder: WordBuilder): void {
  const { pdfium, textPage, scratch } = source;
  const { FPDFText_GetUnicode: codeOf, FPDFText_GetTextObject: objectOf } = pdfium;
  const { FPDFText_GetLooseCharBox: looseBoxOf, FPDFText_GetCharBox: boxOf } = pdfium;
  const originOf = pdfium.FPDFText_GetCharOrigin;
  const count = Math.min(pdfium.FPDFText_CountChars(textPage), maxCharactersPerPage);
  const styles = new Map([[0, plainStyle]]);
  let growths = -1;
  let floats = new Float32Array(0);
  let doubles = new Float64Array(0);
  let object = 0;
  for (let i = 0; i < count; i++) {
    const code = codeOf(textPage, i);
    const owner = objectOf(textPage, i);
    if (growths !== heapGrowths()) {
      growths = heapGrowths();
      floats = new Float32Array(pdfium.memory.buffer, scratch, 8);
      doubles = new Float64Array(pdfium.memory.buffer, scratch, 8);
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
      const style = styleOf(source, object, styles);
      pdfium.FPDFText_GetMatrix(textPage, i, scratch);
      const font = { matrix: matrixOf(floats), fontSize: pdfium.FPDFText_GetFontSize(textPage, i) };
      builder.startObject({ ...font, vertical: next && isVertical(source, i, font) }, style);
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

/** The style of a text object; `styles` has those of the page by font. */
function styleOf({ pdfium, scratch }: TextPage, object: number, styles: Map<number, TextStyle>): TextStyle {
  const font = pdfium.FPDFTextObj_GetFont(object);
  const known = styles.get(font);
  if (known !== undefined) return known;
  const length = Math.min(128, pdfium.FPDFFont_GetBaseFontName(font, scratch, 128));
  const name = Buffer.from(pdfium.memory.buffer, scratch, Math.max(0, length - 1))
    .toString("latin1")
    .replace(/^[A-Z]{6}\+/, "");
  const isNamedBold = /bold|black|heavy|semi-?b|demi|[-_,](bd|bk)\b|^CMBX/i.test(name);
  const isFlagged = (pdfium.FPDFFont_GetFlags(font) & 0x40000) !== 0;
  const bold = isNamedBold || isFlagged || pdfium.FPDFFont_GetWeight(font) >= 700;
  const alike = [...styles.values()].find((style) => style.font === name && style.bold === bold);
  const style = alike ?? { font: name, bold };
  styles.set(font, style);
  return style;
}

/** Whether a text object has vertical writing: upright characters, the next one below this one. */
function isVertical(
  { pdfium, textPage, scratch }: TextPage,
  index: number,
  { matrix: [a, b, c, d], fontSize }: Omit<Setting, "vertical">,
): boolean {
  if (b !== 0 || c !== 0 || a <= 0) return false;
  pdfium.FPDFText_GetCharOrigin(textPage, index, scratch, scratch + 8);
  pdfium.FPDFText_GetCharOrigin(textPage, index + 1, scratch + 16, scratch + 24);
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = new Float64Array(pdfium.memory.buffer, scratch, 4);
  const size = fontSize * Math.abs(d);
  return Math.abs(x1 - x0) < size * 0.2 && y0 - y1 > size * 0.6 && y0 - y1 < size * 1.8;
}

/** Page size, rotation and visible box. Absurd sizes are harmless, since nothing is drawn. */
function readGeometry(pdfium: Pdfium, page: number): PageGeometry {
  const rotation = pdfium.FPDFPage_GetRotation(page) & 3;
  const width = pdfium.FPDF_GetPageWidthF(page);
  const height = pdfium.FPDF_GetPageHeightF(page);
  using box = allocate(pdfium, 16);
  pdfium.FPDF_GetPageBoundingBox(page, box.pointer);
  const floats = new Float32Array(pdfium.memory.buffer, box.pointer, 4);
  const [left = 0, top = height, right = width, bottom = 0] = floats;
  return { width, height, rotation, left, bottom, right, top };
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
  private style = plainStyle;
  private size = 0;
  private setting: Setting = { matrix: [Number.NaN, 0, 0, 0, 0, 0], fontSize: 0, vertical: false };
  private sawSpace = false;
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
    this.sawSpace = true;
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
    this.sawSpace = false;
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
    this.word = { ...word, text: last, u0: this.lastU, u1, isAfterSpace: true };
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
      const known = this.frames.find((frame) => frame.angle === angle);
      this.frame = known ?? frameOf(this.geometry, angle);
      if (known === undefined) this.frames.push(this.frame);
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
    if (text === " ") this.space();
    if (text === " " || text === "") return;
    const rtl = isRightToLeft(code);
    if (this.word === undefined) this.resume(start, base, rtl);
    const { word, size, frame, style } = this;
    if (word !== undefined && Math.abs(base - word.base) <= size * 0.12 && word.frame === frame) {
      if (this.append(word, { text, rtl, start, end })) return;
    }
    const gap = word === undefined ? 0 : rtl ? word.u0 - end : start - word.u1;
    const isAfterSpace = this.sawSpace || gap > size * 0.2;
    this.word = { text, frame, u0: start, u1: Math.max(end, start), base, size, style, isAfterSpace, rtl };
    this.words.push(this.word);
    this.glyph = [0, text.length];
    this.sawSpace = false;
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
