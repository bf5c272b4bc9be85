import type { FileType } from "../contract/documents.ts";
import { Bytes } from "./bytes.ts";
import { ExtractionError, unlessCorrupt } from "./extraction-error.ts";
import { CompoundFile, isCompoundFile } from "./word/doc/compound-file.ts";
import { listZipEntries, localHeader } from "./zip/zip-entries.ts";

/**
 * Detects a file's type from its content, never from its name; `null` for anything but PDF and Word. Inflates
 * nothing, so it is cheap enough for the web process. Throws `empty` for zero bytes and `password_protected` for
 * Office files that are encrypted as a whole.
 */
export function detectType(bytes: Uint8Array): FileType | null {
  if (bytes.length === 0) throw new ExtractionError("empty");
  if (isCompoundFile(bytes)) return typeOfCompoundFile(bytes);
  if (startsWithZip(bytes)) return typeOfZip(bytes);
  if (isOldWord(bytes)) return "doc";
  // Readers accept a header anywhere in the first kilobyte.
  return new Bytes(bytes).latin1(0, headBytes).includes("%PDF-") ? "pdf" : null;
}

/** This many bytes are enough to detect the type of a file, unless `needsWhole` is true for them. */
export const headBytes = 1024;

/** Whether detection needs the whole file: archives, for example, list the names of their members at the end. */
export const needsWhole = (head: Uint8Array): boolean => isCompoundFile(head) || startsWithZip(head);

const startsWithZip = (bytes: Uint8Array): boolean => new Bytes(bytes).u32(0) === localHeader;

/** Whether this is a Word 2 or 6 file without an OLE container; such a file begins with a version signature. */
const isOldWord = (bytes: Uint8Array): boolean =>
  bytes.length >= 128 && [0xa5db, 0xa5dc].includes(new Bytes(bytes).u16(0));

function typeOfCompoundFile(bytes: Uint8Array): FileType | null {
  const file = unlessCorrupt(() => new CompoundFile(bytes));
  if (file?.hasStream("EncryptedPackage") === true) throw new ExtractionError("password_protected");
  return file?.hasStream("WordDocument") === true ? "doc" : null;
}

function typeOfZip(bytes: Uint8Array): FileType | null {
  const names = listZipEntries(bytes).map(({ name }) => name.toLowerCase());
  if (names.some((name) => /^(xl|ppt|visio)\//u.test(name)))
    return names.includes("word/document.xml") ? "docx" : null;
  // Documents with macros are another type (.docm), which is not supported.
  if (names.some((name) => name.endsWith("/vbaproject.bin"))) return null;
  const isPackage = names.includes("[content_types].xml") || names.includes("_rels/.rels");
  const hasDocument = names.some((name) => /^word\/[^/]+\.xml$|(^|\/)document\d*\.xml$/u.test(name));
  return hasDocument && (isPackage || names.includes("word/document.xml")) ? "docx" : null;
}
