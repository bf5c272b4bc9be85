import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Account } from "../test/accounts.ts";
import { signUp } from "../test/accounts.ts";
import { uploadDocument, waitForDocument } from "../test/documents.ts";
import { accessibilityFaults } from "./accessibility.ts";
import { holdVersion } from "./held-version.ts";
import { leavePolicyPdf } from "./leave-policy.ts";
import { fillChannels } from "./channels.ts";
import { quaintPhrasesOf } from "./quaint-phrases.ts";
import { goWithin, openPage, sidewaysScroll, signIn, startProduct, type Product } from "./product.ts";

let product: Product;
let member: Account;
let userWithoutOrganization: Account;
/** Whose lists are filled. */
let merchant: Account;
beforeAll(async () => {
  product = await startProduct();
  member = await signUp(product.server, { organizationName: "A Trading Company with a Rather Long Name" });
  userWithoutOrganization = await signUp(product.server, { organizationName: null });
  merchant = await signUp(product.server);
  await fillChannels(product.server, merchant);
  await holdVersion(merchant);
  const bytes = await leavePolicyPdf();
  const name = "Leave Policy that was given an unusually_long_name_without_any_spaces_in_it.pdf";
  for (const file of [
    { name, bytes },
    { name: "Broken.pdf", bytes: Buffer.from("%PDF-1.7 and nothing else") },
  ]) {
    const { id } = await uploadDocument(member, file);
    await waitForDocument(member, id);
  }
});
afterAll(() => product.close());

interface Screen {
  name: string;
  path: string;
  /** Who looks; nobody is signed in when absent. */
  as?: "member" | "loner" | "merchant";
  /** What shows that the screen is there. */
  heading: string | RegExp;
  /** What is done before the screen is judged. */
  prepare?: (page: Page) => Promise<unknown>;
}

const ask = async (page: Page): Promise<void> => {
  const question = page.getByRole("textbox", { name: "Your question" });
  await question.fill("How many days of annual leave does an employee receive?");
  await question.press("Enter");
  await page
    .getByRole("log")
    .getByText(/^Confidence/)
    .first()
    .waitFor();
};

