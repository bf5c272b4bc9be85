import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Document } from "../contract/documents.ts";
import { signUp, type Account } from "../test/accounts.ts";
import { uploadDocument, waitForDocument } from "../test/documents.ts";
import { fillLists } from "./fill-lists.ts";
import { colourOf } from "./colour.ts";
import { leavePolicyPdf } from "./leave-policy.ts";
import { quaintPhrases } from "../test/quaint-phrases.ts";
import { openPage, openPageOfNewAccount, signIn, startProduct, type Product } from "./product.ts";

let product: Product;
let merchant: Account;
beforeAll(async () => {
  product = await startProduct();
  merchant = await signUp(product.server);
  await fillLists(product.server, merchant);
});
afterAll(() => product.close());

const hrefOf = (page: Page, name: string): Promise<string | null> =>
  page.getByRole("link", { name, exact: true }).first().getAttribute("href");

test("the landing page describes the product and links to sign-in", async () => {
  const page = await openPage(product);
  await page.goto("/");
  expect(await hrefOf(page, "Sign In")).toBe("/api/login");
  for (const name of ["Get Started", "Start Free Trial"])
    expect(await hrefOf(page, name)).toBe("/api/login?new");
  expect(await hrefOf(page, "Learn More")).toBe("#features");
  expect(await page.getByRole("heading", { level: 3 }).allTextContents()).toEqual([
    "Document Processing",
    "Intelligent Chatbots",
    "Multi-Tenant Support",
    "Internal Knowledge Base",
    "External Customer Support",
    "Analytics & Insights",
  ]);
  await page.getByRole("contentinfo").waitFor();
  await page.getByRole("link", { name: "Sign In", exact: true }).click();
  await page.waitForURL(/\/sign-in$/);
  await page.context().close();
});

test("the sidebar links to every screen and lists areas that are not links", async () => {
  const { page } = await openPageOfNewAccount(product);
  await page.goto("/");
  const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  await links.first().waitFor();
  const shown = await links.evaluateAll((all) =>
    all.map((link) => `${link.textContent} ${link.getAttribute("href")}`),
  );
  expect(shown).toEqual([
    "Dashboard /",
    "Documents /documents",
    "Chat /chat",
    "WhatsApp /whatsapp",
    "Feedback /feedback",
    "Tickets /tickets",
    "Business Config /business-config",
    "Settings /settings",
  ]);
  for (const area of [
    "HR & Policies",
    "Events",
    "Internal Chat",
    "Product Data",
    "Price Lists",
    "Customer Chatbots",
  ]) {
    await page.getByText(area, { exact: true }).waitFor();
    expect(await page.getByRole("link", { name: area, exact: true }).count()).toBe(0);
  }
  expect(await hrefOf(page, "Sign out")).toBe("/api/logout");
  await page.context().close();

  const { page: alone } = await openPageOfNewAccount(product, { organizationName: null });
  await alone.goto("/settings");
  await alone.getByText("Select Organization").first().waitFor();
  await alone.context().close();
});

test.each([
  ["/documents", "Document Management", "Upload and manage your knowledge base"],
  ["/chat", "AI Assistant", "Test and interact with your knowledge base"],
  ["/settings", "Settings", "Manage API keys and integrations"],
  [
    "/whatsapp",
    "WhatsApp Integration",
    "Connect your WhatsApp Business API for automated customer support in South Africa",
  ],
])("%s has the title %s and its subtitle", async (path, title, subtitle) => {
  const page = await openPage(product);
  await signIn(product, page, merchant);
  await page.goto(path);
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  await page.getByText(subtitle, { exact: true }).waitFor();
  await page.context().close();
});

test("a dashboard without history shows fixed captions and working quick actions", async () => {
  const { page } = await openPageOfNewAccount(product);
  // The dashboard's chat creates a session, which must not be stored before the sessions are counted.
  await page.route(/\/chat\/sessions$/, () => undefined);
  await page.goto("/");
  const cards = page.getByRole("listitem");
  for (const [title, value, trend] of [
    ["Total Documents", "0", "+12%"],
    ["Chat Sessions", "0", "+8%"],
    ["Active Users", "1", "+23%"],
    ["Response Time", "1.2s", "-15%"],
  ] as const) {
    const card = cards.filter({ hasText: title }).first();
    await card.getByText(value, { exact: true }).waitFor();
    await card.getByText(trend, { exact: true }).waitFor();
  }
  expect(await hrefOf(page, "Upload Documents")).toBe("/documents");
  expect(await hrefOf(page, "Manage API Keys")).toBe("/settings?tab=api-keys");
  expect(await hrefOf(page, "View Analytics")).toBe("/analytics");
  await page.getByRole("heading", { name: "Integration Status" }).waitFor();
  await page.context().close();
});

