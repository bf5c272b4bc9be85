import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUpMember } from "../test/accounts.ts";
import { startSmtpServer, type TestSmtpServer } from "../test/smtp.ts";
import { accessibilityFaults } from "./accessibility.ts";
import { expectToast } from "./failures.ts";
import { openPage, openPageOfNewAccount, sidewaysScroll, startProduct, type Product } from "./product.ts";

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

test("a colleague is invited, joins, gets a new role and is removed", async () => {
  const { page: owner } = await openPageOfNewAccount(product, { organizationName: "Acme" });
  const known = ["/api/auth/methods", "/api/user/single-sign-on"].map((path) =>
    owner.waitForResponse((response) => response.url().endsWith(path)),
  );
  await owner.goto("/settings");
  await Promise.all(known);
  await owner.getByRole("tab", { name: "Members" }).press("Enter");
  // Single sign-on isn't configured here, so no one is asked to connect it.
  await owner.getByRole("tab", { name: "Profile" }).press("Enter");
  await owner.getByRole("button", { name: "Change password" }).waitFor();
  expect(await owner.getByRole("heading", { name: "Single sign-on" }).count()).toBe(0);
  await owner.getByRole("tab", { name: "Members" }).press("Enter");
  await owner.getByText("No pending invitations.").waitFor();
  await owner.getByLabel("Invite by email").fill("lerato@example.org");
  await owner.getByRole("button", { name: "Invite" }).press("Enter");
  await owner.getByText(/sign-up\?invitation=/).waitFor();
  await owner.getByRole("button", { name: "Revoke the invitation for lerato@example.org" }).waitFor();

  const lerato = await openPage(product);
  const { text } = await smtp.mailTo("lerato@example.org");
  const { pathname, search } = new URL(/https?:\S+/.exec(text)?.[0] ?? "");
  await lerato.goto(pathname + search);
  await lerato.getByRole("heading", { name: "Join Acme" }).waitFor();
  expect(await lerato.getByLabel("Email").inputValue()).toBe("lerato@example.org");
  await lerato.getByLabel("Password", { exact: true }).fill("long enough");
  await lerato.getByRole("button", { name: "Create account" }).click();
  await lerato.getByRole("button", { name: "Organization: Acme" }).waitFor();
  // The owner's page shows it without a reload.
  const role = owner.getByRole("combobox", { name: "Role of lerato@example.org" });
  await role.waitFor();
  await owner.getByText("No pending invitations.").waitFor();

  await lerato.goto("/documents");
  await lerato
    .getByRole("button", { name: /Upload/ })
    .first()
    .waitFor();
  await role.selectOption("viewer");
  await expect.poll(() => lerato.getByRole("button", { name: /Upload/ }).count()).toBe(0);

  await owner.getByRole("button", { name: "Remove lerato@example.org" }).click();
  await owner.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await lerato.getByRole("heading", { name: "Access Required" }).waitFor();
  await expect.poll(() => role.count()).toBe(0);

  await owner.getByLabel("Organization name").fill("Acme Stores");
  await owner.getByRole("button", { name: "Rename" }).click();
  await owner.getByRole("button", { name: "Organization: Acme Stores" }).waitFor();
  await owner.setViewportSize({ width: 360, height: 740 });
  expect(await sidewaysScroll(owner)).toBe(0);
});

test("a signed-in user joins by a link, unless it is for another email address", async () => {
  const { account: owner } = await openPageOfNewAccount(product, { organizationName: "Second" });
  const { page, account } = await openPageOfNewAccount(product, { organizationName: "First" });
  const invite = async (email: string): Promise<string> => {
    const url = `/api/organizations/${owner.organizationId}/invitations`;
    const { link } = (await owner.request("POST", url, { email })).json<{ link: string }>();
    return new URL(link).pathname + new URL(link).search;
  };
  await page.goto(await invite("somebody-else@example.org"));
  await page.getByRole("button", { name: "Join with this account" }).click();
  await page.getByText("is for another email address").waitFor();
  await page.goto(await invite(account.email));
  await page.getByRole("button", { name: "Join with this account" }).click();
  await page.getByRole("button", { name: "Organization: First" }).click();
  await page.getByRole("menuitem", { name: "Second" }).click();
  await page.getByRole("button", { name: "Organization: Second" }).waitFor();
});

/** Expects the page to be accessible and to fit on a phone, in both themes. */
async function expectAccessibleOnPhone(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  }
  if (before) await page.setViewportSize(before);
}

/** Fills in and submits the sign-in form by keyboard. */
async function signInByKeyboard(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").focus();
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
}

