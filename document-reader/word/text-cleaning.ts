/**
 * Control characters, direction marks, zero-width spaces and soft hyphens: invisible, and they break text
 * comparison. Joiners (U+200C, U+200D) stay, because they change the letters of Persian and Indic words.
 */
const invisible =
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffc]/gu;

/** Removes invisible characters and characters that would be taken for page break marks; makes hyphens plain. */
export function visibleText(text: string): string {
  return text
    .replace(invisible, "")
    .replace(/[\v\f]/gu, " ")
    .replaceAll("\u2011", "-");
}

/** Turns text into one line: each run of white space becomes one space. Unpaired surrogates are replaced. */
export const oneLine = (text: string): string => text.replace(/\s+/gu, " ").trim().toWellFormed();
