const listMark = /^(?:[•●▪◦‣∙·*–—-]\s+|[oO]\s+(?=\p{Ll})|\(?(?:[0-9]{1,3}|[a-z]|[ivx]{1,4})[.)]\s+)/u;
/** The forms of a clause number. "R50." is an amount, and "A4" the size of a sheet. */
const clauseNumbers = [
  String.raw`\(?\d{1,2}(?:\.\d{1,2}){1,3}\)?[A-Z]?\.?`, // "4.1", "(4.1)", "4.1A"
  String.raw`\d{1,2}[A-Z]?\.`, // "12.", "12A."
  String.raw`\d{1,2}(?:\.\d{1,2}){0,3}(?:\([a-z]{1,4}\)){1,3}\.?`, // "1(c)", "4.2(a)(ii)"
  String.raw`[A-QS-Z]\d{1,2}(?:(?:\.\d{1,2}){1,3}\.?|\.)`, // "C4.", "C4.1"
];
const clauseNumber = new RegExp(String.raw`^(?:${clauseNumbers.join("|")})\s+(?=\p{L}|["“‘'(])`, "u");
const faqMark = /^(?:Q|A|V|Question|Answer|Vraag|Antwoord)\s?\d{0,3}\s?[:.)]\s*/u;
/** The mark at the beginning of a footnote: "b The hail excess falls to …". */
const footnoteMark = /^(?:[a-h]|\d)\s+(?=(?:The|If|In|On|For|Only|No|Not|Each|With|From|This|An?)\s)/u;
/**
 * Superscript footnote numbers, and those that extraction left as plain digits after a word; not "m2" or "4x4", nor the
 * exponent of "600 m²".
 */
const noteMark =
  /(?<!(?:^|[\s\d/])[ckm]?m)[\u00b9\u00b2\u00b3\u2070-\u2079]+|(?<=\p{L}{3}|[)”"])(?<![A-Z])\d(?=[\s.,;]|$)/gu;

/** The text of a unit without bullet, clause number, "A:" or footnote mark. */
export function plainText(text: string): string {
  return withoutLeadingMark(text.replace(/\s+/gu, " ")).replace(noteMark, "").trim();
}

/** Without a leading mark, which is no word or number of the statement. */
export function withoutLeadingMark(text: string): string {
  const trimmed = text.trim();
  return trimmed.slice(markLength(trimmed));
}

/** The length of a text's leading mark: a bullet, a clause number, "A:", the mark of a footnote. */
export function markLength(text: string): number {
  const marks = [listMark, clauseNumber, faqMark, footnoteMark];
  return text.length - marks.reduce((rest, mark) => rest.replace(mark, ""), text).length;
}
