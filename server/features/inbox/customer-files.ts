import { keyOf, memberFor } from "../../auth/access.ts";
import { organizationOfConversation } from "../../auth/organization-of.ts";
import { readByteRange } from "../../byte-range.ts";
import { contentDisposition } from "../../content-disposition.ts";
import type { Context } from "../../context.ts";
import { findMessageFile } from "../../conversations/message-files.ts";
import { withTenant } from "../../database/database.ts";
import { AppError, notFound } from "../../errors.ts";
import type { Routes } from "../../routes.ts";

/** Headers that keep a browser from running anything in a customer's file with access to the product. */
const fileHeaders = {
  "accept-ranges": "bytes",
  "cache-control": "private, no-cache",
  "content-security-policy": "default-src 'none'; sandbox",
  "x-content-type-options": "nosniff",
};

/** Serves the pictures, recordings, videos and documents that customers send. */
export function customerFileRoutes(routes: Routes, { db, storage }: Context): void {
  routes.get("/api/conversations/:conversationId/files/:fileId", {
    access: memberFor("see conversations", organizationOfConversation),
    summary: "Get a file of a customer's message",
    description:
      "Pictures, recordings and videos can be displayed inline; everything else is a download. Supports the `Range` header.",
    handler: async (request, reply) => {
      const key = keyOf(request);
      const file = await withTenant(db, key.organizationId, (trx) => findMessageFile(trx, key));
      if (file === null) throw notFound("file");
      // The file under an id never changes.
      const etag = `"${key.fileId}"`;
      const range = readByteRange(request.headers, { sizeBytes: file.sizeBytes, etag });
      if (range === "unsatisfiable") {
        reply.header("content-range", `bytes */${file.sizeBytes}`);
        throw new AppError(
          416,
          "range_not_satisfiable",
          "The requested range is beyond the end of this file.",
        );
      }
      const { stream, sizeBytes } = await storage.open(file.storageKey, range ?? undefined);
      if (range !== null) {
        reply.status(206).header("content-range", `bytes ${range.start}-${range.end}/${file.sizeBytes}`);
      }
      return reply
        .headers({ ...fileHeaders, etag, "content-length": sizeBytes })
        .header("content-disposition", contentDisposition(file.isShown ? "inline" : "attachment", file.name))
        .type(file.mediaType)
        .send(stream);
    },
  });
}
