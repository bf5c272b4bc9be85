import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../server/database/free-port.ts";
import { startOidcProvider, type TestOidcProvider } from "../test/oidc-provider.ts";
import { accessibilityFaults } from "./accessibility.ts";
import { openPage, openPageOfNewAccount, sidewaysScroll, startProduct, type Product } from "./product.ts";

let provider: TestOidcProvider;
let product: Product;

beforeAll(async () => {
  const port = await freePort();
  // The provider redirects back to the server's public URL.
  const publicUrl = `http://127.0.0.1:${port}`;
  provider = await startOidcProvider(publicUrl);
  product = await startProduct({ PORT: String(port), ...provider.environment });
});
afterAll(async () => {
  await product.close();
  await provider.close();
});

test("a new user signs in without a password, and the settings say so", async () => {
  provider.person = { sub: "ayanda", email: "ayanda@example.org", given_name: "Ayanda" };
  const page = await openPage(product, { viewport: { width: 360, height: 740 } });
  await page.goto("/sign-in");
  const link = page.getByRole("link", { name: "Continue with single sign-on" });
  await link.waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await link.press("Enter");
  await page.getByRole("heading", { name: "Welcome" }).first().waitFor();
  const organization = await page.request.post("/api/organizations", { data: { name: "Ayanda Stores" } });
  expect(organization.status()).toBe(201);
  await page.goto("/settings");
  await page.getByText("You sign in with single sign-on and have no password.").waitFor();
  await page.getByText("Connected. You can sign in with single sign-on.").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.context().close();
});

test("an existing user connects single sign-on and signs in with it", async () => {
  const { page, account } = await openPageOfNewAccount(product);
  provider.person = { sub: "bongani", email: account.email };
  const other = await openPage(product);
  await other.goto("/sign-up");
  await other.getByRole("link", { name: "Continue with single sign-on" }).click();
  await other.getByText("An account with this email address already exists.").waitFor();
  expect(await accessibilityFaults(other)).toEqual([]);

  await page.goto("/settings");
  await page.getByRole("button", { name: "Connect single sign-on" }).click();
  await page.getByText("Connected. You can sign in with single sign-on.").waitFor();

  await other.getByRole("link", { name: "Continue with single sign-on" }).click();
  await other.getByRole("heading", { name: "Dashboard" }).waitFor();
  // The connected account is listed and can be disconnected.
  await page.getByRole("button", { name: `Disconnect ${account.email}` }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: `Disconnect ${account.email}` }).press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).press("Enter");
  await page.getByRole("button", { name: "Connect single sign-on" }).waitFor();
  await other.reload();
  await other.getByRole("link", { name: "Get Started" }).waitFor();

  // The sign-in is too old, so the password is requested before continuing.
  const { db } = product.server.context;
  await db
    .updateTable("sessions")
    .set({ authenticated_at: new Date(0) })
    .where("user_id", "=", account.user.id)
    .execute();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("button", { name: "Connect single sign-on" }).press("Enter");
  await page.getByRole("dialog", { name: "Confirm it's you" }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await page.getByLabel("Your password", { exact: true }).fill("not the password");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("The current password is incorrect.").waitFor();
  await page.getByLabel("Your password", { exact: true }).fill(account.password);
  await page.keyboard.press("Enter");
  await page.getByText("Connected. You can sign in with single sign-on.").waitFor();
  await other.context().close();
  await page.context().close();
});
