import { randomUUID } from "node:crypto";
import type { LightMyRequestResponse } from "fastify";
import { User } from "../contract/identity.ts";
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
  const reply = await server.app.inject({
    method: "POST",
    url: "/api/auth/sign-up",
    headers: { origin: server.context.config.publicUrl },
    payload: { email, password, ...(organizationName === null ? {} : { organizationName }) },
  });
  if (reply.statusCode !== 201) throw new Error(`signing up failed: ${reply.statusCode} ${reply.body}`);
  const user = User.parse(reply.json());
  const cookie = reply.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
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
