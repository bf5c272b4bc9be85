import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OrganizationAnalytics } from "../contract/analytics.ts";
import { ApiKeyCreated } from "../contract/api-keys.ts";
import { ChatMessage } from "../contract/conversations.ts";
import { Document } from "../contract/documents.ts";
import { type Ticket, TicketDetail } from "../contract/tickets.ts";
import type { WebhookAnswer } from "../contract/webhook.ts";
import { signUpMember, type Account } from "../test/accounts.ts";
import { addWordDocument } from "../test/documents.ts";
import { colourOf } from "./colour.ts";
import {
  goWithin,
  openPage,
  openPageOfNewAccount,
  sidewaysScroll,
  signIn,
  startProduct,
  type Product,
} from "./product.ts";

// What is conveyed by colour, emphasis or position, which checking the text alone would miss.

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const sentence = "Customers may return unworn shoes within thirty days of the purchase.";
const question = "Within how many days may customers return unworn shoes?";

interface ReplyChange<T> {
  url: RegExp;
  schema: { parse(json: unknown): T };
  how: (reply: T) => unknown;
}

/** Changes the API's replies to GET requests before they reach the page. */
async function changeReplies<T>(page: Page, { url, schema, how }: ReplyChange<T>): Promise<void> {
  await page.route(url, async (route) => {
    if (route.request().method() !== "GET") return route.fallback();
    const reply = await route.fetch();
    await route.fulfill({ json: how(schema.parse(await reply.json())) });
  });
}

/** A function that posts to the webhook with an API key of the organization. */
async function webhookOf({ organizationId, request }: Account) {
  const form = { name: "Site", permissions: { internal: false, external: true } };
  const made = await request("POST", `/api/organizations/${organizationId}/api-keys`, form);
  const headers = { authorization: `Bearer ${ApiKeyCreated.parse(made.json()).key}` };
  return (path: "chat" | "feedback", payload: object) =>
    product.server.app.inject({ method: "POST", url: `/api/webhook/${path}`, headers, payload });
}

const handOffRequest = { question: "I want to speak to a human", type: "external" };

test("every screen links to analytics and to the inbox with its waiting count", async () => {
  const { page, account } = await openPageOfNewAccount(product);
  const post = await webhookOf(account);
  await post("chat", handOffRequest);
  await page.goto("/");
  const work = page.getByRole("navigation", { name: "Work" });
  for (const path of [
    "/",
    "/documents",
    "/chat",
    "/whatsapp",
    "/feedback",
    "/tickets",
    "/business-config",
    "/settings",
  ]) {
    await goWithin(page, path);
    await work.getByRole("link", { name: /^Inbox 1\s*waiting$/ }).waitFor();
    await work.getByRole("link", { name: "Analytics" }).waitFor();
  }
  // The count is updated live.
  await post("chat", handOffRequest);
  await work.getByRole("link", { name: /^Inbox 2\s*waiting$/ }).waitFor();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("button", { name: /^Open menu 2\s*waiting$/ }).waitFor();
  await page.setViewportSize({ width: 1280, height: 740 });
  await work.getByRole("link", { name: /^Inbox 2\s*waiting$/ }).click();
  await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
  expect(await work.getByRole("link", { name: /^Inbox/ }).getAttribute("aria-current")).toBe("page");
  await work.getByRole("link", { name: "Analytics" }).click();
  await page.getByRole("heading", { level: 1, name: "Analytics" }).waitFor();
  await page.context().close();
});

