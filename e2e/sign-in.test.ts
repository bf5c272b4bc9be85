import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUp } from "../test/accounts.ts";
import { startSmtpServer, type TestSmtpServer } from "../test/smtp.ts";
import { accessibilityFaults } from "./accessibility.ts";
import {
  openPage,
  openPageOfNewAccount,
  sidewaysScroll,
  signIn,
  signOut,
  startProduct,
  type Product,
} from "./product.ts";

let smtp: TestSmtpServer;
let product: Product;
beforeAll(async () => {
  smtp = await startSmtpServer();
  product = await startProduct({ SMTP_URL: smtp.url, MAIL_FROM: "Sizana <sizana@example.org>" });
});
afterAll(async () => {
  await product.close();
  await smtp.close();
});

const phone = { viewport: { width: 360, height: 740 } };

async function expectAccessible(page: Page): Promise<void> {
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
}

async function mailedPath(address: string): Promise<string> {
  const { text } = await smtp.mailTo(address);
  const { pathname, search, hash } = new URL(/https?:\S+/.exec(text)?.[0] ?? "");
  return pathname + search + hash;
}

test("a new user confirms their address, and sign-in leads back to an opened link", async () => {
  const page = await openPage(product, phone);
  await page.goto("/");
  await page.getByRole("link", { name: "Get Started" }).press("Enter");
  await page.getByRole("heading", { name: "Create your account" }).waitFor();
  await page.getByLabel("Organization").fill("Thula");
  await page.getByLabel("Email").fill("thula@example.org");
  await page.getByLabel("Password", { exact: true }).fill("password1");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("This password is too common").waitFor();
  await page.locator("[name=password][aria-invalid=true]:focus").waitFor();
  await page.getByLabel("Password", { exact: true }).fill("a braai at sunset");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
  await expectAccessible(page);
  const link = await mailedPath("thula@example.org");

  const elsewhere = await openPage(product, phone);
  await elsewhere.goto(link);
  await elsewhere.getByRole("button", { name: "Finish signing up" }).press("Enter");
  await elsewhere.getByLabel("Password", { exact: true }).waitFor();
  await expectAccessible(elsewhere);
  await elsewhere.context().close();

  await page.goto(link);
  await page.getByRole("button", { name: "Finish signing up" }).waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Finish signing up" }).press("Enter");
  await page.getByRole("heading", { name: "Dashboard", level: 1 }).waitFor();

  await signOut(page);
  await page.goto("/tickets?status=open");
  await page.waitForURL("**/sign-in");
  await page.getByLabel("Email").fill("thula@example.org");
  await page.getByLabel("Password", { exact: true }).fill("a braai at sunset");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/tickets?status=open");

  // While signed in, these lead to the dashboard. Once signed out, a known browser is offered sign-in, not sign-up.
  for (const path of ["/sign-in", "/sign-up", "/api/login"]) {
    await page.goto(path);
    await page.getByRole("heading", { name: "Dashboard", level: 1 }).waitFor();
  }
  await signOut(page);
  await page.getByRole("link", { name: "Get Started" }).press("Enter");
  await page.getByRole("heading", { name: "Sign in", level: 1 }).waitFor();
  await page.context().close();
});

