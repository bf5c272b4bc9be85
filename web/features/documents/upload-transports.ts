import AwsS3 from "@uppy/aws-s3";
import Uppy, { type Body, type Meta } from "@uppy/core";
import type { LocalUppyFile } from "@uppy/core/utils";
import XHRUpload from "@uppy/xhr-upload";
import type { Audience } from "../../../contract/common.ts";
import { maxDocumentBytes } from "../../../contract/limits.ts";
import { organizationPath } from "../../organization-api.ts";
import { randomKey } from "../../request.ts";
import { objectUploadOptions } from "./upload-options.ts";

/** The destination of an upload: a new document, or a new version of one. */
export interface UploadTarget {
  organizationId: string;
  type: Audience;
  /** Null for a new document. */
  documentId: string | null;
}

/** An Uppy instance for one file, configured for the target. */
export function createUppy({ organizationId, type, documentId }: UploadTarget): Uppy<Meta, Body> {
  const uppy = new Uppy<Meta, Body>({
    restrictions: {
      maxNumberOfFiles: 1,
      maxFileSize: maxDocumentBytes,
      allowedFileTypes: [".pdf", ".doc", ".docx"],
    },
    locale: {
      strings: {
        youCanOnlyUploadFileTypes: "This isn't a PDF or Word file.",
        exceedsSize: "%{file} is larger than %{size}.",
      },
      pluralize: (count) => (count === 1 ? 0 : 1),
    },
  });
  if (documentId !== null) {
    // A version is sent to a signed address, in parts if it is large. Its key is reported to the server afterwards.
    uppy.setMeta({ organizationId });
    return uppy.use(AwsS3<Meta, Body>, objectUploadOptions);
  }
  // A document is sent as one form. Its idempotency key ensures that it is stored once if it is sent again.
  uppy.on("file-added", (file) => uppy.setFileMeta(file.id, { uploadKey: randomKey() }));
  return uppy.use(documentUpload(type), {
    endpoint: organizationPath(organizationId, "documents/upload"),
    withCredentials: true,
    headers: (file) => ({ "idempotency-key": String(file.meta["uploadKey"]) }),
    shouldRetry: () => false,
  });
}

/**
 * Sends the fields `type` and `file`. Uppy's own form would send the media type as `type`, but the server needs to
 * know the audience of a document before its bytes arrive.
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