test("a computed trend is shown once known, coloured by whether it is good or bad", async () => {
  const { page } = await openPageOfNewAccount(product, { colorScheme: "light" });
  const known = Promise.withResolvers<void>();
  await page.route(/\/analytics$/, async (route) => {
    const reply = await route.fetch();
    await known.promise;
    const analytics = (await reply.json()) as OrganizationAnalytics;
    const trends = { totalDocuments: 25.4, chatSessions: -40, activeUsers: 0, averageResponseTime: -30 };
    await route.fulfill({ json: { ...analytics, trends } });
  });
  await page.goto("/");
  await page.getByRole("heading", { name: "Total Documents" }).waitFor();
  expect(await page.getByText(/^[+-]\d+%$/).count()).toBe(0);
  known.resolve();
  const caption = (text: string) => page.getByRole("listitem").getByText(text, { exact: true });
  await caption("+25%").waitFor();
  const seen = await Promise.all(
    ["+25%", "-40%", "0%", "-30%"].map((text) => colourOf(caption(text), "color")),
  );
  expect([seen[0], seen[1], seen[3]]).toEqual(["green", "red", "green"]);
  expect(["green", "red"]).not.toContain(seen[2]);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.context().close();
});

/** Asks a question in the chat, then shows `copies` of its answer in place of the answer. */
async function showAnswers(page: Page, copies: (answer: ChatMessage) => ChatMessage[]): Promise<Locator> {
  await page.goto("/chat?tab=external");
  const textbox = page.getByRole("textbox", { name: "Your question" });
  await textbox.fill(question);
  await textbox.press("Enter");
  const log = page.getByRole("log");
  await log.getByText(/^Confidence/).waitFor();
  await changeReplies(page, {
    url: /\/messages(\?|$)/,
    schema: ChatMessage.array(),
    how: (messages) =>
      messages.flatMap((message) => (message.role === "assistant" ? copies(message) : [message])),
  });
  await page.reload();
  await log
    .getByText(/^Confidence/)
    .first()
    .waitFor();
  return log;
}

test("the confidence bar is coloured by its value", async () => {
  const { page, account } = await openPageOfNewAccount(product, { colorScheme: "light" });
  await addWordDocument(account, "Returns.docx", [sentence], "external");
  const log = await showAnswers(page, (answer) =>
    [0.95, 0.5, 0.2].map((confidence, index) => ({
      ...answer,
      id: `${answer.id.slice(0, -1)}${index}`,
      metadata: answer.metadata && { ...answer.metadata, confidence },
    })),
  );
  const bar = (percent: number) =>
    log.getByText(`Confidence ${percent}%`, { exact: true }).locator("[data-level]");
  const seen = await Promise.all([95, 50, 20].map((percent) => colourOf(bar(percent))));
  expect(seen).toEqual(["green", "yellow", "red"]);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.context().close();
});

test("a table in an answer has headers and breaks no word or amount on a phone", async () => {
  const { page, account } = await openPageOfNewAccount(product, { viewport: { width: 360, height: 740 } });
  await addWordDocument(account, "Returns.docx", [sentence], "external");
  const rows = [
    "Item | Price | Guarantee | Delivered in",
    "Kettle braai, 57 cm | R 6 499,00 | 2 years | Beaufort West",
  ];
  const log = await showAnswers(page, (answer) => [{ ...answer, content: rows.join("\n") }]);
  const table = log.getByRole("table");
  expect(await table.getByRole("columnheader").allTextContents()).toEqual(rows[0]?.split(" | "));
  expect(await table.getByRole("rowheader").allTextContents()).toEqual(["Kettle braai, 57 cm"]);
  const lines = await table.locator("td, th").evaluateAll((cells) =>
    cells.map((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return range.getClientRects().length;
    }),
  );
  expect(lines).toEqual(lines.map(() => 1));
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  const group = log.getByRole("group", { name: "Table" });
  expect(await group.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.context().close();
});

test("the main button edits a low-confidence draft and sends a confident one", async () => {
  const { page, account } = await openPageOfNewAccount(product, { colorScheme: "light" });
  await addWordDocument(account, "Returns.docx", [sentence], "external");
  const url = `/api/organizations/${account.organizationId}/tickets`;
  const { id } = (await account.request("POST", url, { description: question })).json<Ticket>();
  const read = async () => (await account.request("GET", `/api/tickets/${id}`)).json<TicketDetail>();
  await expect.poll(async () => (await read()).draft?.state).toBe("ready");
  const mainButton = async (confidence: number): Promise<string> => {
    await changeReplies(page, {
      url: new RegExp(`/api/tickets/${id}$`),
      schema: TicketDetail,
      how: (ticket) => ({ ...ticket, draft: ticket.draft && { ...ticket.draft, confidence } }),
    });
    await page.goto(`/tickets/${id}`);
    await page.getByText(`Confidence ${Math.round(confidence * 100)}%`, { exact: true }).waitFor();
    const colours = await Promise.all(
      ["Send reply", "Edit"].map((name) =>
        page
          .getByRole("button", { name, exact: true })
          // The first “Send reply” button belongs to the form for the person's own reply.
          .last()
          .evaluate((button) => getComputedStyle(button).backgroundColor),
      ),
    );
    const accent = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.background = "var(--color-accent)";
      return getComputedStyle(probe).backgroundColor;
    });
    expect(colours.filter((colour) => colour === accent)).toHaveLength(1);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    return colours[0] === accent ? "Send reply" : "Edit";
  };
  expect(await mainButton(0.3)).toBe("Edit");
  expect(await mainButton(0.9)).toBe("Send reply");
  await page.context().close();
});

