import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import {
  SignInMethods,
  SignInState,
  singleSignOnCallback,
  SingleSignOnAddress,
  SingleSignOnProblem,
  SingleSignOnStart,
} from "../../../contract/identity.ts";
import { provenSessionOf, sessionOf, userOf } from "../../auth/access.ts";
import { sealedCookie } from "../../auth/cookies.ts";
import { offersPasskeys } from "../../auth/second-factors/passkeys.ts";
import { Handshake, OidcError } from "../../clients/oidc.ts";
import type { Context } from "../../context.ts";
import { AppError, describeError } from "../../errors.ts";
import { emailUnverified } from "../../auth/accounts.ts";
import { perMinute, type Routes } from "../../routes.ts";
import { connect, disconnect, providerOf, readSignInState, signInByProvider } from "./single-sign-on.ts";
import { completeSignIn } from "../../auth/known-browsers.ts";

const startPath = "/api/auth/single-sign-on";
/** The state between the redirect to the provider and its redirect back. */
const stateCookie = sealedCookie("sizana_single_sign_on", {
  path: startPath,
  lifetimeMs: 600_000,
  schema: z.object({
    handshake: Handshake,
    /** The signed-in user who connects an account; absent when someone signs in. */
    userId: z.uuid().optional(),
    invitation: z.string().optional(),
  }),
});

export function singleSignOnRoutes(routes: Routes, context: Context): void {
  connectionRoutes(routes, context);

  routes.get("/api/auth/methods", {
    access: "anyone",
    summary: "List the sign-in methods",
    description: "The ways to sign in that this server offers besides a password.",
    response: { 200: SignInMethods },
    handler: async () => ({
      singleSignOn: context.oidc !== undefined,
      passkeys: offersPasskeys(context.config),
    }),
  });

  routes.get(startPath, {
    access: "anyone",
    rateLimit: perMinute(300),
    summary: "Start single sign-on",
    description: "Redirects to the identity provider.",
    querystring: SingleSignOnStart,
    response: { 302: z.null() },
    handler: async (request, reply) => {
      const { invitation } = request.query;
      if (context.oidc === undefined) return reply.redirect("/sign-in", 302);
      try {
        const { address, handshake } = await context.oidc.begin();
        stateCookie.set(context, reply, { handshake, invitation });
        return reply.redirect(address, 302);
      } catch (error) {
        return reply.redirect(signInPage(problemOf(error, request), invitation), 302);
      }
    },
  });

  routes.get(singleSignOnCallback, {
    access: "anyone",
    rateLimit: perMinute(300),
    summary: "Finish single sign-on",
    description: "The identity provider redirects people here.",
    response: { 302: z.null() },
    handler: async (request, reply) => reply.redirect(await handleCallback(context, request, reply), 302),
  });
}

function connectionRoutes(routes: Routes, context: Context): void {
  routes.post("/api/user/single-sign-on", {
    access: "signed in",
    rateLimit: perMinute(300),
    summary: "Connect single sign-on",
    description:
      "Requires a sign-in or a password confirmation within the last minutes and, if email is set up, a confirmed address.",
    response: { 200: SingleSignOnAddress },
    handler: async (request, reply) => {
      const { user, isEmailVerified } = provenSessionOf(request);
      if (context.mail.isSetUp && !isEmailVerified) throw emailUnverified();
      try {
        const { address, handshake } = await providerOf(context).begin();
        stateCookie.set(context, reply, { handshake, userId: user.id });
        return { address };
      } catch (error) {
        if (!(error instanceof OidcError)) throw error;
        const message = "Can't reach the identity provider. Try again later.";
        throw new AppError(502, problemOf(error, request), message);
      }
    },
  });

  routes.get("/api/user/single-sign-on", {
    access: "signed in",
    summary: "Get your sign-in methods",
    response: { 200: SignInState },
    handler: async (request) => readSignInState(context, userOf(request).id),
  });

  routes.delete("/api/user/single-sign-on/:connectionId", {
    access: "signed in",
    summary: "Disconnect single sign-on",
    description: "Signs out the user's other sessions.",
    handler: async (request) => disconnect(context, sessionOf(request), request.params.connectionId),
  });
}

/** Handles the provider's redirect: signs in or connects, and returns the next page. */
async function handleCallback(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const state = stateCookie.read(context, request);
  stateCookie.clear(context, reply);
  if (state === null) return signInPage("refused");
  const { handshake, invitation, userId } = state;
  try {
    const address = new URL(request.url, context.config.publicUrl);
    const account = await providerOf(context).finish(address, handshake);
    if (userId !== undefined) {
      // Another user may have signed in meanwhile.
      if (request.session?.user.id !== userId) return signInPage("refused");
      await connect(context, account, request.session);
      return "/settings?tab=profile";
    }
    const { token, isNew } = await signInByProvider(context, account, invitation);
    await completeSignIn(context, { request, reply }, token);
    // New users have joined already; others confirm on that page.
    return isNew || invitation === undefined
      ? "/"
      : `/sign-up?${new URLSearchParams({ invitation }).toString()}`;
  } catch (error) {
    const problem = problemOf(error, request);
    return userId === undefined
      ? signInPage(problem, invitation)
      : `/settings?${new URLSearchParams({ tab: "profile", problem }).toString()}`;
  }
}

/** The problem to show. Throws errors that are neither the user's nor the provider's. */
function problemOf(error: unknown, request: FastifyRequest): SingleSignOnProblem {
  if (error instanceof OidcError) {
    request.log.warn({ err: describeError(error.cause) }, "single sign-on failed");
    return error.fault;
  }
  // The sessions of the account were ended meanwhile.
  if (error instanceof AppError && error.status === 401) return "refused";
  const code = SingleSignOnProblem.safeParse(error instanceof AppError ? error.code : null);
  if (!code.success) throw error;
  return code.data;
}

function signInPage(problem: SingleSignOnProblem, invitation?: string): string {
  const search = new URLSearchParams(invitation === undefined ? { problem } : { problem, invitation });
  return `/sign-in?${search.toString()}`;
}
