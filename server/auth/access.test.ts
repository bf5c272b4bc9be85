import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Role } from "../../contract/common.ts";
import { type Account, addMember, signUp } from "../../test/accounts.ts";
import { addressOf, makeKey } from "../../test/route-addresses.ts";
import { startTestServer, type TestServer } from "../../test/server.ts";
import { withTenant } from "../database/database.ts";

const everyone: Role[] = ["owner", "admin", "agent", "viewer"];
const staff: Role[] = ["owner", "admin", "agent"];
const management: Role[] = ["owner", "admin"];

/** Who may call which route, repeated here on purpose. A route that is missing here fails the first test. */
const whoMay: Record<
  string,
  "anyone" | "signed in" | "staff somewhere" | "no one" | "signed address" | "Meta" | "API key" | Role[]
> = {
  "POST /api/auth/sign-up": "anyone",
  "POST /api/auth/sign-in": "anyone",
  "POST /api/auth/password-reset-requests": "anyone",
  "POST /api/auth/password-resets": "anyone",
  "POST /api/auth/sign-up/confirmations": "anyone",
  "POST /api/user/email-verification": "signed in",
  "POST /api/user/email-verification/confirmations": "signed in",
  "PUT /api/user/password": "signed in",
  "POST /api/user/reauthentication": "signed in",
  "POST /api/auth/second-factor": "anyone",
  "POST /api/auth/passkeys/options": "anyone",
  "POST /api/auth/passkeys": "anyone",
  "GET /api/user/second-factors": "signed in",
  "POST /api/user/recovery-codes": "signed in",
  "POST /api/user/totp": "signed in",
  "POST /api/user/totp/confirmations": "signed in",
  "DELETE /api/user/totp": "signed in",
  "POST /api/user/passkeys/options": "signed in",
  "POST /api/user/passkeys": "signed in",
  "DELETE /api/user/passkeys/:passkeyId": "signed in",
  "DELETE /api/user/sessions": "signed in",
  "GET /api/auth/methods": "anyone",
  "GET /api/auth/single-sign-on": "anyone",
  "GET /api/auth/single-sign-on/callback": "anyone",
  "GET /api/user/single-sign-on": "signed in",
  "POST /api/user/single-sign-on": "signed in",
  "DELETE /api/user/single-sign-on/:connectionId": "signed in",
  "GET /api/login": "anyone",
  "GET /api/logout": "anyone",
  "GET /api/auth/user": "signed in",
  "PUT /api/user/profile": "signed in",
  "DELETE /api/user": "signed in",
  "PUT /api/user/picture": "signed in",
  "DELETE /api/user/picture": "signed in",
  "GET /api/users/:userId/picture": "signed in",
  "POST /api/organizations": "signed in",
  "GET /api/organizations/creation": "signed in",
  "POST /api/invitations/lookup": "anyone",
  "POST /api/invitations/accept": "signed in",
  "GET /api/organizations/:organizationId/members": everyone,
  "PUT /api/organizations/:organizationId/members/:userId": management,
  "DELETE /api/organizations/:organizationId/members/:userId": management,
  "POST /api/organizations/:organizationId/leave": everyone,
  "PUT /api/organizations/:organizationId": ["owner"],
  "DELETE /api/organizations/:organizationId": ["owner"],
  "GET /api/organizations/:organizationId/retention": management,
  "PUT /api/organizations/:organizationId/retention": management,
  "GET /api/organizations/:organizationId/security": management,
  "PUT /api/organizations/:organizationId/security": ["owner"],
  "POST /api/organizations/:organizationId/invitations": management,
  "GET /api/organizations/:organizationId/invitations": management,
  "DELETE /api/organizations/:organizationId/invitations/:invitationId": management,
  "GET /api/organizations/:organizationId/documents": everyone,
  "POST /api/organizations/:organizationId/documents/upload": staff,
  "GET /api/documents/:id": everyone,
  "GET /api/documents/:id/versions": everyone,
  "GET /api/documents/:id/versions/:version/text": everyone,
  "POST /api/documents/:id/versions/:version/restore": staff,
  "GET /api/documents/:id/download": everyone,
  "DELETE /api/documents/:id": management,
  "POST /api/documents/:id/retry": staff,
  "PUT /api/documents/:id/complete": staff,
  "POST /api/objects/upload": "staff somewhere",
  "PUT /api/objects/:organizationId/uploads/:userId/:objectId": "signed address",
  "POST /api/objects/:organizationId/uploads/:userId/:objectId": "signed address",
  "GET /api/s3/params": "staff somewhere",
  "GET /api/s3/sts": "no one",
  "POST /api/s3/multipart": "staff somewhere",
  "GET /api/s3/multipart/:uploadId": staff,
  "GET /api/s3/multipart/:uploadId/:partNumber": staff,
  "POST /api/s3/multipart/:uploadId/complete": staff,
  "DELETE /api/s3/multipart/:uploadId": staff,
  "GET /api/documents/:id/pages/:page": everyone,
  "GET /api/documents/:id/pages/:page/image": everyone,
  "POST /api/organizations/:organizationId/chat/sessions": everyone,
  "GET /api/organizations/:organizationId/chat/sessions": everyone,
  "GET /api/chat/sessions/:id/messages": everyone,
  "POST /api/chat/sessions/:id/messages": everyone,
  "POST /api/chat/sessions/:id/stop": everyone,
  "DELETE /api/chat/sessions/:id": everyone,
  "GET /api/organizations/:organizationId/analytics": everyone,
  "GET /api/organizations/:organizationId/events": everyone,
  "GET /api/organizations/:organizationId/whatsapp": everyone,
  "POST /api/organizations/:organizationId/whatsapp": management,
  "PUT /api/organizations/:organizationId/whatsapp/:integrationId": management,
  "DELETE /api/organizations/:organizationId/whatsapp/:integrationId": management,
  "POST /api/organizations/:organizationId/whatsapp/:integrationId/test": management,
  "GET /api/organizations/:organizationId/tickets": everyone,
  "GET /api/organizations/:organizationId/tickets/summary": everyone,
  "POST /api/organizations/:organizationId/tickets": staff,
  "GET /api/tickets/:ticketId": everyone,
  "PUT /api/tickets/:ticketId": staff,
  "PUT /api/tickets/:ticketId/status": staff,
  "GET /api/tickets/:ticketId/messages": everyone,
  "POST /api/tickets/:ticketId/messages": staff,
  "DELETE /api/tickets/:ticketId": management,
  "GET /api/tickets/:ticketId/customer": management,
  "DELETE /api/tickets/:ticketId/customer": management,
  "POST /api/tickets/:ticketId/draft": staff,
  "POST /api/tickets/:ticketId/draft/send": staff,
  "POST /api/tickets/:ticketId/draft/discard": staff,
  "POST /api/chat/sessions/:id/hand-off": everyone,
  "GET /api/organizations/:organizationId/chat/suggestions": everyone,
  "POST /api/chat/sessions/:id/ask-assistant": everyone,
  "GET /api/organizations/:organizationId/feedback": everyone,
  "GET /api/organizations/:organizationId/feedback/summary": everyone,
  "POST /api/organizations/:organizationId/feedback/links": staff,
  "GET /api/chat/sessions/:id/ratings": everyone,
  "POST /api/chat/sessions/:id/messages/:messageId/rating": everyone,
  "GET /api/feedback/:token": "anyone",
  "POST /api/feedback/:token": "anyone",
  "GET /api/organizations/:organizationId/conversations": everyone,
  "GET /api/organizations/:organizationId/conversations/summary": everyone,
  "GET /api/conversations/:conversationId": everyone,
  "GET /api/conversations/:conversationId/messages": everyone,
  "GET /api/conversations/:conversationId/files/:fileId": everyone,
  "POST /api/conversations/:conversationId/messages": staff,
  "DELETE /api/conversations/:conversationId": management,
  "GET /api/conversations/:conversationId/customer": management,
  "DELETE /api/conversations/:conversationId/customer": management,
  "POST /api/conversations/:conversationId/take-over": staff,
  "POST /api/conversations/:conversationId/release": staff,
  "GET /api/whatsapp/webhook/:organizationId": "Meta",
  "POST /api/whatsapp/webhook/:organizationId": "Meta",
  "GET /api/organizations/:organizationId/api-keys": management,
  "POST /api/organizations/:organizationId/api-keys": management,
  "DELETE /api/api-keys/:id": management,
  "POST /api/webhook/chat": "API key",
  "GET /api/webhook/conversations/:conversationId": "API key",
  "OPTIONS /api/webhook/conversations/:conversationId": "anyone",
  "OPTIONS /api/webhook/chat": "anyone",
  "POST /api/webhook/feedback": "API key",
  "OPTIONS /api/webhook/feedback": "anyone",
  "POST /api/webhook/hand-off": "API key",
  "POST /api/webhook/ask-assistant": "API key",
  "OPTIONS /api/webhook/hand-off": "anyone",
  "OPTIONS /api/webhook/ask-assistant": "anyone",
  "GET /api/organizations/:organizationId/business-config": everyone,
  "POST /api/organizations/:organizationId/business-config": management,
  "PUT /api/organizations/:organizationId/business-config/:configurationId": management,
  "DELETE /api/organizations/:organizationId/business-config/:configurationId": management,
  "GET /api/organizations/:organizationId/business-config/greeting": everyone,
  "GET /api/organizations/:organizationId/model-usage": everyone,
  "GET /api/organizations/:organizationId/embeddings": everyone,
  "GET /api/organizations/:organizationId/calibrations": everyone,
  "PUT /api/organizations/:organizationId/model-usage/budget": management,
  "GET /api/organizations/:organizationId/analytics/report": everyone,
  "PUT /api/organizations/:organizationId/time-zone": ["owner"],
  "GET /api/organizations/:organizationId/curated-answers": everyone,
  "POST /api/organizations/:organizationId/curated-answers": staff,
  "PUT /api/organizations/:organizationId/curated-answers/:curatedAnswerId": staff,
  "DELETE /api/organizations/:organizationId/curated-answers/:curatedAnswerId": staff,
  "GET /api/organizations/:organizationId/unanswered-questions": everyone,
  "POST /api/organizations/:organizationId/unanswered-questions/dismiss": staff,
  "GET /api/organizations/:organizationId/golden-questions": everyone,
  "POST /api/organizations/:organizationId/golden-questions": staff,
  "PUT /api/organizations/:organizationId/golden-questions/:goldenQuestionId": staff,
  "DELETE /api/organizations/:organizationId/golden-questions/:goldenQuestionId": staff,
  "POST /api/organizations/:organizationId/golden-questions/ask": staff,
  "GET /api/organizations/:organizationId/version-checks": everyone,
  "POST /api/organizations/:organizationId/version-checks/:versionId/accept": staff,
  "GET /api/organizations/:organizationId/rehearsal": everyone,
  "PUT /api/organizations/:organizationId/rehearsal": management,
};

