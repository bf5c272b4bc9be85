import { z } from "zod";
import type { FastifyRequest } from "fastify";
import {
  SignIn,
  User,
  PasswordChange,
  PasswordReset,
  PasswordResetRequest,
  Reauthentication,
  EmailConfirmation,
  SignUp,
  SignUpConfirmation,
  SignUpPending,
} from "../../../contract/identity.ts";
import { SecondFactorRequired } from "../../../contract/second-factors.ts";
import {
  isBrowserKnown,
  knownBrowserOf,
  rememberBrowser,
  completeSignIn,
} from "../../auth/known-browsers.ts";
import { clearSessionCookie, cookieAttributes } from "../../auth/cookies.ts";
import { endSession } from "../../auth/sessions.ts";
import type { Context } from "../../context.ts";
import { type Routes, perMinute } from "../../routes.ts";
import { passwordCookie, secondFactorRoutes } from "./second-factor-routes.ts";
import { singleSignOnRoutes } from "./single-sign-on-routes.ts";
import { signIn, changePassword, reauthenticate, requestReset, resetPassword } from "./passwords.ts";
import { sessionOf, userOf, isFromElsewhere } from "../../auth/access.ts";
import { endAccess } from "./end-access.ts";
import { paths } from "../../../contract/screens.ts";
import { countAttempt, resetLimits } from "../../auth/attempt-limits.ts";
import { openVerification, useVerification } from "../../auth/accounts.ts";
import { conflict } from "../../errors.ts";
import { confirmSignUp, signUp } from "./sign-up.ts";

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

function passwordRoutes(routes: Routes, context: Context): void {
  routes.put("/api/user/password", {
    access: "signed in",
    summary: "Change your password",
    description: "Signs out your other sessions.",
    body: PasswordChange,
    handler: async (request) => changePassword(context, sessionOf(request), request.body),
  });

  routes.post("/api/user/reauthentication", {
    access: "signed in",
    summary: "Confirm your identity",
    description:
      "Confirms your identity with your password. Changes that add a way to sign in require a recent confirmation, and otherwise reply `reauthentication_required`.",
    body: Reauthentication,
    handler: async (request) => reauthenticate(context, sessionOf(request), request.body.password),
  });

  routes.delete("/api/user/sessions", {
    access: "signed in",
    summary: "Sign out of all sessions",
    description:
      "With `which=others`, keeps this session. If the account has a password, also disconnects single sign-on.",
    querystring: z.object({ which: z.enum(["all", "others"]) }),
    handler: async (request, reply) => {
      const { user, tokenHash } = sessionOf(request);
      const keptSession = request.query.which === "others" ? tokenHash : null;
      await context.db
        .transaction()
        .execute((trx) => endAccess(context, trx, { userId: user.id, keptSession }));
      if (keptSession === null) clearSessionCookie(reply, context.config);
    },
  });

  routes.post("/api/auth/password-reset-requests", {
    access: "anyone",
    summary: "Request a password reset",
    description: "Emails a link. The reply doesn't reveal whether the account exists.",
    body: PasswordResetRequest,
    handler: async (request) => requestReset(context, { ...request.body, address: request.ip }),
  });

  routes.post("/api/auth/password-resets", {
    access: "anyone",
    summary: "Reset your password",
    description: "Requires the token of an emailed link.",
    body: PasswordReset,
    handler: async (request, reply) => {
      const { email } = await resetPassword(context, { ...request.body, address: request.ip });
      rememberBrowser(context, { request, reply }, email);
    },
  });
}

const cookieName = "sizana_sign_up";
const cookiePath = "/api/auth/sign-up";

function signUpRoutes(routes: Routes, context: Context): void {
  const attributes = cookieAttributes(context.config, cookiePath);
  routes.post("/api/auth/sign-up", {
    access: "anyone",
    summary: "Sign up",
    description:
      "Replies 202 if email is set up: the account is created when the emailed link is opened. The reply doesn't reveal whether the address already has an account.",
    body: SignUp,
    response: { 201: User, 202: SignUpPending },
    handler: async (request, reply) => {
      const signedUp = await signUp(context, { ...request.body, address: request.ip });
      if ("browserToken" in signedUp) {
        reply.setCookie(cookieName, signedUp.browserToken, { ...attributes, maxAge: 86_400 });
        return reply.status(202).send({ status: "confirm_email" as const });
      }
      return reply.status(201).send(await completeSignIn(context, { request, reply }, signedUp.token));
    },
  });

  routes.post("/api/auth/sign-up/confirmations", {
    access: "anyone",
    rateLimit: perMinute(60),
    summary: "Finish signing up",
    body: SignUpConfirmation,
    response: { 201: User },
    handler: async (request, reply) => {
      const browserToken = request.cookies[cookieName] ?? null;
      const token = await confirmSignUp(context, { ...request.body, browserToken });
      reply.clearCookie(cookieName, attributes);
      return completeSignIn(context, { request, reply }, token);
    },
  });

  routes.post("/api/user/email-verification", {
    access: "signed in",
    summary: "Send an email confirmation link",
    description: "Emails the signed-in user a link that confirms their address.",
    handler: async (request) => mailVerification(context, request),
  });

  routes.post("/api/user/email-verification/confirmations", {
    access: "signed in",
    summary: "Confirm an email address",
    body: EmailConfirmation,
    handler: async (request) => {
      const { id } = userOf(request);
      await context.db.transaction().execute((trx) => useVerification(trx, id, request.body.token));
    },
  });
}

async function mailVerification(context: Context, request: FastifyRequest): Promise<void> {
  const { db, secretKeys, mail, config } = context;
  const user = userOf(request);
  if (!mail.isSetUp)
    throw conflict(
      "mail_not_set_up",
      "Email isn't set up on this server. Ask your administrator to set it up.",
    );
  await countAttempt(db, secretKeys, resetLimits(user.email, request.ip));
  await db.transaction().execute(async (trx) => {
    const link = `${config.publicUrl}${paths.confirmEmail}#${await openVerification(trx, user)}`;
    await mail.send(trx, user.id, {
      to: user.email,
      subject: "Confirm your email address for Sizana",
      text: `Open this link in the browser you are signed in with:\n${link}\n\nThe link works once and expires in a day. If you didn't ask for it, ignore this email.`,
    });
  });
}
