import type { Source } from "../../../contract/conversations.ts";
import type { RetrievedPassage } from "../../retrieval/passage.ts";
import type { TextSpan } from "./compose.ts";

/**
 * The sources for spans of one passage: verbatim characters of its pages, one source per span and page. Adjacent
 * spans on a page become one quote.
 */
export function toSources(passage: RetrievedPassage, spans: TextSpan[]): Source[] {
  const sources: Source[] = [];
  for (const part of spans) {
    for (const span of passage.spans) {
      const length = span.end - span.start;
      const from = Math.max(part.start, span.at) - span.at;
      const to = Math.min(part.end, span.at + length) - span.at;
      if (to <= from) continue;
      const quote = passage.text.slice(span.at + from, span.at + to).trim();
      if (quote === "") continue;
      const start = passage.text.indexOf(quote, span.at + from) - span.at + span.start;
      sources.push({
        documentId: passage.documentId,
        documentName: passage.documentName,
        version: passage.version,
        page: span.page,
        quote,
        start,
        end: start + quote.length,
      });
    }
  }
  return joinNeighbours(sources);
}

/** Joins adjacent quotes: consecutive blocks of a page are separated by one line break in the page's text. */
function joinNeighbours(sources: Source[]): Source[] {
  const joined: Source[] = [];
  for (const source of sources) {
    const last = joined.at(-1);
    if (last !== undefined && last.page === source.page && last.end + 1 === source.start) {
      // Only the line break between two blocks lies between them.
      last.quote = `${last.quote}\n${source.quote}`;
      last.end = source.end;
    } else {
      joined.push({ ...source });
    }
  }
  return joined;
}
