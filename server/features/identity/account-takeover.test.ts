import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cookiesOf, signUp, type Account } from "../../../test/accounts.ts";
import { HttpBrowser } from "../../../test/http-browser.ts";
import { startOidcProvider, type TestOidcProvider } from "../../../test/oidc-provider.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import { startSmtpServer, type TestSmtpServer } from "../../../test/smtp.ts";

let smtp: TestSmtpServer;
let provider: TestOidcProvider;
/** `server` sends mail, `silent` does not. */
let server: TestServer;
let silent: TestServer;
const publicUrl = "http://sizana.test:3000";
const signOn = "/api/auth/single-sign-on";

beforeAll(async () => {
  smtp = await startSmtpServer();
  provider = await startOidcProvider(publicUrl);
  const { environment } = provider;
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: "help@example.org" };
  server = await startTestServer({ environment: { ...environment, ...mail } });
  silent = await startTestServer({ environment, worker: false });
});
afterAll(async () => {
  await server.close();
  await silent.close();
  await provider.close();
  await smtp.close();
});

const post = (of: TestServer, url: string, payload: object, cookie = "") =>
  of.app.inject({ method: "POST", url, payload, headers: { cookie, origin: publicUrl } });
const mailedLink = async (address: string, subject: string): Promise<URL> => {
  const find = () => smtp.mails.findLast(({ to, source }) => to === address && source.includes(subject));
  await expect.poll(find).toBeDefined();
  return new URL(/https?:\S+/.exec(find()?.text ?? "")?.[0] ?? "");
};
const invite = async (owner: Account, email: string): Promise<string> => {
  const url = `/api/organizations/${owner.organizationId}/invitations`;
  const reply = await owner.request("POST", url, { email, role: "admin" });
  return new URL(reply.json<{ link: string }>().link).searchParams.get("invitation") ?? "";
};

/** Goes to the provider and back, like a browser. Returns the last path or, if refused, the error code. */
async function connect(of: TestServer, account: Account): Promise<string> {
  const reply = await account.request("POST", "/api/user/single-sign-on");
  if (reply.statusCode !== 200) return reply.json<{ code: string }>().code;
  const browser = new HttpBrowser(of, account.cookie);
  return browser.connect(reply.json<{ address: string }>().address, reply.cookies[0]?.value ?? "");
}

/** Signs in at the provider, and returns the email address of the signed-in user. */
async function enterByProvider(of: TestServer): Promise<string | undefined> {
  const browser = new HttpBrowser(of);
  await browser.go(signOn);
  return (await browser.whoAmI())?.email;
}

async function age(of: TestServer, account: Account, minutes: number): Promise<void> {
  await of.context.db
    .updateTable("sessions")
    .set({ authenticated_at: new Date(Date.now() - minutes * 60_000) })
    .where("user_id", "=", account.user.id)
    .execute();
}

