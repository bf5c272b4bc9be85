import { inTextParts } from "../../in-parts.ts";
import { chunk } from "../chunk/chunk.ts";
import type { ExtractedDocument } from "../../../document-reader/extracted-document.ts";
import { prepareIndex, type PreparedIndex } from "../index/prepare-index.ts";
import { detectLanguage } from "../../language/analyse.ts";
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

/** Characters of rows per JSON array, and so per statement. */
const charactersPerPart = 200_000;

/** Call in a reading process only, because a long document takes a second of CPU time. */
export function prepareDocument(extracted: ExtractedDocument, documentName: string): PreparedDocument {
  const document = storable(extracted);
  const { fileType, title, pages } = document;
  const chunks = chunk(document);
  const language = detectLanguage(pages.map((page) => page.text).join("\n"));
  const rows = pages.map((page) => JSON.stringify(page));
  return {
    fileType,
    pageCount: pages.length,
    summary: summarize(document, language),
    pageRows: inTextParts(rows, { maxCharacters: charactersPerPart }).map((part) => `[${part.join(",")}]`),
    index: prepareIndex({ documentName, title, language, chunks, tables: prepareTables(document, chunks) }),
  };
}

/** Replaces NUL and lone surrogates, which PostgreSQL cannot store, by one character each to keep offsets valid. */
function storable(document: ExtractedDocument): ExtractedDocument {
  const clean = (text: string): string => text.replaceAll("\0", " ").toWellFormed();
  const pages = document.pages.map((page) => ({ ...page, text: clean(page.text) }));
  return { ...document, title: document.title === null ? null : clean(document.title), pages };
}
