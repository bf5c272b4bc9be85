import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Context } from "../context.ts";
import { cookieAttributes } from "./session-cookie.ts";

type CookieTools = Pick<Context, "config" | "secrets">;

/** An encrypted cookie, which the browser can neither read nor change. It is sent to `path` and below. */
export function sealedCookie<Value>(
  name: string,
  options: { path: string; lifetimeMs: number; schema: z.ZodType<Value> },
) {
  const { path, lifetimeMs, schema } = options;
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