describe("connecting single sign-on", () => {
  test("requires a recent sign-in or the password", async () => {
    const account = await signUp(silent);
    provider.person = { sub: "asked", email: "asked@elsewhere.example" };
    await age(silent, account, 6);
    expect(await connect(silent, account)).toBe("reauthentication_required");
    const confirm = (password: string) => account.request("POST", "/api/user/reauthentication", { password });
    expect((await confirm("not the password")).json()).toMatchObject({ code: "wrong_password" });
    expect(await connect(silent, account)).toBe("reauthentication_required");
    expect((await confirm(account.password)).statusCode).toBe(204);
    expect(await connect(silent, account)).toBe("/settings?tab=profile");
  });

  test("emails the account holder", async () => {
    const account = await signUp(server);
    provider.person = { sub: "told", email: "told@elsewhere.example" };
    expect(await connect(server, account)).toBe("/settings?tab=profile");
    const link = await mailedLink(account.email, "Single sign-on was connected");
    expect(link.pathname).toBe("/reset-password");
  });

  test("is listed and can be undone, which ends the sessions it opened", async () => {
    const account = await signUp(silent);
    const other = await signUp(silent);
    provider.person = { sub: "listed", email: "listed@elsewhere.example" };
    await connect(silent, account);
    const browser = new HttpBrowser(silent);
    await browser.go(signOn);
    const read = async () =>
      (await account.request("GET", "/api/user/single-sign-on")).json<{
        connections: { id: string; label: string }[];
      }>().connections;
    const [connection] = await read();
    expect(connection?.label).toBe("listed@elsewhere.example");
    const path = `/api/user/single-sign-on/${connection?.id}`;
    expect((await other.request("DELETE", path)).statusCode).toBe(404);
    expect((await account.request("DELETE", path)).statusCode).toBe(204);
    expect(await read()).toEqual([]);
    expect(await browser.whoAmI()).toBeNull();
    expect(await enterByProvider(silent)).not.toBe(account.email);
  });

  test("can't be undone without a password, and survives signing out elsewhere", async () => {
    provider.person = { sub: "only way", email: "only-way@example.org" };
    const browser = new HttpBrowser(silent);
    await browser.go(signOn);
    const cookie = `sizana_session=${browser.cookie("sizana_session")}`;
    const request = (method: "GET" | "DELETE", url: string) =>
      silent.app.inject({ method, url, headers: { cookie, origin: publicUrl } });
    const state = (await request("GET", "/api/user/single-sign-on")).json<{
      connections: { id: string }[];
    }>();
    const refused = await request("DELETE", `/api/user/single-sign-on/${state.connections[0]?.id}`);
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, "last_way_in"]);
    await request("DELETE", "/api/user/sessions?which=all");
    expect(await enterByProvider(silent)).toBe("only-way@example.org");
  });

  test.each(["all", "others"])("is undone by signing out of sessions: %s", async (which) => {
    const account = await signUp(silent);
    provider.person = { sub: `thief ${which}`, email: `thief-${which}@elsewhere.example` };
    await connect(silent, account);
    expect(await enterByProvider(silent)).toBe(account.email);
    await account.request("DELETE", `/api/user/sessions?which=${which}`);
    expect(await enterByProvider(silent)).not.toBe(account.email);
  });

  test("a password reset disconnects the single sign-on that a thief connected", async () => {
    const victim = await signUp(server);
    provider.person = { sub: "thief", email: "thief@elsewhere.example" };
    await connect(server, victim);
    await post(server, "/api/auth/password-reset-requests", { email: victim.email });
    const { hash } = await mailedLink(victim.email, "Set a new password");
    const reset = { token: hash.slice(1), newPassword: "a better battery" };
    expect((await post(server, "/api/auth/password-resets", reset)).statusCode).toBe(204);
    expect(await enterByProvider(server)).not.toBe(victim.email);
  });
});

