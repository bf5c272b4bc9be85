import type { FastifyRequest } from "fastify";
import {
  EmailConfirmation,
  SignUp,
  SignUpConfirmation,
  SignUpPending,
  User,
} from "../../../contract/identity.ts";
import { paths } from "../../../contract/screens.ts";
import { userOf } from "../../auth/access.ts";
import { countAttempt, resetLimits } from "../../auth/attempts.ts";
import { cookieAttributes } from "../../auth/session-cookie.ts";
import { openVerification, useVerification } from "../../auth/verified-email.ts";
import type { Context } from "../../context.ts";
import { conflict } from "../../errors.ts";
import { perMinute, type Routes } from "../../routes.ts";
import { confirmSignUp, signUp } from "./sign-up.ts";
import { completeSignIn } from "./complete-sign-in.ts";

const cookieName = "sizana_sign_up";
const cookiePath = "/api/auth/sign-up";

export function signUpRoutes(routes: Routes, context: Context): void {
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
      const used = { ...request.body, userId: userOf(request).id };
      await context.db.transaction().execute((trx) => useVerification(trx, used));
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
