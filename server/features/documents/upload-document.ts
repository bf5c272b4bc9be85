import { FileType, type Document } from "../../../contract/documents.ts";
import { documentErrorMessage } from "../../../contract/errors.ts";
import type { Storage } from "../../clients/storage.ts";
import { violates, type Transaction } from "../../database/database.ts";
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

/** A received file that is to become a version; `name` is as it was sent. */
export type Upload = Omit<NewVersion, "fileType">;

/**
 * Adds a received file to the organization's documents. Refuses content that is no PDF or Word document
 * (wrong_type, empty) and names that contradict the content (wrong_name). What only reading can find becomes the
 * document's error. `alsoDo` runs in the transaction that adds the version.
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
    const isSentTwice = violates(error, "document_versions_upload_key");
    const before = isSentTwice ? await findUploadedBefore(tools.db, organizationId, uploadKey) : null;
    if (before === null) throw error;
    return sameUpload(before, upload);
  }
}

/** The document of an earlier upload with the same key. Throws idempotency_key_reused if the upload differs. */
export function sameUpload({ document, sha256 }: UploadedBefore, upload: Upload): Document {
  const isSame =
    sha256.equals(upload.file.sha256) &&
    document.name === cleanFileName(upload.name) &&
    document.type === upload.audience;
  if (isSame) return document;
  throw idempotencyKeyReused("upload");
}

/** The file extensions that match each type. */
const endings: Record<FileType, readonly string[]> = {
  pdf: ["pdf"],
  doc: ["doc", "docx"],
  docx: ["docx", "doc"],
};

/** Throws wrong_name for a name such as "Invoice.html". A name without an extension is fine. */
function requireMatchingName(name: string, fileType: FileType): void {
  // An extension has a letter: "Policy v2.1" has none.
  const [ending] = /\.(?=\d*[a-z])[a-z0-9]{1,10}$/i.exec(name) ?? [];
  if (ending === undefined || endings[fileType].includes(ending.slice(1).toLowerCase())) return;
  const kind = fileType === "pdf" ? "a PDF" : "a Word";
  throw new AppError(
    415,
    "wrong_name",
    `The name ends in ${ending}, but this is ${kind} document. Rename the file and upload it again.`,
  );
}

/** The type found in the content; for a locked or damaged Word file, the type in its name. */
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
