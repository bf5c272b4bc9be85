import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { totpCode, totpStep } from "../server/auth/second-factors/totp.ts";
import { freePort } from "../server/database/free-port.ts";
import { signUp, type Account } from "../test/accounts.ts";
import { accessibilityFaults } from "./accessibility.ts";
import { expectToast } from "./failures.ts";
import { openPage, sidewaysScroll, signIn, signOut, startProduct, type Product } from "./product.ts";

let product: Product;
let publicUrl: string;
beforeAll(async () => {
  // Browsers create passkeys only for host names, not IP addresses, and only for the server's public URL.
  const port = await freePort();
  publicUrl = `http://localhost:${port}`;
  product = await startProduct({ PORT: String(port), PUBLIC_URL: publicUrl });
});
afterAll(() => product.close());

const phone = { viewport: { width: 360, height: 740 } };
const open = (options = {}) => openPage(product, { baseURL: publicUrl, ...options });

async function openAs(account: Account): Promise<Page> {
  const page = await open(phone);
  await signIn({ ...product, server: { ...product.server, url: publicUrl } }, page, account);
  return page;
}

/** Adds a virtual fingerprint reader that accepts every touch. */
async function addAuthenticator(
  page: Page,
): Promise<{ export(): Promise<object[]>; import(credentials: object[]): Promise<void> }> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async export() {
      return (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
    },
    async import(credentials) {
      for (const credential of credentials)
        await session.send("WebAuthn.addCredential", { authenticatorId, credential: credential as never });
    },
  };
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((character) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(character).toString(2).padStart(5, "0"),
  );
  return Buffer.from((bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

async function expectAccessible(page: Page): Promise<void> {
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
}

async function enterPassword(page: Page, { email, password }: Account): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
}

/** Sets up an authenticator app by keyboard. Returns the app's key and the recovery codes. */
async function setUpApp(page: Page): Promise<{ key: Buffer; recoveryCodes: string[] }> {
  await page.getByRole("button", { name: "Set up app" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Set up an authenticator app" });
  await dialog.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
  await expectAccessible(page);
  const key = fromBase32((await dialog.locator("code").textContent()) ?? "");
  await dialog.getByLabel("Code from the app").fill("000000");
  await page.keyboard.press("Enter");
  await dialog.getByRole("alert").getByText("This code is incorrect").waitFor();
  await dialog.getByLabel("Code from the app").fill(totpCode(key, totpStep(Date.now())));
  await page.keyboard.press("Enter");
  const codes = page.getByRole("dialog", { name: "Recovery codes" });
  await codes.getByRole("list", { name: "Recovery codes" }).waitFor();
  await expectAccessible(page);
  const recoveryCodes = await codes.getByRole("listitem").allTextContents();
  await codes.getByRole("button", { name: "I've saved them" }).press("Enter");
  return { key, recoveryCodes };
}

test("sign-in requires a code from the authenticator app or a recovery code", async () => {
  const account = await signUp(product.server);
  const page = await openAs(account);
  await page.goto("/settings");
  const { key, recoveryCodes } = await setUpApp(page);
  expect(recoveryCodes).toHaveLength(10);
  await page.getByText("10 left, each works once").waitFor();
  await expectAccessible(page);

  const elsewhere = await open(phone);
  await enterPassword(elsewhere, account);
  await elsewhere.getByRole("heading", { name: "Two-step verification" }).waitFor();
  await expectAccessible(elsewhere);
  await elsewhere.keyboard.type("000000");
  await elsewhere.keyboard.press("Enter");
  await elsewhere.getByRole("alert").getByText("This code is incorrect").waitFor();
  await elsewhere
    .getByLabel("Code from your authenticator app")
    .fill(totpCode(key, totpStep(Date.now()) + 1));
  await elsewhere.keyboard.press("Enter");
  await elsewhere.getByRole("heading", { name: "Dashboard", level: 1 }).waitFor();

  await signOut(elsewhere);
  await enterPassword(elsewhere, account);
  await elsewhere.getByRole("button", { name: "Use a recovery code" }).press("Enter");
  await elsewhere.getByLabel("Recovery code").fill(recoveryCodes[0] ?? "");
  await expectAccessible(elsewhere);
  await elsewhere.keyboard.press("Enter");
  await elsewhere.getByRole("heading", { name: "Dashboard", level: 1 }).waitFor();
  for (const each of [page, elsewhere]) await each.context().close();
});

test("a passkey signs in alone, but once with the password after a password change", async () => {
  const account = await signUp(product.server);
  const page = await openAs(account);
  const device = await addAuthenticator(page);
  // The sign-in is too old, so the password is requested again.
  await product.server.context.db
    .updateTable("sessions")
    .set({ authenticated_at: new Date(0) })
    .where("user_id", "=", account.user.id)
    .execute();
  await page.goto("/settings");
  await page.getByRole("button", { name: "Add passkey" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  await dialog.getByLabel("Name").fill("My phone");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await page
    .getByRole("dialog", { name: "Confirm it's you" })
    .getByLabel("Your password")
    .fill(account.password);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "I've saved them" }).press("Enter");
  await page.getByText("My phone", { exact: true }).waitFor();
  expect(await device.export()).toHaveLength(1);

  await signOut(page);
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Use a passkey" }).press("Enter");
  await page.getByRole("heading", { name: "Dashboard", level: 1 }).waitFor();

  await page.goto("/settings");
  await page.getByLabel("Current password").fill(account.password);
  await page.getByLabel("New password", { exact: true }).fill("a better battery");
  await page.keyboard.press("Enter");
  await expectToast(page, "Password changed", "Your other sessions were signed out.");
  await signOut(page);
  await page.goto("/sign-in");
  const use = page.getByRole("button", { name: "Use a passkey" });
  await use.press("Enter");
  await page.getByRole("alert").getByText("Your password was reset.").waitFor();
  await expectAccessible(page);
  await enterPassword(page, { ...account, password: "a better battery" });
  await page.getByRole("heading", { name: "Two-step verification" }).waitFor();
  await use.press("Enter");
  await page.getByRole("heading", { name: "Dashboard", level: 1 }).waitFor();
  await signOut(page);
  await page.goto("/sign-in");
  await use.press("Enter");
  await page.getByRole("heading", { name: "Dashboard", level: 1 }).waitFor();

  // This device holds a passkey that has been deleted from the account.
  const stranger = await open(phone);
  const theirs = await addAuthenticator(stranger);
  await theirs.import(await device.export());
  await product.server.context.db.deleteFrom("passkeys").where("user_id", "=", account.user.id).execute();
  await stranger.goto("/sign-in");
  await stranger.getByRole("button", { name: "Use a passkey" }).press("Enter");
  await stranger.getByRole("alert").getByText("Couldn't verify this passkey.").waitFor();
  for (const each of [page, stranger]) await each.context().close();
});

test("an organization that requires two-step verification opens after setting it up", async () => {
  const owner = await signUp(product.server, { organizationName: "Kopano Outdoor" });
  const page = await openAs(owner);
  await page.goto("/settings?tab=members");
  const requirement = page.getByRole("switch", { name: "Require two-step verification" });
  await requirement.press("Enter");
  await page
    .getByText("Set up two-step verification for yourself first, under Settings, Profile.")
    .first()
    .waitFor();
  await expect.poll(() => requirement.isChecked()).toBe(false);
  await page.getByRole("tab", { name: "Profile" }).click();
  await setUpApp(page);
  await page.getByRole("tab", { name: "Members" }).click();
  await requirement.press("Enter");
  await expect.poll(() => requirement.isChecked()).toBe(true);
  await page.getByText("All members have set it up.").waitFor();
  await expectAccessible(page);

  const invitation = { email: "zinhle@example.org", role: "agent" };
  const url = `/api/organizations/${owner.organizationId}/invitations`;
  const { link } = (await owner.request("POST", url, invitation)).json<{ link: string }>();
  const agent = await open(phone);
  await agent.goto(link);
  await agent.getByLabel("Password", { exact: true }).fill("a braai at sunset");
  await agent.keyboard.press("Enter");
  await agent.getByRole("heading", { name: "Kopano Outdoor requires two-step verification" }).waitFor();
  await expectAccessible(agent);
  await agent.goto("/documents");
  await agent.getByRole("heading", { name: "Kopano Outdoor requires two-step verification" }).waitFor();
  await setUpApp(agent);
  await agent.getByRole("heading", { name: "Document Management", level: 1 }).waitFor();
  for (const each of [page, agent]) await each.context().close();
});
