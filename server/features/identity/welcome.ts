import type { FastifyReply, FastifyRequest } from "fastify";
import type { User } from "../../../contract/identity.ts";
import { rememberBrowser } from "../../auth/known-browsers.ts";
import { setSessionCookie } from "../../auth/session-cookie.ts";
import { findSession } from "../../auth/sessions.ts";
import type { Context } from "../../context.ts";
import { unauthorized } from "../../errors.ts";

/** Gives the browser the session of this token, and knows it as one of its user from now on. */
export async function welcome(
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