let server: TestServer;
let owner: Account;
let anyKey: string;
/** A user of each role, a stranger from another organization, and a former member. */
const callers = new Map<Role | "stranger" | "former", Account>();

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  owner = await signUp(server);
  anyKey = (await makeKey(owner, { internal: true, external: true })).key;
  callers.set("owner", owner);
  for (const role of ["admin", "agent", "viewer"] as const) {
    callers.set(role, await signUp(server, { organizationName: null }));
    await join(callers.get(role) as Account, role);
  }
  callers.set("stranger", await signUp(server));
  const former = await signUp(server);
  await join(former, "admin");
  await withTenant(server.context.db, owner.organizationId, (trx) =>
    trx.deleteFrom("memberships").where("user_id", "=", former.user.id).execute(),
  );
  callers.set("former", former);
});
afterAll(() => server.close());

const join = ({ user }: Account, role: Role): Promise<void> =>
  addMember(server, owner.organizationId, { user, role });

/** The address of a route, with ids of the owner's organization. */
const addressFor = (url: string, caller: Account): Promise<string> => {
  const roleOf = (one: Account) => everyone.find((role) => callers.get(role) === one);
  return addressOf(url, { server, owner, key: anyKey, roleOf }, caller);
};

async function statusFor(
  method: string,
  url: string,
  headers: { cookie?: string; authorization?: string },
): Promise<number> {
  const reply = await server.app.inject({
    method: method as "GET",
    url,
    headers,
    // An event stream never ends by itself.
    payloadAsStream: true,
  });
  reply.stream().destroy();
  return reply.statusCode;
}

