import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUpMember } from "../test/accounts.ts";
import { startFakeGraphApi, type FakeGraphApi } from "../test/fake-graph-api/graph-api.ts";
import { envelope, statusOf } from "../test/fake-graph-api/webhook.ts";
import { newCustomer, startBusiness, uploadForCustomers, type Business } from "../test/whatsapp.ts";
import { accessibilityFaults } from "./accessibility.ts";
import { loseReply, expectToast } from "./failures.ts";
import { openPage, signIn, signOut, startProduct, type Product } from "./product.ts";

const refund = { question: "How long does a refund take by card?", answer: "five to seven working days" };

let graph: FakeGraphApi;
let product: Product;
let business: Business;
let colleague: Account;
beforeAll(async () => {
  graph = await startFakeGraphApi();
  product = await startProduct({ WHATSAPP_GRAPH_URL: graph.url });
  business = await startBusiness({ ...product.server, graph });
  await uploadForCustomers(business.account, "Returns Policy.docx");
  colleague = await signUpMember(product.server, business.account.organizationId, { role: "agent" });
  await colleague.request("PUT", "/api/user/profile", { firstName: "Lerato" });
});
afterAll(async () => {
  await graph.close();
  await product.close();
});

/** A picture of one pixel. */
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** The open conversation, as distinct from the list beside it, which repeats some of its text. */
const openConversation = (page: Page): Locator =>
  page.getByRole("region", { name: "Conversation", exact: true });

/** The row of a customer in the list. */
const rowOf = (page: Page, name: RegExp): Locator =>
  page.getByRole("list", { name: "Conversations" }).getByRole("link", { name });

async function openInbox(as: Account): Promise<Page> {
  const page = await openPage(product);
  await signIn(product, page, as);
  await page.goto("/inbox");
  await page.getByRole("heading", { name: "Inbox", level: 1 }).waitFor();
  return page;
}

test("staff follow a WhatsApp conversation, take it over, reply and release it", async () => {
  const customer = { ...newCustomer(), name: "Zodwa Mthembu" };
  const page = await openInbox(business.account);
  await page.getByText("No conversations yet").waitFor();
  await business.says(customer, refund.question);
  const pane = openConversation(page);
  // It appears live, as does everything that follows.
  const row = rowOf(page, /Zodwa Mthembu/);
  await row.focus();
  await page.keyboard.press("Enter");
  const messages = pane.getByRole("log", { name: "Messages" });
  await messages.getByText(refund.answer).waitFor();
  await messages.getByRole("button", { name: "Returns Policy, page 1" }).first().waitFor();
  await messages.getByText(/^Confidence \d+%$/).waitFor();
  await messages.getByText("Sent", { exact: true }).waitFor();
  await pane.getByText("The assistant is answering.").waitFor();

  await business.says(customer, "I want to talk to a person");
  await row.getByText("Waiting for a person").waitFor();
  await pane.getByText(/^Asked for a person/).waitFor();
  await pane.getByText("Waiting for your team. The assistant is paused. Take over to reply.").waitFor();
  await row.getByText("I want to talk to a person").waitFor();
  const later = { ...newCustomer(), name: "Anele Dube" };
  await business.says(later, "hello");
  await rowOf(page, /Anele Dube/).waitFor();
  const rows = page.getByRole("list", { name: "Conversations" }).getByRole("link");
  expect(await rows.first().innerText()).toContain("Zodwa Mthembu");
  await pane.getByRole("button", { name: "Take over" }).press("Enter");
  await pane.getByText(/^Assigned to you/).waitFor();
  const box = pane.getByRole("textbox", { name: "Your message" });
  await expect.poll(() => box.evaluate((field) => field === document.activeElement)).toBe(true);
  await row.getByText("Assigned to you").waitFor();

  const other = await openInbox(colleague);
  const theirs = openConversation(other);
  await rowOf(other, /Zodwa Mthembu/).click();
  await theirs.getByText("The assistant is paused.").waitFor();
  expect(await theirs.getByRole("textbox", { name: "Your message" }).count()).toBe(0);

  await business.says(customer, "My name is on the receipt.");
  await messages.getByText("My name is on the receipt.").waitFor();
  await box.fill("Thank you, Zodwa. I have found it.");
  await box.press("Enter");
  const [, , reply] = await graph.waitFor(customer.waId, 3);
  expect(reply?.text).toBe("Thank you, Zodwa. I have found it.");
  await theirs.getByRole("log").getByText("Thank you, Zodwa. I have found it.").waitFor();
  const { phoneNumberId } = business.integration;
  await business.deliver(envelope(phoneNumberId, { statuses: [statusOf(reply?.wamid ?? "", "read")] }));
  await messages.getByText("Read", { exact: true }).waitFor();

  await pane.getByRole("button", { name: "Return to assistant" }).click();
  await pane.getByText("Answered by the assistant", { exact: true }).waitFor();
  await business.says(customer, "And how long does a refund take by EFT?");
  const [, , , answer] = await graph.waitFor(customer.waId, 4);
  expect(answer?.text).toContain("EFT refunds two working days");
  await messages
    .getByText(/^Confidence/)
    .nth(1)
    .waitFor();
  await other.context().close();
  await page.context().close();
});

