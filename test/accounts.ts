import { createHash, randomUUID } from "node:crypto";
import type { LightMyRequestResponse } from "fastify";
import type { Role } from "../contract/common.ts";
import { User } from "../contract/identity.ts";
import { hashPassword } from "../server/auth/password.ts";
import { withTenant } from "../server/database/database.ts";
import type { TestServer } from "./server.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Somebody who signed up through the front door. */
export interface Account {
  user: User;
  email: string;
  password: string;
  /** Of the first organization; empty when the account has none. */
  organizationId: string;
  /** The Cookie header of the signed-in session. */
  cookie: string;
  /** A request as this person's browser sends it. */
  request(
    method: Method,
    url: string,
    body?: object | { headers: Record<string, string>; payload: Buffer },
  ): Promise<LightMyRequestResponse>;
}

/** Signs up a new person, with an organization of their own unless `organizationName` is null. */
export async function signUp(
  server: TestServer,
  options: { email?: string; organizationName?: string | null } = {},
): Promise<Account> {
  const email = options.email ?? `person-${randomUUID()}@example.org`;
  const password = "correct horse battery";
  const organizationName = options.organizationName === undefined ? "Acme Retail" : options.organizationName;
  const form = { email, password, ...(organizationName === null ? {} : { organizationName }) };
  const url = "/api/auth/sign-up";
  const reply = server.context.mail.isSetUp
    ? await post(server, `${url}/confirmations`, { token: await pendingSignUp(server, form), password })
    : await post(server, url, form);
  if (reply.statusCode !== 201) throw new Error(`signing up failed: ${reply.statusCode} ${reply.body}`);
  return accountOf(server, { email, password, reply });
}

/** Makes a person a member of an organization. */
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

/** Signs up somebody who is in this organization and in no other. */
export async function signUpMember(
  server: TestServer,
  organizationId: string,
  { role, email }: { role: Role; email?: string },
): Promise<Account> {
  const account = await signUp(server, { organizationName: null, ...(email === undefined ? {} : { email }) });
  await addMember(server, organizationId, { user: account.user, role });
  return account;
}

const post = (server: TestServer, url: string, payload: object) =>
  server.app.inject({
    method: "POST",
    url,
    headers: { origin: server.context.config.publicUrl },
    payload,
  });

/** Where mail is set up: the token of a link that was never mailed, so that tests of mail see only theirs. */
async function pendingSignUp(
  server: TestServer,
  { email, password, ...details }: { email: string; password: string; organizationName?: string },
): Promise<string> {
  const token = randomUUID();
  const row = {
    token_hash: createHash("sha256").update(token).digest(),
    browser_hash: Buffer.alloc(32),
    email,
    password_hash: await hashPassword(password),
    details: JSON.stringify(details),
    expires_at: new Date(Date.now() + 60_000),
  };
  await server.context.db.insertInto("pending_sign_ups").values(row).execute();
  return token;
}

/** The Cookie header that a browser sends after this reply. */
export const cookiesOf = (reply: LightMyRequestResponse): string =>
  reply.cookies
    .filter(({ value }) => value !== "")
    .map(({ name, value }) => `${name}=${value}`)
    .join("; ");

function accountOf(
  server: TestServer,
  { email, password, reply }: { email: string; password: string; reply: LightMyRequestResponse },
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