const screens: Screen[] = [
  { name: "landing page", path: "/", heading: /Your documents/ },
  { name: "sign-in", path: "/sign-in", heading: "Sign in" },
  {
    name: "sign-up with problems",
    path: "/sign-up",
    heading: "Create your account",
    prepare: (page) => page.getByRole("button", { name: "Create account" }).click(),
  },
  { name: "not found", path: "/nowhere", heading: "404 Page Not Found" },
  { name: "dashboard", path: "/", as: "member", heading: "Dashboard" },
  { name: "documents", path: "/documents", as: "member", heading: "Document Management" },
  { name: "golden questions", path: "/analytics?tab=golden", as: "member", heading: "Analytics" },
  {
    name: "a version that waits to go live",
    path: "/analytics?tab=golden",
    as: "merchant",
    heading: "Analytics",
    prepare: async (page) => {
      await page.getByText("Compare the answers").first().click();
      await page.getByText("With the new version").waitFor();
    },
  },
  {
    name: "writing a golden question",
    path: "/analytics?tab=golden",
    as: "member",
    heading: "Analytics",
    prepare: (page) => page.getByRole("button", { name: "New question" }).click(),
  },
  {
    name: "upload dialog",
    path: "/documents",
    as: "member",
    heading: "Document Management",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Upload Document" }).click();
      const file = { name: "Leave.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF") };
      await page.locator(".uppy-Dashboard-input").first().setInputFiles(file);
      await page.getByRole("button", { name: "Upload 1 file" }).waitFor();
    },
  },
  {
    name: "deleting a document",
    path: "/documents",
    as: "member",
    heading: "Document Management",
    prepare: (page) => page.getByRole("button", { name: "Delete Broken.pdf" }).click(),
  },
  { name: "an answer", path: "/chat", as: "member", heading: "AI Assistant", prepare: ask },
  {
    name: "a source",
    path: "/chat",
    as: "member",
    heading: "AI Assistant",
    prepare: async (page) => {
      await ask(page);
      await page
        .getByRole("button", { name: /, page \d+$/ })
        .first()
        .click();
      await page.locator("[data-highlight]").first().waitFor();
    },
  },
  { name: "WhatsApp", path: "/whatsapp", as: "member", heading: "WhatsApp Integration" },
  { name: "an empty inbox", path: "/inbox", as: "member", heading: "Inbox" },
  {
    name: "an inbox",
    path: "/inbox",
    as: "merchant",
    heading: "Inbox",
    prepare: (page) =>
      page.getByRole("list", { name: "Conversations" }).getByText("Assigned to you").waitFor(),
  },
  {
    name: "a conversation",
    path: "/inbox",
    as: "merchant",
    heading: "Inbox",
    prepare: async (page) => {
      await page.getByRole("link", { name: /fridge/ }).click();
      await page.getByText("It does, from March on.", { exact: true }).last().waitFor();
    },
  },
  { name: "feedback", path: "/feedback", as: "member", heading: "Customer Feedback" },
  { name: "tickets", path: "/tickets", as: "member", heading: "Support Tickets" },
  {
    name: "business configuration",
    path: "/business-config",
    as: "member",
    heading: "Business Configuration",
  },
  { name: "profile", path: "/settings", as: "member", heading: "Settings" },
  { name: "API keys", path: "/settings?tab=api-keys", as: "member", heading: "Settings" },
  { name: "webhooks", path: "/settings?tab=webhooks", as: "member", heading: "Settings" },
  { name: "members", path: "/settings?tab=members", as: "member", heading: "Settings" },
  { name: "a forgotten password", path: "/reset-password", heading: "Forgot your password?" },
  {
    name: "a connected number",
    path: "/whatsapp",
    as: "merchant",
    heading: "WhatsApp Integration",
    prepare: (page) => page.getByText("Active", { exact: true }).waitFor(),
  },
  {
    name: "changing a connected number",
    path: "/whatsapp",
    as: "merchant",
    heading: "WhatsApp Integration",
    prepare: (page) => page.getByRole("button", { name: "Change" }).click(),
  },
  {
    name: "ratings",
    path: "/feedback",
    as: "merchant",
    heading: "Customer Feedback",
    prepare: (page) => page.getByText("Recent Feedback").waitFor(),
  },
  {
    name: "analytics",
    path: "/analytics",
    as: "merchant",
    heading: "Analytics",
    prepare: async (page) => {
      await page.getByRole("radio", { name: "7 days" }).check({ force: true });
      await page.getByText("Show as a table: Ratings").click();
      await page.locator(".recharts-surface").first().waitFor();
    },
  },
  {
    name: "unanswered questions",
    path: "/analytics?tab=unanswered",
    as: "merchant",
    heading: "Analytics",
    prepare: (page) => page.getByText("Asked once").first().waitFor(),
  },
  {
    name: "writing an answer",
    path: "/analytics?tab=unanswered",
    as: "merchant",
    heading: "Analytics",
    prepare: (page) =>
      page
        .getByRole("button", { name: /^Write an answer/ })
        .first()
        .click(),
  },
  {
    name: "curated answers",
    path: "/analytics?tab=answers",
    as: "merchant",
    heading: "Analytics",
    prepare: (page) => page.getByRole("button", { name: /^Edit: / }).waitFor(),
  },
  {
    name: "rewriting a template",
    path: "/business-config",
    as: "merchant",
    heading: "Business Configuration",
    prepare: async (page) => {
      await page.getByRole("tab", { name: "Templates" }).click();
      await page.getByRole("button", { name: "Change Order status" }).click();
    },
  },
  {
    name: "a list of tickets",
    path: "/tickets",
    as: "merchant",
    heading: "Support Tickets",
    prepare: (page) => page.getByText("TKT-0001").waitFor(),
  },
  {
    name: "a ticket",
    path: "/tickets",
    as: "merchant",
    heading: "Support Tickets",
    prepare: async (page) => {
      await page.getByRole("link", { name: "The fridge arrived with a dented door" }).click();
      await page.getByRole("heading", { level: 1, name: /^TKT-0001/ }).waitFor();
      await page.getByText("Nomsa Dlamini").first().waitFor();
    },
  },
  { name: "a rating link that was cut off", path: "/rate/AQ", heading: "This link doesn't work" },
  {
    name: "creating a ticket",
    path: "/tickets",
    as: "merchant",
    heading: "Support Tickets",
    prepare: (page) => page.getByRole("button", { name: "Create Ticket" }).click(),
  },
  {
    name: "an applied preset and a chosen one",
    path: "/business-config",
    as: "merchant",
    heading: "Business Configuration",
    prepare: async (page) => {
      await page.getByText("Enabled").first().waitFor();
      await page.getByRole("radio", { name: /^Insurance/ }).check({ force: true });
    },
  },
  {
    name: "an API key",
    path: "/settings?tab=api-keys",
    as: "merchant",
    heading: "Settings",
    prepare: async (page) => {
      await page.getByText("Advanced").click();
      await page.getByText("Full Access").waitFor();
    },
  },
  { name: "welcome", path: "/", as: "loner", heading: "Welcome" },
  ...[
    "/documents",
    "/chat",
    "/whatsapp",
    "/inbox",
    "/analytics",
    "/feedback",
    "/tickets",
    `/tickets/${randomUUID()}`,
    "/business-config",
    "/settings?tab=api-keys",
  ].map((path): Screen => {
    const name = `${path.split(/\/[\da-f-]{36}|\?/)[0]} without an organization`;
    return { name, path, as: "loner", heading: "Access Required" };
  }),
];

