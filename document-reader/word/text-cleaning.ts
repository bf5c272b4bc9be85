/**
 * Control and direction marks, zero-width spaces and soft hyphens: invisible, and in the way of every
 * comparison. Joiners (U+200C, U+200D) stay, as they change letters of Persian and Indic words.
 */
const invisible =
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffc]/gu;

/** Text without invisible characters and page marks of its own, and with plain hyphens. */
export function visibleText(text: string): string {
  return text
    .replace(invisible, "")
    .replace(/[\v\f]/gu, " ")
    .replaceAll("\u2011", "-");
}

/** One line: white space of any kind and length becomes one space. Unpaired surrogates are replaced. */
export const oneLine = (text: string): string => text.replace(/\s+/gu, " ").trim().toWellFormed();
