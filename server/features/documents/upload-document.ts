import { FileType, type Document } from "../../../contract/documents.ts";
import { documentErrorMessage } from "../../../contract/errors.ts";
import { type Storage, FileNotStoredError } from "../../clients/storage.ts";
import { type Key, type Transaction } from "../../database/database.ts";
import { AppError, badRequest, idempotencyKeyReused, conflict, notFound } from "../../errors.ts";
import { detectType, headBytes, needsWhole } from "../../../document-reader/detect-type.ts";
import { ExtractionError } from "../../../document-reader/extraction-error.ts";
import { cleanFileName } from "../../ingestion/upload/file-name.ts";
import {
  addVersion,
  discardFile,
  type NewVersion,
  type UploadTools,
  receiveFile,
  type ReceivedFile,
} from "../../ingestion/upload/receive-upload.ts";
import { findUploadedBefore, readDocument, type UploadedBefore, findDocument } from "./document.ts";
import { maxDocumentBytes } from "../../../contract/limits.ts";
import {
  alreadyUsed,
  findObjectUpload,
  forgetObject,
  useObject,
  type ObjectUpload,
} from "../../ingestion/upload/object-uploads.ts";

/** A received file that will become a version, of `documentId` if it is given; `name` is the name as sent. */
export type Upload = Omit<NewVersion, "fileType"> & { documentId?: string };

/**
 * Adds a received file to the organization's documents. Refuses content that is not a PDF or Word document (wrong_type,
 * empty) and names that contradict the content (wrong_name). Problems found only when reading the file become the
 * document's error. `onVersionAdded` runs in the transaction that adds the version. Throws quota_exceeded,
 * idempotency_key_reused, and not_found if the document was deleted meanwhile.
 */
export async function uploadDocument(
  tools: UploadTools,
  upload: Upload,
  onVersionAdded: (trx: Transaction) => Promise<void> = async () => undefined,
): Promise<Document> {
  const { organizationId, file, uploadKey, documentId } = upload;
  const name = cleanFileName(upload.name);
  try {
    if (file.sizeBytes === 0) throw badRequest("empty", documentErrorMessage.empty);
    const fileType = await typeOf(tools.storage, file.storageKey, name);
    if (fileType === null) throw new AppError(415, "wrong_type", documentErrorMessage.wrong_type);
    requireMatchingName(name, fileType);
    return await addVersion(tools, { ...upload, name, fileType }, async (trx, id) => {
      // Uploading would create a deleted document again under its name.
      if (documentId !== undefined && id !== documentId) throw notFound("document");
      await onVersionAdded(trx);
      return readDocument(trx, { organizationId, id });
    });
  } catch (error) {
    await discardFile(tools, file);
    // The same upload was sent twice at once, and the other one was faster or used up the quota.
    const before = await findUploadedBefore(tools.db, organizationId, uploadKey);
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

/** Throws wrong_name for a name such as "Invoice.html". A name without an extension is fine. */
function requireMatchingName(name: string, fileType: FileType): void {
  // An extension has a letter: "Policy v2.1" has none.
  const [ending] = /\.(?=\d*[a-z])[a-z0-9]{1,10}$/i.exec(name) ?? [];
  const [kind, pattern] = fileType === "pdf" ? ["PDF", /^\.pdf$/i] : ["Word", /^\.docx?$/i];
  if (ending === undefined || pattern.test(ending)) return;
  throw new AppError(
    415,
    "wrong_name",
    `This is a ${kind} document with a ${ending} name. Rename it to .${fileType} and upload it again.`,
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

/** Which of the user's uploaded objects becomes the next version, and of which document. */
type Completion = Key<"documentId" | "userId"> & { filePath: string };

const permanentErrors = new Set(["too_large", "wrong_type", "wrong_name", "empty", "quota_exceeded"]);

/**
 * Makes an uploaded object the next version of a document. Repeating the call changes nothing. Throws
 * not_found for an object that is not this user's in this organization, already_used, not_uploaded,
 * too_large, wrong_type, wrong_name, empty and quota_exceeded.
 */
export async function completeDocument(tools: UploadTools, completion: Completion): Promise<Document> {
  const { organizationId, documentId, userId, filePath } = completion;
  const object = await findObjectUpload(tools.db, { organizationId, userId }, filePath);
  const key = { organizationId, id: documentId };
  if (object.documentId === documentId) return findDocument(tools.db, key);
  if (object.documentId !== null) throw alreadyUsed();
  try {
    const { name, type: audience } = await findDocument(tools.db, key);
    const file = await copyObject(tools, object);
    const upload = { organizationId, documentId, audience, name, uploaderId: userId, file, filePath };
    const document = await uploadDocument(tools, upload, (trx) => useObject(trx, object, documentId));
    await tools.storage.delete(object.storageKey);
    return document;
  } catch (error) {
    // The same call was made twice at once, and the other one was faster or used up the quota.
    const now = await findObjectUpload(tools.db, { organizationId, userId }, filePath).catch(() => null);
    if (now?.documentId === documentId) return findDocument(tools.db, key);
    if (error instanceof AppError && permanentErrors.has(error.code)) await forgetObject(tools, object);
    if (!(error instanceof AppError) || error.code !== "wrong_name") throw error;
    // A new version has the document's name, so renaming the file would not help.
    throw new AppError(
      415,
      "wrong_name",
      "A new version must have the same file type as the document. Upload this file as a new document instead.",
    );
  }
}

/** Copies the object to a file of the document's own, which later uploads to the signed address cannot change. */
async function copyObject(tools: UploadTools, object: ObjectUpload): Promise<ReceivedFile> {
  const { organizationId, storageKey } = object;
  const { stream, sizeBytes } = await tools.storage.open(storageKey).catch((error: unknown) => {
    if (!(error instanceof FileNotStoredError)) throw error;
    throw conflict("not_uploaded", "This file isn't fully uploaded yet. Finish the upload first.");
  });
  if (sizeBytes <= maxDocumentBytes) return receiveFile(tools, { organizationId, source: stream });
  stream.destroy();
  throw new AppError(413, "too_large", documentErrorMessage.too_large);
}
