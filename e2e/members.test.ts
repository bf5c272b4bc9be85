import { afterAll, beforeAll, expect, test } from "vitest";
import { openPage, openPageOfNewAccount, sidewaysScroll, startProduct, type Product } from "./product.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

test("a colleague is invited, joins, gets another role, and is out the moment they are removed", async () => {
  const { page: owner } = await openPageOfNewAccount(product, { organizationName: "Acme" });
  await owner.goto("/settings");
  await owner.getByRole("tab", { name: "Members" }).press("Enter");
  await owner.getByText("Nobody is waiting.").waitFor();
  await owner.getByLabel("Invite by e-mail").fill("lerato@example.org");
  await owner.getByRole("button", { name: "Invite" }).press("Enter");
  const link = await owner.getByText(/sign-up\?invitation=/).textContent();
  await owner.getByRole("button", { name: "Revoke the invitation of lerato@example.org" }).waitFor();

  const lerato = await openPage(product);
  const { pathname, search } = new URL(link ?? "");
  await lerato.goto(pathname + search);
  await lerato.getByRole("heading", { name: "Join your team" }).waitFor();
  await lerato.getByLabel("E-mail").fill("lerato@example.org");
  await lerato.getByLabel("Password", { exact: true }).fill("long enough");
  await lerato.getByRole("button", { name: "Create account" }).click();
  await lerato.getByRole("button", { name: "Organization: Acme" }).waitFor();
  // The page of the owner sees it without being asked.
  const role = owner.getByRole("combobox", { name: "Role of lerato@example.org" });
  await role.waitFor();
  await owner.getByText("Nobody is waiting.").waitFor();

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

  await owner.getByRole("button", { name: "Leave the organization" }).click();
  await owner.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click();
  await owner.getByText("make somebody else one first").first().waitFor();

  await owner.getByLabel("Name of the organization").fill("Acme Stores");
  await owner.getByRole("button", { name: "Rename" }).click();
  await owner.getByRole("button", { name: "Organization: Acme Stores" }).waitFor();
  await owner.setViewportSize({ width: 360, height: 740 });
  expect(await sidewaysScroll(owner)).toBe(0);
});

test("somebody who is signed in joins by the link, and one for another address says so", async () => {
  const { account: owner } = await openPageOfNewAccount(product, { organizationName: "Second" });
  const { page, account } = await openPageOfNewAccount(product, { organizationName: "First" });
  const invite = async (email: string): Promise<string> => {
    const url = `/api/organizations/${owner.organizationId}/invitations`;
    const { link } = (await owner.request("POST", url, { email })).json<{ link: string }>();
    return new URL(link).pathname + new URL(link).search;
  };
  await page.goto(await invite("somebody-else@example.org"));
  await page.getByRole("button", { name: "Join with this account" }).click();
  await page.getByText("is for another address").waitFor();
  await page.goto(await invite(account.email));
  await page.getByRole("button", { name: "Join with this account" }).click();
  await page.getByRole("button", { name: "Organization: First" }).click();
  await page.getByRole("menuitem", { name: "Second" }).click();
  await page.getByRole("button", { name: "Organization: Second" }).waitFor();
});
