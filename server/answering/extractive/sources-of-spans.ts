import type { Source } from "../../../contract/conversations.ts";
import type { RetrievedPassage } from "../../retrieval/passage.ts";
import type { TextSpan } from "./compose-unit.ts";

/**
 * The sources for spans of one passage: verbatim characters of its pages, one source per span and page. Adjacent spans
 * on a page become one quote: consecutive blocks are separated by one line break in the page's text.
 */
export function toSources(passage: RetrievedPassage, spans: TextSpan[]): Source[] {
  const { documentId, documentName, version, text } = passage;
  const sources: Source[] = [];
  for (const part of spans) {
    for (const span of passage.spans) {
      const from = Math.max(part.start, span.at);
      const quote = text.slice(from, Math.min(part.end, span.at + span.end - span.start)).trim();
      if (quote === "") continue;
      const start = text.indexOf(quote, from) - span.at + span.start;
      const end = start + quote.length;
      const last = sources.at(-1);
      if (last?.page === span.page && last.end + 1 === start) {
        last.quote += `\n${quote}`;
        last.end = end;
      } else {
        sources.push({ documentId, documentName, version, page: span.page, quote, start, end });
      }
    }
  }
  return sources;
}
