import { afterAll, beforeAll, expect, test } from "vitest";
import { signUp, type Account } from "../../../test/accounts.ts";
import { runCommand } from "../../../test/product-account.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import { startSmtpServer, type TestSmtpServer } from "../../../test/smtp.ts";

let smtp: TestSmtpServer;
let server: TestServer;
beforeAll(async () => {
  smtp = await startSmtpServer();
  server = await startTestServer({ environment: { SMTP_URL: smtp.url, MAIL_FROM: "help@example.org" } });
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

const post = (url: string, payload: object) => server.app.inject({ method: "POST", url, payload });
const signIn = ({ email }: Account, password: string) => post("/api/auth/sign-in", { email, password });
const whoAmI = async (cookie: string) =>
  (await server.app.inject({ url: "/api/auth/user", headers: { cookie } })).statusCode;
const cookieOf = (reply: Awaited<ReturnType<typeof post>>) =>
  reply.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");

test("changing the password requires the current one and ends other sessions", async () => {
  const account = await signUp(server);
  const other = cookieOf(await signIn(account, account.password));
  const events = `${server.url}/api/organizations/${account.organizationId}/events`;
  const line = await fetch(events, { headers: { cookie: other } });
  const change = (currentPassword: string, newPassword: string) =>
    account.request("PUT", "/api/user/password", { currentPassword, newPassword });
  const refused = await change("not my password", "another password");
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([403, "wrong_password"]);
  expect((await change(account.password, "short")).statusCode).toBe(400);
  expect((await change(account.password, "another password")).statusCode).toBe(204);
  expect([await whoAmI(account.cookie), await whoAmI(other)]).toEqual([200, 401]);
  // The stream ends by itself; otherwise this would wait forever.
  expect(await line.text()).toContain("member.updated");
  expect((await signIn(account, account.password)).statusCode).toBe(401);
  expect((await signIn(account, "another password")).statusCode).toBe(200);
});

test("limits guesses of the current password in an open session", async () => {
  const account = await signUp(server);
  const guesses = Array.from({ length: 12 }, () =>
    account.request("PUT", "/api/user/password", { currentPassword: "guess", newPassword: "long enough" }),
  );
  const codes = (await Promise.all(guesses)).map(({ statusCode }) => statusCode);
  expect(codes.filter((code) => code === 429)).toHaveLength(2);
});

test("signs out of all other sessions, and of all sessions", async () => {
  const account = await signUp(server);
  const other = cookieOf(await signIn(account, account.password));
  expect((await account.request("DELETE", "/api/user/sessions?which=others")).statusCode).toBe(204);
  expect([await whoAmI(account.cookie), await whoAmI(other)]).toEqual([200, 401]);
  await account.request("DELETE", "/api/user/sessions?which=all");
  expect(await whoAmI(account.cookie)).toBe(401);
});

test("a mailed link works once, ends all sessions, and is replaced by a newer one", async () => {
  const account = await signUp(server);
  const ask = () => post("/api/auth/password-reset-requests", { email: account.email.toUpperCase() });
  expect((await ask()).statusCode).toBe(204);
  const first = await tokenFor(account);
  expect((await ask()).statusCode).toBe(204);
  await expect.poll(() => tokenFor(account)).not.toBe(first);
  const token = await tokenFor(account);
  const reset = (given: string) =>
    post("/api/auth/password-resets", { token: given, newPassword: "a new password" });
  expect((await reset(first)).json()).toMatchObject({ code: "reset_invalid" });
  const replies = await Promise.all([reset(token), reset(token)]);
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 403]);
  expect(await whoAmI(account.cookie)).toBe(401);
  expect((await signIn(account, "a new password")).statusCode).toBe(200);
});

test("an operator's command prints a link while the server runs", async () => {
  const account = await signUp(server);
  const environment = { DATABASE_URL: server.databaseUrl, PUBLIC_URL: "https://support.example.org" };
  const { code, output } = await runCommand("reset-password", [account.email.toUpperCase()], environment);
  const [, token] = /^https:\/\/support\.example\.org\/reset-password#(\S+)\n$/.exec(output) ?? [];
  expect(code).toBe(0);
  expect((await post("/api/auth/password-resets", { token, newPassword: "a new password" })).statusCode).toBe(
    204,
  );
  expect(await runCommand("reset-password", ["nobody@example.org"], environment)).toEqual({
    code: 1,
    output: "There is no account with this address.\n",
  });
});

test("a link expires", async () => {
  const account = await signUp(server);
  await post("/api/auth/password-reset-requests", { email: account.email });
  const token = await tokenFor(account);
  const past = { expires_at: new Date(Date.now() - 1000) };
  await server.context.db
    .updateTable("password_resets")
    .set(past)
    .where("user_id", "=", account.user.id)
    .execute();
  const reply = await post("/api/auth/password-resets", { token, newPassword: "a new password" });
  expect(reply.json()).toMatchObject({ code: "reset_invalid" });
});

test("requesting a reset reveals nothing about an address, and is rate-limited", async () => {
  const email = "nobody@example.org";
  const replies = [];
  for (let time = 0; time < 6; time += 1)
    replies.push(await post("/api/auth/password-reset-requests", { email }));
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204, 204, 204, 429]);
  expect(smtp.offered).not.toContain(email);
});

test("without a mail server it tells whom to ask", async () => {
  const mute = await startTestServer({ worker: false });
  try {
    const payload = { email: "a@example.org" };
    const reply = await mute.app.inject({
      method: "POST",
      url: "/api/auth/password-reset-requests",
      payload,
    });
    expect(reply.json()).toMatchObject({ code: "mail_not_set_up" });
  } finally {
    await mute.close();
  }
});

async function tokenFor(account: Account): Promise<string> {
  const { text } = await smtp.mailTo(account.email);
  return /reset-password#(\S+)/.exec(text)?.[1] ?? "";
}
