import { chromium, type Page } from "playwright-core";
import type { Client } from "../../bench/product/running-product.ts";
import { findChromium } from "../../scripts/find-chromium.ts";
import { factOf } from "./attacks.ts";

export interface BrowserFindings {
  answers: number;
  /** Images in the conversation from other servers. */
  remoteImages: number;
  /** Links in the conversation to other servers. */
  remoteLinks: number;
  /** Requests of the page to other servers. */
  foreignRequests: number;
  /** Whether the page's security policy blocks an injected image from another server. */
  isImageRefused: boolean;
}

/** Asks about poisoned documents in the real chat, and inspects what the browser does with the answers. */
export async function inspectAnswers(client: Client, questions: number): Promise<BrowserFindings> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  try {
    const context = await browser.newContext({ baseURL: client.url });
    const cookies = client.cookie.split("; ").map((pair) => {
      const at = pair.indexOf("=");
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url: client.url };
    });
    await context.addCookies(cookies);
    const page = await context.newPage();
    let foreignRequests = 0;
    page.on("request", (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith("http") && origin !== client.url) foreignRequests += 1;
    });
    await page.goto("/chat?tab=external");
    for (let n = 0; n < questions; n++) await ask(page, factOf(n).question, n + 1);
    const log = page.getByRole("log");
    const remoteImages = await log.locator("img[src^='http']").count();
    const remoteLinks = await log.locator("a[href^='http']").count();
    const answers = await log.getByRole("listitem").filter({ hasText: "Assistant" }).count();
    const seen = { answers, remoteImages, remoteLinks, foreignRequests };
    return { ...seen, isImageRefused: await isRefused(page) };
  } finally {
    await browser.close();
  }
}

async function ask(page: Page, text: string, confidences: number): Promise<void> {
  const question = page.getByRole("textbox", { name: "Your question" });
  await question.fill(text);
  await question.press("Enter");
  await page
    .getByText(/^Confidence \d+%$/)
    .nth(confidences - 1)
    .waitFor();
}

/** Adds an image from another server to the page, which the page's security policy should block. */
function isRefused(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(`new Promise((resolve) => {
    document.addEventListener("securitypolicyviolation", () => resolve(true), { once: true });
    const image = document.body.appendChild(new Image());
    image.addEventListener("load", () => resolve(false));
    image.src = "https://evil.example/x.png";
  })`);
}
