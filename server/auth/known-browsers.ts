import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config.ts";
import type { Context } from "../context.ts";
import { deriveKeys } from "../secret-key.ts";
import { cookieAttributes, isSecure } from "./session-cookie.ts";

/** The longest that browsers keep a cookie. */
const lifetimeSeconds = 400 * 86_400;
/** The most accounts per browser; the least recently used one is forgotten first. */
const maxAccounts = 10;
const purpose = "sizana known browsers";
const pattern = /^([\w-]{22})((?:\.[\w-]{22}){1,10})$/;

// The prefix makes browsers refuse this cookie from a sibling subdomain; it needs https.
const nameOf = (config: Config): string => (isSecure(config) ? "__Host-sizana_browser" : "sizana_browser");

/**
 * A browser is remembered for more than a year after signing in: its cookie has a random id and, for each account, a
 * signature of both. The cookie gives no access; it keeps wrong passwords of others from locking the owner out.
 */
export function knownBrowserOf(
  { config, secretKeys }: Pick<Context, "config" | "secretKeys">,
  request: FastifyRequest,
  email: string,
): string | null {
  const { id, marks } = readCookie(config, request);
  if (id === null) return null;
  const expected = deriveKeys(secretKeys, purpose).map((key) => Buffer.from(markOf(key, id, email)));
  const isKnown = marks.some((mark) => expected.some((each) => timingSafeEqual(Buffer.from(mark), each)));
  return isKnown ? id : null;
}

/** Whether any user has signed in with this browser before. */
export const isBrowserKnown = (config: Config, request: FastifyRequest): boolean =>
  readCookie(config, request).id !== null;

/** Remembers this browser as one of the account's. */
export function rememberBrowser(
  { config, secretKeys }: Pick<Context, "config" | "secretKeys">,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  email: string,
): void {
  const known = readCookie(config, request);
  const id = known.id ?? randomBytes(16).toString("base64url");
  const mark = markOf(deriveKeys(secretKeys, purpose)[0], id, email);
  const marks = [mark, ...known.marks.filter((other) => other !== mark)].slice(0, maxAccounts);
  const attributes = { ...cookieAttributes(config), maxAge: lifetimeSeconds };
  reply.setCookie(nameOf(config), [id, ...marks].join("."), attributes);
}

function readCookie(config: Config, request: FastifyRequest): { id: string | null; marks: string[] } {
  const [, id, marks] = pattern.exec(request.cookies[nameOf(config)] ?? "") ?? [];
  if (id === undefined || marks === undefined) return { id: null, marks: [] };
  return { id, marks: marks.slice(1).split(".") };
}

function markOf(key: Buffer, id: string, email: string): string {
  const mac = createHmac("sha256", key).update(`${id} ${email.toLowerCase()}`).digest();
  return mac.subarray(0, 16).toString("base64url");
}
