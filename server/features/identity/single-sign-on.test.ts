import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { signUp } from "../../../test/accounts.ts";
import { HttpBrowser } from "../../../test/http-browser.ts";
import { startOidcProvider, type TestOidcProvider } from "../../../test/oidc-provider.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import { readConfig } from "../../config.ts";

let provider: TestOidcProvider;
let server: TestServer;
let invitesOnly: TestServer;
/** The server's public address, which differs from the address that the test reaches it by. */
const publicUrl = "http://sizana.test:3000";
const callback = `${publicUrl}/api/auth/single-sign-on/callback`;

beforeAll(async () => {
  provider = await startOidcProvider(publicUrl);
  const { environment } = provider;
  server = await startTestServer({ environment, worker: false });
  invitesOnly = await startTestServer({ environment: { ...environment, SIGN_UP: "invite" }, worker: false });
});
afterAll(async () => {
  await server.close();
  await invitesOnly.close();
  await provider.close();
});

beforeEach(() => {
  provider.refuses = false;
});

const start = "/api/auth/single-sign-on";

describe("single sign-on", () => {
  test("creates an account once and finds it again, even with a new email address", async () => {
    provider.person = {
      sub: "thandi",
      email: "thandi@example.org",
      given_name: "Thandi",
      family_name: "Nkosi",
    };
    const browser = new HttpBrowser(server);
    expect(await browser.go(start)).toBe("/");
    expect(await browser.whoAmI()).toMatchObject({ email: "thandi@example.org", firstName: "Thandi" });
    expect(browser.cookie("sizana_single_sign_on")).toBeUndefined();
    provider.person = { sub: "thandi", email: "thandi.nkosi@example.org" };
    const another = new HttpBrowser(server);
    expect(await another.go(start)).toBe("/");
    expect((await another.whoAmI())?.email).toBe("thandi@example.org");
  });

  test("never opens someone else's account with the same address", async () => {
    const account = await signUp(server);
    provider.person = { sub: "somebody", email: account.email.toUpperCase() };
    const browser = new HttpBrowser(server);
    expect(await browser.go(start)).toBe("/sign-in?problem=email_taken");
    expect(await browser.whoAmI()).toBeNull();
  });

  test("signs in a user who has connected it while signed in", async () => {
    const account = await signUp(server);
    const stateOf = async () => (await account.request("GET", "/api/user/single-sign-on")).json();
    expect(await stateOf()).toMatchObject({ hasPassword: true, isConnected: false, connections: [] });
    provider.person = { sub: "lerato", email: "lerato@elsewhere.example" };
    const reply = await account.request("POST", "/api/user/single-sign-on");
    const { address } = reply.json<{ address: string }>();
    const journey = reply.cookies[0]?.value ?? "";
    const browser = new HttpBrowser(server, account.cookie);
    expect(await browser.connect(address, journey)).toBe("/settings?tab=profile");
    expect(await stateOf()).toMatchObject({ hasPassword: true, isConnected: true });
    const another = new HttpBrowser(server);
    await another.go(start);
    expect((await another.whoAmI())?.email).toBe(account.email);
  });

  test("is not connected to a second account, or to another user of the browser", async () => {
    const [first, second] = [await signUp(server), await signUp(server)];
    provider.person = { sub: "sipho", email: "sipho@elsewhere.example" };
    const journeyOf = async (account: typeof first) => {
      const reply = await account.request("POST", "/api/user/single-sign-on");
      return [reply.json<{ address: string }>().address, reply.cookies[0]?.value ?? ""] as const;
    };
    const stranger = new HttpBrowser(server, second.cookie);
    expect(await stranger.connect(...(await journeyOf(first)))).toBe("/sign-in?problem=refused");
    expect(await new HttpBrowser(server, first.cookie).connect(...(await journeyOf(first)))).toBe(
      "/settings?tab=profile",
    );
    expect(await new HttpBrowser(server, second.cookie).connect(...(await journeyOf(second)))).toBe(
      "/settings?tab=profile&problem=identity_taken",
    );
  });

  test("signs no one in if it is refused, forged or finished in another browser", async () => {
    provider.person = { sub: "refused", email: "refused@example.org" };
    provider.refuses = true;
    expect(await new HttpBrowser(server).go(start)).toBe("/sign-in?problem=refused");
    provider.refuses = false;
    const browser = new HttpBrowser(server);
    expect(await browser.go(`${callback}?code=guessed&state=guessed`)).toBe("/sign-in?problem=refused");
    expect(await browser.whoAmI()).toBeNull();
    // Begun in one browser and finished in another: a way to sign a person in to someone else's account.
    const address = await new HttpBrowser(server).stopBefore(start, callback);
    expect(await browser.go(address)).toBe("/sign-in?problem=refused");
    expect(await browser.whoAmI()).toBeNull();
  });

  test("creates no account without an email address", async () => {
    for (const email of [undefined, "no address", `${"x".repeat(300)}@example.org`]) {
      provider.person = { sub: `nameless ${email?.length}`, ...(email === undefined ? {} : { email }) };
      expect(await new HttpBrowser(server).go(start)).toBe("/sign-in?problem=email_missing");
    }
  });

  test("requires an invitation if sign-up is by invitation only", async () => {
    const owner = await signUp(invitesOnly, { organizationName: "Invited Ltd" });
    provider.person = { sub: "naledi", email: "naledi@example.org" };
    expect(await new HttpBrowser(invitesOnly).go(start)).toBe("/sign-in?problem=invitation_required");
    const wrong = `${start}?invitation=wrong`;
    expect(await new HttpBrowser(invitesOnly).go(wrong)).toBe(
      "/sign-in?problem=invitation_invalid&invitation=wrong",
    );
    const path = `/api/organizations/${owner.organizationId}/invitations`;
    const invited = await owner.request("POST", path, { email: "naledi@example.org" });
    const token = new URL(invited.json<{ link: string }>().link).searchParams.get("invitation") ?? "";
    const browser = new HttpBrowser(invitesOnly);
    expect(await browser.go(`${start}?invitation=${token}`)).toBe("/");
    expect((await browser.whoAmI())?.organizations).toMatchObject([{ name: "Invited Ltd" }]);
    // A user with an account confirms the invitation first.
    expect(await new HttpBrowser(invitesOnly).go(`${start}?invitation=another`)).toBe(
      "/sign-up?invitation=another",
    );
  });

  test("reports that the provider is unreachable", async () => {
    const nobody = "http://127.0.0.1:9";
    const environment = { OIDC_ISSUER_URL: nobody, OIDC_CLIENT_ID: "a", OIDC_CLIENT_SECRET: "b" };
    const alone = await startTestServer({
      environment: { ...environment, PUBLIC_URL: publicUrl },
      worker: false,
    });
    try {
      expect(await new HttpBrowser(alone).go(start)).toBe("/sign-in?problem=unreachable");
      const account = await signUp(alone);
      const reply = await account.request("POST", "/api/user/single-sign-on");
      expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([502, "unreachable"]);
    } finally {
      await alone.close();
    }
  });

  test("is configured completely or not at all", () => {
    expect(() => readConfig({ OIDC_CLIENT_ID: "sizana" })).toThrow(
      "OIDC_ISSUER_URL is required when other OIDC variables are set\n" +
        "OIDC_CLIENT_SECRET is required when other OIDC variables are set",
    );
  });

  test("is not offered without a provider", async () => {
    const plain = await startTestServer({ worker: false });
    try {
      const methods = async (of: TestServer) => (await of.app.inject({ url: "/api/auth/methods" })).json();
      expect(await methods(plain)).toMatchObject({ singleSignOn: false });
      expect(await methods(server)).toMatchObject({ singleSignOn: true });
      expect((await plain.app.inject({ url: start })).headers.location).toBe("/sign-in");
    } finally {
      await plain.close();
    }
  });
});
