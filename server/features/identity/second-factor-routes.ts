import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { User } from "../../../contract/identity.ts";
import {
  PasskeyCreate,
  PasskeyOptions,
  PasskeySignIn,
  RecoveryCodes,
  SecondFactorCode,
  SecondFactors,
  TotpSecret,
} from "../../../contract/second-factors.ts";
import { provenSessionOf, userOf } from "../../auth/access.ts";
import { knownBrowserOf, completeSignIn } from "../../auth/known-browsers.ts";
import { creationOptions, requestOptions, usePasskey } from "../../auth/second-factors/passkeys.ts";
import { beginTotp, readSecondFactors } from "../../auth/second-factors/second-factors.ts";
import { toBase32, totpAddress } from "../../auth/second-factors/totp.ts";
import type { Context } from "../../context.ts";
import { badRequest } from "../../errors.ts";
import { perMinute, type Routes } from "../../routes.ts";
import {
  confirmTotp,
  enrolPasskey,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  requireUser,
  signInByCode,
} from "./second-factors.ts";
import { sealedCookie } from "../../auth/cookies.ts";
import { startSession } from "../../auth/sessions.ts";

/** The user whose password was right, until the second factor is checked. */
export const passwordCookie = sealedCookie("sizana_second_factor", {
  path: "/api/auth",
  lifetimeMs: 600_000,
  schema: z.object({ userId: z.uuid(), accessEpoch: z.number() }),
});

/** The challenge that the browser signs with a passkey. */
const challengeCookie = sealedCookie("sizana_passkey", {
  path: "/api",
  lifetimeMs: 300_000,
  schema: z.object({ challenge: z.string() }),
});

const anyone = { access: "anyone", rateLimit: perMinute(60) } as const;
const signedIn = { access: "signed in", rateLimit: perMinute(60) } as const;

/** The second step of signing in, and signing in by a passkey alone. */
function secondFactorSignInRoutes(routes: Routes, context: Context): void {
  routes.post("/api/auth/second-factor", {
    ...anyone,
    summary: "Sign in with a code",
    description:
      "After the password: the code of an authenticator app, or a recovery code, which works once.",
    body: SecondFactorCode,
    response: { 200: User },
    handler: async (request, reply) => {
      const user = await requireUser(context.db, passwordCookie.read(context, request));
      const token = await signInByCode(context, {
        user,
        code: request.body.code,
        address: request.ip,
        knownBrowser: knownBrowserOf(context, request, user.email),
      });
      passwordCookie.clear(context, reply);
      return completeSignIn(context, { request, reply }, token);
    },
  });

  routes.post("/api/auth/passkeys/options", {
    ...anyone,
    summary: "Start signing in with a passkey",
    response: { 200: PasskeyOptions },
    handler: async (request, reply) => {
      const userId = passwordCookie.read(context, request)?.userId ?? null;
      return withChallenge(context, reply, await requestOptions(context, userId));
    },
  });

  routes.post("/api/auth/passkeys", {
    ...anyone,
    summary: "Sign in with a passkey",
    body: PasskeySignIn,
    response: { 200: User },
    handler: async (request, reply) => {
      const challenge = takeChallenge(context, request, reply);
      const given = { challenge, assertion: request.body, passwordOf: passwordCookie.read(context, request) };
      const token = await context.db.transaction().execute(async (trx) => {
        const account = await usePasskey(trx, context.config, given);
        return startSession(trx, account, { isStrong: true });
      });
      passwordCookie.clear(context, reply);
      return completeSignIn(context, { request, reply }, token);
    },
  });
}

export function secondFactorRoutes(routes: Routes, context: Context): void {
  secondFactorSignInRoutes(routes, context);
  totpRoutes(routes, context);
  passkeyRoutes(routes, context);

  routes.get("/api/user/second-factors", {
    access: "signed in",
    summary: "List your second factors",
    response: { 200: SecondFactors },
    handler: async (request) => readSecondFactors(context.db, userOf(request).id),
  });

  routes.post("/api/user/recovery-codes", {
    ...signedIn,
    summary: "Create new recovery codes",
    response: { 200: RecoveryCodes },
    handler: async (request) => renewRecoveryCodes(context, provenSessionOf(request)),
  });
}

function totpRoutes(routes: Routes, context: Context): void {
  routes.post("/api/user/totp", {
    ...signedIn,
    summary: "Start adding an authenticator app",
    description: "The app takes effect once you confirm it with its first code.",
    response: { 200: TotpSecret },
    handler: async (request) => {
      const { id, email } = provenSessionOf(request).user;
      const secret = await beginTotp(context.db, context.secrets, id);
      return { secret: toBase32(secret), address: totpAddress(secret, email) };
    },
  });

  routes.post("/api/user/totp/confirmations", {
    ...signedIn,
    summary: "Add an authenticator app",
    description: "Signs out the user's other sessions.",
    body: SecondFactorCode,
    response: { 200: RecoveryCodes },
    handler: async (request) => confirmTotp(context, provenSessionOf(request), request.body.code),
  });

  routes.delete("/api/user/totp", {
    ...signedIn,
    summary: "Remove an authenticator app",
    handler: async (request) => removeTotp(context, provenSessionOf(request)),
  });
}

function passkeyRoutes(routes: Routes, context: Context): void {
  routes.post("/api/user/passkeys/options", {
    ...signedIn,
    summary: "Start adding a passkey",
    response: { 200: PasskeyOptions },
    handler: async (request, reply) => {
      const { user } = provenSessionOf(request);
      return withChallenge(context, reply, await creationOptions(context, user));
    },
  });

  routes.post("/api/user/passkeys", {
    ...signedIn,
    summary: "Add a passkey",
    description: "Signs out the user's other sessions.",
    body: PasskeyCreate,
    response: { 201: RecoveryCodes },
    handler: async (request, reply) => {
      const session = provenSessionOf(request);
      const given = takeChallenge(context, request, reply);
      return enrolPasskey(context, session, given, request.body);
    },
  });

  routes.delete("/api/user/passkeys/:passkeyId", {
    ...signedIn,
    summary: "Remove a passkey",
    handler: async (request) => removePasskey(context, provenSessionOf(request), request.params.passkeyId),
  });
}

/** Keeps the challenge of the options that the browser is given. */
function withChallenge(context: Context, reply: FastifyReply, options: z.infer<typeof PasskeyOptions>) {
  challengeCookie.set(context, reply, { challenge: options.challenge });
  return options;
}

/** Returns the challenge and removes it, so that it can be used only once. */
function takeChallenge(context: Context, request: FastifyRequest, reply: FastifyReply): string {
  const kept = challengeCookie.read(context, request);
  challengeCookie.clear(context, reply);
  if (kept === null) throw badRequest("passkey_expired", "That took too long. Try again.");
  return kept.challenge;
}
