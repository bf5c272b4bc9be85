import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { businessPresets } from "../contract/business-presets.ts";
import { addWordDocument, uploadDocument, waitForDocument } from "../test/documents.ts";
import { accessibilityFaults } from "./accessibility.ts";
import { leavePolicyPdf } from "./leave-policy.ts";
import {
  openPage,
  openPageOfNewAccount,
  sidewaysScroll,
  startProduct,
  stopClock,
  type Product,
} from "./product.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

test("search sends one request after a pause in typing and finds by name", async () => {
  const { page, account } = await openPageOfNewAccount(product);
  const bytes = await leavePolicyPdf();
  for (const name of ["Leave Policy.pdf", "Price List.pdf"]) {
    const { id } = await uploadDocument(account, { name, bytes });
    await waitForDocument(account, id);
  }
  const searches: (string | null)[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.searchParams.has("search")) searches.push(url.searchParams.get("search"));
  });
  await page.clock.install();
  await page.goto("/documents");
  await page.getByText("Leave Policy.pdf").waitFor();
  // On a slow machine the keys would come further apart than the pause.
  await stopClock(page);
  await page.getByLabel("Search documents").pressSequentially("price");
  await page.clock.resume();
  await page.getByText("Leave Policy.pdf").waitFor({ state: "detached" });
  await page.getByText("Price List.pdf").waitFor();
  expect(searches).toEqual(["price"]);
  await page.context().close();
});

test("a document of the same name is shown live as the next version", async () => {
  const { page, account } = await openPageOfNewAccount(product);
  await page.goto("/documents");
  await page.getByText("No documents found").waitFor();
  const bytes = await leavePolicyPdf();
  const first = await uploadDocument(account, { name: "Leave Policy.pdf", bytes });
  const row = page.getByRole("listitem").filter({ hasText: "Leave Policy.pdf" });
  await row.getByText("Completed").waitFor();
  expect(await row.getByText(/^v \d+$/).count()).toBe(0);
  await waitForDocument(account, first.id);
  await uploadDocument(account, { name: "Leave Policy.pdf", bytes });
  await row.getByText("v 2", { exact: true }).waitFor();
  await page.context().close();
});

test("a version is compared with the newest and restored", async () => {
  const { page, account } = await openPageOfNewAccount(product, { reducedMotion: "reduce" });
  const texts = [
    ["Employees receive eighteen days of leave.", "Leave is paid in full.", "Ask four weeks before."],
    ["Employees receive twenty days of leave.", "Leave is paid in full.", "Ask four weeks before."],
  ];
  for (const paragraphs of texts) await addWordDocument(account, "Leave.docx", paragraphs);
  await page.goto("/documents");
  await page.getByRole("button", { name: "Version history of Leave.docx" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Used for answers").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Compare version 1 with the newest" }).click();
  await dialog.getByText("Removed: ", { exact: true }).waitFor({ state: "attached" });
  await dialog.getByText("Employees receive eighteen days of leave.").waitFor();
  await dialog.getByText("Employees receive twenty days of leave.").waitFor();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await dialog.getByRole("button", { name: "All versions" }).click();
  await dialog.getByRole("button", { name: "Restore version 1" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("v 3", { exact: true }).waitFor();
  await page.context().close();
});

test("a screen opens at its title, even with tabs far down the page", async () => {
  const { page, account } = await openPageOfNewAccount(product, { viewport: { width: 1280, height: 500 } });
  const { settings, templateSettings, workflowSettings } = businessPresets.retail;
  const config = { businessType: "retail", settings, templateSettings, workflowSettings };
  await account.request("POST", `/api/organizations/${account.organizationId}/business-config`, config);
  await page.goto("/business-config");
  await page.getByRole("tab", { name: "Workflows" }).waitFor();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.context().close();
});

test("a toast stays for 5000 ms and replaces the previous one", async () => {
  const { page } = await openPageOfNewAccount(product);
  await page.clock.install();
  await page.goto("/settings");
  const save = page.getByRole("button", { name: "Save changes" });
  const toasts = page.locator("li[data-swipe-direction]");
  await save.click();
  await toasts.getByText("Profile Updated").waitFor();
  await expect.poll(() => save.isEnabled()).toBe(true);
  await page.mouse.move(0, 0);
  await page.evaluate(() => {
    const root = document.querySelector("[aria-label^='Notifications']");
    if (!root) throw new Error("there is no place for toasts");
    const note = () => {
      document.body.dataset["toastAt"] = String(Date.now());
    };
    new MutationObserver(note).observe(root, { childList: true, subtree: true });
  });
  await stopClock(page);
  await save.click();
  await page.mouse.move(0, 0);
  const shown = async () => {
    await page.clock.runFor(10);
    return page.evaluate(() => document.body.dataset["toastAt"] !== undefined);
  };
  await expect.poll(shown).toBe(true);
  expect(await toasts.count()).toBe(1);
  const shownMs = await page.evaluate(() => Date.now() - Number(document.body.dataset["toastAt"]));
  await page.clock.runFor(5_000 - shownMs - 100);
  expect(await toasts.count()).toBe(1);
  await page.clock.runFor(200);
  expect(await toasts.count()).toBe(0);
  await page.context().close();
});

/** Waits for the effects of what is shown, which React runs in a message that it has posted to itself. */
const effectsOf = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener("message", () => resolve(), { once: true });
        port1.start();
        port2.postMessage(null);
      }),
  );

