import type { FastifyRequest } from "fastify";
import type { Config } from "../../config.ts";

/**
 * The origin by which the browser reaches this server: PUBLIC_URL or, if that is localhost, the request's own
 * origin, for browsers on another machine or port.
 */
export function addressOrigin({ publicUrl }: Config, request: FastifyRequest): string {
  if (new URL(publicUrl).hostname !== "localhost") return publicUrl;
  return `${request.protocol}://${request.host}`;
}
