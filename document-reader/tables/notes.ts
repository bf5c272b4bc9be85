/** A note under a table begins with its mark: "¹ Held on a card", "* F5: for a", "a If the", "b) If", "Note 1. Grade". */
const noteStart =
  /^(?:Notes? (\d{1,2})[.:)]?|([\u00b9\u00b2\u00b3\u2070\u2074-\u2079]+|[*†‡§]+|[a-z](?=\)?\s+\p{Lu})|\d{1,2}(?=[\s.)]+\p{Lu})))[\s.:)]*(?=\S)/u;

/** Marks at the end of a cell or heading. Digits and letters count only if a note has the same mark. */
const raised = /[\u00b9\u00b2\u00b3\u2070\u2074-\u2079]+$/u;
const signs = /\s?([*†‡§]+)$/u;
const letter = /\s([a-z])$/u;
/** A digit after a word may belong to the word ("Grade 1"); after a number it is a mark ("R 2 500 1"). */
const digit = /(?<=[\d%)])\s(\d{1,2})$/u;
/** "From R250 1)" */
const bracketed = /\s(\d{1,2}|[a-z])\)$/u;
const named = /\s?(?:\((note \d{1,2})\)|see (note \d{1,2}))$/u;

/** Finds the notes among the texts that follow a table; returns them by mark. */
export function findNotes(texts: string[]): Map<string, string> {
  const notes = new Map<string, string>();
  for (const text of texts) {
    const start = noteStart.exec(text);
    if (start === null) continue;
    const [all, number, sign = ""] = start;
    const mark = number === undefined ? sign.normalize("NFKD") : `note ${number}`;
    if (!notes.has(mark)) notes.set(mark, text.slice(all.length).trim());
  }
  return notes;
}

/** Splits the note marks off the end of a cell's text. */
export function splitNoteMarks(text: string, notes: ReadonlyMap<string, string>) {
  const shown = raised.exec(text);
  // The exponent of a unit is no note mark: m², cm³.
  if (shown !== null && !/(?:^|[\s\d])[ckm]?m[²³]$/u.test(text))
    return cut(text, shown.index, [...shown[0].normalize("NFKD")], notes);
  const reference = named.exec(text);
  if (reference?.[2] !== undefined) return { text, marks: [reference[2]].filter((mark) => notes.has(mark)) };
  for (const mark of [signs, named, letter, digit, bracketed]) {
    const found = mark.exec(text);
    if (found?.[1] !== undefined && notes.has(found[1])) return cut(text, found.index, [found[1]], notes);
  }
  return { text, marks: [] };
}

function cut(text: string, at: number, marks: string[], notes: ReadonlyMap<string, string>) {
  const rest = text.slice(0, at).trimEnd();
  return rest === "" ? { text, marks: [] } : { text: rest, marks: marks.filter((mark) => notes.has(mark)) };
}