test("the dashboard lists at most five documents; an unknown status shows as Unknown", async () => {
  const { page, account } = await openPageOfNewAccount(product);
  const { id } = await uploadDocument(account, { name: "Leave Policy.pdf", bytes: await leavePolicyPdf() });
  await waitForDocument(account, id);
  await page.route(/\/api\/.*\/documents(\?|$)/, async (route) => {
    const [document] = (await (await route.fetch()).json()) as Document[];
    const many = Array.from({ length: 7 }, (_, index) => ({
      ...document,
      id: `${document?.id.slice(0, -1)}${index}`,
      name: `Copy ${index}`,
      status: index === 0 ? "archived" : "completed",
    }));
    await route.fulfill({ json: many });
  });
  await page.goto("/");
  await page.getByText("Copy 4", { exact: true }).waitFor();
  expect(await page.getByText(/^Copy \d$/).count()).toBe(5);
  expect(await colourOf(page.getByText("archived", { exact: true }))).toBe("red");
  await page.getByRole("link", { name: "Documents", exact: true }).click();
  const unknown = page.getByText("Unknown", { exact: true });
  await unknown.waitFor();
  expect(await unknown.evaluate((badge) => getComputedStyle(badge).borderTopWidth)).toBe("1px");
  expect(await unknown.evaluate((badge) => getComputedStyle(badge).backgroundColor)).toBe("rgba(0, 0, 0, 0)");
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.context().close();
});

test("tickets are coloured by status and priority", async () => {
  const { page, account } = await openPageOfNewAccount(product, { colorScheme: "light" });
  const looks = [
    { status: "open", priority: "urgent" },
    { status: "in_progress", priority: "high" },
    { status: "resolved", priority: "medium" },
    { status: "closed", priority: "low" },
  ];
  for (const { status, priority } of looks) {
    const form = { title: `A ticket that is ${status}`, priority };
    const url = `/api/organizations/${account.organizationId}/tickets`;
    const { id } = (await account.request("POST", url, form)).json<{ id: string }>();
    await account.request("PUT", `/api/tickets/${id}/status`, { status });
  }
  await page.goto("/tickets");
  const badge = (label: string) => page.locator("span").getByText(label, { exact: true });
  await badge("Closed").first().waitFor();
  const seen: Record<string, string> = {};
  for (const label of ["Open", "In Progress", "Resolved", "Closed", "Urgent", "High", "Medium", "Low"])
    seen[label] = await colourOf(page.getByRole("listitem").locator("span", { hasText: label }));
  expect(seen).toEqual({
    Open: "blue",
    "In Progress": "yellow",
    Resolved: "green",
    Closed: "grey",
    Urgent: "red",
    High: "orange",
    Medium: "blue",
    Low: "grey",
  });
  await page.context().close();
});

test("ratings are coloured by source, and only the ten latest are shown", async () => {
  const page = await openPage(product, { colorScheme: "light" });
  await signIn(product, page, merchant);
  await page.route(/\/api\/.*\/feedback(\?|$)/, async (route) => {
    const [first, ...rest] = (await (await route.fetch()).json()) as { id: string }[];
    const more = Array.from({ length: 12 }, (_, index) => ({
      ...first,
      id: `${first?.id.slice(0, -2)}${10 + index}`,
    }));
    await route.fulfill({ json: [first, ...rest, ...more] });
  });
  await page.goto("/feedback");
  const badges = page.locator("li span");
  await badges
    .filter({ hasText: /^WhatsApp/ })
    .first()
    .waitFor();
  const seen: Record<string, string> = {};
  for (const label of ["Chat", "WhatsApp", "Email", "Ticket"])
    seen[label] = await colourOf(badges.filter({ hasText: new RegExp(`^${label}`) }));
  expect(seen).toEqual({ Chat: "blue", WhatsApp: "green", Email: "purple", Ticket: "orange" });
  const heading = page.getByRole("heading", { name: "Recent Feedback" });
  expect(await heading.locator("xpath=ancestor::*[./ul][1]/ul/li").count()).toBe(10);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.context().close();
});

test("a toast is at most 420 pixels wide and dismissed by a swipe over 50 pixels", async () => {
  const page = await openPage(product, { viewport: { width: 1280, height: 800 } });
  await signIn(product, page, merchant);
  await page.goto("/settings?tab=api-keys");
  await page.getByRole("button", { name: "Create", exact: false }).last().click();
  const toast = page.getByRole("listitem").filter({ hasText: "Name Required" });
  await toast.waitFor();
  const box = (await toast.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const viewport = await toast.evaluate((item) => item.parentElement?.getBoundingClientRect().width);
  expect(viewport).toBe(420);
  const swipe = async (distance: number): Promise<void> => {
    await page.mouse.move(box.x + 40, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 40 + distance, box.y + box.height / 2, { steps: 5 });
    await page.mouse.up();
  };
  await swipe(40);
  expect(await toast.count()).toBe(1);
  await swipe(60);
  await toast.waitFor({ state: "detached" });
  await page.context().close();
});

test("the upload dialog is 750 by 550 pixels", async () => {
  const page = await openPage(product, { viewport: { width: 1280, height: 900 } });
  await signIn(product, page, merchant);
  await page.goto("/documents");
  await page.getByRole("button", { name: "Upload Document" }).first().click();
  const inner = page.locator(".uppy-Dashboard-inner");
  await inner.waitFor();
  const { width, height } = (await inner.boundingBox()) ?? { width: 0, height: 0 };
  expect([width, height]).toEqual([750, 550]);
  await page.context().close();
});

test("the API reference is in plain English", async () => {
  const description = (await product.server.app.inject("/api/openapi.json")).body;
  const sentences = [...description.matchAll(/"(?:summary|description)":("(?:[^"\\]|\\.)*")/gu)];
  expect(sentences.length).toBeGreaterThan(100);
  expect(quaintPhrases(sentences.map(([, sentence = ""]) => sentence).join("\n"))).toEqual([]);
});