test("a reply sent again after a lost confirmation reaches the customer once", async () => {
  const customer = { ...newCustomer(), name: "Sipho Ndlovu" };
  await business.says(customer, "hello");
  await graph.waitFor(customer.waId, 1);
  const page = await openInbox(business.account);
  await rowOf(page, /Sipho Ndlovu/).click();
  const pane = openConversation(page);
  await pane.getByRole("button", { name: "Take over" }).click();
  await loseReply(page, "POST", /\/api\/conversations\/.*\/messages$/);
  const box = pane.getByRole("textbox", { name: "Your message" });
  await box.fill("One moment.");
  await box.press("Enter");
  await expectToast(page, "Error", "Failed to send message");
  await expect.poll(() => box.inputValue()).toBe("One moment.");
  await pane.getByRole("button", { name: "Send" }).click();
  await expect.poll(() => box.inputValue()).toBe("");
  await box.fill("I have found it.");
  await pane.getByRole("button", { name: "Send" }).click();
  const sent = await graph.waitFor(customer.waId, 3);
  expect(sent.slice(1).map(({ text }) => text)).toEqual(["One moment.", "I have found it."]);
  await page.context().close();
});

test("a message that arrives while a conversation first loads is shown too", async () => {
  const customer = { ...newCustomer(), name: "Naledi Khumalo" };
  await business.says(customer, "hello");
  await graph.waitFor(customer.waId, 1);
  const page = await openInbox(business.account);
  let deliver = (): void => undefined;
  const held = new Promise<void>((resolve) => (deliver = resolve));
  let isAnswered = false;
  await page.route(
    /\/api\/conversations\/[^/]+\/messages/,
    async (route) => {
      const response = await route.fetch();
      isAnswered = true;
      await held;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  const row = rowOf(page, /Naledi Khumalo/);
  await row.click();
  await expect.poll(() => isAnswered).toBe(true);
  await business.says(customer, "thank you");
  await graph.waitFor(customer.waId, 2);
  await row.getByText("thank you", { exact: true }).waitFor();
  deliver();
  await openConversation(page).getByRole("log").getByText("thank you", { exact: true }).waitFor();
  await page.context().close();
});

test("a conversation can be taken from a colleague until WhatsApp's window closes", async () => {
  const customer = { ...newCustomer(), name: "Bongani Cele" };
  await business.says(customer, "hello");
  await graph.waitFor(customer.waId, 1);
  const page = await openInbox(business.account);
  await rowOf(page, /Bongani Cele/).click();
  await openConversation(page).getByRole("button", { name: "Take over" }).click();
  const other = await openInbox(colleague);
  const theirs = openConversation(other);
  await other.getByLabel("Filter by status", { exact: true }).selectOption("taken_over");
  await other.getByRole("searchbox", { name: "Search conversations" }).fill(customer.waId.slice(-6));
  await rowOf(other, /Bongani Cele/).click();
  await theirs.getByRole("button", { name: "Take over" }).click();
  await other.getByRole("alertdialog").getByRole("button", { name: "Take over" }).click();
  await theirs.getByRole("textbox", { name: "Your message" }).waitFor();
  await openConversation(page)
    .getByText("Lerato is handling this conversation. The assistant is paused.")
    .waitFor();
  await business.rows((trx) =>
    trx
      .updateTable("conversations")
      .set({ last_customer_message_at: new Date(Date.now() - 25 * 3_600_000) })
      .execute(),
  );
  await other.reload();
  await theirs.getByText(/24-hour window has closed/).waitFor();
  expect(await theirs.getByRole("textbox", { name: "Your message" }).count()).toBe(0);
  await other.context().close();
  await page.context().close();
});

test("files from customers can be viewed and downloaded in the inbox and the ticket", async () => {
  const customer = { ...newCustomer(), name: "Naledi Molefe" };
  await business.says(customer, "I want to talk to a person");
  await graph.waitFor(customer.waId, 1);
  const send = (type: string, bytes: Buffer, more: object = {}) =>
    business.says(customer, {
      type,
      [type]: { id: graph.media.add(bytes, "text/plain"), mime_type: "text/plain", sha256: "x", ...more },
    });
  await send("image", picture, { caption: "The broken handle" });
  await send("audio", Buffer.concat([Buffer.from("OggS"), Buffer.alloc(2044)]));
  await send("document", Buffer.from("%PDF-1.7 proof"), { filename: "Receipt.pdf" });
  await business.says(customer, { type: "location", location: { latitude: -26.2, longitude: 28.04 } });
  const page = await openInbox(business.account);
  await rowOf(page, /Naledi Molefe/).click();
  const messages = openConversation(page).getByRole("log", { name: "Messages" });
  await expectFilesShown(messages, page);
  expect(await accessibilityFaults(page)).toEqual([]);
  await openConversation(page).getByRole("link", { name: /^TKT-/ }).click();
  const thread = page.getByRole("list", { name: "Messages" });
  await expectFilesShown(thread, page);
  expect(await accessibilityFaults(page)).toEqual([]);
});

async function expectFilesShown(messages: Locator, page: Page): Promise<void> {
  const image = messages.getByRole("img", { name: "The broken handle" });
  await image.scrollIntoViewIfNeeded();
  await expect
    .poll(() => image.evaluate((shown) => (shown as unknown as { naturalWidth: number }).naturalWidth))
    .toBe(1);
  await messages.getByLabel("Voice message.ogg", { exact: true }).waitFor();
  const map = messages.getByRole("link", { name: "Open map" });
  expect(await map.getAttribute("href")).toBe("https://www.openstreetmap.org/?mlat=-26.2&mlon=28.04");
  const file = messages.getByRole("link", { name: "Download Receipt.pdf (14 Bytes)" });
  const [download] = await Promise.all([page.waitForEvent("download"), file.press("Enter")]);
  expect(download.suggestedFilename()).toBe("Receipt.pdf");
}

test("a half-written reply stays with its conversation until signing out", async () => {
  const names = ["Ayanda Zulu", "Mandla Nene"];
  for (const name of names) await business.says({ ...newCustomer(), name }, "I want to talk to a person");
  const page = await openInbox(business.account);
  const pane = openConversation(page);
  const box = pane.getByRole("textbox", { name: "Your message" });
  await rowOf(page, /Ayanda Zulu/).click();
  await pane.getByRole("button", { name: "Take over" }).click();
  await box.fill("Dear Ayanda");
  await rowOf(page, /Mandla Nene/).click();
  await pane.getByRole("button", { name: "Take over" }).click();
  await expect.poll(() => box.inputValue()).toBe("");
  await rowOf(page, /Ayanda Zulu/).click();
  await expect.poll(() => box.inputValue()).toBe("Dear Ayanda");
  const kept = () => page.evaluate(() => JSON.stringify(sessionStorage));
  expect(await kept()).toMatch(/sizana\.filter.*Dear Ayanda|Dear Ayanda.*sizana\.filter/);
  await signOut(page);
  expect(await kept()).not.toMatch(/Dear Ayanda|sizana\.filter/);
  await page.context().close();
});
