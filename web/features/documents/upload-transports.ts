import AwsS3 from "@uppy/aws-s3";
import Uppy, { type Body, type Meta } from "@uppy/core";
import type { LocalUppyFile } from "@uppy/core/utils";
import XHRUpload from "@uppy/xhr-upload";
import type { Audience } from "../../../contract/common.ts";
import { maxDocumentBytes } from "../../../contract/limits.ts";
import { uploadPath } from "./api.ts";
import { objectUploadOptions } from "./upload-options.ts";

/** What an upload makes: a document, or the next version of one. */
export interface UploadTarget {
  organizationId: string;
  type: Audience;
  /** Null: a new document. */
  documentId: string | null;
}

/** A picker of one document, which sends it where it belongs. */
export function createUppy(target: UploadTarget): Uppy<Meta, Body> {
  const uppy = new Uppy<Meta, Body>({
    restrictions: {
      maxNumberOfFiles: 1,
      maxFileSize: maxDocumentBytes,
      allowedFileTypes: [".pdf", ".doc", ".docx"],
    },
  });
  return target.documentId === null ? sendInForm(uppy, target) : sendAsObject(uppy, target);
}

/**
 * Sends the fields `type` and `file`. Uppy's own form would send a `type` too, but means the media type
 * by it, and the server wants to know who a document is for before its bytes arrive.
 */
function documentUpload(type: Audience) {
  return class extends XHRUpload<Meta, Body> {
    override createFormDataUpload(file: LocalUppyFile<Meta, Body>): FormData {
      const form = new FormData();
      form.append("type", type);
      if (file.data) form.append("file", file.data, file.name);
      return form;
    }
  };
}

/** A new document goes in one form. Sent again with the same key, it is stored once. */
function sendInForm(uppy: Uppy<Meta, Body>, { organizationId, type }: UploadTarget): Uppy<Meta, Body> {
  uppy.on("file-added", (file) => uppy.setFileMeta(file.id, { uploadKey: randomId() }));
  return uppy.use(documentUpload(type), {
    endpoint: uploadPath(organizationId),
    withCredentials: true,
    headers: (file) => ({ "idempotency-key": String(file.meta["uploadKey"]) }),
    shouldRetry: () => false,
  });
}

/** A new version goes to a signed address, a large one in parts, and is then taken in by its key. */
function sendAsObject(uppy: Uppy<Meta, Body>, { organizationId }: UploadTarget): Uppy<Meta, Body> {
  uppy.setMeta({ organizationId });
  return uppy.use(AwsS3<Meta, Body>, objectUploadOptions);
}

/** A UUID, also for pages without TLS, where browsers have no `crypto.randomUUID`. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");
}
