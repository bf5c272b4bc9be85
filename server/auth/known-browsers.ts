import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config.ts";
import type { Context } from "../context.ts";
import { deriveKeys } from "../secret-key.ts";
import { cookieAttributes, hostCookie, setSessionCookie } from "./cookies.ts";
import type { User } from "../../contract/identity.ts";
import { findSession, remainingMs } from "./sessions.ts";
import { unauthorized } from "../errors.ts";

/** Browsers keep cookies for at most this long. */
const lifetimeSeconds = 400 * 86_400;
/** Per browser; the least recently used account is dropped first. */
const maxAccounts = 10;
const purpose = "sizana known browsers";
const pattern = /^([\w-]{22})((?:\.[\w-]{22}){1,10})$/;

const nameOf = (config: Config): string => hostCookie(config, "sizana_browser");

/**
 * The random id of a browser that has signed in to this account before, or null. Its cookie holds the id and, for each
 * account, a signature of both. It grants no access, but keeps other people's wrong passwords from locking the owner
 * out.
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

export const isBrowserKnown = (config: Config, request: FastifyRequest): boolean =>
  readCookie(config, request).id !== null;

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

/** Sets the session's cookie, and remembers the browser as one of the user's. */
export async function completeSignIn(
  context: Context,
  exchange: { request: FastifyRequest; reply: FastifyReply },
  token: string,
): Promise<User> {
  const session = await findSession(context.db, token);
  if (session === null) throw unauthorized();
  setSessionCookie(exchange.reply, context.config, token, remainingMs(session));
  rememberBrowser(context, exchange, session.user.email);
  return session.user;
}
