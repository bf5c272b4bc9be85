import { z } from "zod";
import { Id } from "../../../contract/common.ts";
import { Document, DocumentDownloadQuery } from "../../../contract/documents.ts";
import { member, memberFor, tenantOf, userOf } from "../../auth/access.ts";
import type { Context } from "../../context.ts";
import { withTenant } from "../../database/database.ts";
import type { App } from "../../http.ts";
import { attachment } from "./content-disposition.ts";
import { findCompletedVersion, organizationOfDocument } from "./find-document.ts";
import { receiveForm } from "./receive-form.ts";
import { uploadDocument } from "./upload-document.ts";

const tags = ["Documents"];

const mediaTypes: Record<string, string> = {
  pdf: "application/pdf",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
};

/** The file in and out. */
export function fileRoutes(app: App, context: Context): void {
  app.post(
    "/api/organizations/:organizationId/documents/upload",
    {
      config: { access: member("upload documents"), rateLimit: { max: 300, timeWindow: "1 minute" } },
      schema: {
        tags,
        summary: "Upload a PDF or Word document",
        description:
          "A multipart form with `file` (at most 10485760 bytes) and `type` (internal or external).",
        consumes: ["multipart/form-data"],
        params: z.object({ organizationId: Id }),
        response: { 201: Document },
      },
    },
    async (request, reply) => {
      const { organizationId } = tenantOf(request);
      const form = await receiveForm(request, context, organizationId);
      const document = await uploadDocument(context, {
        organizationId,
        uploaderId: userOf(request).id,
        form,
      });
      reply.status(201);
      return document;
    },
  );

  app.get(
    "/api/documents/:id/download",
    {
      config: { access: memberFor("read documents", organizationOfDocument) },
      schema: { tags, summary: "The file", params: z.object({ id: Id }), querystring: DocumentDownloadQuery },
    },
    async (request, reply) => {
      const { organizationId } = tenantOf(request);
      const asked = { organizationId, id: request.params.id, version: request.query.version };
      const version = await withTenant(context.db, organizationId, (trx) =>
        findCompletedVersion(trx, asked, "newest"),
      );
      const { stream, sizeBytes } = await context.storage.open(version.storageKey);
      return reply
        .header("content-disposition", attachment(version.documentName))
        .header("content-length", sizeBytes)
        .header("cache-control", "private, no-cache")
        .type(mediaTypes[version.fileType] ?? "application/octet-stream")
        .send(stream);
    },
  );
}
