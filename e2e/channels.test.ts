import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { businessPresets } from "../contract/business-presets.ts";
import { fillLists } from "./fill-lists.ts";
import { fail, expectToast } from "./failures.ts";
import { openPageOfNewAccount, sidewaysScroll, startProduct, type Product } from "./product.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const clipboard = { permissions: ["clipboard-read", "clipboard-write"] };
const run = promisify(execFile);

const clipboardOf = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

async function createKey(page: Page, name: string): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Create API key" }).click();
}

test("an API key needs a name", async () => {
  const { page } = await openPageOfNewAccount(product);
  const sent: unknown[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api-keys")) sent.push(request.postDataJSON());
  });
  await page.goto("/settings?tab=api-keys");
  await page.getByText("No API keys created yet", { exact: true }).waitFor();
  await createKey(page, "   ");
  await expectToast(page, "Name Required", "Please enter a name for the API key");
  expect(sent).toEqual([]);
  await page.context().close();
});

test("creating an API key reports failure, and shows and copies a new key once", async () => {
  const { page } = await openPageOfNewAccount(product, clipboard);
  await fail(page, "POST", /\/api-keys$/);
  await page.goto("/settings?tab=api-keys");
  await createKey(page, "  Web shop  ");
  await expectToast(page, "Error", "Failed to create API key");
  await page.unrouteAll();
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await createKey(page, "  Web shop  ");
  expect((await sent).postDataJSON()).toEqual({
    name: "Web shop",
    permissions: { internal: true, external: true },
  });
  await page.getByText("API Key Created", { exact: true }).waitFor();
  const key = await page.getByText(/^siz_\w{36}$/).textContent();
  expect(await clipboardOf(page)).toBe(key);
  await page.getByRole("button", { name: "Copy the API key" }).click();
  await page.getByText("API Key Copied", { exact: true }).waitFor();
  const row = page.getByRole("listitem").filter({ hasText: "Web shop" });
  await row.getByText("Full Access", { exact: true }).waitFor();
  await row.getByText("Active", { exact: true }).waitFor();
  await row.getByText("Last used never").waitFor();
  await page.reload();
  await row.waitFor();
  expect(await page.getByText(key ?? "", { exact: true }).count()).toBe(0);
  await page.getByRole("button", { name: "Revoke Web shop" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await row.getByText("Inactive", { exact: true }).waitFor();
  await page.context().close();
});

test("the webhook's examples work as pasted, and so does its form", async () => {
  const { page } = await openPageOfNewAccount(product, clipboard);
  await page.goto("/settings?tab=api-keys");
  await createKey(page, "Web shop");
  const key = await page.getByText(/^siz_\w{36}$/).textContent();
  await page.getByRole("tab", { name: "Webhooks" }).click();
  await page.getByText(`POST ${product.server.url}/api/webhook/chat`, { exact: true }).waitFor();
  await page.getByLabel("Your API key").fill(key ?? "");
  await page.getByRole("button", { name: "Copy the example: curl", exact: true }).click();
  await expect.poll(() => clipboardOf(page)).toMatch(/^curl /);
  const byCurl = await run("sh", ["-c", await clipboardOf(page)]);
  expect(JSON.parse(byCurl.stdout)).toMatchObject({ answered: false, sources: [] });
  await page.getByLabel("Sites").fill("https://www.example.com");
  await page.getByLabel("Name", { exact: true }).fill("Pages of the shop");
  await page.getByRole("button", { name: "Create key for web pages" }).click();
  await page.getByText(/^siz_\w{36}$/).waitFor();
  const pageKey = await page.getByText(/^siz_\w{36}$/).textContent();
  await page.getByRole("button", { name: "Copy the example: JavaScript in a web page" }).click();
  await expect.poll(() => clipboardOf(page)).toMatch(/^fetch/);
  expect(await clipboardOf(page)).toContain(pageKey);
  const byScript = await run(process.execPath, ["-e", await clipboardOf(page)]);
  expect(byScript.stdout).toContain("conversationId");
  await page.getByRole("button", { name: "Send" }).click();
  await page
    .getByRole("status")
    .getByText(/"answered": false/)
    .waitFor();
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await page.getByLabel("Your API key").fill("siz_wrong");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText(/^401: /).waitFor();
  await page.context().close();
});

test("what is wrong with a WhatsApp integration is shown at each field", async () => {
  const { page } = await openPageOfNewAccount(product);
  await page.goto("/whatsapp");
  await page.getByLabel("Business name").fill("Karoo Trading");
  await page.getByLabel("Phone number ID").fill("082 555 1234");
  await page.getByLabel("Webhook verify token").fill("a word");
  await page.getByRole("button", { name: "Create integration" }).click();
  await page.getByRole("alert").getByText("This isn't a phone number ID.").waitFor();
  await page.locator("[name=phoneNumberId]:focus").waitFor();
  await page.getByRole("alert").getByText("The webhook verify token can't contain spaces").waitFor();
  expect(await page.locator("form [aria-invalid=true]").count()).toBe(3);
  await page.context().close();
});

test("creating a WhatsApp integration reports failure and success", async () => {
  const { page, account } = await openPageOfNewAccount(product, clipboard);
  await fail(page, "POST", /\/whatsapp$/);
  await page.goto("/whatsapp");
  await page.getByText("No WhatsApp integrations configured", { exact: true }).waitFor();
  const values = {
    "Business name": "Karoo Trading",
    "Phone number ID": "106540352242922",
    "Access token": "a-token",
    "Webhook verify token": "a-word",
  };
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value);
  expect(await page.getByLabel("Access token").getAttribute("type")).toBe("password");
  await page.getByRole("button", { name: "Create integration" }).click();
  await expectToast(page, "Error", "Failed to create WhatsApp integration");
  await page.unrouteAll();
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await page.getByRole("button", { name: "Create integration" }).click();
  expect((await sent).postDataJSON()).toEqual({
    businessName: "Karoo Trading",
    phoneNumberId: "106540352242922",
    accessToken: "a-token",
    webhookVerifyToken: "a-word",
  });
  await expectToast(page, "Success", "WhatsApp integration created successfully");
  await page.getByText("Active", { exact: true }).waitFor();
  await page.getByText("Next step: add the app secret").waitFor();
  await page.getByRole("button", { name: "Show the verify token" }).click();
  await page.getByText("a-word", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Test", exact: true }).click();
  const result = page.getByRole("status", { name: "Test result" });
  await result.getByText("The app secret is missing, so incoming messages are refused").waitFor();
  await result.getByText("No messages received yet").waitFor();
  await page.getByRole("button", { name: "Add app secret" }).click();
  await page.getByRole("dialog").getByLabel("App secret").fill("a-secret");
  await page.getByRole("dialog").getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Everything is set up.").waitFor();
  await page.getByRole("button", { name: "Copy the webhook URL" }).click();
  const address = `${product.server.url}/api/whatsapp/webhook/${account.organizationId}`;
  await expect.poll(() => clipboardOf(page)).toBe(address);
  await page.context().close();
});

test("creating a ticket reports failure and success", async () => {
  const { page } = await openPageOfNewAccount(product);
  await fail(page, "POST", /\/tickets$/);
  await page.goto("/tickets");
  await page.getByText("No Tickets Yet", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Create Ticket" }).click();
  const dialog = page.getByRole("dialog");
  expect(await dialog.getByLabel("Priority").inputValue()).toBe("medium");
  await dialog.getByLabel("Title").fill("The fridge arrived dented");
  await dialog.getByLabel("Category").selectOption("billing");
  await dialog.getByLabel("Priority").selectOption("urgent");
  await dialog.getByRole("button", { name: "Create Ticket" }).click();
  await expectToast(page, "Error", "Failed to create ticket");
  await page.unrouteAll();
  await page.route(/\/tickets$/, async (route) => {
    if (route.request().method() === "POST") {
      await dialog.getByText("Creating...", { exact: true }).waitFor();
      expect(await dialog.getByRole("button", { name: "Creating..." }).isDisabled()).toBe(true);
    }
    await route.fallback();
  });
  await dialog.getByRole("button", { name: "Create Ticket" }).click();
  await expectToast(page, "Success", "Support ticket created successfully");
  await dialog.waitFor({ state: "detached" });
  const row = page.getByRole("listitem").filter({ hasText: "TKT-0001" });
  await row.getByText("Urgent", { exact: true }).waitFor();
  await row.getByText("Billing", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Create Ticket" }).click();
  expect(await dialog.getByLabel("Title").inputValue()).toBe("");
  expect(await dialog.getByLabel("Priority").inputValue()).toBe("medium");
  await page.context().close();
});

test("changing a ticket's status reports failure and success", async () => {
  const { page, account } = await openPageOfNewAccount(product);
  await fillLists(product.server, account);
  await fail(page, "PUT", /\/status$/);
  await page.goto("/tickets");
  const status = page.getByLabel("Status of TKT-0001");
  await status.selectOption("closed");
  await expectToast(page, "Error", "Failed to update ticket status");
  await expect.poll(() => status.inputValue()).toBe("open");
  await page.unrouteAll();
  const sent = page.waitForRequest((request) => request.method() === "PUT");
  await status.selectOption("closed");
  expect((await sent).postDataJSON()).toEqual({ status: "closed" });
  await expectToast(page, "Success", "Ticket status updated successfully");
  const row = page.getByRole("listitem").filter({ hasText: "TKT-0001" });
  await row.locator("span").getByText("Closed", { exact: true }).waitFor();
  await page.context().close();
});

test("creating a business configuration reports failure and success", async () => {
  const { page } = await openPageOfNewAccount(product);
  await fail(page, "POST", /\/business-config$/);
  await page.goto("/business-config");
  await page.getByText("No Business Configuration", { exact: true }).waitFor();
  const apply = page.getByRole("button", { name: "Apply Configuration" });
  expect(await apply.count()).toBe(0);
  await page.getByText("Medical Aid", { exact: true }).click();
  await apply.click();
  await expectToast(page, "Error", "Failed to create business configuration");
  await page.unrouteAll();
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await apply.click();
  const { settings, templateSettings, workflowSettings } = businessPresets.medical_aid;
  expect((await sent).postDataJSON()).toEqual({
    businessType: "medical_aid",
    settings,
    templateSettings,
    workflowSettings,
  });
  await expectToast(page, "Success", "Business configuration created successfully");
  await apply.waitFor({ state: "detached" });
  await expect.poll(() => page.getByText("Enabled", { exact: true }).count()).toBe(4);
  await page.getByRole("tab", { name: "Templates" }).click();
  await page.getByText(`“${businessPresets.medical_aid.templateSettings.claimStatus}”`).waitFor();
  await page.getByRole("tab", { name: "Workflows" }).click();
  await page.getByText("Provider relations", { exact: true }).waitFor();
  await page.context().close();
});

test("feedback summarizes the ratings received", async () => {
  const { page, account } = await openPageOfNewAccount(product);
  await page.goto("/feedback");
  await page.getByText("No Feedback Yet", { exact: true }).waitFor();
  await fillLists(product.server, account);
  const figure = (title: string) =>
    page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });
  await figure("Total Feedback").getByText("4", { exact: true }).waitFor();
  await figure("Average Rating").getByText("4.0", { exact: true }).waitFor();
  await figure("Average Rating").getByRole("img", { name: "4 of 5 stars" }).waitFor();
  await figure("Positive Feedback").getByText("3", { exact: true }).waitFor();
  await figure("Positive Feedback").getByText("4+ stars", { exact: true }).waitFor();
  await figure("Needs Attention").getByText("1-2 stars", { exact: true }).waitFor();
  await page.getByText("50% (2)", { exact: true }).waitFor();
  await page.getByText("WhatsApp: 1", { exact: true }).waitFor();
  await page.getByText("“The answer came at once and was right.”").waitFor();
  await page.context().close();
});

test("the dashboard shows which channels are set up", async () => {
  const { page, account } = await openPageOfNewAccount(product);
  await page.goto("/");
  await page.getByRole("link", { name: "Set up Public webhook" }).waitFor();
  await page.getByRole("link", { name: "Set up WhatsApp Business" }).waitFor();
  await fillLists(product.server, account);
  await page.reload();
  await page.getByRole("link", { name: "Manage Public webhook" }).waitFor();
  await page.getByRole("link", { name: "Review WhatsApp Business" }).waitFor();
  await page.context().close();
});

test("an edited business configuration is reset only after a question", async () => {
  const { page, account } = await openPageOfNewAccount(product);
  const path = `/api/organizations/${account.organizationId}/business-config`;
  const { settings, templateSettings, workflowSettings } = businessPresets.retail;
  const edited = { ...templateSettings, orderStatus: "Where is it?" };
  const config = { businessType: "retail", settings, templateSettings: edited, workflowSettings };
  await account.request("POST", path, config);
  await page.goto("/business-config");
  await page.getByText("In use", { exact: true }).waitFor();
  await page.getByRole("radio", { name: /^Retail/ }).check({ force: true });
  const apply = page.getByRole("button", { name: "Apply Configuration" });
  const question = page.getByRole("alertdialog", { name: "Reset Retail to its preset?" });
  await apply.press("Enter");
  await question.getByText("Your edited templates and settings are replaced.").waitFor();
  await question.getByRole("button", { name: "Cancel" }).press("Enter");
  expect((await account.request("GET", path)).json()).toMatchObject([{ templateSettings: edited }]);
  await apply.press("Enter");
  await question.getByRole("button", { name: "Apply Configuration" }).press("Enter");
  await expectToast(page, "Success", "Business configuration created successfully");
  expect((await account.request("GET", path)).json()).toMatchObject([{ templateSettings }]);
  await page.context().close();
});
