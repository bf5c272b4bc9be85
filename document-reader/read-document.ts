import { detectType } from "./detect-type.ts";
import type { ExtractedDocument } from "./extracted-document.ts";
import { ExtractionError } from "./extraction-error.ts";

/**
 * Reads a document of any supported type in this process. The server uses createExtractor instead, because a
 * malicious file may crash the process. @throws ExtractionError
 */
export async function readDocument(bytes: Uint8Array): Promise<ExtractedDocument> {
  // Loaded on demand, so that a process loads only the readers it needs.
  switch (detectType(bytes)) {
    case "pdf":
      return (await import("./pdf/extract-pdf.ts")).extractPdf(bytes);
    case "docx":
      return (await import("./word/docx/extract-docx.ts")).extractDocx(bytes);
    case "doc":
      return (await import("./word/doc/extract-doc.ts")).extractDoc(bytes);
    case null:
      throw new ExtractionError("wrong_type");
  }
}
