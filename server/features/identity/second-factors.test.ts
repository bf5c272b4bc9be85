import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Role } from "../../../contract/common.ts";
import { type Account, addMember, cookiesOf, signUp } from "../../../test/accounts.ts";
import { HttpBrowser } from "../../../test/http-browser.ts";
import { startOidcProvider, type TestOidcProvider } from "../../../test/oidc-provider.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import { totpCode, totpStep } from "../../auth/second-factors/totp.ts";

let provider: TestOidcProvider;
let server: TestServer;
const publicUrl = "http://sizana.test:3000";
beforeAll(async () => {
  provider = await startOidcProvider(publicUrl);
  server = await startTestServer({ environment: provider.environment, worker: false });
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

const post = (url: string, payload: object, cookie = "", remoteAddress = "203.0.113.9") =>
  server.app.inject({ method: "POST", url, payload, remoteAddress, headers: { cookie, origin: publicUrl } });
const signIn = ({ email, password }: Account, address?: string) =>
  post("/api/auth/sign-in", { email, password }, "", address);

/** Decodes base32 like an authenticator app: RFC 4648, upper case, without padding. */
function fromBase32(text: string): Buffer {
  const bits = [...text].map((sign) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(sign).toString(2).padStart(5, "0"),
  );
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

interface App {
  codeIn(steps: number): string;
  recoveryCodes: string[];
}

/** Each time step works once: enrolling uses the current one, so tests continue with the next, which is accepted, too. */
async function addApp(account: Account): Promise<App> {
  const reply = await account.request("POST", "/api/user/totp");
  const { secret, address } = reply.json<{ secret: string; address: string }>();
  expect(new URL(address).searchParams.get("secret")).toBe(secret);
  const key = fromBase32(secret);
  const codeIn = (steps: number): string => totpCode(key, totpStep(Date.now()) + steps);
  const confirmed = await account.request("POST", "/api/user/totp/confirmations", { code: codeIn(0) });
  expect(confirmed.statusCode).toBe(200);
  return { codeIn, recoveryCodes: confirmed.json<{ recoveryCodes: string[] }>().recoveryCodes };
}

test("codes match RFC 6238", () => {
  const secret = Buffer.from("12345678901234567890");
  expect(totpCode(secret, totpStep(59_000))).toBe("287082");
  expect(totpCode(secret, totpStep(1_111_111_109_000))).toBe("081804");
  expect(totpCode(secret, totpStep(20_000_000_000_000))).toBe("353130");
});

describe("an authenticator app", () => {
  test("is required after the password, and accepts each code once", async () => {
    const account = await signUp(server);
    const app = await addApp(account);
    const asked = await signIn(account);
    expect(asked.json()).toEqual({ status: "second_factor", methods: ["totp", "recovery_code"] });
    const cookie = cookiesOf(asked);
    const whoAmI = (by: string) => server.app.inject({ url: "/api/auth/user", headers: { cookie: by } });
    expect((await whoAmI(cookie)).statusCode).toBe(401);
    const enter = (code: string, by = cookie) => post("/api/auth/second-factor", { code }, by);
    expect((await enter("000000")).json()).toMatchObject({ code: "wrong_code" });
    expect((await enter(app.codeIn(-1))).json()).toMatchObject({ code: "wrong_code" });
    expect((await enter(app.codeIn(1), "")).statusCode).toBe(401);
    const code = app.codeIn(1);
    const entered = await enter(code);
    expect(entered.json()).toMatchObject({ email: account.email });
    expect((await whoAmI(cookiesOf(entered))).statusCode).toBe(200);
    expect((await enter(code)).json()).toMatchObject({ code: "wrong_code" });
  });

  test("takes effect when its first code is confirmed, and ends other sessions", async () => {
    const account = await signUp(server);
    const other = cookiesOf(await signIn(account));
    await account.request("POST", "/api/user/totp");
    const wrong = await account.request("POST", "/api/user/totp/confirmations", { code: "000000" });
    expect(wrong.json()).toMatchObject({ code: "wrong_code" });
    expect((await signIn(account)).statusCode).toBe(200);
    await addApp(account);
    const who = await server.app.inject({ url: "/api/auth/user", headers: { cookie: other } });
    expect(who.statusCode).toBe(401);
    expect((await account.request("GET", "/api/auth/user")).statusCode).toBe(200);
    expect((await account.request("POST", "/api/user/totp")).json()).toMatchObject({ code: "totp_exists" });
  });

  test("is stored encrypted, and changed only after confirming one's identity", async () => {
    const account = await signUp(server);
    await addApp(account);
    const { db } = server.context;
    const row = await db
      .selectFrom("totp_secrets")
      .select("secret")
      .where("user_id", "=", account.user.id)
      .executeTakeFirstOrThrow();
    expect(row.secret.length).toBeGreaterThan(28 + 20);
    const old = { authenticated_at: new Date(0) };
    await db.updateTable("sessions").set(old).where("user_id", "=", account.user.id).execute();
    for (const [method, url] of [
      ["POST", "/api/user/totp"],
      ["DELETE", "/api/user/totp"],
      ["POST", "/api/user/passkeys/options"],
      ["POST", "/api/user/recovery-codes"],
    ] as const) {
      expect((await account.request(method, url)).json()).toMatchObject({
        code: "reauthentication_required",
      });
    }
    await account.request("POST", "/api/user/reauthentication", { password: account.password });
    expect((await account.request("DELETE", "/api/user/totp")).statusCode).toBe(204);
    expect((await signIn(account)).statusCode).toBe(200);
  });

  test("survives a password change, and its codes can't be guessed", async () => {
    const account = await signUp(server);
    const app = await addApp(account);
    const change = { currentPassword: account.password, newPassword: "a better battery" };
    await account.request("PUT", "/api/user/password", change);
    const asked = await signIn({ ...account, password: "a better battery" });
    expect(asked.statusCode).toBe(202);
    const guess = (code: string, address?: string) =>
      post("/api/auth/second-factor", { code }, cookiesOf(asked), address);
    const guesses = Array.from({ length: 12 }, (_, i) => guess(String(100_000 + i), "198.51.100.77"));
    const codes = (await Promise.all(guesses)).map(({ statusCode }) => statusCode);
    expect(codes.filter((code) => code === 429)).toHaveLength(2);
    // The guesser is blocked, not the owner.
    expect((await guess(app.codeIn(1), "198.51.100.78")).statusCode).toBe(200);
  });
});

describe("recovery codes", () => {
  const enterAs = async (account: Account, code: string) =>
    (await post("/api/auth/second-factor", { code }, cookiesOf(await signIn(account)))).statusCode;
  const codesLeft = async (account: Account) =>
    (await account.request("GET", "/api/user/second-factors")).json<{ recoveryCodesLeft: number }>()
      .recoveryCodesLeft;

  test("a recovery code works once", async () => {
    const account = await signUp(server);
    const { recoveryCodes } = await addApp(account);
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first = ""] = recoveryCodes;
    expect(await enterAs(account, first.toUpperCase().replace("-", " "))).toBe(200);
    expect(await enterAs(account, first)).toBe(403);
    expect(await codesLeft(account)).toBe(9);
  });

  test("new recovery codes replace the previous ones", async () => {
    const account = await signUp(server);
    const [previous = ""] = (await addApp(account)).recoveryCodes;
    const renewed = await account.request("POST", "/api/user/recovery-codes");
    const [code = ""] = renewed.json<{ recoveryCodes: string[] }>().recoveryCodes;
    expect(await enterAs(account, previous)).toBe(403);
    expect(await enterAs(account, code)).toBe(200);
  });

  test("recovery codes are deleted with the last second factor", async () => {
    const account = await signUp(server);
    await addApp(account);
    await account.request("DELETE", "/api/user/totp");
    expect(await codesLeft(account)).toBe(0);
    expect((await account.request("POST", "/api/user/recovery-codes")).json()).toMatchObject({
      code: "no_second_factor",
    });
  });
});

describe("an organization that requires a second factor", () => {
  async function organizationWith(role: Role): Promise<{ owner: Account; member: Account; home: string }> {
    const owner = await signUp(server);
    const member = await signUp(server);
    await addMember(server, owner.organizationId, { user: member.user, role });
    return { owner, member, home: `/api/organizations/${owner.organizationId}` };
  }
  const ask = (by: Account, home: string, requireSecondFactor = true) =>
    by.request("PUT", `${home}/security`, { requireSecondFactor });

  test("requiring a second factor blocks members without one, and no one else", async () => {
    const { owner, member, home } = await organizationWith("admin");
    expect((await ask(owner, home)).json()).toMatchObject({ code: "no_second_factor" });
    expect((await ask(member, home)).statusCode).toBe(403);
    await addApp(owner);
    expect((await ask(owner, home)).json()).toEqual({ requireSecondFactor: true, membersWithout: 1 });
    const session = await owner.request("POST", `${home}/chat/sessions`, {});
    const { id } = session.json<{ id: string }>();
    const { organizationId } = owner;
    const shut: ["GET" | "POST", string, object?][] = [
      ["GET", `${home}/documents`],
      ["GET", `${home}/members`],
      ["GET", `${home}/events`],
      ["POST", `${home}/api-keys`, { name: "a key", permissions: { internal: true, external: true } }],
      ["POST", "/api/objects/upload", { organizationId }],
      ["POST", "/api/s3/multipart", { metadata: { organizationId } }],
      ["POST", `${home}/leave`],
    ];
    for (const [method, url, body] of shut) {
      const reply = await member.request(method, url, body);
      expect([url, reply.statusCode, reply.json<{ code: string }>().code]).toEqual([
        url,
        403,
        "second_factor_required",
      ]);
    }
    expect((await member.request("GET", `/api/chat/sessions/${id}/messages`)).statusCode).toBe(404);
    const user = (await member.request("GET", "/api/auth/user")).json<Account["user"]>();
    expect(user.organizations).toEqual([
      { id: member.organizationId, name: "Acme Retail", role: "owner" },
      { id: organizationId, name: "Acme Retail", role: "admin", needsSecondFactor: true },
    ]);
    // Their own organization does not require one.
    const own = await member.request("GET", `/api/organizations/${member.organizationId}/documents`);
    expect(own.statusCode).toBe(200);
    expect((await owner.request("GET", `${home}/documents`)).statusCode).toBe(200);
    await addApp(member);
    expect((await member.request("GET", `${home}/documents`)).statusCode).toBe(200);
    expect((await owner.request("GET", `${home}/security`)).json()).toMatchObject({ membersWithout: 0 });
    await member.request("DELETE", "/api/user/totp");
    expect((await member.request("GET", `${home}/documents`)).statusCode).toBe(403);
    expect((await ask(owner, home, false)).statusCode).toBe(200);
    expect((await member.request("GET", `${home}/documents`)).statusCode).toBe(200);
  });

  test("accepts single sign-on as one", async () => {
    const { owner, member, home } = await organizationWith("agent");
    await addApp(owner);
    await ask(owner, home);
    provider.person = { sub: `sso-${member.user.id}`, email: member.email };
    const begun = await member.request("POST", "/api/user/single-sign-on");
    const connecting = new HttpBrowser(server, member.cookie);
    await connecting.connect(begun.json<{ address: string }>().address, begun.cookies[0]?.value ?? "");
    expect((await member.request("GET", `${home}/documents`)).statusCode).toBe(403);
    const browser = new HttpBrowser(server);
    await browser.go("/api/auth/single-sign-on");
    const cookie = `sizana_session=${browser.cookie("sizana_session")}`;
    const reply = await server.app.inject({ url: `${home}/documents`, headers: { cookie } });
    expect(reply.statusCode).toBe(200);
  });
});

test("a forged passkey is refused, with or without a challenge", async () => {
  const account = await signUp(server);
  const made = "AAAA";
  const response = {
    id: made,
    rawId: made,
    type: "public-key",
    response: { clientDataJSON: made, authenticatorData: made, signature: made },
    clientExtensionResults: {},
  };
  expect((await post("/api/auth/passkeys", { response })).json()).toMatchObject({ code: "passkey_expired" });
  const options = await post("/api/auth/passkeys/options", {});
  const used = await post("/api/auth/passkeys", { response }, cookiesOf(options));
  expect(used.json()).toMatchObject({ code: "passkey_invalid" });
  const begun = await account.request("POST", "/api/user/passkeys/options");
  const created = await server.app.inject({
    method: "POST",
    url: "/api/user/passkeys",
    headers: { cookie: `${account.cookie}; ${cookiesOf(begun)}`, origin: publicUrl },
    payload: {
      name: "Made up",
      response: { ...response, response: { clientDataJSON: made, attestationObject: made } },
    },
  });
  expect(created.json()).toMatchObject({ code: "passkey_invalid" });
});
