import { numberText } from "../list-number.ts";
import { formats } from "./doc-lists.ts";
import type { ParagraphFormat } from "./formats.ts";

const numberedLevel = 10;
const bulletLevel = 11;
/** Word 6 has no number formats from this code on. */
const firstUnknownFormat = 6;

/**
 * Numbers and bullets of paragraphs in Word 6 and 95, which have no lists: each numbered paragraph continues from the
 * last one. A paragraph with neither (null) restarts the count.
 */
export function createAutoNumbering() {
  let count = 0;
  return ({ autoNumberLevel, autoNumber }: ParagraphFormat, generation: 2 | 6 | 8): string | null => {
    if (generation !== 6 || autoNumber === undefined || autoNumber.length < 20) return null;
    if (autoNumberLevel === bulletLevel) return "•";
    if (autoNumberLevel !== numberedLevel) {
      count = 0;
      return null;
    }
    count = count === 0 ? autoNumber.u16(10) : count + 1;
    const before = autoNumber.u8(1);
    const texts = autoNumber.latin1(20, Math.min(32, before + autoNumber.u8(2)));
    const number = numberText(count, formats[Math.min(autoNumber.u8(0), firstUnknownFormat)] ?? "decimal");
    return `${texts.slice(0, before)}${number}${texts.slice(before)}`.trim();
  };
}
