import { isWrittenWithoutSpaces } from "./characters.ts";
import { isRaisedNumber, superscript } from "../superscript.ts";
import type { Word } from "./page-words.ts";
import { isClearlyRaised, isSpaceBetween, type Segment } from "./segments.ts";

/** The text of one line. Raised numbers become superscript digits, dot leaders become "…". */
export function lineText(line: Segment): string {
  let text = "";
  let previous: Word | undefined;
  let isBehindRaised = false;
  for (const word of line.words) {
    const isRaised = line.words.length > 1 && isRaisedNumber(word.text) && isRaisedIn(line, word);
    if (previous !== undefined && isSpaceBetween(previous, word)) {
      const isAttached = isRaised
        ? /[\p{L}\d.,;:!?)”"’%]$/u.test(text)
        : closes(previous, word, isBehindRaised);
      if (!isAttached) text += " ";
    }
    text += isRaised ? superscript(word.text) : word.text;
    previous = word;
    isBehindRaised = isRaised;
  }
  return clean(text);
}

const isRaisedIn = (line: Segment, { size, base }: Word): boolean =>
  (size < line.size * 0.87 && line.base - base > line.size * 0.15) || isClearlyRaised({ size, base }, line);

/** Whether a word is punctuation that touches the one before, even if there is a space between them in the file. */
const closes = (previous: Word, word: Word, isBehindRaised: boolean): boolean =>
  (isBehindRaised ? /^[.,;:!?)\]”’"]/u.test(word.text) : word.text === ".") &&
  word.u0 - previous.u1 < word.size * 0.2;

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
