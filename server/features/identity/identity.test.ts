import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dayMs } from "../../../contract/limits.ts";
import { cookiesOf, signUp } from "../../../test/accounts.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import { countAttempt, signInLimits } from "../../auth/attempt-limits.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
afterAll(() => server.close());

const signIn = (email: string, password: string, address = "203.0.113.7") =>
  server.app.inject({
    method: "POST",
    url: "/api/auth/sign-in",
    remoteAddress: address,
    payload: { email, password },
  });

describe("signing up", () => {
  test("creates a user who owns the organization", async () => {
    const account = await signUp(server, { organizationName: "Sizana 🛒 Stores" });
    expect(account.user.organizations).toEqual([
      { id: expect.any(String), name: "Sizana 🛒 Stores", role: "owner" },
    ]);
    const reply = await account.request("GET", "/api/auth/user");
    expect(reply.json()).toEqual(account.user);
  });

  test("without an organization creates a user who belongs to none", async () => {
    const account = await signUp(server, { organizationName: null });
    expect(account.user.organizations).toEqual([]);
  });

  test("refuses an email address that is taken, regardless of case", async () => {
    const { email } = await signUp(server);
    const payload = { email: email.toUpperCase(), password: "another password" };
    const reply = await server.app.inject({ method: "POST", url: "/api/auth/sign-up", payload });
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toMatchObject({ code: "email_taken" });
  });

  test("leaves nothing behind when it fails halfway", async () => {
    const payload = { email: "half@example.org", password: "long enough", invitation: "never-given" };
    const reply = await server.app.inject({ method: "POST", url: "/api/auth/sign-up", payload });
    expect(reply.json()).toMatchObject({ code: "invitation_invalid" });
    expect((await signIn("half@example.org", "long enough")).statusCode).toBe(401);
  });

  test.each([
    { email: "no-address", password: "long enough" },
    { email: "a@example.org", password: "short" },
    { email: "a@example.org", password: "12345678" },
    { email: "a@example.org", password: "Password" },
    { email: "a@example.org", password: "iloveyou1" },
    { email: "a@example.org", password: "xxxxxxxxxxxx" },
    { email: "thandi.nkosi@example.org", password: "Thandi.Nkosi@example.org" },
    { email: "thandi.nkosi@example.org", password: "thandi.nkosi" },
    { email: "a@example.org", password: "long enough", organizationName: "  " },
    { email: "a@example.org", password: "long enough", organizationName: "nul\u0000byte" },
    { email: "a@example.org", password: "long enough", firstName: "half a pair \ud800" },
  ])("refuses %j", async (payload) => {
    const reply = await server.app.inject({ method: "POST", url: "/api/auth/sign-up", payload });
    expect(reply.statusCode).toBe(400);
    const { code } = reply.json<{ code: string }>();
    expect(["invalid_request", "weak_password"]).toContain(code);
  });

  test("hides the cookie from scripts, and stores no token", async () => {
    const payload = { email: "cookie@example.org", password: "long enough" };
    const reply = await server.app.inject({ method: "POST", url: "/api/auth/sign-up", payload });
    const [cookie] = reply.cookies;
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
    const rows = await server.context.db.selectFrom("sessions").select("token_hash").execute();
    expect(rows.every((row) => row.token_hash.length === 32)).toBe(true);
    expect(rows.some((row) => row.token_hash.equals(Buffer.from(cookie?.value ?? "")))).toBe(false);
  });
});

