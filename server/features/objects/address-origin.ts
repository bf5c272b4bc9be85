import type { FastifyRequest } from "fastify";
import type { Config } from "../../config.ts";

/**
 * Where the browser reaches this server. PUBLIC_URL, unless that was left at localhost: then as the
 * request came in, for browsers on another machine or another port.
 */
export function addressOrigin({ publicUrl }: Config, request: FastifyRequest): string {
  if (new URL(publicUrl).hostname !== "localhost") return publicUrl;
  return `${request.protocol}://${request.host}`;
}
