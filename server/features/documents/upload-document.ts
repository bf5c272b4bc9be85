import { FileType, type Document } from "../../../contract/documents.ts";
import { documentErrorMessage } from "../../../contract/errors.ts";
import { AppError, badRequest } from "../../errors.ts";
import { detectType } from "../../pipeline/extract/detect-type.ts";
import { ExtractionError } from "../../pipeline/extract/extraction-error.ts";
import { cleanFileName } from "../../pipeline/upload/file-name.ts";
import { addVersion, discardFile, type UploadTools } from "../../pipeline/upload/receive-upload.ts";
import { readDocument } from "./find-document.ts";
import type { UploadForm } from "./receive-form.ts";

/**
 * Takes a received file into the organization's documents. What is no PDF or Word document by its
 * content is refused (wrong_type, empty); what only reading it can tell becomes the document's error.
 */
export async function uploadDocument(
  tools: UploadTools,
  { organizationId, uploaderId, form }: { organizationId: string; uploaderId: string; form: UploadForm },
): Promise<Document> {
  const { file, audience } = form;
  const name = cleanFileName(form.fileName);
  try {
    if (file.sizeBytes === 0) throw badRequest("empty", documentErrorMessage.empty);
    const fileType = typeOf(await tools.storage.read(file.storageKey), name);
    if (fileType === null) throw new AppError(415, "wrong_type", documentErrorMessage.wrong_type);
    const version = { organizationId, audience, name, fileType, uploaderId, file };
    return await addVersion(tools, version, (trx, id) => readDocument(trx, { organizationId, id }));
  } catch (error) {
    await discardFile(tools, file);
    throw error;
  }
}

/** By content; a Word file that is locked or damaged on the outside keeps what its name says. */
function typeOf(bytes: Buffer, name: string): FileType | null {
  try {
    return detectType(bytes);
  } catch (error) {
    if (!(error instanceof ExtractionError)) throw error;
    const extension = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
    return FileType.safeParse(extension).data ?? "docx";
  }
}
