import { symbolsByCode } from "../symbols-by-code.ts";

/**
 * The text for a character code from PDFium: "" for characters without text, " " for white space. PDFium has already
 * split ligatures; private-use codes of symbol fonts become the Unicode symbols that they show.
 */
export function characterText(code: number): string {
  if (code < 0x7f) return code > 0x20 ? (ascii[code] ?? "") : code === 0x02 ? "-" : code === 0 ? "" : " ";
  if (code < 0xa0) return c1[code - 0x7f] ?? "";
  if (code === 0xa0 || code === 0x3000) return " ";
  if (code === 0xad || code === 0xfffe || code === 0xffff) return "-";
  if (code < 0x2000) return String.fromCharCode(code);
  if (code <= 0x206f) return generalPunctuation(code);
  if (code >= 0xe000 && code <= 0xf8ff) return privateUse(code);
  if (code === 0xfeff || code > 0x10ffff) return "";
  const isPresentationForm = (code >= 0xfb00 && code <= 0xfdff) || (code >= 0xfe70 && code <= 0xfeff);
  return isPresentationForm ? String.fromCodePoint(code).normalize("NFKC") : String.fromCodePoint(code);
}

const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

/** 0x7F–0x9F are control characters in Unicode; fonts that use them for text mean Windows-1252. */
const c1 = [..."\0€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ"].map((c) => (c === "\0" ? "" : c));

function generalPunctuation(code: number): string {
  const text = String.fromCharCode(code);
  if (/[\u2000-\u200a\u2028\u2029\u202f\u205f]/u.test(text)) return " ";
  if (/[\u2010\u2011]/u.test(text)) return "-";
  // Zero-width and direction marks have no meaning, except the joiners in Persian, Arabic and Indic scripts.
  return /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f]/u.test(text) ? "" : text;
}

/** Characters of Symbol and Wingdings arrive as U+F000 plus their code in the font. */
const privateUse = (code: number): string =>
  code >= 0xf000 && code <= 0xf0ff ? (symbols.get(code & 0xff) ?? "") : "";

const symbols = symbolsByCode(
  "2d- 6c• 6e▪ 6f☐ 71☐ 75• 76• 9f• a0• a3☐ a7▪ a8☐ b7• d8➢ e0→ e8→ f0→ fb✗ fc✓ fd☒ fe☑",
);

/** Hebrew, Arabic, Syriac, Thaana, N'Ko and their presentation forms. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

export const isRightToLeft = (code: number): boolean =>
  code >= 0x590 && rightToLeft.test(String.fromCodePoint(code));

/** Han, kana and full-width forms. Korean is not among them, because it has spaces. */
const withoutSpaces = /^[\u2e80-\u9fff\uf900-\ufaff\uff01-\uff60\u{20000}-\u{3ffff}]/u;

/** Whether a text begins with a character of a script that has no spaces between words. */
export const isWrittenWithoutSpaces = (text = ""): boolean => withoutSpaces.test(text);
