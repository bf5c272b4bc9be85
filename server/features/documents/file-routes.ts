import { z } from "zod";
import { Id } from "../../../contract/common.ts";
import {
  CompleteDocument,
  Document,
  DocumentVersionQuery,
  fileMediaTypes,
  FileType,
} from "../../../contract/documents.ts";
import { actorOf, keyOf, member, memberFor, tenantOf, userOf } from "../../auth/access.ts";
import { organizationOfDocument } from "../../auth/organization-of.ts";
import type { Context } from "../../context.ts";
import { withTenant } from "../../database/database.ts";
import { contentDisposition } from "../../content-disposition.ts";
import { completeDocument, sameUpload, uploadDocument } from "./upload-document.ts";
import { findCompletedVersion, findUploadedBefore, unlessDeleted } from "./find-document.ts";
import { receiveForm } from "./receive-form.ts";
import { discardFile } from "../../ingestion/upload/receive-upload.ts";
import { requireRoom } from "../../ingestion/upload/quota.ts";
import { perMinute, type Routes } from "../../routes.ts";

/** Uploading and downloading files. */
export function fileRoutes(routes: Routes, context: Context): void {
  routes.post("/api/organizations/:organizationId/documents/upload", {
    access: member("upload documents"),
    rateLimit: perMinute(300),
    summary: "Upload a document",
    description:
      "Send a multipart form with `file` (PDF or Word, at most 10485760 bytes) and `type` (internal or external).",
    consumes: ["multipart/form-data"],
    // A repeated upload with the same key makes no second version. Another file, name or type is refused.
    headers: z.object({ "idempotency-key": Id.optional() }),
    response: { 201: Document },
    handler: async (request) => {
      const { organizationId } = tenantOf(request);
      const uploadKey = request.headers["idempotency-key"];
      const findBefore = () => findUploadedBefore(context.db, organizationId, uploadKey);
      let before = await findBefore();
      // Checks the quota before the file is received; afterwards it is checked again with the file's size.
      if (before === null)
        await withTenant(context.db, organizationId, (trx) =>
          requireRoom(trx, organizationId, context.config.quota, 0),
        ).catch(async (error: unknown) => {
          // The same upload was sent twice at once, and the other one used up the quota.
          before = await findBefore();
          if (before === null) throw error;
        });
      const { file, fileName: name, audience } = await receiveForm(request, context, organizationId);
      const uploaderId = userOf(request).id;
      const upload = { organizationId, audience, name, uploaderId, file, uploadKey };
      if (before === null) return uploadDocument(context, upload);
      await discardFile(context, file);
      return sameUpload(before, upload);
    },
  });

  routes.put("/api/documents/:id/complete", {
    access: memberFor("upload documents", organizationOfDocument),
    summary: "Complete a document upload",
    description: "Makes the uploaded object the document's next version.",
    body: CompleteDocument,
    response: { 200: Document },
    handler: async (request) =>
      completeDocument(context, {
        ...actorOf(request),
        documentId: request.params.id.toLowerCase(),
        filePath: request.body.filePath,
      }),
  });

  routes.get("/api/documents/:id/download", {
    access: memberFor("read documents", organizationOfDocument),
    summary: "Download a document",
    querystring: DocumentVersionQuery,
    handler: async (request, reply) => {
      const key = { ...keyOf(request), version: request.query.version };
      const version = await withTenant(context.db, key.organizationId, (trx) =>
        findCompletedVersion(trx, key, "newest"),
      );
      const { stream, sizeBytes } = await context.storage
        .open(version.storageKey)
        .catch(unlessDeleted(context.db, key));
      return reply
        .header("content-disposition", contentDisposition("attachment", version.documentName))
        .header("content-length", sizeBytes)
        .header("cache-control", "private, no-cache")
        .type(fileMediaTypes[FileType.parse(version.fileType)])
        .send(stream);
    },
  });
}