test("a rating links to its conversation", async () => {
  const { page, account } = await openPageOfNewAccount(product);
  const post = await webhookOf(account);
  const asked = await post("chat", { question: "Do you sell giraffes?", type: "external" });
  const { conversationId } = asked.json<WebhookAnswer>();
  await post("feedback", { rating: 2, comment: "Not even small ones.", conversationId });
  await page.goto("/feedback");
  const rating = page.getByRole("listitem").filter({ hasText: "Not even small ones." });
  await rating.getByRole("link", { name: "View conversation" }).click();
  await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
  await page.getByRole("log").getByText("Do you sell giraffes?").waitFor();
  await page.context().close();
});

test("a waiting document shows its queue position, or that processing is paused", async () => {
  const { page, account } = await openPageOfNewAccount(product);
  const document = await addWordDocument(account, "Returns.docx", [sentence]);
  let waiting = { before: 7, isStalled: false };
  await changeReplies(page, {
    url: /\/documents\?/,
    schema: Document.array(),
    how: (documents) => documents.map((each) => ({ ...each, status: "processing", waiting })),
  });
  await page.goto("/documents");
  const row = page.getByRole("listitem").filter({ hasText: document.name });
  await row.getByText("Waiting: 7 other documents come first.").waitFor();
  waiting = { before: 0, isStalled: true };
  await page.reload();
  await row.getByText("Processing is paused.").waitFor();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.context().close();
});

test("the dark theme can be chosen before signing in", async () => {
  const page = await openPage(product, { colorScheme: "light" });
  for (const path of ["/sign-in", "/sign-up", "/reset-password"]) {
    await page.goto(path);
    await page.getByRole("button", { name: "Use dark theme" }).click();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe("dark");
    await page.getByRole("button", { name: "Use light theme" }).click();
  }
  await page.context().close();
});

test("a viewer is not told to change things that only others may change", async () => {
  const { page: owner, account } = await openPageOfNewAccount(product);
  await owner.context().close();
  const viewer = await signUpMember(product.server, account.organizationId, {
    role: "viewer",
    email: "viewer@example.org",
  });
  const page = await openPage(product);
  await signIn(product, page, viewer);
  await page.goto("/business-config");
  await page.getByText("No Business Configuration", { exact: true }).waitFor();
  expect(await page.getByText("Choose a business type above").count()).toBe(0);
  await page.goto("/whatsapp");
  await page.getByText("No WhatsApp integrations configured", { exact: true }).waitFor();
  const text = await page.locator("main").innerText();
  expect(text).not.toMatch(/\b(?:form|repair)\b/iu);
  await page.context().close();
});
