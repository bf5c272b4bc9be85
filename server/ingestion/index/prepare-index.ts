import { headingsOf, type Chunk } from "../chunk/chunk.ts";
import type { PreparedTable } from "../tables/prepare-tables.ts";
import { inParts } from "../../in-parts.ts";
import { analyse, compoundHeads } from "../../language/analyse.ts";
import type { Language } from "../../language/languages.ts";
import { encodePostings, type Posting } from "./postings.ts";

export interface PrepareIndexRequest {
  documentName: string;
  /** The document's title, or null. */
  title: string | null;
  language: Language;
  chunks: Chunk[];
  tables?: PreparedTable[];
}

/** Consecutive terms in the order of the index's key, with the encoded postings of each. */
export interface TermPostings {
  terms: string[];
  postings: Uint8Array[];
}

/**
 * Everything that the index stores for one version, in the form that is written to the database. Made in the reading
 * process, and in parts, so that neither sending nor writing it blocks the event loop for long.
 */
export interface PreparedIndex {
  language: Language;
  chunkCount: number;
  /** Sum of the lengths of the chunks, in terms. */
  length: number;
  /** JSON arrays of rows for the table `chunks`. */
  chunkRows: string[];
  postings: TermPostings[];
  tables: PreparedTable[];
}

const termsPerPart = 2_000;
const chunksPerPart = 100;

/** Makes the index that `indexVersion` writes. A pure function. */
export function prepareIndex(request: PrepareIndexRequest): PreparedIndex {
  const { documentName, title, language, chunks, tables = [] } = request;
  const { terms, length } = invert([documentName, title ?? ""], chunks, language);
  const chunkCount = chunks.length;
  // In the order of the key, so that consecutive rows are on the same pages of the B-tree.
  const inOrder = [...terms.keys()].toSorted();
  const postings = inParts(inOrder, termsPerPart).map((part) => ({
    terms: part,
    postings: part.map((term) => {
      const entry = terms.get(term) ?? { inTitle: false, postings: [] };
      return new Uint8Array(encodePostings({ chunkCount, ...entry }));
    }),
  }));
  const rows = chunks.map((chunk) => ({
    ordinal: chunk.ordinal,
    text: chunk.text,
    spans: chunk.spans.flatMap((span) => [span.page, span.start, span.end, span.at]),
    heading_path: chunk.headingPath,
    sections: chunk.sections,
  }));
  const chunkRows = inParts(rows, chunksPerPart).map((part) => JSON.stringify(part));
  return { language, chunkCount, length, chunkRows, postings, tables };
}

/** Turns the names (file name and title) and chunks of a document into postings by term. `length` is in terms. */
function invert(names: string[], chunks: Chunk[], language: Language) {
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
