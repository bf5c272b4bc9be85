import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { uploadDocument, waitForDocument } from "../test/documents.ts";
import { accessibilityFaults } from "./accessibility.ts";
import { loseReply, expectToast } from "./failures.ts";
import { leavePolicyPdf } from "./leave-policy.ts";
import { openPageOfNewAccount, startProduct, type Product } from "./product.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

test("Enter sends, Shift+Enter starts a new line, and blank text is not sent", async () => {
  const { page } = await openPageOfNewAccount(product);
  const sent: unknown[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/messages")) sent.push(request.postDataJSON());
  });
  await page.goto("/chat");
  await page.getByText("Ask your documents").waitFor();
  const question = page.getByRole("textbox", { name: "Your question" });
  const send = page.getByRole("button", { name: "Send" });
  await question.fill("   ");
  expect(await send.isDisabled()).toBe(true);
  await question.press("Enter");
  await question.fill("First line");
  await question.press("Shift+Enter");
  await question.pressSequentially("second line");
  expect(await question.inputValue()).toBe("First line\nsecond line");
  expect(sent).toEqual([]);
  await question.press("Enter");
  await expect.poll(() => question.inputValue()).toBe("");
  await page.getByText("Looking for an answer").waitFor({ state: "detached" });
  await expect.poll(() => sent).toEqual([{ role: "user", content: "First line\nsecond line" }]);
  await page.context().close();
});

test("a question entered before the session exists is sent once it does", async () => {
  const { page } = await openPageOfNewAccount(product);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/chat\/sessions$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/chat");
  const question = page.getByRole("textbox", { name: "Your question" });
  await question.fill("Is the shop open on Sundays?");
  await question.press("Enter");
  expect(await page.getByRole("button", { name: "Send" }).isDisabled()).toBe(true);
  expect(await question.inputValue()).toBe("Is the shop open on Sundays?");
  release();
  await page.getByRole("log").getByText("Is the shop open on Sundays?").waitFor();
  await page.context().close();
});

test("a question sent again after a lost reply is stored only once", async () => {
  const { page, account } = await openPageOfNewAccount(product);
  const isOpened = page.waitForResponse((response) => response.url().endsWith("/chat/sessions"));
  await page.goto("/chat");
  const opened = await isOpened;
  const question = page.getByRole("textbox", { name: "Your question" });
  await loseReply(page, "POST", /\/messages$/);
  await question.fill("How much leave is there?");
  await question.press("Enter");
  await expectToast(page, "Error", "Failed to send message");
  await expect.poll(() => question.inputValue()).toBe("How much leave is there?");
  const isSent = page.waitForRequest((request) => request.method() === "POST");
  await question.press("Enter");
  await isSent;
  await page.getByText("Looking for an answer").waitFor({ state: "detached" });
  const messages = await account.request("GET", `/api/chat/sessions/${(await opened.json()).id}/messages`);
  expect(messages.json<{ role: string }[]>().map(({ role }) => role)).toEqual(["user", "assistant"]);
  await page.context().close();
});

test("the question is shown before its answer, and nothing can be sent meanwhile", async () => {
  const { page } = await openPageOfNewAccount(product);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/messages$/, async (route) => {
    if (route.request().method() === "POST") await released;
    await route.continue();
  });
  await page.goto("/chat");
  const question = page.getByRole("textbox", { name: "Your question" });
  await question.fill("Is the shop open on Sundays?");
  await question.press("Enter");
  await page.getByRole("log").getByText("Is the shop open on Sundays?").waitFor();
  await page.getByText("Looking for an answer").waitFor({ state: "attached" });
  await question.fill("And on Mondays?");
  expect(await page.getByRole("button", { name: "Send" }).isDisabled()).toBe(true);
  release();
  await page.getByText("Looking for an answer").waitFor({ state: "detached" });
  await expect.poll(() => page.getByRole("log").getByText("Is the shop open on Sundays?").count()).toBe(1);
  await expect.poll(() => page.getByRole("button", { name: "Send" }).isEnabled()).toBe(true);
  await page.context().close();
});

test.each([
  { width: 1280, height: 600 },
  { width: 360, height: 740 },
])("a new answer is scrolled into view with its sources, but never the page: %o", async (viewport) => {
  const { page, account } = await openPageOfNewAccount(product, { viewport });
  const { id } = await uploadDocument(account, { name: "Leave Policy.pdf", bytes: await leavePolicyPdf() });
  await waitForDocument(account, id);
  await page.goto("/chat");
  const log = page.getByRole("log");
  for (const count of [1, 2, 3]) {
    const question = page.getByRole("textbox", { name: "Your question" });
    await question.fill("How many days of annual leave does an employee receive?");
    await question.press("Enter");
    const confidence = log.getByText(/^Confidence/).nth(count - 1);
    await confidence.waitFor();
    const bottom = async (of: typeof log) => of.evaluate((element) => element.getBoundingClientRect().bottom);
    await expect.poll(async () => (await bottom(log)) - (await bottom(confidence))).toBeGreaterThan(0);
  }
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(viewport.height);
  await page.context().close();
});

