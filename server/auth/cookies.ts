import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Config } from "../config.ts";
import type { Context } from "../context.ts";

/** Whether people reach this server by https, so that cookies may require it. */
export const isSecure = (config: Config): boolean => config.publicUrl.startsWith("https:");

/** For every cookie: no script can read it, and other sites send it only when their links are followed. */
export const cookieAttributes = (config: Config, path = "/") =>
  ({ path, httpOnly: true, sameSite: "lax", secure: isSecure(config) }) as const;

/** The __Host- prefix, which requires https, keeps sibling subdomains from setting the cookie. */
export const hostCookie = (config: Config, name: string): string =>
  isSecure(config) ? `__Host-${name}` : name;

const nameOf = (config: Config): string => hostCookie(config, "sizana_session");

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

type CookieTools = Pick<Context, "config" | "secrets">;

/** An encrypted cookie, which the browser can neither read nor change. It is sent to `path` and below. */
export function sealedCookie<Value>(
  name: string,
  { path, lifetimeMs, schema }: { path: string; lifetimeMs: number; schema: z.ZodType<Value> },
) {
  const Sealed = z.object({ value: schema, endsAt: z.number() });
  // Lax, because the single sign-on provider redirects back from another site.
  const attributes = ({ config }: CookieTools) => cookieAttributes(config, path);
  return {
    set(context: CookieTools, reply: FastifyReply, value: Value) {
      const text = JSON.stringify({ value, endsAt: Date.now() + lifetimeMs });
      const sealed = context.secrets.seal(text, name).toString("base64url");
      reply.setCookie(name, sealed, { ...attributes(context), maxAge: lifetimeMs / 1000 });
    },
    /** Null when it is missing, expired or not ours. */
    read(context: CookieTools, request: FastifyRequest): Value | null {
      try {
        const sealed = Buffer.from(request.cookies[name] ?? "", "base64url");
        const opened = Sealed.parse(JSON.parse(context.secrets.open(sealed, name)));
        return opened.endsAt > Date.now() ? opened.value : null;
      } catch {
        return null;
      }
    },
    clear: (context: CookieTools, reply: FastifyReply) => void reply.clearCookie(name, attributes(context)),
  };
}
