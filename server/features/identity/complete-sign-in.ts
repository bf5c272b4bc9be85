import type { FastifyReply, FastifyRequest } from "fastify";
import type { User } from "../../../contract/identity.ts";
import { rememberBrowser } from "../../auth/known-browsers.ts";
import { setSessionCookie } from "../../auth/session-cookie.ts";
import { findSession } from "../../auth/sessions.ts";
import type { Context } from "../../context.ts";
import { unauthorized } from "../../errors.ts";

/** Sets the session's cookie, and remembers the browser as one of the user's. */
export async function completeSignIn(
  context: Context,
  exchange: { request: FastifyRequest; reply: FastifyReply },
  token: string,
): Promise<User> {
  const session = await findSession(context.db, token);
  if (session === null) throw unauthorized();
  setSessionCookie(exchange.reply, context.config, token);
  rememberBrowser(context, exchange, session.user.email);
  return session.user;
}
