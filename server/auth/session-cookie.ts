import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config.ts";
import { sessionLifetimeMs } from "./sessions.ts";

/** Whether people reach this server by https, so that cookies may insist on it. */
export const isSecure = (config: Config): boolean => config.publicUrl.startsWith("https:");

/** What every cookie of ours has: no script reads it, and other sites' pages send it only by a link. */
export const cookieAttributes = (config: Config, path = "/") =>
  ({ path, httpOnly: true, sameSite: "lax", secure: isSecure(config) }) as const;

// The prefix makes browsers refuse this cookie from a sibling subdomain; it needs https.
const nameOf = (config: Config): string => (isSecure(config) ? "__Host-sizana_session" : "sizana_session");

export function readSessionCookie(request: FastifyRequest, config: Config): string | null {
  return request.cookies[nameOf(config)] ?? null;
}

export function setSessionCookie(
  reply: FastifyReply,
  config: Config,
  token: string,
  lifetimeMs = sessionLifetimeMs,
): void {
  const maxAge = Math.floor(lifetimeMs / 1000);
  reply.setCookie(nameOf(config), token, { ...cookieAttributes(config), maxAge });
}

export function clearSessionCookie(reply: FastifyReply, config: Config): void {
  reply.clearCookie(nameOf(config), cookieAttributes(config));
}
