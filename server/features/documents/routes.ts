import { z } from "zod";
import { Id } from "../../../contract/common.ts";
import { Document, DocumentListQuery } from "../../../contract/documents.ts";
import { member, memberFor, tenantOf } from "../../auth/access.ts";
import { organizationOfDocument } from "../../auth/organization-of.ts";
import type { Context } from "../../context.ts";
import type { App } from "../../http.ts";
import { sendPage } from "../../paging.ts";
import { deleteDocument, retryDocument } from "./change-document.ts";
import { fileRoutes } from "./file-routes.ts";
import { findDocument } from "./find-document.ts";
import { listDocuments } from "./list-documents.ts";
import { pageRoutes } from "./page-routes.ts";
import { versionRoutes } from "./version-routes.ts";

const params = z.object({ id: Id });
const read = memberFor("read documents", organizationOfDocument);

export function documentRoutes(app: App, context: Context): void {
  readRoutes(app, context);
  versionRoutes(app, context);
  changeRoutes(app, context);
  fileRoutes(app, context);
  pageRoutes(app, context);
}

function readRoutes(app: App, { db }: Context): void {
  app.get("/api/organizations/:organizationId/documents", {
    config: { access: member("read documents") },
    schema: {
      summary: "List the documents",
      description: "Newest first. The header `x-next-cursor` has the cursor of the next page.",
      querystring: DocumentListQuery,
      response: { 200: Document.array() },
    },
    handler: async (request, reply) =>
      sendPage(reply, await listDocuments(db, { ...request.query, ...tenantOf(request) })),
  });

  app.get("/api/documents/:id", {
    config: { access: read },
    schema: { summary: "Get a document", params, response: { 200: Document } },
    handler: async (request) => findDocument(db, { ...tenantOf(request), id: request.params.id }),
  });
}

function changeRoutes(app: App, context: Context): void {
  app.delete("/api/documents/:id", {
    config: { access: memberFor("delete documents", organizationOfDocument) },
    schema: {
      summary: "Delete a document",
      description: "Deletes all its versions and everything derived from them.",
      params,
      response: { 204: z.null() },
    },
    handler: async (request) => deleteDocument(context, { ...tenantOf(request), id: request.params.id }),
  });

  app.post("/api/documents/:id/retry", {
    config: { access: memberFor("retry documents", organizationOfDocument) },
    schema: {
      summary: "Retry a document",
      description: "Reads a document with status `error` again.",
      params,
      response: { 200: Document },
    },
    handler: async (request) => {
      const key = { organizationId: tenantOf(request).organizationId, id: request.params.id };
      return retryDocument(context, key);
    },
  });
}