test("changing the password in the settings signs out all other sessions", async () => {
  const { page, account } = await openPageOfNewAccount(product, { reducedMotion: "reduce" });
  const elsewhere = await openPage(product);
  await elsewhere.goto("/sign-in");
  await signInByKeyboard(elsewhere, account.email, account.password);
  await elsewhere.getByRole("heading", { name: "Dashboard", level: 1 }).waitFor();
  await elsewhere.goto("/documents");
  await elsewhere.getByText("No documents found").waitFor();

  await page.goto("/settings");
  const newPassword = "a better battery";
  await page.getByLabel("Current password").focus();
  await page.keyboard.type("not my password");
  const next = page.getByLabel("New password", { exact: true });
  while (!(await next.evaluate((field) => field === document.activeElement)))
    await page.keyboard.press("Tab");
  // A password that is too short is not even sent.
  await page.keyboard.type("short");
  await page.keyboard.press("Enter");
  expect(await next.evaluate((field: HTMLInputElement) => field.validity.tooShort)).toBe(true);
  await next.fill(newPassword);
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("The current password is incorrect.").waitFor();
  await expectAccessibleOnPhone(page);
  await page.getByLabel("Current password").fill(account.password);
  await page.keyboard.press("Enter");
  await expectToast(page, "Password changed", "Your other sessions were signed out.");
  await expect.poll(() => next.inputValue()).toBe("");

  await elsewhere.waitForURL("**/sign-in");
  await signInByKeyboard(elsewhere, account.email, newPassword);
  // The sign-in returns to the previous screen; then the other session signs this one out again.
  await elsewhere.getByRole("heading", { name: "Document Management", level: 1 }).waitFor();
  await page.getByRole("button", { name: "Sign out other sessions" }).press("Enter");
  await expectToast(page, "Signed out", "Your other sessions were signed out.");
  await elsewhere.waitForURL("**/sign-in");
  await elsewhere.goto("/");
  await elsewhere
    .getByRole("button", { name: "Get Started" })
    .or(elsewhere.getByRole("link", { name: "Get Started" }))
    .first()
    .waitFor();
  for (const each of [page, elsewhere]) await each.context().close();
});

test("a forgotten password can be reset once by the emailed link", async () => {
  const { page: signedIn, account } = await openPageOfNewAccount(product);
  await signedIn.goto("/documents");
  const page = await openPage(product, { reducedMotion: "reduce" });
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "Forgot your password?" }).press("Enter");
  await page.getByRole("heading", { name: "Forgot your password?", level: 1 }).waitFor();
  await page.getByLabel("Email").focus();
  await page.keyboard.type(account.email);
  await page.keyboard.press("Enter");
  await page
    .getByRole("status")
    .getByText(/we have emailed it a link to set a new password/)
    .waitFor();
  await expectAccessibleOnPhone(page);

  const { text } = await smtp.mailTo(account.email);
  const { pathname, hash } = new URL(/https?:\S+/.exec(text)?.[0] ?? "");
  const reset = async (password: string): Promise<void> => {
    await page.goto("about:blank");
    await page.goto(pathname + hash);
    await page.getByRole("heading", { name: "Set a new password", level: 1 }).waitFor();
    await page.getByLabel("New password", { exact: true }).focus();
    await page.keyboard.type(password);
    await page.keyboard.press("Enter");
  };
  await reset("a third battery");
  await page
    .getByRole("status")
    .getByText(/^Your new password is set/)
    .waitFor();
  await expectAccessibleOnPhone(page);
  await signedIn.waitForURL("**/sign-in");
  await page.getByRole("link", { name: "Back to sign in" }).press("Enter");
  await signInByKeyboard(page, account.email, "a third battery");
  await page.getByRole("heading", { name: "Dashboard", level: 1 }).waitFor();

  await reset("a fourth battery");
  await page.getByText("This link has expired or was already used. Request a new one.").waitFor();
  await expectAccessibleOnPhone(page);
  for (const each of [page, signedIn]) await each.context().close();
});

test("users can create organizations and choose a profile picture", async () => {
  const { page } = await openPageOfNewAccount(product, { organizationName: null });
  await page.goto("/");
  await page.getByRole("heading", { name: "Welcome" }).waitFor();
  await page.getByText("You must be part of an organization to use the dashboard.").waitFor();
  await page.getByRole("link", { name: "Sign Out", exact: true }).waitFor();
  await page.getByLabel("Organization name").fill("Karoo Trading");
  await page.getByRole("button", { name: "Create organization" }).click();
  await page.getByRole("heading", { name: "Dashboard" }).waitFor();
  await page.getByRole("button", { name: "Organization: Karoo Trading" }).click();
  await page.getByRole("menuitem", { name: "New organization" }).click();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("dialog").getByLabel("Organization name").fill("Second Shop");
  await page.getByRole("button", { name: "Create organization" }).click();
  await page.getByRole("button", { name: "Organization: Second Shop" }).waitFor();

  await page.goto("/settings");
  const bytes = await page.screenshot();
  const input = page.getByLabel("Profile picture", { exact: true });
  await input.setInputFiles({ name: "me.png", mimeType: "image/png", buffer: bytes });
  await page.getByRole("button", { name: "Change picture" }).waitFor();
  const shown = page.locator("aside img[src^='/api/users/']");
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256);
  await input.setInputFiles({ name: "me.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
  await page.getByText("Can't read this file as a picture.").waitFor();
  await page.getByRole("button", { name: "Remove picture" }).click();
  await shown.waitFor({ state: "detached" });
});

test("the only owner is told why they cannot leave", async () => {
  const { page, account } = await openPageOfNewAccount(product);
  await page.goto("/settings?tab=members");
  const leave = page.getByRole("button", { name: "Leave the organization" });
  await page.getByText("The only owner can't leave. Make someone else an owner first.").waitFor();
  expect(await leave.isDisabled()).toBe(true);
  await signUpMember(product.server, account.organizationId, { role: "owner" });
  await page.reload();
  await expect.poll(() => leave.isEnabled()).toBe(true);
  await page.context().close();
});