/** Whether the caller had access, whatever the result of the empty request. */
const hasAccess = (status: number): boolean => ![401, 403, 404].includes(status) && status < 500;

test("every route declares who may call it, and is listed here", () => {
  const declared = server.app.declaredRoutes.filter(({ method }) => method !== "HEAD");
  const paths = declared.map(({ method, url }) => `${method} ${url}`);
  expect(paths.toSorted()).toEqual(Object.keys(whoMay).toSorted());
});

describe.each(Object.entries(whoMay))("%s", (route, who) => {
  const [method = "", url = ""] = route.split(" ");

  test(`is for ${String(who)}`, async () => {
    const anonymous = await statusFor(method, await addressFor(url, owner), {});
    if (who === "anyone") return expect(hasAccess(anonymous)).toBe(true);
    // Requests must be signed by Meta, which other tests cover.
    if (who === "Meta") return expect([401, 403]).toContain(anonymous);
    if (who === "signed address") return isForSignaturesOnly(method, url, anonymous);
    expect(anonymous).toBe(401);
    if (who === "API key") return isForKeysOnly(method, url);
    // An API key gives access to the public webhook only.
    const authorization = `Bearer ${anyKey}`;
    expect(await statusFor(method, await addressFor(url, owner), { authorization })).toBe(401);
    for (const [role, caller] of callers) {
      const status = await statusFor(method, await addressFor(url, caller), { cookie: caller.cookie });
      const expected = outcomeFor(who, role);
      // Restores the membership for the next route.
      if (route.endsWith("/leave") && status === 204) await join(caller, role as Role);
      expect([role, hasAccess(status) ? "let in" : status]).toEqual([role, expected]);
    }
    return undefined;
  });
});

