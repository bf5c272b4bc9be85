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
  // Fewer processes: what they tell each other takes a tenth of a browser's processor time.
  "--renderer-process-limit=1",
  "--disable-site-isolation-trials",
  "--in-process-gpu",
  "--enable-features=NetworkServiceInProcess2",
];

/** The built product, really started, and a browser in front of it. */
export interface Product {
  server: TestServer;
  browser: Browser;
  close(): Promise<void>;
}

/** The browser is the one that `findChromium` finds. `environment` is what an operator would set. */
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

/** A page in a browser profile of its own; close its context when done. */
export async function openPage(product: Product, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await product.browser.newContext({ baseURL: product.server.url, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(waitMs);
  return page;
}

/** To another screen of the app that `page` shows, as its links go there: nothing is loaded anew. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, "", to), path);
}

/** Somebody new, signed up over HTTP, and a page that carries their session. */
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

/** Signs out as the link of the sidebar does, and waits until the start page has forgotten the screen of before. */
export async function signOut(page: Page): Promise<void> {
  await page.goto("/api/logout");
  await page.waitForFunction(() => sessionStorage.getItem("sizana.place") === null);
}

/** Stops the clock of the page, which then moves by `runFor` only. Needs `clock.install` before. */
export async function stopClock(page: Page): Promise<void> {
  // A moment ahead, which on a busy machine may have passed before the page is told of it.
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

/** How far the page can be scrolled sideways, in pixels; it should not be at all. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
