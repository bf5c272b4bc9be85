import type { ExtractedDocument } from "../extracted-document.ts";
import { ExtractionError } from "../extraction-error.ts";
import { readDocx } from "./docx/read-docx.ts";
import { finishDocument } from "./finish-document.ts";

/**
 * Text, headings, lists, tables and notes of a .docx file (also .dotx content), in reading
 * order. Rejects with an ExtractionError: `corrupt`, `too_large`, `too_complex`, `password_protected`,
 * `no_text` (only pictures) or `empty`.
 */
export async function extractDocx(bytes: Uint8Array): Promise<ExtractedDocument> {
  if (bytes.length === 0) throw new ExtractionError("empty");
  return finishDocument("docx", readDocx(bytes));
}
