import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { buildWeb } from "../scripts/build-web.ts";
import { findChromium } from "../scripts/find-chromium.ts";
import { signUp, type Account } from "../test/accounts.ts";
import { waitMs } from "../test/patience.ts";
import { startTestServer, type TestServer } from "../test/server.ts";

const chromiumFlags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Fewer processes: communication between them takes a tenth of a browser's CPU time.
  "--renderer-process-limit=1",
  "--disable-site-isolation-trials",
  "--in-process-gpu",
  "--enable-features=NetworkServiceInProcess2",
];

/** The built product, running, with a browser to use it. */
export interface Product {
  server: TestServer;
  browser: Browser;
  close(): Promise<void>;
}

/** Builds the web app and starts the server and a browser. `environment` holds variables that an operator would set. */
export async function startProduct(environment: Record<string, string> = {}): Promise<Product> {
  await buildWeb();
  const server = await startTestServer({ environment });
  const executablePath = await findChromium();
  const browser = await chromium.launch({ executablePath, args: chromiumFlags });
  return {
    server,
    browser,
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** A page in its own browser context; close the context when done. */
export async function openPage(product: Product, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await product.browser.newContext({ baseURL: product.server.url, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(waitMs);
  return page;
}

/** Navigates to another screen as the app's links do, without a page load. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, "", to), path);
}

/** A new account, signed up over HTTP, and a page with its session. */
export async function openPageOfNewAccount(
  product: Product,
  options: BrowserContextOptions & { organizationName?: string | null } = {},
): Promise<{ page: Page; account: Account }> {
  const { organizationName, ...contextOptions } = options;
  const account = await signUp(product.server, organizationName === undefined ? {} : { organizationName });
  const page = await openPage(product, contextOptions);
  await signIn(product, page, account);
  return { page, account };
}

/** Gives the page the session of the account. */
export async function signIn(product: Product, page: Page, account: Account): Promise<void> {
  const cookies = account.cookie.split("; ").map((pair) => {
    const at = pair.indexOf("=");
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: product.server.url };
  });
  await page.context().addCookies(cookies);
}

/** Signs out as the sidebar's link does, and waits until the start page has forgotten the remembered path. */
export async function signOut(page: Page): Promise<void> {
  await page.goto("/api/logout");
  await page.waitForFunction(() => sessionStorage.getItem("sizana.place") === null);
}

/** Stops the page's clock, which then advances only by `runFor`. Requires a previous `clock.install`. */
export async function stopClock(page: Page): Promise<void> {
  // Pauses at a time slightly ahead. On a busy machine it may have passed before the page receives the call.
  for (const aheadMs of [500, 1_000, 2_000, 5_000, 10_000, 30_000]) {
    const stopped = await page.clock.pauseAt((await page.evaluate(() => Date.now())) + aheadMs).then(
      () => true,
      (error: Error) => {
        if (error.message.includes("past")) return false;
        throw error;
      },
    );
    if (stopped) return;
  }
  throw new Error("the clock of the page could not be stopped");
}

/** How far the page can be scrolled sideways, in pixels; should be 0. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
