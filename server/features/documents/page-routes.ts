import {
  DocumentPage,
  DocumentPageImageQuery,
  DocumentPageParams,
  DocumentPageQuery,
} from "../../../contract/documents.ts";
import { memberFor, tenantOf } from "../../auth/access.ts";
import type { Context } from "../../context.ts";
import type { App } from "../../http.ts";
import { drawPage, findDrawable, readPage } from "./document-pages.ts";
import { organizationOfDocument } from "./find-document.ts";

const tags = ["Documents"];
const read = memberFor("read documents", organizationOfDocument);

/** What a source under an answer opens. */
export function pageRoutes(app: App, context: Context): void {
  const { db } = context;

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
