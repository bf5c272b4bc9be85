import { z } from "zod";
import { Id } from "../../../contract/common.ts";
import {
  Document,
  DocumentDownloadQuery,
  DocumentListQuery,
  DocumentPage,
  DocumentPageImageQuery,
  DocumentPageParams,
  DocumentPageQuery,
  DocumentVersion,
} from "../../../contract/documents.ts";
import { member, memberFor, tenantOf, userOf } from "../../auth/access.ts";
import type { Context } from "../../context.ts";
import { withTenant } from "../../database/database.ts";
import type { App } from "../../http.ts";
import { deleteDocument, retryDocument } from "./change-document.ts";
import { attachment } from "./content-disposition.ts";
import { drawPage, findDrawable, readPage } from "./document-pages.ts";
import { findCompletedVersion, findDocument, listVersions, organizationOfDocument } from "./find-document.ts";
import { listDocuments } from "./list-documents.ts";
import { receiveForm } from "./receive-form.ts";
import { uploadDocument } from "./upload-document.ts";

const tags = ["Documents"];
const organization = z.object({ organizationId: Id });
const params = z.object({ id: Id });
const read = memberFor("read documents", organizationOfDocument);

const mediaTypes: Record<string, string> = {
  pdf: "application/pdf",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
};

export function documentRoutes(app: App, context: Context): void {
  const { db } = context;

  app.get(
    "/api/organizations/:organizationId/documents",
    {
      config: { access: member("read documents") },
      schema: {
        tags,
        summary: "Documents, newest first",
        description: "The cursor of the next page comes in the header `x-next-cursor`.",
        params: organization,
        querystring: DocumentListQuery,
        response: { 200: Document.array() },
      },
    },
    async (request, reply) => {
      const { documents, nextCursor } = await listDocuments(db, { ...request.query, ...tenantOf(request) });
      if (nextCursor !== null) reply.header("x-next-cursor", nextCursor);
      return documents;
    },
  );

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
        params: organization,
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
    "/api/documents/:id",
    {
      config: { access: read },
      schema: { tags, summary: "One document", params, response: { 200: Document } },
    },
    async (request) => findDocument(db, { ...tenantOf(request), id: request.params.id }),
  );

  app.get(
    "/api/documents/:id/versions",
    {
      config: { access: read },
      schema: {
        tags,
        summary: "Its versions, newest first",
        params,
        response: { 200: DocumentVersion.array() },
      },
    },
    async (request) => listVersions(db, { ...tenantOf(request), id: request.params.id }),
  );

  app.get(
    "/api/documents/:id/download",
    {
      config: { access: read },
      schema: { tags, summary: "The file", params, querystring: DocumentDownloadQuery },
    },
    async (request, reply) => {
      const { organizationId } = tenantOf(request);
      const asked = { organizationId, id: request.params.id, version: request.query.version };
      const version = await withTenant(db, organizationId, (trx) =>
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

  app.delete(
    "/api/documents/:id",
    {
      config: { access: memberFor("delete documents", organizationOfDocument) },
      schema: { tags, summary: "Delete it with every trace", params, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await deleteDocument(context, { ...tenantOf(request), id: request.params.id });
      return reply.status(204).send(null);
    },
  );

  app.post(
    "/api/documents/:id/retry",
    {
      config: { access: memberFor("retry documents", organizationOfDocument) },
      schema: { tags, summary: "Read it again after an error", params, response: { 200: Document } },
    },
    async (request) => {
      const key = { organizationId: tenantOf(request).organizationId, id: request.params.id };
      await retryDocument(context, key);
      return findDocument(db, key);
    },
  );

  app.get(
    "/api/documents/:id/pages/:page",
    {
      config: { access: read },
      schema: {
        tags,
        summary: "One page: its text and where it stands",
        params: DocumentPageParams,
        querystring: DocumentPageQuery,
        response: { 200: DocumentPage },
      },
    },
    async (request) => {
      const { version } = request.query;
      return readPage(db, { ...tenantOf(request), ...request.params, version });
    },
  );

  app.get(
    "/api/documents/:id/pages/:page/image",
    {
      config: { access: read, rateLimit: { max: 600, timeWindow: "1 minute" } },
      schema: {
        tags,
        summary: "A picture of a page of a PDF (PNG)",
        params: DocumentPageParams,
        querystring: DocumentPageImageQuery,
      },
    },
    async (request, reply) => {
      const { id, page } = request.params;
      const { version, width } = request.query;
      const drawable = await findDrawable(db, { ...tenantOf(request), id, version });
      // The bytes of a version never change, so neither does the picture.
      const tag = `"${drawable.sha256.toString("base64url").slice(0, 22)}-${page}-${width}"`;
      const isFixed = version !== undefined;
      reply
        .header("etag", tag)
        .header("cache-control", isFixed ? "private, max-age=31536000, immutable" : "private, no-cache");
      if (request.headers["if-none-match"] === tag) return reply.status(304).send();
      return reply.type("image/png").send(await drawPage(context, drawable, { page, width }));
    },
  );
}