test("the chat says that documents are being read until the first one is ready", async () => {
  const { page, account } = await openPageOfNewAccount(product);
  const { extractor } = product.server.context;
  const prepare = extractor.prepare.bind(extractor);
  const mayRead = Promise.withResolvers<void>();
  const reading = vi.spyOn(extractor, "prepare").mockImplementationOnce(async (...given) => {
    await mayRead.promise;
    return prepare(...given);
  });
  await uploadDocument(account, { name: "Leave Policy.pdf", bytes: await leavePolicyPdf() });
  await expect.poll(() => reading.mock.calls.length).toBe(1);
  const log = page.getByRole("log");
  await page.goto("/chat");
  await log.getByText("Your documents are being read").waitFor();
  await log.getByText("answers from your internal documents as soon as they have been read").waitFor();
  // The notice stays after a question that found no answer.
  const question = page.getByRole("textbox", { name: "Your question" });
  await question.fill("How many days of annual leave does an employee receive?");
  await page.keyboard.press("Enter");
  await log.getByText("Sorry, I couldn't find that").waitFor();
  await log.getByText("Your documents are being read").waitFor();
  await page.getByRole("button", { name: "New chat" }).click();
  await log.getByText("Your documents are being read").waitFor();
  mayRead.resolve();
  await log.getByText("Ask your documents").waitFor();
  expect(await log.getByText("Your documents are being read").count()).toBe(0);
  await question.fill("How many days of annual leave does an employee receive?");
  await page.keyboard.press("Enter");
  await log.getByText(/^Confidence/).waitFor();
  reading.mockRestore();
  await page.context().close();
});

test("each chat tab creates a session of its type and keeps its conversation", async () => {
  const { page } = await openPageOfNewAccount(product);
  const created: unknown[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/chat/sessions"))
      created.push(request.postDataJSON());
  });
  await page.goto("/chat");
  await page.getByText("Ask your documents").waitFor();
  const question = page.getByRole("textbox", { name: "Your question" });
  await question.fill("Hello");
  await question.press("Enter");
  await expect.poll(() => page.getByRole("log").getByRole("listitem").count()).toBe(2);
  await page.getByRole("tab", { name: "Customer Support" }).click();
  await page.getByText("Ask your documents").waitFor();
  await page.getByRole("tab", { name: "Internal Support" }).click();
  await expect.poll(() => page.getByRole("log").getByRole("listitem").count()).toBe(2);
  expect(created).toEqual([
    { type: "internal", title: "internal Chat" },
    { type: "external", title: "external Chat" },
  ]);
  await page.context().close();
});

test("a reload resumes the session, and the history lists earlier ones", async () => {
  const { page } = await openPageOfNewAccount(product);
  let created = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/chat/sessions")) created += 1;
  });
  const log = page.getByRole("log");
  const ask = async (content: string) => {
    const question = page.getByRole("textbox", { name: "Your question" });
    await question.fill(content);
    await question.press("Enter");
    await expect.poll(() => log.getByRole("listitem").count()).toBe(2);
    await log.getByText("Looking for an answer").waitFor({ state: "detached" });
  };
  await page.goto("/chat");
  await page.getByText("Ask your documents").waitFor();
  // The session is resumed even though it has no messages yet.
  await page.reload();
  await ask("Hello");
  await page.reload();
  await log.getByText("Hello", { exact: true }).waitFor();
  expect(created).toBe(1);
  await page.getByRole("button", { name: "New chat" }).click();
  await ask("Good morning");
  expect(created).toBe(2);
  await page.getByRole("button", { name: "History" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Good morning/ })
    .waitFor();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Hello/ })
    .click();
  await log.getByText("Hello", { exact: true }).waitFor();
  await page.reload();
  await log.getByText("Hello", { exact: true }).waitFor();
  expect(await log.getByText("Good morning", { exact: true }).count()).toBe(0);
  await page.getByRole("link", { name: "Tickets" }).click();
  await page.getByRole("link", { name: "Chat", exact: true }).click();
  await page.getByText("Ask your documents").waitFor();
  expect(created).toBe(3);
  await page.context().close();
});

test("going back to the chat resumes its session", async () => {
  const { page } = await openPageOfNewAccount(product);
  await page.goto("/chat");
  const question = page.getByRole("textbox", { name: "Your question" });
  await question.fill("Hello");
  await question.press("Enter");
  const log = page.getByRole("log");
  const asked = log.getByText("Hello", { exact: true });
  await asked.waitFor();
  await log.getByText("Looking for an answer").waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Tickets" }).click();
  await page.getByRole("heading", { name: "Support Tickets" }).waitFor();
  await page.goBack();
  await asked.waitFor();
  await page.context().close();
});

test("a question that is too long is kept whole and says by how much", async () => {
  const { page } = await openPageOfNewAccount(product, { viewport: { width: 360, height: 740 } });
  await page.goto("/chat");
  const question = page.getByRole("textbox", { name: "Your question" });
  const send = page.getByRole("button", { name: "Send" });
  await question.fill("a".repeat(4001));
  await page.getByText("Too long by 1 character.").waitFor();
  expect((await question.inputValue()).length).toBe(4001);
  expect(await send.isDisabled()).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  await question.fill("a".repeat(3500));
  await page.getByText("3500 of 4000 characters").waitFor();
  await expect.poll(() => send.isEnabled()).toBe(true);
  await page.context().close();
});