describe("signing in", () => {
  test("opens a session, and signing out ends it", async () => {
    const { email, password } = await signUp(server);
    const reply = await signIn(email, password);
    expect(reply.statusCode).toBe(200);
    const cookie = reply.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const whoAmI = () => server.app.inject({ url: "/api/auth/user", headers: { cookie } });
    expect((await whoAmI()).statusCode).toBe(200);
    const out = await server.app.inject({ url: "/api/logout", headers: { cookie } });
    expect([out.statusCode, out.headers.location]).toEqual([302, "/"]);
    expect((await whoAmI()).statusCode).toBe(401);
  });

  test("can't be undone by a link on another site", async () => {
    const account = await signUp(server);
    const headers = { cookie: account.cookie, "sec-fetch-site": "cross-site" };
    await server.app.inject({ url: "/api/logout", headers });
    expect((await account.request("GET", "/api/auth/user")).statusCode).toBe(200);
  });

  test("replies to an unknown address as to a wrong password", async () => {
    const { email } = await signUp(server);
    const wrong = await signIn(email, "wrong password");
    const unknown = await signIn("nobody@example.org", "wrong password");
    expect(wrong.statusCode).toBe(401);
    expect(unknown.json()).toEqual(wrong.json());
  });

  test("blocks a network after ten guesses, even simultaneous ones, but no other", async () => {
    const { email, password } = await signUp(server);
    const guesses = Array.from({ length: 15 }, (_, i) => signIn(email, `guess ${i}`, "198.51.100.1"));
    const codes = (await Promise.all(guesses)).map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(codes).toEqual([...Array<number>(10).fill(401), ...Array<number>(5).fill(429)]);
    const reply = await signIn(email, password, "198.51.100.1");
    expect(reply.statusCode).toBe(429);
    expect(Number(reply.headers["retry-after"])).toBeGreaterThan(600);
    expect((await signIn(email, password, "198.51.100.2")).statusCode).toBe(200);
  });

  test("after guesses from many networks works only in the owner's known browsers", async () => {
    const { email, password } = await signUp(server);
    const known = cookiesOf(await signIn(email, password, "203.0.113.50"));
    const stranger = cookiesOf(await signIn((await signUp(server)).email, password, "203.0.113.51"));
    const { db, secretKeys } = server.context;
    const guess = (i: number) =>
      countAttempt(db, secretKeys, signInLimits({ email, address: `10.9.${i}.1`, knownBrowser: null }));
    for (let i = 0; i < 100; i += 1) await guess(i);
    const attempt = (cookie: string, given: string) =>
      server.app.inject({
        method: "POST",
        url: "/api/auth/sign-in",
        remoteAddress: "203.0.113.52",
        headers: { cookie },
        payload: { email, password: given },
      });
    expect((await attempt("", password)).statusCode).toBe(429);
    expect((await attempt(stranger, password)).statusCode).toBe(429);
    expect((await attempt(known, password)).statusCode).toBe(200);
    // A known browser may guess no more often than others.
    for (let i = 0; i < 10; i += 1) expect((await attempt(known, `guess ${i}`)).statusCode).toBe(401);
    expect((await attempt(known, password)).statusCode).toBe(429);
  });

  test("allows changing the password despite wrong guesses of others", async () => {
    const account = await signUp(server);
    for (let i = 0; i < 11; i += 1) await signIn(account.email, `guess ${i}`, "198.51.100.3");
    const change = { currentPassword: account.password, newPassword: "a better battery" };
    expect((await account.request("PUT", "/api/user/password", change)).statusCode).toBe(204);
  });

  test("doesn't count correct passwords as attempts", async () => {
    const { email, password } = await signUp(server);
    for (let time = 0; time < 12; time += 1) expect((await signIn(email, password)).statusCode).toBe(200);
  });

  test("accepts a password hashed with older parameters, and rehashes it", async () => {
    const { email, user } = await signUp(server);
    // "old password" with 8 MiB and one pass.
    const { argon2Sync } = await import("node:crypto");
    const nonce = Buffer.alloc(16, 7);
    const tag = argon2Sync("argon2id", {
      message: "old password",
      nonce,
      parallelism: 1,
      tagLength: 32,
      memory: 8192,
      passes: 1,
    });
    const encode = (bytes: Buffer): string => bytes.toString("base64").replace(/=+$/, "");
    const old = `$argon2id$v=19$m=8192,t=1,p=1$${encode(nonce)}$${encode(tag)}`;
    const { db } = server.context;
    await db.updateTable("users").set({ password_hash: old }).where("id", "=", user.id).execute();
    expect((await signIn(email, "old password")).statusCode).toBe(200);
    const row = await db
      .selectFrom("users")
      .select("password_hash")
      .where("id", "=", user.id)
      .executeTakeFirst();
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await signIn(email, "old password")).statusCode).toBe(200);
  });
});

