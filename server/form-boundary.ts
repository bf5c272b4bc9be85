import type { FastifyRequest } from "fastify";
import { badRequest } from "./errors.ts";

/** RFC 2046 allows 70 characters; the parser of forms fails above 252. */
const maxBoundaryLength = 200;

/** Throws invalid_request for a form with a longer boundary than any browser sends. */
export async function requireShortBoundary(request: FastifyRequest): Promise<void> {
  const [, quoted, plain] =
    /^\s*multipart\/.*;\s*boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(request.headers["content-type"] ?? "") ??
    [];
  if ((quoted ?? plain ?? "").length <= maxBoundaryLength) return;
  throw badRequest("invalid_request", "The form's boundary is too long.");
}
