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
import type { Routes } from "../../routes.ts";
import { endAccess } from "./end-access.ts";
import { changePassword, reauthenticate, requestReset, resetPassword } from "./passwords.ts";

export function passwordRoutes(routes: Routes, context: Context): void {
  routes.put("/api/user/password", {
    access: "signed in",
    summary: "Change the password",
    description: "Signs out the user's other sessions.",
    body: PasswordChange,
    handler: async (request) => changePassword(context, sessionOf(request), request.body),
  });

  routes.post("/api/user/reauthentication", {
    access: "signed in",
    summary: "Confirm your identity",
    description:
      "With your password. Changes that add a way to sign in require a recent confirmation, and otherwise reply `reauthentication_required`.",
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
    summary: "Reset the password",
    description: "With the token of an emailed link.",
    body: PasswordReset,
    handler: async (request, reply) => {
      const { email } = await resetPassword(context, { ...request.body, address: request.ip });
      rememberBrowser(context, { request, reply }, email);
    },
  });
}
