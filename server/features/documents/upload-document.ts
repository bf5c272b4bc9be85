import { FileType, type Document } from "../../../contract/documents.ts";
import { documentErrorMessage } from "../../../contract/errors.ts";
import type { Storage } from "../../clients/storage.ts";
import type { Transaction } from "../../database/database.ts";
import { AppError, badRequest, idempotencyKeyReused } from "../../errors.ts";
import { detectType, headBytes, needsWhole } from "../../../document-reader/detect-type.ts";
import { ExtractionError } from "../../../document-reader/extraction-error.ts";
import { cleanFileName } from "../../ingestion/upload/file-name.ts";
import {
  addVersion,
  discardFile,
  type NewVersion,
  type UploadTools,
} from "../../ingestion/upload/receive-upload.ts";
import { findUploadedBefore, readDocument, type UploadedBefore } from "./find-document.ts";

/** A received file on its way to becoming a version; `name` is as it was given. */
export type Upload = Omit<NewVersion, "fileType">;

/**
 * Takes a received file into the organization's documents. What is no PDF or Word document by its
 * content is refused (wrong_type, empty), and what its name says to be something else (wrong_name); what only
 * reading it can tell becomes the document's error. `alsoDo` runs in the transaction that adds the version.
 * Throws quota_exceeded, idempotency_key_reused.
 */
export async function uploadDocument(
  tools: UploadTools,
  upload: Upload,
  alsoDo: (trx: Transaction, documentId: string) => Promise<void> = async () => undefined,
): Promise<Document> {
  const { organizationId, file, uploadKey } = upload;
  const name = cleanFileName(upload.name);
  try {
    if (file.sizeBytes === 0) throw badRequest("empty", documentErrorMessage.empty);
    const fileType = await typeOf(tools.storage, file.storageKey, name);
    if (fileType === null) throw new AppError(415, "wrong_type", documentErrorMessage.wrong_type);
    requireMatchingName(name, fileType);
    return await addVersion(tools, { ...upload, name, fileType }, async (trx, id) => {
      await alsoDo(trx, id);
      return readDocument(trx, { organizationId, id });
    });
  } catch (error) {
    await discardFile(tools, file);
    const isSentTwice = (error as { constraint?: string }).constraint === "document_versions_upload_key";
    const before = isSentTwice ? await findUploadedBefore(tools.db, organizationId, uploadKey) : null;
    if (before === null) throw error;
    return sameUpload(before, upload);
  }
}

/** What an earlier upload with the same key has made. Throws idempotency_key_reused where this is another one. */
export function sameUpload({ document, sha256 }: UploadedBefore, upload: Upload): Document {
  const isSame =
    sha256.equals(upload.file.sha256) &&
    document.name === cleanFileName(upload.name) &&
    document.type === upload.audience;
  if (isSame) return document;
  throw idempotencyKeyReused("upload");
}

/** The endings that a name may have by what is in the file: programs go by the ending. */
const endings: Record<FileType, readonly string[]> = {
  pdf: ["pdf"],
  doc: ["doc", "docx"],
  docx: ["docx", "doc"],
};

/** Throws wrong_name for one such as "Invoice.html". A name without an ending says nothing wrong. */
function requireMatchingName(name: string, fileType: FileType): void {
  // What has no letter is a number: "Policy v2.1".
  const [ending] = /\.(?=\d*[a-z])[a-z0-9]{1,10}$/i.exec(name) ?? [];
  if (ending === undefined || endings[fileType].includes(ending.slice(1).toLowerCase())) return;
  const kind = fileType === "pdf" ? "a PDF" : "a Word";
  throw new AppError(
    415,
    "wrong_name",
    `The name ends in ${ending}, but this is ${kind} document. Rename the file and upload it again.`,
  );
}

/** By content; a Word file that is locked or damaged on the outside keeps what its name says. */
async function typeOf(storage: Storage, storageKey: string, name: string): Promise<FileType | null> {
  const head = await storage.readHead(storageKey, headBytes);
  try {
    return detectType(needsWhole(head) ? await storage.read(storageKey) : head);
  } catch (error) {
    if (!(error instanceof ExtractionError)) throw error;
    const extension = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
    return FileType.safeParse(extension).data ?? "docx";
  }
}
