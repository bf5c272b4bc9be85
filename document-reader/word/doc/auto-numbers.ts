import { numberText } from "../list-number.ts";
import { formats } from "./doc-lists.ts";
import type { ParagraphFormat } from "./formats.ts";

const numberedLevel = 10;
const bulletLevel = 11;
/** Word 6 has no format from this number on. */
const firstUnknownFormat = 6;

/** The numbered and bulleted paragraphs of Word 6 and 95, which know no lists: each counts on from the last. */
export class AutoNumbers {
  #count = 0;

  /** Number or bullet of the next paragraph, `null` when it has none; then counting starts again. */
  next({ autoNumberLevel, autoNumber }: ParagraphFormat, generation: 2 | 6 | 8): string | null {
    if (generation !== 6 || autoNumber === undefined || autoNumber.length < 20) return null;
    if (autoNumberLevel === bulletLevel) return "•";
    if (autoNumberLevel !== numberedLevel) {
      this.#count = 0;
      return null;
    }
    const start = autoNumber.u16(10);
    this.#count = this.#count === 0 ? start : this.#count + 1;
    const before = autoNumber.u8(1);
    const after = autoNumber.u8(2);
    const texts = autoNumber.latin1(20, Math.min(32, before + after));
    const number = numberText(
      this.#count,
      formats[Math.min(autoNumber.u8(0), firstUnknownFormat)] ?? "decimal",
    );
    return `${texts.slice(0, before)}${number}${texts.slice(before)}`.trim();
  }
}