/** For people outside the organization, nothing in it exists. */
const refusalOf = (role: string): number => (role === "stranger" || role === "former" ? 404 : 403);

function outcomeFor(who: string | string[], role: string): number | "let in" {
  if (who === "no one") return role === "viewer" ? 403 : 404;
  // Strangers and former members are staff of organizations of their own.
  if (who === "staff somewhere") return role === "viewer" ? 403 : "let in";
  return who === "signed in" || who.includes(role) ? "let in" : refusalOf(role);
}

/** A session gives no access: without a signature the request is invalid, with a wrong one it is refused. */
async function isForSignaturesOnly(method: string, url: string, anonymous: number): Promise<void> {
  expect(anonymous).toBe(400);
  const forged = `?expires=${2 ** 33}&maxBytes=1000&signature=${"0".repeat(64)}`;
  for (const caller of callers.values()) {
    const address = (await addressFor(url, caller)) + forged;
    expect(await statusFor(method, address, { cookie: caller.cookie })).toBe(403);
  }
}

async function isForKeysOnly(method: string, url: string): Promise<void> {
  for (const { cookie } of callers.values()) expect(await statusFor(method, url, { cookie })).toBe(401);
  for (const permissions of [
    { internal: true, external: true },
    { internal: true, external: false },
    { internal: false, external: true },
  ]) {
    const { id, key } = await makeKey(owner, permissions);
    const authorization = `Bearer ${key}`;
    expect([permissions, hasAccess(await statusFor(method, url, { authorization }))]).toEqual([
      permissions,
      true,
    ]);
    const past = await makeKey(owner, permissions);
    await withTenant(server.context.db, owner.organizationId, (trx) =>
      trx
        .updateTable("api_keys")
        .set({ expires_at: new Date(0) })
        .where("id", "=", past.id)
        .execute(),
    );
    expect(await statusFor(method, url, { authorization: `Bearer ${past.key}` })).toBe(401);
    await owner.request("DELETE", `/api/api-keys/${id}`);
    expect(await statusFor(method, url, { authorization })).toBe(401);
  }
}
