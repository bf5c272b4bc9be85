import { z } from "zod";
import type { FastifyReply } from "fastify";
import {
  Document,
  DocumentListQuery,
  DocumentVersion,
  DocumentVersionParams,
  VersionText,
  CompleteDocument,
  DocumentVersionQuery,
  fileMediaTypes,
  FileType,
  DocumentPage,
  DocumentPageImageQuery,
  DocumentPageParams,
} from "../../../contract/documents.ts";
import { actorOf, keyOf, member, memberFor, tenantOf, userOf } from "../../auth/access.ts";
import { organizationOfDocument } from "../../auth/organization-of.ts";
import type { Context } from "../../context.ts";
import { type Routes, perHour, perMinute } from "../../routes.ts";
import {
  deleteDocument,
  retryDocument,
  listVersions,
  readDocument,
  findCompletedVersion,
  findUploadedBefore,
  unlessDeleted,
} from "./document.ts";
import { listDocuments } from "./list-documents.ts";
import { readVersionText, restoreVersion, findDrawable, readPage } from "./versions.ts";
import { Id } from "../../../contract/common.ts";
import { withTenant } from "../../database/database.ts";
import { contentDisposition } from "../../content-disposition.ts";
import { completeDocument, sameUpload, uploadDocument } from "./upload-document.ts";
import { receiveForm } from "./receive-form.ts";
import { discardFile } from "../../ingestion/upload/receive-upload.ts";
import { requireRoom } from "../../ingestion/upload/quota.ts";
import { openPageDrawings } from "./page-drawings.ts";

const read = memberFor("read documents", organizationOfDocument);

export function documentRoutes(routes: Routes, context: Context): void {
  routes.get("/api/organizations/:organizationId/documents", {
    access: member("read documents"),
    summary: "List the documents",
    querystring: DocumentListQuery,
    response: { 200: Document.array() },
    page: (trx, request) => listDocuments(trx, { ...request.query, ...tenantOf(request) }),
  });

  routes.get("/api/documents/:id", {
    access: read,
    summary: "Get a document",
    response: { 200: Document },
    transaction: (trx, request) => readDocument(trx, keyOf(request)),
  });

  versionRoutes(routes, context);

  routes.delete("/api/documents/:id", {
    access: memberFor("delete documents", organizationOfDocument),
    summary: "Delete a document",
    description: "Deletes all its versions and everything derived from them.",
    handler: async (request) => deleteDocument(context, keyOf(request)),
  });

  routes.post("/api/documents/:id/retry", {
    access: memberFor("retry documents", organizationOfDocument),
    summary: "Retry a document",
    description: "Reads a document with status `error` again.",
    response: { 200: Document },
    transaction: (trx, request) => retryDocument(trx, context, keyOf(request)),
  });

  fileRoutes(routes, context);
  pageRoutes(routes, context);
}

/** A document's versions: list them, compare their texts, restore one. */
function versionRoutes(routes: Routes, context: Context): void {
  routes.get("/api/documents/:id/versions", {
    access: read,
    summary: "List the versions of a document",
    response: { 200: DocumentVersion.array() },
    transaction: (trx, request) => listVersions(trx, keyOf(request)),
  });

  routes.get("/api/documents/:id/versions/:version/text", {
    access: read,
    summary: "Get the text of a version",
    description: "Page by page. The header `x-next-cursor` has the cursor of the next page.",
    params: DocumentVersionParams,
    querystring: z.object({ cursor: z.coerce.number().int().min(1).max(1_000_000).default(1) }),
    response: { 200: VersionText.array() },
    page: (trx, request) => readVersionText(trx, { ...keyOf(request), fromPage: request.query.cursor }),
  });

  routes.post("/api/documents/:id/versions/:version/restore", {
    access: memberFor("upload documents", organizationOfDocument),
    rateLimit: perHour(120),
    summary: "Restore a version",
    description: "Makes the file of an earlier version the next version.",
    params: DocumentVersionParams,
    response: { 201: Document },
    handler: async (request) =>
      restoreVersion(context, { ...actorOf(request), id: request.params.id.toLowerCase() }),
  });
}

/** Uploading and downloading files. */
function fileRoutes(routes: Routes, context: Context): void {
  routes.post("/api/organizations/:organizationId/documents/upload", {
    access: member("upload documents"),
    rateLimit: perMinute(300),
    summary: "Upload a document",
    description:
      "Send a multipart form with `file` (PDF or Word, at most 10 MB (10,485,760 bytes)) and `type` (internal or external).",
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
      const received = await receiveForm(request, context, organizationId);
      const upload = { ...received, organizationId, uploaderId: userOf(request).id, uploadKey };
      if (before === null) return uploadDocument(context, upload);
      await discardFile(context, upload.file);
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
    access: read,
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

/** Pages of documents, which the sources under an answer open. */
function pageRoutes(routes: Routes, context: Context): void {
  const { db } = context;
  const draw = openPageDrawings(context);

  routes.get("/api/documents/:id/pages/:page", {
    access: read,
    summary: "Get a page of a document",
    description: "The text of the page, and the position of each piece of text.",
    params: DocumentPageParams,
    querystring: DocumentVersionQuery,
    response: { 200: DocumentPage },
    transaction: (trx, request) => readPage(trx, { ...keyOf(request), version: request.query.version }),
  });

  routes.get("/api/documents/:id/pages/:page/image", {
    access: read,
    rateLimit: perMinute(600),
    summary: "Get the image of a page",
    description: "A PNG. PDF documents only.",
    params: DocumentPageParams,
    querystring: DocumentPageImageQuery,
    handler: async (request, reply) => {
      const key = keyOf(request);
      const { version, width } = request.query;
      const drawable = await findDrawable(db, { ...key, version });
      // A version's file never changes, so the picture never changes either.
      const tag = `"${drawable.sha256.toString("base64url").slice(0, 22)}-${key.page}-${width}"`;
      const policy = version === undefined ? "private, no-cache" : "private, max-age=31536000, immutable";
      // Errors are not cached.
      const cache = (cached: FastifyReply) => cached.header("etag", tag).header("cache-control", policy);
      if (request.headers["if-none-match"] === tag) return cache(reply.status(304)).send();
      const signal = whenClosed(reply);
      const drawing = draw({ ...key, version: drawable, width, signal });
      const picture = await drawing.catch(unlessDeleted(db, key));
      return cache(reply).type("image/png").send(picture);
    },
  });
}

/** Aborted when the client disconnects before the reply. */
function whenClosed(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  if (reply.raw.destroyed) gone.abort();
  reply.raw.once("close", () => gone.abort());
  return gone.signal;
}
