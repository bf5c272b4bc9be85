import { z } from "zod";
import { Id, Line } from "./common.ts";
import { maxParts } from "./limits.ts";

/** The key of an uploaded object: "organization/uploads/user/upload". */
export const ObjectKey = Line.min(1).max(300);

/** Without an organization, the first one in which the user may upload. */
export const OpenObjectUpload = z.object({ organizationId: Id.optional() });

/** The URL to PUT the file to, and the `filePath` to complete a document with afterwards. */
export const ObjectAddress = z.object({ uploadURL: z.url(), filePath: ObjectKey });

const fileName = Line.max(1024);
const mediaType = Line.max(255);

/** The fields that Uppy sends; only the organization in its metadata is used. */
export const FormParamsQuery = z.object({
  filename: fileName.optional(),
  type: mediaType.optional(),
  "metadata[organizationId]": Id.optional(),
});

/** A form to POST to `url` with these fields and, last, `file`. */
export const FormParams = z.object({
  method: z.literal("POST"),
  url: z.url(),
  fields: z.record(z.string(), z.string()),
});

export const BeginMultipart = z.object({
  filename: fileName.optional(),
  type: mediaType.nullish(),
  metadata: z.looseObject({ organizationId: Id.optional() }).nullish(),
});
export const MultipartStarted = z.object({ uploadId: Id, key: ObjectKey });

export const MultipartParams = z.object({ uploadId: Id });
export const MultipartQuery = z.object({ key: ObjectKey });
export const PartNumber = z.coerce.number().int().min(1).max(maxParts);
export const PartAddress = z.object({ url: z.url() });

export const MultipartPart = z.object({ PartNumber: z.int(), ETag: z.string(), Size: z.int() });

export const CompleteMultipart = z.object({
  parts: z
    .array(z.object({ PartNumber: z.int().min(1).max(maxParts), ETag: Line.min(1).max(200) }))
    .min(1)
    .max(maxParts),
});
export const MultipartCompleted = z.object({ location: z.url(), key: ObjectKey });
