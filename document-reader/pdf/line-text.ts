import { isWrittenWithoutSpaces } from "./characters.ts";
import type { Word } from "./page-words.ts";
import { isClearlyRaised, isSpaceBetween, type Segment } from "./segments.ts";

const raisedDigits = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** The text of one line. Raised reference numbers become superscript digits, dot leaders become "…". */
export function lineText(line: Segment): string {
  let text = "";
  let previous: Word | undefined;
  for (const word of line.words) {
    const reference = line.words.length > 1 && isReference(word, line);
    if (previous === undefined) text = reference ? raised(word.text) : word.text;
    else if (reference && mayHaveReference(text, isSpaceBetween(previous, word))) text += raised(word.text);
    else text += isSpaceBetween(previous, word) ? ` ${word.text}` : word.text;
    previous = word;
  }
  return clean(text);
}

/** A raised number directly behind a figure may be its exponent. */
const mayHaveReference = (text: string, isApart: boolean): boolean =>
  /[\p{L}.,;:)”"’%]$/u.test(text) || (isApart && /\d$/u.test(text));

const raised = (digits: string): string =>
  digits.replace(/\d/g, (digit) => raisedDigits[Number(digit)] ?? digit);

function isReference(word: Word, line: Segment): boolean {
  const isRaised =
    (word.size < line.size * 0.87 && line.base - word.base > line.size * 0.15) || isClearlyRaised(word, line);
  return isRaised && /^\d{1,3}$/.test(word.text);
}

function clean(text: string): string {
  let result = text;
  if (result.includes("..") || result.includes(". .") || result.includes("__")) {
    result = result
      .replace(/(?:\. ?){4,}|\.{4,}/g, (dots) => (dots.endsWith(" ") ? "… " : "…"))
      .replace(/_{3,}/g, "__");
  }
  // Only non-ASCII text can need composing.
  return /^[\x20-\x7e]*$/.test(result) ? result : result.normalize("NFC");
}

/**
 * How to join two lines of a paragraph: how many characters to drop from the end of the first, and the text to put
 * between them. `hyphenated` has the words (in lower case) that occur with a hyphen within a line.
 */
export function lineJoint(before: string, after: string, hyphenated: Set<string>) {
  if (isWrittenWithoutSpaces(before.at(-1)) && isWrittenWithoutSpaces(after)) return { drop: 0, glue: "" };
  if (!before.endsWith("-"))
    return { drop: 0, glue: /[–—/]$/.test(before) && /^\p{Ll}/u.test(after) ? "" : " " };
  const head = /[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*-$/u.exec(before)?.[0];
  const tail = /^[\p{L}\p{M}]+/u.exec(after)?.[0];
  if (head === undefined || tail === undefined) return { drop: 0, glue: /\d-$/.test(before) ? "" : " " };
  if (/^(?:and|or|und|oder|et|ou|en|of|y|o)$/.test(tail)) return { drop: 0, glue: " " };
  // "month-" is followed by "to-month".
  const isCompound = /^-\p{L}/u.test(after.slice(tail.length)) || hyphenated.has((head + tail).toLowerCase());
  const keeps = isCompound || !/^\p{Ll}/u.test(tail) || head.length <= 2;
  return keeps ? { drop: 0, glue: "" } : { drop: 1, glue: "" };
}
