import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TicketDetail } from "../contract/tickets.ts";
import { signUp, type Account } from "../test/accounts.ts";
import { uploadDocument, waitForDocument } from "../test/documents.ts";
import { accessibilityFaults } from "./accessibility.ts";
import { annualLeaveSentence, leavePolicyPdf } from "./leave-policy.ts";
import { loseReply, expectToast } from "./failures.ts";
import { openPage, sidewaysScroll, signIn, startProduct, type Product } from "./product.ts";

let product: Product;
let account: Account;
beforeAll(async () => {
  product = await startProduct();
  account = await signUp(product.server);
  const file = { name: "Leave Policy.pdf", bytes: await leavePolicyPdf() };
  const { id } = await uploadDocument(account, file, "external");
  await waitForDocument(account, id);
});
afterAll(() => product.close());

/** Expects the page to be accessible and not wider than its window. */
async function expectAccessible(page: Page): Promise<void> {
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
}

async function expectAccessibleEverywhere(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "light" });
  if (before) await page.setViewportSize(before);
}

/** Chooses a number of stars and waits until it is shown as chosen. */
async function choose(star: Locator): Promise<void> {
  await star.click({ force: true });
  await expect.poll(() => star.isChecked()).toBe(true);
}

test("a ticket goes from creation through the assistant's draft to a rating by link", async () => {
  const page = await openPage(product, { reducedMotion: "reduce" });
  await signIn(product, page, account);
  await page.goto("/tickets");
  await page.getByRole("button", { name: "Create Ticket" }).click();
  await page.getByLabel("Title").fill("Leave");
  await page.getByLabel("Description").fill("How many days of annual leave does an employee receive?");
  await page.getByLabel("Customer Name").fill("Thandi Nkosi");
  await page.getByRole("dialog").getByRole("button", { name: "Create Ticket" }).click();
  await page.getByRole("link", { name: "Leave" }).click();
  await page.getByRole("heading", { level: 1, name: "TKT-0001: Leave" }).waitFor();

  // The draft appears live, with its source page.
  await page.getByRole("button", { name: "Leave Policy, page 2" }).waitFor();
  await page.getByText(/^Confidence/).waitFor();
  await expectAccessibleEverywhere(page);
  await page.getByRole("button", { name: "Leave Policy, page 2" }).click();
  await page.locator("[data-highlight]").first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Edit" }).click();
  const draft = page.getByRole("textbox", { name: "Your reply" });
  expect(await draft.inputValue()).toContain(annualLeaveSentence);
  await draft.fill(`Hello Thandi. ${annualLeaveSentence}`);
  await page.getByRole("button", { name: "Send reply" }).last().click();
  const thread = page.getByRole("list", { name: "Messages" });
  await thread.getByText("Hello Thandi.").waitFor();
  await page.getByText("Draft sent.").waitFor();

  // Adds a note by keyboard, then messages from the customer, each of which gets a new draft.
  await page.getByRole("radio", { name: "Reply" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Tab");
  await page.keyboard.type("She is new here.");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await thread.getByText("She is new here.").waitFor();
  await page.getByText("From the customer", { exact: true }).click();
  await page
    .getByRole("textbox", { name: "From the customer" })
    .fill("Which moon of Jupiter has the thickest ice?");
  await page.getByRole("button", { name: "Add message" }).click();
  await page.getByText("No draft: your documents don't cover this.").waitFor();
  expect(await page.getByRole("button", { name: "Discard" }).count()).toBe(0);
  await page.getByText("From the customer", { exact: true }).first().click();
  await page
    .getByRole("textbox", { name: "From the customer" })
    .fill("When must annual leave be applied for?");
  await page.getByRole("button", { name: "Add message" }).click();
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByText("Draft discarded.").waitFor();

  await page.getByLabel("Assignee").selectOption({ index: 1 });
  await page.getByLabel("Priority").selectOption("urgent");
  await page.getByText("Urgent", { exact: true }).first().waitFor();
  await page.getByLabel("Status").selectOption("resolved");
  const link = await page.locator("code", { hasText: "/rate/" }).innerText();
  await page.goto("/tickets");
  await page.getByLabel("Filter by assignee").selectOption({ label: "Unassigned" });
  await page.getByText("No tickets found").waitFor();
  await page.context().close();
  await rateAsCustomer(new URL(link).pathname);
});

/** Rates without an account, by keyboard, and corrects the rating on a second visit. */
async function rateAsCustomer(path: string): Promise<void> {
  const page = await openPage(product, { reducedMotion: "reduce" });
  await page.goto(path);
  await page.getByRole("heading", { name: /^How did .+ do\?$/ }).waitFor();
  await expectAccessibleEverywhere(page);
  await page.getByRole("button", { name: "Send rating" }).click();
  await page.getByText("Choose a rating from one to five stars.").waitFor();
  await page.getByRole("radio", { name: "1 of 5: Very poor" }).focus();
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Quick and clear");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByText("Thank you!").waitFor();
  await page.reload();
  await expect.poll(() => page.getByRole("radio", { name: "4 of 5: Good" }).isChecked()).toBe(true);
  expect(await page.getByRole("textbox").inputValue()).toBe("Quick and clear");
  await choose(page.getByRole("radio", { name: "5 of 5: Excellent" }));
  await page.getByRole("button", { name: "Change rating" }).click();
  await page.getByText("Thank you!").waitFor();
  await page.goto(`${path}x`);
  await page.getByRole("heading", { name: "This link doesn't work" }).waitFor();
  await expectAccessibleEverywhere(page);
  await page.context().close();
  const url = `/api/organizations/${account.organizationId}/feedback`;
  const feedback = await account.request("GET", url);
  expect(feedback.json()).toMatchObject([{ rating: 5, source: "ticket", comment: "Quick and clear" }]);
}

test("a chat answer can be rated and its conversation handed to a person", async () => {
  const page = await openPage(product, { reducedMotion: "reduce" });
  await signIn(product, page, account);
  await page.goto("/chat?tab=external");
  const question = page.getByRole("textbox", { name: "Your question" });
  await question.fill("How many days of annual leave does an employee receive?");
  await question.press("Enter");
  const log = page.getByRole("log");
  await choose(log.getByRole("radio", { name: "2 of 5: Poor" }));
  await log.getByRole("button", { name: "Add a comment" }).click();
  await page.getByRole("textbox", { name: "Comment on this answer" }).fill("Too long");
  await page.getByRole("button", { name: "Save comment" }).click();
  await log.getByText("“Too long”").waitFor();
  await choose(log.getByRole("radio", { name: "3 of 5: Okay" }));
  await question.fill("Which moon of Jupiter has the thickest ice?");
  await question.press("Enter");
  const offer = log.getByRole("button", { name: "Hand off to a person" });
  await offer.waitFor();
  await expectAccessibleEverywhere(page);
  await offer.click();
  await log.getByRole("link", { name: /^TKT-/ }).click();
  await page.getByRole("heading", { level: 1, name: /Which moon of Jupiter has the thickest ice/ }).waitFor();
  const thread = page.getByRole("list", { name: "Messages" });
  await expect.poll(() => thread.getByRole("listitem").count()).toBe(4);
  await page.getByText("Assistant chat").waitFor();
  await expectAccessibleEverywhere(page);
  await page.context().close();
  const url = `/api/organizations/${account.organizationId}/feedback?source=chat`;
  const feedback = await account.request("GET", url);
  expect(feedback.json()).toMatchObject([{ rating: 3, comment: "Too long" }]);
});

test("a reply sent again after a lost confirmation is in the ticket once", async () => {
  const page = await openPage(product);
  const mine = await signUp(product.server);
  await signIn(product, page, mine);
  await mine.request("POST", `/api/organizations/${mine.organizationId}/tickets`, { title: "The zip" });
  await page.goto("/tickets");
  await page.getByRole("link", { name: "The zip" }).click();
  const reply = page.getByRole("textbox", { name: "Reply" });
  const send = page.getByRole("button", { name: "Send reply" });
  await reply.fill("Bring it along.");
  await loseReply(page, "POST", /\/api\/tickets\/.*\/messages$/);
  await send.click();
  await expectToast(page, "Error", "Failed to add the message");
  await expect.poll(() => reply.inputValue()).toBe("Bring it along.");
  // Another reply with the same text is a separate message.
  const replies: unknown[] = [];
  for (const _ of ["first", "second"]) {
    await reply.fill("Bring it along.");
    const isAnswered = page.waitForResponse((response) => response.request().method() === "POST");
    await send.click();
    replies.push((await (await isAnswered).json()).id);
  }
  const { messages } = (
    await mine.request("GET", `/api/tickets/${page.url().split("/").pop()}`)
  ).json<TicketDetail>();
  expect(messages.map(({ id }) => id)).toEqual(replies);
  await page.context().close();
});

test("a rating given while the ratings are still loading stays chosen", async () => {
  const page = await openPage(product, { reducedMotion: "reduce" });
  await signIn(product, page, account);
  const isStored = Promise.withResolvers<void>();
  await page.route("**/api/chat/sessions/*/ratings", async (route) => {
    const readBefore = await route.fetch();
    await isStored.promise;
    await route.fulfill({ response: readBefore });
  });
  await page.goto("/chat?tab=external");
  const question = page.getByRole("textbox", { name: "Your question" });
  await question.fill("How many days of annual leave does an employee receive?");
  await question.press("Enter");
  const star = page.getByRole("log").getByRole("radio", { name: "4 of 5: Good" });
  const stored = page.waitForResponse((response) => response.url().endsWith("/rating"));
  await star.click({ force: true });
  await stored;
  await page.getByText("Your rating").waitFor();
  isStored.resolve();
  await page.waitForResponse((response) => response.url().endsWith("/ratings"));
  await expect.poll(() => star.isChecked()).toBe(true);
  await page.getByText("Your rating").waitFor();
  // The ratings may be fetched again while the page closes.
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.context().close();
});

test("a status menu used by keyboard changes nothing before Enter", async () => {
  const page = await openPage(product, { reducedMotion: "reduce" });
  const mine = await signUp(product.server);
  await signIn(product, page, mine);
  await mine.request("POST", `/api/organizations/${mine.organizationId}/tickets`, { title: "The zip" });
  const sent: unknown[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT") sent.push(request.postDataJSON());
  });
  await page.goto("/tickets");
  const status = page.getByLabel("Status of TKT-0001");
  await status.focus();
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => status.inputValue()).toBe("in_progress");
  await page.getByText("Press Enter to apply, Esc to cancel").waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => status.inputValue()).toBe("open");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Tab");
  await expect.poll(() => status.inputValue()).toBe("open");
  expect(sent).toEqual([]);
  await status.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(() => sent).toEqual([{ status: "in_progress" }]);
  await page.context().close();
});