test("F8 focuses the toasts, which stay open while focused", async () => {
  const { page } = await openPageOfNewAccount(product);
  await page.clock.install();
  await page.goto("/settings");
  const save = page.getByRole("button", { name: "Save changes" });
  await save.waitFor();
  await stopClock(page);
  await save.click();
  const toasts = page.locator("li[data-swipe-direction]");
  const shown = async () => {
    await page.clock.runFor(10);
    return toasts.getByText("Profile Updated").count();
  };
  await expect.poll(shown).toBe(1);
  await effectsOf(page);
  await page.keyboard.press("F8");
  const list = page.getByRole("region", { name: /Notifications/ }).getByRole("list");
  expect(await list.evaluate((element) => element === document.activeElement)).toBe(true);
  expect((await list.boundingBox())?.width).toBe(420);
  await page.clock.runFor(20_000);
  expect(await toasts.count()).toBe(1);
  await page.context().close();
});

test("a tooltip waits 700 ms, or opens at once within 300 ms of the last one", async () => {
  const { page, account } = await openPageOfNewAccount(product);
  const { id } = await uploadDocument(account, { name: "Leave Policy.pdf", bytes: await leavePolicyPdf() });
  await waitForDocument(account, id);
  await page.clock.install();
  await page.goto("/documents");
  const download = page.getByRole("link", { name: /^Download/ });
  await download.waitFor();
  await stopClock(page);
  const tooltip = page.getByRole("tooltip");
  await download.hover();
  await page.clock.runFor(650);
  expect(await tooltip.count()).toBe(0);
  await page.clock.runFor(100);
  expect(await tooltip.textContent()).toBe("Download");
  const next = await page.getByRole("button", { name: /^Delete/ }).boundingBox();
  if (!next) throw new Error("there is no delete button");
  await page.mouse.move(next.x + 10, next.y + 60, { steps: 5 });
  await page.clock.runFor(200);
  await page.mouse.move(next.x + 10, next.y + 10, { steps: 5 });
  await page.clock.runFor(50);
  expect(await tooltip.textContent()).toBe("Delete");
  await page.context().close();
});

test("opening a screen fetches everything once, and later changes as they come", async () => {
  const { page, account } = await openPageOfNewAccount(product);
  let read: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === "GET" && pathname.startsWith("/api/")) read.push(pathname);
  });
  const openScreen = async (path: string): Promise<string[]> => {
    const stream = page.waitForResponse(/\/events/);
    read = [];
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await stream;
    await page.waitForLoadState("load");
    // Anything that the event stream triggered has been requested by the time this request has finished.
    await page.evaluate(() => fetch("/api/auth/user"));
    return read.filter((each, at) => read.indexOf(each) !== at && each !== "/api/auth/user");
  };
  // A server process that has just started to listen does not know earlier events, so the first time may refetch.
  await expect.poll(() => openScreen("/")).toEqual([]);
  for (const path of ["/documents", "/tickets", "/feedback", "/whatsapp", "/settings?tab=members"]) {
    expect([path, await openScreen(path)]).toEqual([path, []]);
  }
  await openScreen("/tickets");
  await account.request("POST", `/api/organizations/${account.organizationId}/tickets`, { title: "The zip" });
  await page.getByText("The zip").waitFor();
  await page.context().close();
});

test("a change made on a screen is refetched once, despite its own event", async () => {
  const { page, account } = await openPageOfNewAccount(product);
  await page.clock.install();
  await page.goto("/tickets");
  await page.getByText("No Tickets Yet").waitFor();
  const events = `/api/organizations/${account.organizationId}/events`;
  // The page opened its own stream before this one, so it has received every event that this one has.
  await page.evaluate((url) => {
    const source = new EventSource(url);
    const seen = (type: string) => source.addEventListener(type, () => document.body.classList.add(type));
    for (const type of ["ticket.updated", "ticket.drafted"]) seen(type);
    return new Promise((resolve) => source.addEventListener("open", resolve));
  }, events);
  const read: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === "GET" && pathname.includes("/tickets"))
      read.push(pathname.split("/").at(-1) ?? "");
  });
  await page.getByRole("button", { name: "Create Ticket" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill("The zip");
  await dialog.getByLabel("Description").fill("Where do I have it mended?");
  await stopClock(page);
  const created = page.waitForResponse((response) => response.request().method() === "POST");
  await dialog.getByRole("button", { name: "Create Ticket" }).click();
  await created;
  const received = () =>
    page.evaluate(() => document.body.className.split(" ").filter((name) => name.startsWith("ticket.")));
  await expect.poll(async () => (await received()).toSorted()).toEqual(["ticket.drafted", "ticket.updated"]);
  const row = page.getByRole("listitem").filter({ hasText: "TKT-0001" });
  await expect
    .poll(async () => {
      await page.clock.runFor(50);
      return row.count();
    })
    .toBe(1);
  await page.clock.runFor(1_000);
  expect(read.toSorted()).toEqual(["summary", "tickets"]);
  await page.context().close();
});

