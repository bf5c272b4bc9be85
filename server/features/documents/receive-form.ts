import { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import { Audience } from "../../../contract/common.ts";
import { documentErrorMessage } from "../../../contract/errors.ts";
import { maxDocumentBytes } from "../../../contract/limits.ts";
import { AppError, badRequest } from "../../errors.ts";
import { formOverheadBytes, wholeFile } from "../../request-validation.ts";
import { discardFile, receiveFile, type UploadTools } from "../../ingestion/upload/receive-upload.ts";
import type { Upload } from "./upload-document.ts";

/**
 * Reads the form with `file` and `type`, in any order, and stores the file while receiving it. No failure, not even a
 * lost connection, leaves a file behind.
 */
export async function receiveForm(request: FastifyRequest, tools: UploadTools, organizationId: string) {
  if (!request.isMultipart()) {
    throw new AppError(415, "unsupported_media_type", "Send a multipart form with `file` and `type`.");
  }
  if (Number(request.headers["content-length"] ?? 0) > maxDocumentBytes + formOverheadBytes) throw tooLarge();
  let stored: Pick<Upload, "file" | "name"> | null = null;
  try {
    let type: unknown;
    for await (const part of request.parts({ limits: { fileSize: maxDocumentBytes } })) {
      if (part.type === "field") {
        if (part.fieldname !== "type") continue;
        // It is unclear which of the two the sender meant.
        if (type !== undefined) throw badRequest("invalid_request", "Send `type` only once.");
        type = part.value;
      } else if (part.fieldname === "file") {
        const source = Readable.from(wholeFile(part, tooLarge));
        stored = { file: await receiveFile(tools, { organizationId, source }), name: part.filename ?? "" };
      } else {
        part.file.resume();
      }
    }
    const audience = Audience.safeParse(type);
    if (!audience.success) throw badRequest("invalid_request", "Set `type` to internal or external.");
    if (stored === null) throw badRequest("invalid_request", "The form has no `file`. Add one.");
    return { ...stored, audience: audience.data };
  } catch (error) {
    if (stored !== null) await discardFile(tools, stored.file);
    throw toAppError(error);
  }
}

const tooLarge = (): AppError => new AppError(413, "too_large", documentErrorMessage.too_large);

/** Translates the form parser's errors. */
function toAppError(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error;
  const { code } = error as { code?: string };
  if (code === "FST_REQ_FILE_TOO_LARGE") return tooLarge();
  if (code === "FST_FILES_LIMIT") return badRequest("invalid_request", "Send one file at a time.");
  if (code?.startsWith("FST_") === true) return error;
  const isFormError = /multipart|boundary|header|premature|aborted/i.test(`${code} ${error.message}`);
  return isFormError
    ? badRequest("invalid_request", "The form is malformed or incomplete. Send it again.")
    : error;
}
