import { headingsOf, type Chunk } from "../chunk/chunk.ts";
import { analyse, compoundHeads } from "../../language/analyse.ts";
import type { Language } from "../../language/languages.ts";
import type { Posting } from "./postings.ts";

/**
 * Turns the names (file name and title) and chunks of a document into postings by term. `length` is the sum of the
 * lengths of its chunks, in terms.
 */
export function invert(names: string[], chunks: Chunk[], language: Language) {
  const terms = new Map<string, { inTitle: boolean; postings: Posting[] }>();
  const entry = (term: string) => {
    let found = terms.get(term);
    if (found === undefined) terms.set(term, (found = { inTitle: false, postings: [] }));
    return found;
  };
  for (const name of names)
    for (const { term } of analyse(splitName(name), language)) entry(term).inTitle = true;
  const heads = compoundHeads([...names, ...chunks.map((chunk) => chunk.text)], language);
  let length = 0;
  for (const chunk of chunks) {
    const inText = analyse(chunk.text, language, heads);
    length += inText.length;
    const posting = (term: string): Posting => {
      const { postings } = entry(term);
      const last = postings.at(-1);
      if (last?.ordinal === chunk.ordinal) return last;
      const added = { ordinal: chunk.ordinal, inHeading: false, length: inText.length, positions: [] };
      postings.push(added);
      return added;
    };
    for (const { term, position } of inText) posting(term).positions.push(position);
    for (const { term } of analyse(headingsOf(chunk).join("\n"), language, heads))
      posting(term).inHeading = true;
  }
  return { terms, length };
}

/** Splits a file name such as "Leave_Policy-2024.pdf" or "LeavePolicy.docx" into words, without its extension. */
function splitName(name: string): string {
  return name
    .replace(/\.(?:pdf|docx?)$/i, "")
    .replace(/[_+-]+/g, " ")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2");
}
