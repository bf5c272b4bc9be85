import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config.ts";
/** Whether people reach this server by https, so that cookies may require it. */
export const isSecure = (config: Config): boolean => config.publicUrl.startsWith("https:");

/** For every cookie: no script can read it, and other sites send it only when their links are followed. */
export const cookieAttributes = (config: Config, path = "/") =>
  ({ path, httpOnly: true, sameSite: "lax", secure: isSecure(config) }) as const;

// The __Host- prefix, which requires https, keeps sibling subdomains from setting this cookie.
const nameOf = (config: Config): string => (isSecure(config) ? "__Host-sizana_session" : "sizana_session");

export function readSessionCookie(request: FastifyRequest, config: Config): string | null {
  return request.cookies[nameOf(config)] ?? null;
}

export function setSessionCookie(reply: FastifyReply, config: Config, token: string, lifetimeMs: number) {
  const maxAge = Math.floor(lifetimeMs / 1000);
  reply.setCookie(nameOf(config), token, { ...cookieAttributes(config), maxAge });
}

export function clearSessionCookie(reply: FastifyReply, config: Config): void {
  reply.clearCookie(nameOf(config), cookieAttributes(config));
}