test("a user who signed out is not led back to the previous screen", async () => {
  const { page, account } = await openPageOfNewAccount(product);
  await page.goto("/settings");
  await page.getByLabel("Current password").waitFor();
  await product.server.context.db.deleteFrom("sessions").where("user_id", "=", account.user.id).execute();
  await page.getByRole("tab", { name: "Members" }).click();
  await page.waitForURL("**/sign-in");
  await page.goto("/");
  await page.waitForFunction(() => sessionStorage.getItem("sizana.place") === null);
  await page.getByRole("link", { name: "Get Started" }).press("Enter");
  await page.getByLabel("Email").fill(account.user.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Dashboard", level: 1 }).waitFor();
  await page.context().close();
});

test("a tab starts over when another user signs in in a second tab", async () => {
  const { page, account } = await openPageOfNewAccount(product);
  const next = await signUp(product.server);
  await page.goto("/settings");
  await page.getByText(account.email).first().waitFor();
  const beside = await page.context().newPage();
  await signIn(product, beside, next);
  await beside.goto("/");
  await page.getByRole("heading", { name: "Dashboard", level: 1 }).waitFor();
  await page.getByText(next.email).first().waitFor();
  expect(await page.getByText(account.email).count()).toBe(0);
  await page.context().close();
});

test("an invitation page names the organization, the inviter and the role", async () => {
  const { account } = await openPageOfNewAccount(product, { organizationName: "Kopano Outdoor" });
  const invitation = { email: "ayanda@example.org", role: "viewer" };
  await account.request("POST", `/api/organizations/${account.organizationId}/invitations`, invitation);
  const page = await openPage(product, phone);
  await page.goto(await mailedPath("ayanda@example.org"));
  await page.getByRole("heading", { name: "Join Kopano Outdoor" }).waitFor();
  await page.getByText(`${account.email} invited you to join Kopano Outdoor as a viewer.`).waitFor();
  expect(await page.getByLabel("Email").inputValue()).toBe("ayanda@example.org");
  await expectAccessible(page);
  await page.getByLabel("Password", { exact: true }).fill("a braai at sunset");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Dashboard", level: 1 }).waitFor();
  await page.context().close();
});

test("a user who joins by a copied link must confirm their address first", async () => {
  const { account: owner } = await openPageOfNewAccount(product, { organizationName: "Copier" });
  const { page, account } = await openPageOfNewAccount(product, { ...phone, organizationName: null });
  const { db } = product.server.context;
  const unverified = { email_verified_at: null };
  await db.updateTable("users").set(unverified).where("id", "=", account.user.id).execute();
  const url = `/api/organizations/${owner.organizationId}/invitations`;
  const { link } = (await owner.request("POST", url, { email: account.email })).json<{ link: string }>();
  const { pathname, search } = new URL(link);
  await page.goto(pathname + search);
  const join = page.getByRole("button", { name: "Join with this account" });
  await join.press("Enter");
  await page.getByRole("alert").getByText("Confirm your email address first").waitFor();
  await page.getByRole("button", { name: "Email me a link" }).press("Enter");
  await page.getByRole("status").getByText("We sent you a link.").waitFor();
  await expectAccessible(page);
  await expect.poll(async () => mailedPath(account.email)).toContain("/confirm-email");
  await page.goto(await mailedPath(account.email));
  await page.getByRole("button", { name: "Confirm email address" }).press("Enter");
  await page.getByRole("heading", { name: "Access Required" }).waitFor();
  await page.getByRole("button", { name: "Create organization" }).waitFor();
  await page.goto(pathname + search);
  await join.press("Enter");
  await page.getByRole("heading", { name: "Dashboard", level: 1 }).waitFor();
  await page.context().close();
});

test("an unconfirmed address can be confirmed from the settings", async () => {
  const { page, account } = await openPageOfNewAccount(product, phone);
  const { db } = product.server.context;
  const unverified = { email_verified_at: null };
  await db.updateTable("users").set(unverified).where("id", "=", account.user.id).execute();
  await page.goto("/settings");
  await page.getByRole("button", { name: "Send link" }).press("Enter");
  await page.getByRole("status").getByText("We sent a link to").waitFor();
  await expectAccessible(page);
  await page.goto(await mailedPath(account.email));
  await page.getByRole("button", { name: "Confirm email address" }).press("Enter");
  await page.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
  await page.getByRole("button", { name: "Change password" }).waitFor();
  expect(await page.getByRole("heading", { name: "Confirm your email address" }).count()).toBe(0);
  await page.context().close();
});

test("signing out in one tab ends the other tabs too", async () => {
  const { page } = await openPageOfNewAccount(product);
  await page.goto("/tickets");
  await page.getByText("No Tickets Yet").waitFor();
  const beside = await page.context().newPage();
  await beside.goto("/");
  await beside.getByRole("link", { name: "Sign out" }).click();
  await page.getByRole("link", { name: "Get Started" }).waitFor();
  await page.context().close();
});