describe("an address that a stranger signed up with first", () => {
  test("an address belongs to no one until the emailed link is opened", async () => {
    const email = "nomsa@corp.example";
    const stranger = await post(server, "/api/auth/sign-up", { email, password: "the stranger's own" });
    expect([stranger.statusCode, stranger.json()]).toEqual([202, { status: "confirm_email" }]);
    const signIn = () => post(server, "/api/auth/sign-in", { email, password: "the stranger's own" });
    expect((await signIn()).statusCode).toBe(401);
    // Nomsa opens a link that she did not request: her browser has to send the stranger's password.
    const token = (await mailedLink(email, "Finish signing up")).hash.slice(1);
    const confirm = (cookie: string, password?: string) =>
      post(server, "/api/auth/sign-up/confirmations", { token, password }, cookie);
    expect((await confirm("")).json()).toMatchObject({ code: "password_required" });
    expect((await confirm("", "her own guess")).json()).toMatchObject({ code: "wrong_password" });
    expect((await signIn()).statusCode).toBe(401);
    // She was invited by mail, and the link makes the account hers.
    const owner = await signUp(server, { organizationName: "Corp" });
    const copied = await invite(owner, email);
    const invitation = (await mailedLink(email, "Join Corp")).searchParams.get("invitation") ?? "";
    expect(invitation).not.toBe(copied);
    const joined = await post(server, "/api/auth/sign-up", { email, password: "Nomsa's own", invitation });
    expect(joined.statusCode).toBe(201);
    expect((await confirm(cookiesOf(stranger))).json()).toMatchObject({ code: "email_taken" });
    expect((await signIn()).statusCode).toBe(401);
  });

  test("an invitation link copied by the inviter does not verify an address", async () => {
    const owner = await signUp(server, { organizationName: "Copier" });
    const email = "copied@corp.example";
    const invitation = await invite(owner, email);
    const reply = await post(server, "/api/auth/sign-up", { email, password: "long enough", invitation });
    expect(reply.statusCode).toBe(202);
    const token = (await mailedLink(email, "Finish signing up")).hash.slice(1);
    const confirmed = await post(server, "/api/auth/sign-up/confirmations", {
      token,
      password: "long enough",
    });
    expect(confirmed.json<{ organizations: object[] }>().organizations).toMatchObject([{ name: "Copier" }]);
  });

  test("an unverified address joins nothing, and is lost on a password reset", async () => {
    const squatter = await signUp(server, { email: "squat@corp.example", organizationName: null });
    provider.person = { sub: "squatter", email: "squatter@elsewhere.example" };
    await connect(server, squatter);
    const { db } = server.context;
    await db
      .updateTable("users")
      .set({ email_verified_at: null })
      .where("id", "=", squatter.user.id)
      .execute();
    expect(await connect(server, squatter)).toBe("email_unverified");
    const owner = await signUp(server, { organizationName: "Corp" });
    const invitation = await invite(owner, squatter.email);
    const accepted = await squatter.request("POST", "/api/invitations/accept", { invitation });
    expect([accepted.statusCode, accepted.json<{ code: string }>().code]).toEqual([403, "email_unverified"]);
    await post(server, "/api/auth/password-reset-requests", { email: squatter.email });
    const token = (await mailedLink(squatter.email, "Set a new password")).hash.slice(1);
    await post(server, "/api/auth/password-resets", { token, newPassword: "the holder's own" });
    expect(await enterByProvider(server)).not.toBe(squatter.email);
    const holder = await post(server, "/api/auth/sign-in", {
      email: squatter.email,
      password: "the holder's own",
    });
    const joined = await post(server, "/api/invitations/accept", { invitation }, cookiesOf(holder));
    expect(joined.statusCode).toBe(200);
  });

  test("without mail is lost to the invited person, with its connections", async () => {
    const squatter = await signUp(silent, { email: "zanele@corp.example", organizationName: null });
    provider.person = { sub: "waits", email: "waits@elsewhere.example" };
    expect(await connect(silent, squatter)).toBe("/settings?tab=profile");
    const owner = await signUp(silent, { organizationName: "Corp" });
    const invitation = await invite(owner, squatter.email);
    const form = { email: squatter.email, password: "Zanele's own", invitation };
    const joined = await post(silent, "/api/auth/sign-up", form);
    expect(joined.json()).toMatchObject({ id: squatter.user.id, organizations: [{ name: "Corp" }] });
    expect((await squatter.request("GET", "/api/auth/user")).statusCode).toBe(401);
    expect(await enterByProvider(silent)).not.toBe(squatter.email);
    const { email, password } = squatter;
    expect((await post(silent, "/api/auth/sign-in", { email, password })).statusCode).toBe(401);
  });

  test("without mail stays with its holder once they belong to an organization", async () => {
    const holder = await signUp(silent);
    const attacker = await signUp(silent);
    const invitation = await invite(attacker, holder.email);
    const form = { email: holder.email, password: "the attacker's own", invitation };
    expect((await post(silent, "/api/auth/sign-up", form)).json()).toMatchObject({ code: "email_taken" });
    expect((await holder.request("GET", "/api/auth/user")).statusCode).toBe(200);
  });
});

describe("confirming the address later", () => {
  test("works once by the mailed link, for the signed-in user who requested it", async () => {
    const account = await signUp(server);
    const other = await signUp(server);
    const { db } = server.context;
    await db
      .updateTable("users")
      .set({ email_verified_at: null })
      .where("id", "=", account.user.id)
      .execute();
    const needs = async () =>
      (await account.request("GET", "/api/user/single-sign-on")).json<{ needsVerification: boolean }>()
        .needsVerification;
    expect(await needs()).toBe(true);
    expect((await account.request("POST", "/api/user/email-verification")).statusCode).toBe(204);
    const token = (await mailedLink(account.email, "Confirm your email")).hash.slice(1);
    const confirm = (by: Account) =>
      by.request("POST", "/api/user/email-verification/confirmations", { token });
    expect((await confirm(other)).json()).toMatchObject({ code: "link_invalid" });
    expect((await confirm(account)).statusCode).toBe(204);
    expect(await needs()).toBe(false);
    expect((await confirm(account)).json()).toMatchObject({ code: "link_invalid" });
  });
});

test("signing up doesn't reveal existing accounts when mail is set up", async () => {
  const { email } = await signUp(server);
  const known = await post(server, "/api/auth/sign-up", { email, password: "long enough" });
  const unknown = await post(server, "/api/auth/sign-up", {
    email: "unknown@example.org",
    password: "long enough",
  });
  expect([known.statusCode, known.json()]).toEqual([unknown.statusCode, unknown.json()]);
  expect(known.cookies.map(({ name }) => name)).toEqual(unknown.cookies.map(({ name }) => name));
  expect((await mailedLink(email, "You already have an account")).pathname).toBe("/sign-in");
  expect((await mailedLink("unknown@example.org", "Finish signing up")).pathname).toBe("/confirm-sign-up");
});
