import { z } from "zod";
import {
  PasswordChange,
  PasswordReset,
  PasswordResetRequest,
  Reauthentication,
} from "../../../contract/identity.ts";
import { sessionOf } from "../../auth/access.ts";
import { rememberBrowser } from "../../auth/known-browsers.ts";
import { clearSessionCookie } from "../../auth/session-cookie.ts";
import type { Context } from "../../context.ts";
import type { App } from "../../http.ts";
import { endAccess } from "./end-access.ts";
import { changePassword, reauthenticate, requestReset, resetPassword } from "./passwords.ts";

const response = { 204: z.null() };

export function passwordRoutes(app: App, context: Context): void {
  app.put("/api/user/password", {
    config: { access: "signed in" },
    schema: {
      summary: "Change the password",
      description: "Signs out the user's other sessions.",
      body: PasswordChange,
      response,
    },
    handler: async (request) => changePassword(context, sessionOf(request), request.body),
  });

  app.post("/api/user/reauthentication", {
    config: { access: "signed in" },
    schema: {
      summary: "Confirm your identity",
      description:
        "With your password. Changes that add a way to sign in require a recent confirmation and answer `reauthentication_required` without one.",
      body: Reauthentication,
      response,
    },
    handler: async (request) => reauthenticate(context, sessionOf(request), request.body.password),
  });

  app.delete("/api/user/sessions", {
    config: { access: "signed in" },
    schema: {
      summary: "Sign out of all sessions",
      description:
        "Or of all other sessions. If the account has a password, single sign-on is disconnected too.",
      querystring: z.object({ which: z.enum(["all", "others"]) }),
      response,
    },
    handler: async (request, reply) => {
      const { user, tokenHash } = sessionOf(request);
      const keptSession = request.query.which === "others" ? tokenHash : null;
      await context.db
        .transaction()
        .execute((trx) => endAccess(context, trx, { userId: user.id, keptSession }));
      if (keptSession === null) clearSessionCookie(reply, context.config);
    },
  });

  app.post("/api/auth/password-reset-requests", {
    config: { access: "anyone" },
    schema: {
      summary: "Request a password reset",
      description: "Emails a link. The reply doesn't reveal whether the account exists.",
      body: PasswordResetRequest,
      response,
    },
    handler: async (request) => requestReset(context, { ...request.body, address: request.ip }),
  });

  app.post("/api/auth/password-resets", {
    config: { access: "anyone" },
    schema: {
      summary: "Reset the password",
      description: "With the token of an emailed link.",
      body: PasswordReset,
      response,
    },
    handler: async (request, reply) => {
      const { email } = await resetPassword(context, { ...request.body, address: request.ip });
      rememberBrowser(context, { request, reply }, email);
    },
  });
}
