import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Ticket } from "../contract/tickets.ts";
import type { Account } from "../test/accounts.ts";
import { addWordDocument } from "../test/documents.ts";
import { accessibilityFaults } from "./accessibility.ts";
import { openPageOfNewAccount, sidewaysScroll, startProduct, type Product } from "./product.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const quote = "Customers may return unworn shoes within thirty days of the purchase.";

/** A phone-sized page of an account with an external document, for the customer chat. */
async function openChat(): Promise<{ page: Page; account: Account }> {
  const opened = await openPageOfNewAccount(product, {
    viewport: { width: 360, height: 740 },
    reducedMotion: "reduce",
  });
  await addWordDocument(opened.account, "Returns.docx", [quote], "external");
  return opened;
}

async function ask(page: Page, content: string): Promise<void> {
  const question = page.getByRole("textbox", { name: "Your question" });
  await question.fill(content);
  await question.press("Enter");
}

async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  }
}

const ticketsOf = async (account: Account): Promise<Ticket[]> =>
  (await account.request("GET", `/api/organizations/${account.organizationId}/tickets`)).json<Ticket[]>();

const handOffRequest = "I want to speak to a human";
const answerable = "Within how many days may customers return unworn shoes?";

test("a hand-off can be undone within a minute, which closes its ticket", async () => {
  const { page, account } = await openChat();
  await page.goto("/chat?tab=external");
  await ask(page, handOffRequest);
  const log = page.getByRole("log");
  await log.getByRole("link", { name: "TKT-0001" }).waitFor();
  await expectAccessible(page);
  expect(await ticketsOf(account)).toMatchObject([{ title: handOffRequest, status: "open" }]);
  // The assistant stays silent while a person handles the conversation.
  await ask(page, "Are you there?");
  await log.getByText("Are you there?").waitFor();
  await log.getByText("Looking for an answer").waitFor({ state: "detached" });
  await log.getByRole("button", { name: "Undo" }).press("Enter");
  await log.getByText("Undone", { exact: true }).waitFor();
  expect(await page.getByRole("button", { name: /^(Undo|Ask the assistant)$/ }).count()).toBe(0);
  expect(await ticketsOf(account)).toMatchObject([{ title: handOffRequest, status: "closed" }]);
  await ask(page, answerable);
  await log.getByText(quote).waitFor();
  await page.context().close();
});

test("after a minute the assistant can be asked again while the ticket stays open", async () => {
  const { page, account } = await openChat();
  await page.clock.install();
  await page.goto("/chat?tab=external");
  await ask(page, handOffRequest);
  const log = page.getByRole("log");
  const undo = log.getByRole("button", { name: "Undo" });
  await undo.waitFor();
  await page.clock.runFor(61_000);
  await undo.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Ask the assistant" }).press("Enter");
  await page.getByRole("button", { name: "Ask the assistant" }).waitFor({ state: "detached" });
  expect(await log.getByText("Undone", { exact: true }).count()).toBe(0);
  await ask(page, answerable);
  await log.getByText(quote).waitFor();
  expect(await ticketsOf(account)).toMatchObject([{ title: handOffRequest, status: "open" }]);
  await page.context().close();
});

test("quotes that may help have no confidence and come with the offer of a person", async () => {
  const { page } = await openChat();
  await page.goto("/chat?tab=external");
  await ask(page, "Can I exchange the shoes for another size?");
  const log = page.getByRole("log");
  const quotes = log.getByRole("list", { name: "This may help" });
  await quotes.getByRole("blockquote").filter({ hasText: quote }).waitFor();
  await log.getByRole("button", { name: "Hand off to a person" }).waitFor();
  expect(await log.getByText(/^Confidence/).count()).toBe(0);
  await expectAccessible(page);
  await quotes.getByRole("button", { name: "Returns, page 1" }).click();
  const viewer = page.getByRole("dialog", { name: "Returns.docx" });
  await viewer.locator("mark").filter({ hasText: "unworn shoes" }).first().waitFor();
  await page.keyboard.press("Escape");
  await viewer.waitFor({ state: "detached" });
  await log.getByRole("button", { name: "Hand off to a person" }).click();
  await log.getByRole("link", { name: "TKT-0001" }).waitFor();
  await page.context().close();
});

test("a chat with the team says so, and names the team's reply after it", async () => {
  const { page, account } = await openChat();
  await page.goto("/chat?tab=external");
  await ask(page, handOffRequest);
  const log = page.getByRole("log");
  const undo = log.getByRole("button", { name: "Undo" });
  await undo.waitFor();
  await page
    .getByRole("status")
    .filter({ hasText: "With your team: TKT-0001. New messages are added to it." })
    .waitFor();
  await page.getByPlaceholder("Write to your team…").waitFor();
  const [ticket] = await ticketsOf(account);
  const content = "Please see https://example.org/returns.";
  await account.request("POST", `/api/tickets/${ticket?.id}/messages`, { kind: "reply", content });
  const reply = log.getByRole("listitem").filter({ hasText: "Your team" });
  const link = reply.getByRole("link", { name: "https://example.org/returns", exact: true });
  expect(await link.getAttribute("rel")).toBe("noopener noreferrer");
  await undo.waitFor({ state: "detached" });
  await expectAccessible(page);
  await page.getByRole("button", { name: "Ask the assistant" }).click();
  await page.getByPlaceholder("Write to your team…").waitFor({ state: "detached" });
  await page.context().close();
});
