import { chunk } from "../chunk/chunk.ts";
import type { ExtractedDocument } from "../../../document-reader/extracted-document.ts";
import { prepareIndex, type PreparedIndex } from "../index/prepare-index.ts";
import { detectLanguage } from "../../language/detect.ts";
import { prepareTables } from "../tables/prepare-tables.ts";
import { summarize } from "../summarize/summarize.ts";

/**
 * Everything that is stored for a document: its pages, chunks, postings and summary. Made in the reading process, so
 * that the server's event loop does none of the work.
 */
export interface PreparedDocument {
  fileType: ExtractedDocument["fileType"];
  pageCount: number;
  summary: string | null;
  /** JSON arrays of rows for the table `document_pages`. */
  pageRows: string[];
  index: PreparedIndex;
}

/** About this many characters per JSON array, and so per statement. */
const charactersPerPart = 200_000;

/** Call in a reading process only, because a long document takes a second of CPU time. */
export function prepareDocument(extracted: ExtractedDocument, documentName: string): PreparedDocument {
  const document = storable(extracted);
  const { fileType, title, pages } = document;
  const chunks = chunk(document);
  const language = detectLanguage(pages.map((page) => page.text).join("\n"));
  return {
    fileType,
    pageCount: pages.length,
    summary: summarize(document, language),
    pageRows: pageParts(document),
    index: prepareIndex({ documentName, title, language, chunks, tables: prepareTables(document, chunks) }),
  };
}

function pageParts({ pages }: ExtractedDocument): string[] {
  const parts: string[] = [];
  let rows: string[] = [];
  let size = 0;
  for (const page of pages) {
    const row = JSON.stringify(page);
    rows.push(row);
    size += row.length;
    if (size < charactersPerPart) continue;
    parts.push(`[${rows.join(",")}]`);
    rows = [];
    size = 0;
  }
  if (rows.length > 0) parts.push(`[${rows.join(",")}]`);
  return parts;
}

/** Replaces NUL and lone surrogates, which PostgreSQL cannot store, by one character each to keep offsets valid. */
function storable(document: ExtractedDocument): ExtractedDocument {
  const clean = (text: string): string => text.replaceAll("\0", " ").toWellFormed();
  const pages = document.pages.map((page) => ({ ...page, text: clean(page.text) }));
  return { ...document, title: document.title === null ? null : clean(document.title), pages };
}
