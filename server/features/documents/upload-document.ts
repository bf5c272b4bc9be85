import { FileType, type Document } from "../../../contract/documents.ts";
import { documentErrorMessage } from "../../../contract/errors.ts";
import type { Storage } from "../../clients/storage.ts";
import type { Transaction } from "../../database/database.ts";
import { AppError, badRequest } from "../../errors.ts";
import { detectType, headBytes, needsWhole } from "../../../document-reader/detect-type.ts";
import { ExtractionError } from "../../../document-reader/extraction-error.ts";
import { cleanFileName } from "../../ingestion/upload/file-name.ts";
import {
  addVersion,
  discardFile,
  type NewVersion,
  type UploadTools,
} from "../../ingestion/upload/receive-upload.ts";
import { findUploadedBefore, readDocument } from "./find-document.ts";

/** A received file on its way to becoming a version; `name` is as it was given. */
export type Upload = Omit<NewVersion, "fileType">;

/**
 * Takes a received file into the organization's documents. What is no PDF or Word document by its
 * content is refused (wrong_type, empty); what only reading it can tell becomes the document's error.
 * `alsoDo` runs in the transaction that adds the version.
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
    return await addVersion(tools, { ...upload, name, fileType }, async (trx, id) => {
      await alsoDo(trx, id);
      return readDocument(trx, { organizationId, id });
    });
  } catch (error) {
    await discardFile(tools, file);
    const isSentTwice = (error as { constraint?: string }).constraint === "document_versions_upload_key";
    const before = isSentTwice ? await findUploadedBefore(tools.db, organizationId, uploadKey) : null;
    if (before !== null) return before;
    throw error;
  }
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
