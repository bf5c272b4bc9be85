import type { FastifyReply } from "fastify";
import {
  DocumentPage,
  DocumentPageImageQuery,
  DocumentPageParams,
  DocumentVersionQuery,
} from "../../../contract/documents.ts";
import { keyOf, memberFor } from "../../auth/access.ts";
import { organizationOfDocument } from "../../auth/organization-of.ts";
import type { Context } from "../../context.ts";
import { perMinute, type Routes } from "../../routes.ts";
import { unlessDeleted } from "./find-document.ts";
import { findDrawable, readPage } from "./versions.ts";
import { openPageDrawings } from "./page-drawings.ts";

const read = memberFor("read documents", organizationOfDocument);

/** Pages of documents, which the sources under an answer open. */
export function pageRoutes(routes: Routes, context: Context): void {
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
