import type { FastifyReply } from "fastify";
import { z } from "zod";
import { SignIn, SignUp, User } from "../../../contract/identity.ts";
import { isFromElsewhere } from "../../auth/same-origin.ts";
import { clearSessionCookie, setSessionCookie } from "../../auth/session-cookie.ts";
import { endSession, findSession } from "../../auth/sessions.ts";
import { unauthorized } from "../../errors.ts";
import type { Context } from "../../context.ts";
import type { App } from "../../http.ts";
import { passwordRoutes } from "./password-routes.ts";
import { singleSignOnRoutes } from "./single-sign-on-routes.ts";
import { signIn } from "./sign-in.ts";
import { signUp } from "./sign-up.ts";

export function identityRoutes(app: App, context: Context): void {
  passwordRoutes(app, context);
  singleSignOnRoutes(app, context);

  app.post(
    "/api/auth/sign-up",
    {
      config: { access: "anyone" },
      schema: { tags: ["Identity"], summary: "Sign up", body: SignUp, response: { 201: User } },
    },
    async (request, reply) => {
      const token = await signUp(context, { ...request.body, address: request.ip });
      reply.status(201);
      return welcome(context, reply, token);
    },
  );

  app.post(
    "/api/auth/sign-in",
    {
      config: { access: "anyone" },
      schema: { tags: ["Identity"], summary: "Sign in", body: SignIn, response: { 200: User } },
    },
    async (request, reply) => {
      const token = await signIn(context, { ...request.body, address: request.ip });
      return welcome(context, reply, token);
    },
  );

  app.get(
    "/api/login",
    {
      config: { access: "anyone" },
      schema: { tags: ["Identity"], summary: "Go to the sign-in page", response: { 302: z.null() } },
    },
    async (_request, reply) => reply.redirect("/sign-in", 302),
  );

  app.get(
    "/api/logout",
    {
      config: { access: "anyone" },
      schema: { tags: ["Identity"], summary: "Sign out", response: { 302: z.null() } },
    },
    async (request, reply) => {
      // A link on another site must not sign anyone out.
      if (request.session !== null && !isFromElsewhere(request, context.config.publicUrl)) {
        await endSession(context.db, request.session.tokenHash);
        clearSessionCookie(reply, context.config);
      }
      return reply.redirect("/", 302);
    },
  );
}

async function welcome(context: Context, reply: FastifyReply, token: string): Promise<User> {
  const session = await findSession(context.db, token);
  if (session === null) throw unauthorized();
  setSessionCookie(reply, context.config, token);
  return session.user;
}
