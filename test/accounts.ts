import { randomInt, randomUUID } from "node:crypto";
import type { LightMyRequestResponse } from "fastify";
import type { Role } from "../contract/common.ts";
import { User } from "../contract/identity.ts";
import { hashPassword } from "../server/auth/password.ts";
import { hashOfToken } from "../server/auth/tokens.ts";
import { once } from "../server/caching/once.ts";
import { withTenant } from "../server/database/database.ts";
import type { TestServer } from "./server.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** A user who signed up through the API. */
export interface Account {
  user: User;
  email: string;
  password: string;
  /** The first organization's; empty when the account has none. */
  organizationId: string;
  /** The Cookie header of the signed-in session. */
  cookie: string;
  /** Sends a request as this user's browser does. */
  request(
    method: Method,
    url: string,
    body?: object | { headers: Record<string, string>; payload: Buffer },
  ): Promise<LightMyRequestResponse>;
}

const password = "correct horse battery";
/** Computed once for all users of the tests, since hashing took half of the time of a sign-up. */
const passwordHash = once(() => hashPassword(password));

/**
 * Signs up a new user, with an organization of their own unless `organizationName` is null. Unless options require the
 * real sign-up, this confirms a pending one without an email, which is faster and keeps tests of mail undisturbed.
 */
export async function signUp(
  server: TestServer,
  options: { email?: string; organizationName?: string | null } = {},
): Promise<Account> {
  const { config, mail } = server.context;
  const email = options.email ?? `person-${randomUUID()}@example.org`;
  const organizationName = options.organizationName === undefined ? "Acme Retail" : options.organizationName;
  const details = organizationName === null ? {} : { organizationName };
  const isDefault = options.email === undefined && config.signUp === "open";
  const reply =
    mail.isSetUp || isDefault
      ? await finishSignUp(server, email, details)
      : await server.app.inject({
          method: "POST",
          url: "/api/auth/sign-up",
          headers: { origin: config.publicUrl },
          payload: { email, password, ...details },
        });
  if (reply.statusCode !== 201) throw new Error(`signing up failed: ${reply.statusCode} ${reply.body}`);
  return accountOf(server, { email, reply });
}

/** Makes a user a member of an organization. */
export async function addMember(
  server: TestServer,
  organizationId: string,
  { user, role }: { user: User; role: Role },
): Promise<void> {
  await withTenant(server.context.db, organizationId, (trx) =>
    trx
      .insertInto("memberships")
      .values({ organization_id: organizationId, user_id: user.id, role })
      .execute(),
  );
}

/** Signs up a user who is a member of this organization only. */
export async function signUpMember(
  server: TestServer,
  organizationId: string,
  { role, email }: { role: Role; email?: string },
): Promise<Account> {
  const account = await signUp(server, { organizationName: null, ...(email === undefined ? {} : { email }) });
  await addMember(server, organizationId, { user: account.user, role });
  return account;
}

/** Stores a pending sign-up and opens its link in the same browser. */
async function finishSignUp(
  server: TestServer,
  email: string,
  details: { organizationName?: string },
): Promise<LightMyRequestResponse> {
  const { config, db, mail } = server.context;
  const [token, browserToken] = [randomUUID(), randomUUID()];
  const row = {
    token_hash: hashOfToken(token),
    browser_hash: hashOfToken(browserToken),
    email,
    password_hash: await passwordHash(),
    details: JSON.stringify(details),
    expires_at: new Date(Date.now() + 600_000),
  };
  await db.insertInto("pending_sign_ups").values(row).execute();
  const reply = await server.app.inject({
    method: "POST",
    url: "/api/auth/sign-up/confirmations",
    headers: { origin: config.publicUrl, cookie: `sizana_sign_up=${browserToken}` },
    // Each from an IP address of its own, because sign-ups are limited per address.
    remoteAddress: `127.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
    payload: { token },
  });
  // Without mail, sign-up verifies no address.
  if (!mail.isSetUp)
    await db.updateTable("users").set({ email_verified_at: null }).where("email", "=", email).execute();
  return reply;
}

/** The Cookie header that a browser sends after this reply. */
export const cookiesOf = (reply: LightMyRequestResponse): string =>
  reply.cookies
    .filter(({ value }) => value !== "")
    .map(({ name, value }) => `${name}=${value}`)
    .join("; ");

function accountOf(
  server: TestServer,
  { email, reply }: { email: string; reply: LightMyRequestResponse },
): Account {
  const user = User.parse(reply.json());
  const cookie = cookiesOf(reply);
  const organizationId = user.organizations[0]?.id ?? "";
  const request: Account["request"] = (method, url, body) =>
    server.app.inject({
      method,
      url,
      ...(body === undefined ? {} : { payload: isRaw(body) ? body.payload : body }),
      headers: { cookie, origin: server.context.config.publicUrl, ...(isRaw(body) ? body.headers : {}) },
    });
  return { user, email, password, organizationId, cookie, request };
}

function isRaw(body: object | undefined): body is { headers: Record<string, string>; payload: Buffer } {
  return body !== undefined && "payload" in body && Buffer.isBuffer(body.payload);
}
