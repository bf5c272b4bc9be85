import { z } from "zod";
import {
  Document,
  DocumentVersion,
  DocumentVersionParams,
  VersionText,
} from "../../../contract/documents.ts";
import { Id } from "../../../contract/common.ts";
import { memberFor, tenantOf, userOf } from "../../auth/access.ts";
import { organizationOfDocument } from "../../auth/organization-of.ts";
import type { Context } from "../../context.ts";
import type { App } from "../../http.ts";
import { sendPage } from "../../paging.ts";
import { listVersions } from "./find-document.ts";
import { readVersionText, restoreVersion } from "./versions.ts";

const read = memberFor("read documents", organizationOfDocument);

/** A document's versions: list them, compare their texts, restore one. */
export function versionRoutes(app: App, context: Context): void {
  const { db } = context;

  app.get("/api/documents/:id/versions", {
    config: { access: read },
    schema: {
      summary: "List the versions of a document",
      params: z.object({ id: Id }),
      response: { 200: DocumentVersion.array() },
    },
    handler: async (request) => listVersions(db, { ...tenantOf(request), id: request.params.id }),
  });

  app.get("/api/documents/:id/versions/:version/text", {
    config: { access: read },
    schema: {
      summary: "Get the text of a version",
      description: "Page by page. The header `x-next-cursor` has the cursor of the next pages.",
      params: DocumentVersionParams,
      querystring: z.object({ cursor: z.coerce.number().int().min(1).max(1_000_000).default(1) }),
      response: { 200: VersionText.array() },
    },
    handler: async (request, reply) => {
      const { organizationId } = tenantOf(request);
      const asked = { organizationId, ...request.params, fromPage: request.query.cursor };
      return sendPage(reply, await readVersionText(db, asked));
    },
  });

  app.post("/api/documents/:id/versions/:version/restore", {
    config: {
      access: memberFor("upload documents", organizationOfDocument),
      rateLimit: { max: 120, timeWindow: "1 hour" },
    },
    schema: {
      summary: "Restore a version",
      description: "Makes the file of an earlier version the next version.",
      params: DocumentVersionParams,
      response: { 201: Document },
    },
    handler: async (request) => {
      const { organizationId } = tenantOf(request);
      const { id, version } = request.params;
      const asked = { organizationId, id: id.toLowerCase(), version, userId: userOf(request).id };
      return restoreVersion(context, asked);
    },
  });
}