describe("sessions", () => {
  test("end when they expire, and are extended by use", async () => {
    const account = await signUp(server);
    const setExpiry = async (expiresAt: Date): Promise<void> => {
      const update = server.context.db.updateTable("sessions").set({ expires_at: expiresAt });
      await update.where("user_id", "=", account.user.id).execute();
    };
    await setExpiry(new Date(Date.now() + 60_000));
    const reply = await account.request("GET", "/api/auth/user");
    expect(reply.cookies[0]?.maxAge).toBe(30 * 86_400);
    await setExpiry(new Date(Date.now() - 1000));
    expect((await account.request("GET", "/api/auth/user")).statusCode).toBe(401);
  });

  test("end 90 days after they began, however often they are used", async () => {
    const account = await signUp(server);
    const begin = (daysAgo: number) =>
      server.context.db
        .updateTable("sessions")
        .set({
          created_at: new Date(Date.now() - daysAgo * dayMs),
          expires_at: new Date(Date.now() + 60_000),
        })
        .where("user_id", "=", account.user.id)
        .execute();
    await begin(80);
    const reply = await account.request("GET", "/api/auth/user");
    expect(reply.cookies[0]?.maxAge).toBeGreaterThan(9.9 * 86_400);
    expect(reply.cookies[0]?.maxAge).toBeLessThanOrEqual(10 * 86_400);
    await begin(91);
    expect((await account.request("GET", "/api/auth/user")).statusCode).toBe(401);
  });

  test.each([
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "https://evil.example" },
    { origin: "null" },
  ])("refuse a change from another site: %j", async (headers) => {
    const account = await signUp(server);
    const reply = await server.app.inject({
      method: "PUT",
      url: "/api/user/profile",
      headers: { cookie: account.cookie, ...headers },
      payload: { firstName: "Mallory" },
    });
    expect(reply.statusCode).toBe(403);
    expect(reply.json()).toMatchObject({ code: "cross_origin" });
  });

  test("ignores the session in a request with an API key", async () => {
    const account = await signUp(server);
    const headers = { cookie: account.cookie, authorization: "Bearer siz_something" };
    const reply = await server.app.inject({ url: "/api/auth/user", headers });
    expect(reply.statusCode).toBe(401);
  });
});

test("sets a cookie for https and this host only when served over https", async () => {
  const secure = await startTestServer({
    worker: false,
    environment: { PUBLIC_URL: "https://help.example.org" },
  });
  try {
    const payload = { email: "a@example.org", password: "long enough" };
    const headers = { origin: "https://help.example.org" };
    const reply = await secure.app.inject({ method: "POST", url: "/api/auth/sign-up", headers, payload });
    expect(reply.cookies[0]).toMatchObject({
      name: "__Host-sizana_session",
      secure: true,
      httpOnly: true,
      path: "/",
    });
    expect(reply.headers["strict-transport-security"]).toContain("max-age=");
  } finally {
    await secure.close();
  }
});

describe("the profile", () => {
  test("replaces the profile as a whole", async () => {
    const account = await signUp(server);
    const full = { firstName: "Nomsa", lastName: "Dlamini", dateOfBirth: "1990-02-28" };
    const first = await account.request("PUT", "/api/user/profile", full);
    expect(first.json()).toMatchObject(full);
    const second = await account.request("PUT", "/api/user/profile", { lastName: "Khumalo" });
    expect(second.json()).toMatchObject({ firstName: null, lastName: "Khumalo", dateOfBirth: null });
  });

  test.each([{ dateOfBirth: "2999-01-01" }, { dateOfBirth: "1990-02-30" }, { firstName: "x".repeat(101) }])(
    "refuses %j",
    async (profile) => {
      const account = await signUp(server);
      expect((await account.request("PUT", "/api/user/profile", profile)).statusCode).toBe(400);
    },
  );
});
