import { z } from "zod";
import {
  Document,
  DocumentListQuery,
  DocumentVersion,
  DocumentVersionParams,
  VersionText,
} from "../../../contract/documents.ts";
import { actorOf, keyOf, member, memberFor, tenantOf } from "../../auth/access.ts";
import { organizationOfDocument } from "../../auth/organization-of.ts";
import type { Context } from "../../context.ts";
import { type Routes, perHour } from "../../routes.ts";
import { deleteDocument, retryDocument } from "./change-document.ts";
import { fileRoutes } from "./file-routes.ts";
import { listVersions, readDocument } from "./find-document.ts";
import { listDocuments } from "./list-documents.ts";
import { pageRoutes } from "./page-routes.ts";
import { readVersionText, restoreVersion } from "./versions.ts";

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
    description: "Page by page. The header `x-next-cursor` has the cursor of the next pages.",
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
