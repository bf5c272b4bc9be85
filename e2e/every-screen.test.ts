import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Account } from "../test/accounts.ts";
import { signUp } from "../test/accounts.ts";
import { uploadDocument, waitForDocument } from "../test/documents.ts";
import { accessibilityFaults } from "./accessibility.ts";
import { holdVersion } from "./held-version.ts";
import { leavePolicyPdf } from "./leave-policy.ts";
import { fillLists } from "./fill-lists.ts";
import { quaintPhrasesOf } from "./quaint-phrases.ts";
import { screens, type Screen } from "./screens.ts";
import { goWithin, openPage, sidewaysScroll, signIn, startProduct, type Product } from "./product.ts";

let product: Product;
let member: Account;
let userWithoutOrganization: Account;
/** An account whose lists are filled. */
let merchant: Account;
beforeAll(async () => {
  product = await startProduct();
  member = await signUp(product.server, { organizationName: "A Trading Company with a Rather Long Name" });
  userWithoutOrganization = await signUp(product.server, { organizationName: null });
  merchant = await signUp(product.server);
  await fillLists(product.server, merchant);
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

/** Opens a screen: within the app if the user stays the same, or else with a fresh sign-in and page load. */
async function open(screen: Screen, page: Page, before: Screen | undefined): Promise<void> {
  if (before !== undefined && before.as === screen.as && before.path !== screen.path) {
    await goWithin(page, screen.path);
  } else {
    await page.context().clearCookies();
    if (screen.as) await signIn(product, page, { member, userWithoutOrganization, merchant }[screen.as]);
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

describe("light on a phone and dark on a desktop", () => {
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

  const setAppearance = async ({ theme, viewport }: (typeof appearances)[number]): Promise<void> => {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize(viewport);
  };

  test.each(screens)("$name is accessible and not wider than the window", async (screen) => {
    await setAppearance(appearances[0]);
    const before = opened;
    // If this screen fails, the next one is opened from scratch.
    opened = undefined;
    await open(screen, page, before);
    expect(await quaintPhrasesOf(page)).toEqual([]);
    for (const each of appearances) {
      await setAppearance(each);
      expect({ ...each, found: await accessibilityFaults(page) }).toEqual({ ...each, found: [] });
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    }
    expect(problems).toEqual([]);
    opened = screen;
  });

  test("nothing comes from another host or violates the content security policy", () => {
    expect([...hosts]).toEqual([new URL(product.server.url).host]);
    expect(refused).toEqual([]);
  });
});

test("no screen is wider than a window of 1920 pixels", async () => {
  const page = await openPage(product, { viewport: wide });
  await signIn(product, page, member);
  for (const path of ["/", "/documents", "/chat", "/settings"]) {
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  }
  await page.context().close();
});

test("the first screen loads at most 150 kB of compressed JavaScript", async () => {
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

test("the keyboard alone is enough to reach a cited page", async () => {
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
    throw new Error(`the focus never reached ${label}`);
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
  // Until the tab is selected, the Tab key could still reach the other tab's question field.
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