test("nothing is refetched on focus or over time", async () => {
  const { page } = await openPageOfNewAccount(product);
  await page.clock.install();
  await page.goto("/documents");
  await page.getByText("No documents found").waitFor();
  await page.waitForLoadState("load");
  await page.clock.runFor(1_000);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.evaluate(() => {
    window.dispatchEvent(new Event("blur"));
    document.dispatchEvent(new Event("visibilitychange"));
    window.dispatchEvent(new Event("focus"));
  });
  await page.clock.runFor(3_600_000);
  expect(requests).toEqual([]);
  await page.context().close();
});

test("the theme follows the system until one is chosen, and the choice is remembered", async () => {
  const page = await openPage(product, { colorScheme: "dark" });
  await page.goto("/");
  const theme = () => page.evaluate(() => document.documentElement.dataset["theme"]);
  expect(await theme()).toBe("dark");
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(theme).toBe("light");
  await page.getByRole("button", { name: "Use dark theme" }).click();
  await page.reload();
  expect(await theme()).toBe("dark");
  await page.context().close();
});

test("the organization chosen in the sidebar is shown and remembered", async () => {
  const { page, account } = await openPageOfNewAccount(product, { organizationName: "Alpha Stores" });
  await account.request("POST", "/api/organizations", { name: "Beta Stores" });
  const { id } = await uploadDocument(account, { name: "Leave Policy.pdf", bytes: await leavePolicyPdf() });
  await waitForDocument(account, id);
  await page.goto("/documents");
  await page.getByText("Leave Policy.pdf").waitFor();
  await page.getByRole("button", { name: "Organization: Alpha Stores" }).click();
  await page.getByRole("menuitem", { name: "Beta Stores" }).click();
  await page.getByText("No internal documents have been uploaded yet").waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Organization: Beta Stores" }).waitFor();
  await page.context().close();
});

test("each browser tab keeps its organization when another one is chosen elsewhere", async () => {
  const { page, account } = await openPageOfNewAccount(product, { organizationName: "Alpha Stores" });
  await account.request("POST", "/api/organizations", { name: "Beta Stores" });
  const other = await page.context().newPage();
  for (const tab of [page, other]) await tab.goto("/tickets");
  await other.getByRole("button", { name: "Organization: Alpha Stores" }).click();
  await other.getByRole("menuitem", { name: "Beta Stores" }).click();
  await other.getByRole("button", { name: "Organization: Beta Stores" }).waitFor();
  // Playwright's pages always believe that they have the focus.
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  const opened = page.context().waitForEvent("page");
  await page.getByRole("link", { name: "Documents" }).click({ modifiers: ["Control"] });
  await (await opened).getByRole("button", { name: "Organization: Alpha Stores" }).waitFor();
  for (const [tab, name] of [
    [page, "Alpha"],
    [other, "Beta"],
  ] as const) {
    await tab.reload();
    await tab.getByRole("button", { name: `Organization: ${name} Stores` }).waitFor();
  }
  await page.context().close();
});

test("a filter is still set after opening a ticket and going back", async () => {
  const { page, account } = await openPageOfNewAccount(product);
  for (const [title, priority] of [
    ["The zip", "urgent"],
    ["The sole", "low"],
  ] as const) {
    await account.request("POST", `/api/organizations/${account.organizationId}/tickets`, {
      title,
      priority,
    });
  }
  await page.goto("/tickets");
  const zip = page.getByRole("link", { name: "The zip" });
  const sole = page.getByRole("link", { name: "The sole" });
  await sole.waitFor();
  await page.getByLabel("Filter by priority").selectOption("urgent");
  await page.getByLabel("Search tickets").fill("zip");
  await sole.waitFor({ state: "detached" });
  for (const goBack of [() => page.goBack(), () => page.getByRole("link", { name: "All tickets" }).click()]) {
    await zip.click();
    await page.getByRole("heading", { name: "TKT-0001: The zip" }).waitFor();
    await goBack();
    await zip.waitFor();
    expect(await page.getByLabel("Filter by priority").inputValue()).toBe("urgent");
    expect(await page.getByLabel("Search tickets").inputValue()).toBe("zip");
    expect(await sole.count()).toBe(0);
  }
  await page.context().close();
});
