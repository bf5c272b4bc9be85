import type { ExtractedDocument } from "../extracted-document.ts";
import { ExtractionError } from "../extraction-error.ts";
import { readDoc } from "./doc/read-doc.ts";
import { finishDocument } from "./finish-document.ts";

/**
 * Text, headings, lists, tables and notes of a .doc file of Word 2, 6, 95 and 97 to 2003, in reading
 * order. Rejects with an ExtractionError: `corrupt`, `too_large`, `password_protected`, `no_text` (only
 * pictures) or `empty`.
 */
export async function extractDoc(bytes: Uint8Array): Promise<ExtractedDocument> {
  if (bytes.length === 0) throw new ExtractionError("empty");
  return finishDocument("doc", readDoc(bytes));
}
