import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config.ts";
import type { Context } from "../context.ts";
import { isSecure } from "./session-cookie.ts";

/** The longest that browsers keep a cookie. */
const lifetimeSeconds = 400 * 86_400;
/** People who share a browser; the one who has not signed in for longest is forgotten first. */
const maxAccounts = 10;
const pattern = /^([\w-]{22})((?:\.[\w-]{22}){1,10})$/;

// The prefix makes browsers refuse this cookie from a sibling subdomain; it needs https.
const nameOf = (config: Config): string => (isSecure(config) ? "__Host-sizana_browser" : "sizana_browser");

/**
 * A browser that somebody signed in with is known for more than a year: its cookie carries a random id and, for each
 * account, a signature of both. It opens nothing; it keeps others' wrong passwords from shutting its owner out.
 */
export function knownBrowserOf(
  { config, secretKey }: Pick<Context, "config" | "secretKey">,
  request: FastifyRequest,
  email: string,
): string | null {
  const { id, marks } = readCookie(config, request);
  if (id === null) return null;
  const expected = Buffer.from(markOf(secretKey, id, email));
  const isKnown = marks.some((mark) => timingSafeEqual(Buffer.from(mark), expected));
  return isKnown ? id : null;
}

/** Whether somebody, whoever it was, has signed in with this browser before. */
export const isBrowserKnown = (config: Config, request: FastifyRequest): boolean =>
  readCookie(config, request).id !== null;

/** From now on this browser is known as one of this account. */
export function rememberBrowser(
  { config, secretKey }: Pick<Context, "config" | "secretKey">,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  email: string,
): void {
  const known = readCookie(config, request);
  const id = known.id ?? randomBytes(16).toString("base64url");
  const mark = markOf(secretKey, id, email);
  const marks = [mark, ...known.marks.filter((other) => other !== mark)].slice(0, maxAccounts);
  reply.setCookie(nameOf(config), [id, ...marks].join("."), {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: isSecure(config),
    maxAge: lifetimeSeconds,
  });
}

function readCookie(config: Config, request: FastifyRequest): { id: string | null; marks: string[] } {
  const [, id, marks] = pattern.exec(request.cookies[nameOf(config)] ?? "") ?? [];
  if (id === undefined || marks === undefined) return { id: null, marks: [] };
  return { id, marks: marks.slice(1).split(".") };
}

function markOf(secretKey: Buffer, id: string, email: string): string {
  const key = Buffer.from(hkdfSync("sha256", secretKey, "", "sizana known browsers", 32));
  const mac = createHmac("sha256", key).update(`${id} ${email.toLowerCase()}`).digest();
  return mac.subarray(0, 16).toString("base64url");
}
