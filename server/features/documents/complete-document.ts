import type { Document } from "../../../contract/documents.ts";
import { maxDocumentBytes } from "../../../contract/limits.ts";
import { documentErrorMessage } from "../../../contract/errors.ts";
import { FileNotStoredError } from "../../clients/storage.ts";
import { AppError, conflict, notFound } from "../../errors.ts";
import {
  alreadyUsed,
  findObjectUpload,
  forgetObject,
  useObject,
  type ObjectUpload,
} from "../../ingestion/upload/object-uploads.ts";
import { receiveFile, type ReceivedFile, type UploadTools } from "../../ingestion/upload/receive-upload.ts";
import { findDocument } from "./find-document.ts";
import { uploadDocument } from "./upload-document.ts";

/** Which of the user's uploaded objects becomes the next version, and of which document. */
interface Completion {
  organizationId: string;
  documentId: string;
  userId: string;
  filePath: string;
}

const refusals = new Set(["too_large", "wrong_type", "wrong_name", "empty", "quota_exceeded"]);

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
    const upload = { organizationId, audience, name, uploaderId: userId, file, filePath };
    const document = await uploadDocument(tools, upload, async (trx, id) => {
      // The document was deleted meanwhile; uploading would create it again under its name.
      if (id !== documentId) throw notFound("document");
      await useObject(trx, object, documentId);
    });
    await tools.storage.delete(object.storageKey);
    return document;
  } catch (error) {
    if (error instanceof AppError && (error.code === "already_used" || error.code === "not_uploaded")) {
      // The same call was made twice at once, and the other one was faster.
      const used = await findObjectUpload(tools.db, { organizationId, userId }, filePath);
      if (used.documentId === documentId) return findDocument(tools.db, key);
    }
    if (error instanceof AppError && refusals.has(error.code)) await forgetObject(tools, object);
    if (error instanceof AppError && error.code === "wrong_name") throw otherKind();
    throw error;
  }
}

/** The name is the document's, so renaming the file would not help. */
const otherKind = (): AppError =>
  new AppError(
    415,
    "wrong_name",
    "A new version must have the same file type as the document. Upload this file as a new document instead.",
  );

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
