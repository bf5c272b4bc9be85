import type { FastifyRequest } from "fastify";
import { z } from "zod";
import {
  EmailConfirmation,
  SignUp,
  SignUpConfirmation,
  SignUpPending,
  User,
} from "../../../contract/identity.ts";
import { screens } from "../../../contract/screens.ts";
import { sessionOf } from "../../auth/access.ts";
import { countAttempt, resetLimits } from "../../auth/attempts.ts";
import { isSecure } from "../../auth/session-cookie.ts";
import { openVerification, useVerification } from "../../auth/verified-email.ts";
import type { Context } from "../../context.ts";
import { conflict } from "../../errors.ts";
import type { App } from "../../http.ts";
import { confirmSignUp, signUp } from "./sign-up.ts";
import { welcome } from "./welcome.ts";

const cookieName = "sizana_sign_up";
const cookiePath = "/api/auth/sign-up";
const perMinute = { max: 60, timeWindow: 60_000 };

export function signUpRoutes(app: App, context: Context): void {
  app.post("/api/auth/sign-up", {
    config: { access: "anyone" },
    schema: {
      summary: "Sign up",
      description:
        "Answers 202 if email is set up: the account is created when the emailed link is opened. The reply doesn't reveal whether the address already has an account.",
      body: SignUp,
      response: { 201: User, 202: SignUpPending },
    },
    handler: async (request, reply) => {
      const signedUp = await signUp(context, { ...request.body, address: request.ip });
      if ("browserToken" in signedUp) {
        reply.setCookie(cookieName, signedUp.browserToken, { ...cookieAttributes(context), maxAge: 86_400 });
        return reply.status(202).send({ status: "confirm_email" as const });
      }
      return reply.status(201).send(await welcome(context, { request, reply }, signedUp.token));
    },
  });

  app.post("/api/auth/sign-up/confirmations", {
    config: { access: "anyone", rateLimit: perMinute },
    schema: { summary: "Finish signing up", body: SignUpConfirmation, response: { 201: User } },
    handler: async (request, reply) => {
      const { token } = await confirmSignUp(context, {
        token: request.body.token,
        password: request.body.password,
        browserToken: request.cookies[cookieName] ?? null,
      });
      reply.clearCookie(cookieName, cookieAttributes(context));
      return welcome(context, { request, reply }, token);
    },
  });

  app.post("/api/user/email-verification", {
    config: { access: "signed in" },
    schema: {
      summary: "Send an email confirmation link",
      description: "Emails the signed-in user a link that confirms their address.",
      response: { 204: z.null() },
    },
    handler: async (request) => mailVerification(context, request),
  });

  app.post("/api/user/email-verification/confirmations", {
    config: { access: "signed in" },
    schema: { summary: "Confirm an email address", body: EmailConfirmation, response: { 204: z.null() } },
    handler: async (request) => {
      const userId = sessionOf(request).user.id;
      const { token } = request.body;
      await context.db.transaction().execute((trx) => useVerification(trx, { token, userId }));
    },
  });
}

async function mailVerification(context: Context, request: FastifyRequest): Promise<void> {
  const { db, secretKeys, mail, config } = context;
  const { user } = sessionOf(request);
  if (!mail.isSetUp)
    throw conflict(
      "mail_not_set_up",
      "Email isn't set up on this server. Ask your administrator to set it up.",
    );
  await countAttempt(db, secretKeys, resetLimits(user.email, request.ip));
  await db.transaction().execute(async (trx) => {
    const link = `${config.publicUrl}${screens.confirmEmail}#${await openVerification(trx, user)}`;
    await mail.send(trx, user.id, {
      to: user.email,
      subject: "Confirm your email address for Sizana",
      text: `Open this link in the browser you are signed in with:\n${link}\n\nThe link works once and expires in a day. If you didn't ask for it, ignore this email.`,
    });
  });
}

const cookieAttributes = ({ config }: Context) => ({
  path: cookiePath,
  httpOnly: true,
  sameSite: "lax" as const,
  secure: isSecure(config),
});
