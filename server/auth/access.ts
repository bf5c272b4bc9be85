import type { FastifyReply, FastifyRequest } from "fastify";
import { Id, type Role } from "../../contract/common.ts";
import type { User } from "../../contract/identity.ts";
import { may, type Permission } from "../../contract/permissions.ts";
import { minuteMs } from "../../contract/limits.ts";
import type { Context } from "../context.ts";
import type { Database } from "../database/database.ts";
import {
  denied,
  describeError,
  forbidden,
  invalidApiKey,
  notFound,
  unauthorized,
  secondFactorRequired,
} from "../errors.ts";
import type { App } from "../http.ts";
import { keyAuthentication, type KeyPrincipal } from "./api-keys.ts";
import { createMemberDays } from "./member-days.ts";
import { readSessionCookie, setSessionCookie } from "./cookies.ts";
import { extendSession, findSession, remainingMs, type Session } from "./sessions.ts";

/** Finds the organization that a request is about; null when the user has no access to it. */
export type FindOrganization = (
  db: Database,
  user: User,
  params: Readonly<Record<string, string>>,
) => Promise<string | null>;

/** Who may call a route. Every route of the API declares one; the server does not start otherwise. */
export type Access =
  | "anyone"
  | "signed in"
  | "API key"
  /** Anyone with a signed URL; the route checks the signature. */
  | "signed address"
  | { permission: Permission; organization: FindOrganization };

/** Members of the organization in the path, if their role has this permission. */
export const member = (permission: Permission): Access =>
  memberFor(permission, async (_db, _user, params) => params.organizationId ?? null);

/** Members of the organization that the resource in the path belongs to. */
export const memberFor = (permission: Permission, organization: FindOrganization): Access => ({
  permission,
  organization,
});

/** The request's organization, and the user's role in it. */
export interface Tenant {
  organizationId: string;
  role: Role;
}

declare module "fastify" {
  interface FastifyContextConfig {
    access?: Access;
  }
  interface FastifyInstance {
    /** Every guarded route, for the access matrix test. */
    declaredRoutes: { method: string; url: string; access: Access }[];
  }
  interface FastifyRequest {
    session: Session | null;
    tenant: Tenant | null;
    apiKey: KeyPrincipal | null;
  }
}

/** Guards every route that is added to `app` from here on: authenticate, then authorize, before the body is read. */
export function guardRoutes(app: App, context: Context): void {
  app.decorateRequest("session", null);
  app.decorateRequest("tenant", null);
  app.decorateRequest("apiKey", null);
  app.addHook("onRoute", ({ method, url, config }) => {
    if (config?.access === undefined) throw new Error(`${String(method)} ${url} declares no access`);
    for (const name of [method].flat()) app.declaredRoutes.push({ method: name, url, access: config.access });
  });
  const authenticateKey = keyAuthentication(context.db);
  const recordMemberDay = createMemberDays(context.db);
  app.addHook("onRequest", async (request, reply) => {
    // These routes ignore cookies, so the page's origin does not matter.
    if (request.routeOptions.config.access === "API key") return authenticateKey(request, reply);
    if (request.routeOptions.config.access === "signed address") return;
    refuseCrossOrigin(request, context.config.publicUrl);
    await authenticate(context, request, reply);
    await authorize(context, request);
    if (request.tenant === null) return;
    const { organizationId } = request.tenant;
    await recordMemberDay({ organizationId, userId: userOf(request).id }).catch((error: unknown) => {
      // A failure to record it must not fail the request.
      request.log.warn({ err: describeError(error) }, "could not record a member's day");
    });
  });
}

async function authenticate(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const token = isByKey(request) ? null : readSessionCookie(request, context.config);
  if (token === null) return;
  const session = await findSession(context.db, token);
  if (session === null) return;
  request.session = session;
  if (await extendSession(context.db, session))
    setSessionCookie(reply, context.config, token, remainingMs(session));
}

async function authorize(context: Context, request: FastifyRequest): Promise<void> {
  const access = request.routeOptions.config.access ?? "signed in";
  if (access === "anyone") return;
  const { user } = sessionOf(request);
  if (typeof access === "string") return;
  const params = request.params as Record<string, string>;
  // An invalid id is answered with 404; PostgreSQL would refuse to compare it.
  const ids = Object.entries(params).filter(([name]) => name === "id" || name.endsWith("Id"));
  if (!ids.every(([, value]) => Id.safeParse(value).success) || user.organizations.length === 0) {
    throw notFound("resource");
  }
  const organizationId = (await access.organization(context.db, user, params))?.toLowerCase();
  const membership = user.organizations.find(({ id }) => id === organizationId);
  if (membership === undefined) throw notFound("resource");
  if (membership.needsSecondFactor) throw secondFactorRequired();
  if (!may(membership.role, access.permission)) throw forbidden();
  request.tenant = { organizationId: membership.id, role: membership.role };
}

/** The session of a route for signed-in users. Throws unauthorized. */
export function sessionOf(request: FastifyRequest): Session {
  if (request.session === null) throw unauthorized();
  return request.session;
}

const recentSignInMs = 5 * minuteMs;

/**
 * The session of a user who has signed in or confirmed their password within the last five minutes, so that a stolen
 * session can't add another way into the account. Throws reauthentication_required.
 */
export function provenSessionOf(request: FastifyRequest): Session {
  const session = sessionOf(request);
  if (Date.now() - session.authenticatedAt.getTime() <= recentSignInMs) return session;
  throw denied("reauthentication_required", "Confirm that it's you, then try again.");
}

/** The signed-in user. Throws unauthorized. */
export const userOf = (request: FastifyRequest): User => sessionOf(request).user;

/** The organization that a member's route was authorized for. */
export function tenantOf(request: FastifyRequest): Tenant {
  if (request.tenant === null) throw forbidden();
  return request.tenant;
}

/** The organization of a member's route, and the other ids in its path. */
export function keyOf<Params>(request: FastifyRequest<{ Params: Params }>) {
  return { ...(request.params as Params & object), organizationId: tenantOf(request).organizationId };
}

/** The key of a route (`keyOf`), with the member who sent the request. */
export function actorOf<Params>(request: FastifyRequest<{ Params: Params }>) {
  return { ...keyOf(request), userId: userOf(request).id };
}

/** The API key of the request. Throws invalid_api_key. */
export function apiKeyOf(request: FastifyRequest): KeyPrincipal {
  if (request.apiKey === null) throw invalidApiKey();
  return request.apiKey;
}

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses changes that a page of another site sends with this browser's cookie. Browsers state a request's origin in
 * Sec-Fetch-Site or Origin, which pages can't forge; programs send neither, and no one else's cookie.
 */
function refuseCrossOrigin(request: FastifyRequest, publicUrl: string): void {
  if (safeMethods.has(request.method) || isByKey(request) || !isFromElsewhere(request, publicUrl)) return;
  throw denied("cross_origin", "This request came from another site. Open Sizana and try again.");
}

/** Whether the request has an API key; its cookie is then ignored. */
function isByKey(request: FastifyRequest): boolean {
  return /^bearer /i.test(request.headers.authorization ?? "");
}

/** Whether a page of another site, or of a sibling subdomain, caused this request. */
export function isFromElsewhere(request: FastifyRequest, publicUrl: string): boolean {
  const site = request.headers["sec-fetch-site"];
  if (typeof site === "string") return site !== "same-origin" && site !== "none";
  const { origin } = request.headers;
  if (origin === undefined) return false;
  return origin !== new URL(publicUrl).origin && origin !== `${request.protocol}://${request.host}`;
}