test("everything of a customer is exported and deleted from one of their tickets", async () => {
  const customer = { customerEmail: "lerato@example.org" };
  const tickets = `/api/organizations/${account.organizationId}/tickets`;
  for (const title of ["A torn tent", "A broken zip"])
    await account.request("POST", tickets, { ...customer, title });
  const page = await openPage(product, { reducedMotion: "reduce" });
  await signIn(product, page, account);
  await page.goto("/tickets");
  await page.getByRole("link", { name: "A torn tent" }).click();
  await page.getByRole("button", { name: "Personal data" }).click();
  await page.getByText("lerato@example.org: 0 conversations, 2 tickets, 0 ratings.").waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  expect((await download).suggestedFilename()).toMatch(/^customer-data-.*[.]json$/);
  await page.getByRole("button", { name: "Delete this customer's data" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete this customer's data" }).click();
  await expectToast(page, "Deleted", "This can't be undone.");
  await page.getByRole("heading", { level: 1, name: "Support Tickets" }).waitFor();
  await expect.poll(() => page.getByText("A broken zip").count()).toBe(0);
  await page.context().close();
});

test("a half-written ticket is discarded after a question, and sent once", async () => {
  const mine = await signUp(product.server);
  const page = await openPage(product, { viewport: { width: 1280, height: 800 } });
  await signIn(product, page, mine);
  await page.goto("/tickets");
  const open = page.getByRole("button", { name: "Create Ticket" });
  const dialog = page.getByRole("dialog", { name: "Create Ticket" });
  const question = page.getByRole("alertdialog", { name: "Discard what you have written?" });
  await open.click();
  await page.mouse.click(5, 400);
  await dialog.waitFor({ state: "detached" });
  await open.click();
  await dialog.getByLabel("Title").fill("The zip");
  await page.mouse.click(5, 400);
  await page.keyboard.press("Escape");
  await expectAccessibleEverywhere(page);
  await question.getByRole("button", { name: "Keep writing" }).press("Enter");
  await question.waitFor({ state: "detached" });
  expect(await dialog.getByLabel("Title").inputValue()).toBe("The zip");
  // Two clicks with no gap between them.
  await dialog.getByRole("button", { name: "Create Ticket" }).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await dialog.waitFor({ state: "detached" });
  const list = await mine.request("GET", `/api/organizations/${mine.organizationId}/tickets`);
  expect(list.json()).toHaveLength(1);
  await open.click();
  await dialog.getByLabel("Description").fill("It broke.");
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Discard" }).press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.context().close();
});

test("a half-written note is still there after going back and forward", async () => {
  const mine = await signUp(product.server);
  const page = await openPage(product);
  await signIn(product, page, mine);
  await mine.request("POST", `/api/organizations/${mine.organizationId}/tickets`, { title: "The zip" });
  await page.goto("/tickets");
  await page.getByRole("link", { name: "The zip" }).click();
  await page.getByText("Note", { exact: true }).click();
  const note = page.getByRole("textbox", { name: "Note" });
  await note.fill("Ask the supplier.");
  await page.goBack();
  await page.goForward();
  await expect.poll(() => note.inputValue()).toBe("Ask the supplier.");
  await page.getByRole("button", { name: "Add note" }).click();
  await page.getByRole("log").getByText("Ask the supplier.").waitFor();
  await page.reload();
  await expect.poll(() => note.or(page.getByRole("textbox", { name: "Reply" })).inputValue()).toBe("");
  await page.context().close();
});

test("a draft is folded away once the ticket is resolved", async () => {
  const page = await openPage(product);
  await signIn(product, page, account);
  const question = "How many days of annual leave does an employee receive?";
  const url = `/api/organizations/${account.organizationId}/tickets`;
  const { id } = (await account.request("POST", url, { description: question })).json<TicketDetail>();
  await page.goto(`/tickets/${id}`);
  const edit = page.getByRole("button", { name: "Edit", exact: true });
  await edit.waitFor();
  await page.getByLabel("Status").selectOption("resolved");
  await edit.waitFor({ state: "hidden" });
  await page.getByText("Show the draft").press("Enter");
  await edit.waitFor();
  await page.context().close();
});
