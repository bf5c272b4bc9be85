import type { FastifyRequest } from "fastify";
import { denied } from "../errors.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses changes that a page of another site sends with this browser's cookie. Browsers state a request's origin in
 * Sec-Fetch-Site or Origin, which pages can't forge; programs send neither, and no one else's cookie.
 */
export function refuseCrossOrigin(request: FastifyRequest, publicUrl: string): void {
  if (safeMethods.has(request.method) || isByKey(request)) return;
  if (isFromElsewhere(request, publicUrl)) {
    throw denied("cross_origin", "This request came from another site. Open Sizana and try again.");
  }
}

/** Whether the request has an API key; its cookie is then ignored. */
export function isByKey(request: FastifyRequest): boolean {
  return /^bearer /i.test(request.headers.authorization ?? "");
}

/** Whether a page of another site, or of a sibling subdomain, caused this request. */
export function isFromElsewhere(request: FastifyRequest, publicUrl: string): boolean {
  const site = request.headers["sec-fetch-site"];
  if (typeof site === "string") return site !== "same-origin" && site !== "none";
  const { origin } = request.headers;
  if (origin === undefined) return false;
  return origin !== new URL(publicUrl).origin && origin !== `${request.protocol}://${request.host}`;
}
