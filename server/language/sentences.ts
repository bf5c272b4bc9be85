/** A sentence, [start, end) in UTF-16 code units, without surrounding white space. */
export interface SentenceSpan {
  start: number;
  end: number;
}

/** Full stops that do not end a sentence: titles, abbreviations, initials, numbering. */
const abbreviation =
  /(?:^|[\s([“"'])(?:\p{Lu}|(?:Dr|Mr|Mrs|Ms|Prof|Rev|St|Sr|Jr|No|Nr|Art|Sec|Sect|Fig|Figs|Eq|Tab|Ref|Vol|pp?|vs|cf|ca|approx|incl|excl|etc|et al|al|e\.g|i\.e|z\.B|d\.h|u\.a|bzw|ggf|Abs|usw|inkl|Ltd|Inc|Co|Corp|Pty|Gen|Col|Lt|Capt|Sgt|Gov|Sen|Rep|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec|U\.S|U\.K|a\.m|p\.m|bv|asb|nl|mnr|mev|dhr|par|M|Mme|Sra?)|\d{1,3}|[a-z]|[ivx]{1,4})\.$/u;

/** A clause number with a letter, at the beginning of a line: "C4. For", "4.1A. Painting". Not "R50.". */
const clauseNumber = /^(?:[A-QS-Z]\d{1,2}(?:\.\d{1,2}){0,3}|\d{1,2}(?:\.\d{1,2}){0,3}[A-Z]?)\.$/u;

const boundary = /[.!?…。！？]+["'”’»)\]]*(?=\s|$|[。！？\p{Script=Han}])|\n+/gu;

/** The sentences of a text in order. A line break ends a sentence, so that no sentence spans two blocks. */
export function sentences(text: string): SentenceSpan[] {
  const found: SentenceSpan[] = [];
  let start = 0;
  for (const match of text.matchAll(boundary)) {
    const end = match.index + (match[0].startsWith("\n") ? 0 : match[0].length);
    if (!match[0].startsWith("\n") && runsOn(text, start, end)) continue;
    push(found, text, start, end);
    start = end;
  }
  push(found, text, start, text.length);
  return found;
}

function runsOn(text: string, start: number, end: number): boolean {
  const next = /^\s+(\S)/u.exec(text.slice(end, end + 8))?.[1];
  if (next === undefined) return false;
  if (/[\p{Ll}]/u.test(next)) return true;
  if (text[end - 1] !== ".") return false;
  const isAtLineStart = start === 0 || text[start] === "\n";
  if (isAtLineStart && clauseNumber.test(text.slice(start, end).trim())) return true;
  return abbreviation.test(text.slice(Math.max(start, end - 12), end));
}

function push(found: SentenceSpan[], text: string, from: number, to: number): void {
  const piece = text.slice(from, to);
  const start = to - piece.trimStart().length;
  const end = from + piece.trimEnd().length;
  if (end > start) found.push({ start, end });
}

/** Whether a line is a question or a lead-in, which belongs to what follows it. */
export const introducesNext = (line: string): boolean => /[?:]["'”)]?$/u.test(line.slice(-2));
