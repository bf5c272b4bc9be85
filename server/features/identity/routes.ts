import { z } from "zod";
import { SignIn, User } from "../../../contract/identity.ts";
import { SecondFactorRequired } from "../../../contract/second-factors.ts";
import { isBrowserKnown, knownBrowserOf } from "../../auth/known-browsers.ts";
import { isFromElsewhere } from "../../auth/same-origin.ts";
import { clearSessionCookie } from "../../auth/session-cookie.ts";
import { endSession } from "../../auth/sessions.ts";
import type { Context } from "../../context.ts";
import type { Routes } from "../../routes.ts";
import { passwordRoutes } from "./password-routes.ts";
import { passwordCookie, secondFactorRoutes } from "./second-factor-routes.ts";
import { singleSignOnRoutes } from "./single-sign-on-routes.ts";
import { signIn } from "./passwords.ts";
import { signUpRoutes } from "./sign-up-routes.ts";
import { completeSignIn } from "./complete-sign-in.ts";

export function identityRoutes(routes: Routes, context: Context): void {
  signUpRoutes(routes, context);
  passwordRoutes(routes, context);
  singleSignOnRoutes(routes, context);
  secondFactorRoutes(routes, context);

  routes.post("/api/auth/sign-in", {
    access: "anyone",
    summary: "Sign in",
    description: "Replies 202 if a second factor is required next.",
    body: SignIn,
    response: { 200: User, 202: SecondFactorRequired },
    handler: async (request, reply) => {
      const knownBrowser = knownBrowserOf(context, request, request.body.email);
      const signedIn = await signIn(context, { ...request.body, address: request.ip, knownBrowser });
      if ("token" in signedIn) return completeSignIn(context, { request, reply }, signedIn.token);
      const { methods, ...proof } = signedIn;
      passwordCookie.set(context, reply, proof);
      return reply.status(202).send({ status: "second_factor" as const, methods });
    },
  });

  routes.get("/api/login", {
    access: "anyone",
    summary: "Open the sign-in page",
    description:
      "Redirects signed-in users to the app. With `new`, redirects browsers that have never signed in to the sign-up page.",
    querystring: z.object({ new: z.string().max(10).optional() }),
    response: { 302: z.null() },
    handler: async (request, reply) => {
      if (request.session !== null) return reply.redirect("/", 302);
      const isNewUser = request.query.new !== undefined && !isBrowserKnown(context.config, request);
      return reply.redirect(isNewUser ? "/sign-up" : "/sign-in", 302);
    },
  });

  routes.get("/api/logout", {
    access: "anyone",
    summary: "Sign out",
    response: { 302: z.null() },
    handler: async (request, reply) => {
      // A link on another site must not sign anyone out.
      if (request.session !== null && !isFromElsewhere(request, context.config.publicUrl)) {
        await endSession(context.db, request.session.tokenHash);
        clearSessionCookie(reply, context.config);
      }
      return reply.redirect("/", 302);
    },
  });
}