/** Within the app from one screen of a person to the next, as people go; with a new page for another person. */
async function open(screen: Screen, page: Page, before: Screen | undefined): Promise<void> {
  if (before !== undefined && before.as === screen.as && before.path !== screen.path) {
    await goWithin(page, screen.path);
  } else {
    await page.context().clearCookies();
    if (screen.as)
      await signIn(product, page, { member, loner: userWithoutOrganization, merchant }[screen.as]);
    await page.goto(screen.path);
  }
  await page.getByRole("heading", { name: screen.heading, level: 1 }).waitFor();
  await screen.prepare?.(page);
  await page.evaluate(() => document.fonts.ready);
}

const phone = { width: 360, height: 740 };
const desktop = { width: 1280, height: 800 };
const wide = { width: 1920, height: 1080 };

const appearances = [
  { theme: "light", viewport: phone },
  { theme: "dark", viewport: desktop },
] as const;

describe("light on a phone and dark on a desk", () => {
  let page: Page;
  let opened: Screen | undefined;
  const problems: string[] = [];
  const hosts = new Set<string>();
  const refused: string[] = [];
  beforeAll(async () => {
    page = await openPage(product, { reducedMotion: "reduce" });
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("request", (request) => hosts.add(new URL(request.url()).host));
    page.on("console", (message) => {
      if (/Content Security Policy|script-src/u.test(message.text())) refused.push(message.text());
    });
  });
  afterAll(() => page.context().close());

  const checkAppearance = async ({ theme, viewport }: (typeof appearances)[number]): Promise<void> => {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize(viewport);
  };

  test.each(screens)("$name is accessible and not wider than the window", async (screen) => {
    await checkAppearance(appearances[0]);
    const before = opened;
    // Nothing is built on a screen that failed.
    opened = undefined;
    await open(screen, page, before);
    expect(await quaintPhrasesOf(page)).toEqual([]);
    for (const each of appearances) {
      await checkAppearance(each);
      expect({ ...each, found: await accessibilityFaults(page) }).toEqual({ ...each, found: [] });
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    }
    expect(problems).toEqual([]);
    opened = screen;
  });

  test("nothing of all that is fetched from another host or breaks the content security policy", () => {
    expect([...hosts]).toEqual([new URL(product.server.url).host]);
    expect(refused).toEqual([]);
  });
});

test("no screen is wider than a window of 1920 pixels, and the line of text stays readable", async () => {
  const page = await openPage(product, { viewport: wide });
  await signIn(product, page, member);
  for (const path of ["/", "/documents", "/chat", "/settings"]) {
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  }
  await page.context().close();
});

test("the first screen needs at most 150 kB of compressed JavaScript", async () => {
  const page = await openPage(product, { viewport: desktop });
  const scripts: Promise<number>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script") return;
    scripts.push(response.body().then((body) => gzipSync(body).length));
  });
  await page.goto("/", { waitUntil: "networkidle" });
  const sizesBytes = await Promise.all(scripts);
  const totalBytes = sizesBytes.reduce((sum, sizeBytes) => sum + sizeBytes, 0);
  expect(totalBytes).toBeGreaterThan(50_000);
  expect(totalBytes).toBeLessThanOrEqual(150_000);
  await page.context().close();
});

test("everything up to a cited page can be done with the keyboard alone", async () => {
  const page = await openPage(product, { viewport: desktop });
  await signIn(product, page, member);
  await page.goto("/");
  await page.getByRole("heading", { name: "Dashboard" }).waitFor();
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute("aria-label") ?? element?.textContent ?? "";
    });
  const tabTo = async (label: RegExp): Promise<void> => {
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press("Tab");
      if (label.test(await focused())) return;
    }
    throw new Error(`the focus never came to ${label}`);
  };
  await page.keyboard.press("Tab");
  expect(await focused()).toBe("Skip to content");
  await tabTo(/^Chat$/);
  const ring = await page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle);
  expect(ring).toBe("solid");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "AI Assistant" }).waitFor();
  await tabTo(/^Internal Support$/);
  await page.keyboard.press("ArrowRight");
  await page.getByRole("tab", { name: "Customer Support", selected: true }).waitFor();
  await page.keyboard.press("ArrowLeft");
  // Until then the question of the other tab could be reached.
  await page.getByRole("tab", { name: "Internal Support", selected: true }).waitFor();
  await tabTo(/^Your question$/);
  await page.keyboard.type("How many days of annual leave does an employee receive?");
  await page.keyboard.press("Enter");
  await page
    .getByRole("log")
    .getByText(/^Confidence/)
    .waitFor();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await tabTo(/, page 2$/);
  await page.keyboard.press("Enter");
  await page.getByText("Page 2 of 2").waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.getByText("Page 1 of 2").waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(focused).toMatch(/, page 2$/);
  await page.context().close();
});

test("on a phone the menu is a drawer that closes when a screen is chosen", async () => {
  const page = await openPage(product, { viewport: phone });
  await signIn(product, page, member);
  await page.goto("/");
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await menu.getByText("Administrator").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await menu.getByRole("link", { name: "Settings" }).click();
  await menu.waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "Settings" }).waitFor();
  await page.context().close();
});
