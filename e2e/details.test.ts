import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUp, type Account } from "../test/accounts.ts";
import { createKey } from "../test/webhook-shop.ts";
import { uploadDocument, waitForDocument } from "../test/documents.ts";
import { fillLists } from "./fill-lists.ts";
import { holdVersion } from "./held-version.ts";
import { leavePolicyPdf } from "./leave-policy.ts";
import { openPage, openPageOfNewAccount, signIn, startProduct, type Product } from "./product.ts";

// Details of the specification that the other browser tests do not cover.

let product: Product;
let merchant: Account;
beforeAll(async () => {
  product = await startProduct();
  merchant = await signUp(product.server);
  await fillLists(product.server, merchant);
});
afterAll(() => product.close());

test("a document's badge shows its status, and only completed ones offer a download", async () => {
  const { page, account } = await openPageOfNewAccount(product);
  const { id } = await uploadDocument(account, { name: "Policy.pdf", bytes: await leavePolicyPdf() });
  const document = await waitForDocument(account, id);
  const statuses = ["completed", "processing", "error", "archived"];
  const documents = statuses.map((status) => ({
    ...document,
    id: crypto.randomUUID(),
    name: status,
    status,
  }));
  await page.route(/\/documents\?/, (route) => route.fulfill({ json: documents }));
  await page.goto("/documents");
  const row = (name: string) =>
    page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });
  await row("completed").waitFor();
  const seen = await Promise.all(
    statuses.map(async (status) => {
      const badge = row(status).locator("[data-tone]");
      const downloads = await row(status)
        .getByRole("link", { name: /^Download/ })
        .count();
      return [await badge.textContent(), await badge.getAttribute("data-tone"), downloads];
    }),
  );
  expect(seen).toEqual([
    ["Completed", "default", 1],
    ["Processing", "secondary", 0],
    ["Error", "destructive", 0],
    ["Unknown", "outline", 0],
  ]);
  expect(await row("completed").locator("[data-tone] svg").count()).toBe(1);
  await page.goto("/");
  const recent = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "Recent Documents" }) })
    .locator("[data-tone]");
  await recent.first().waitFor();
  const tones = await recent.evaluateAll((badges) =>
    badges.map((badge) => `${badge.textContent} ${badge.getAttribute("data-tone")}`),
  );
  expect(tones).toEqual([
    "completed default",
    "processing secondary",
    "error destructive",
    "archived destructive",
  ]);
  await page.context().close();
});

test("the viewer tells no page count of a newer version that is held", async () => {
  const { page, account } = await openPageOfNewAccount(product);
  await holdVersion(account);
  await page.goto("/documents");
  await page.getByRole("tab", { name: "External Documents" }).click();
  await page.getByText("Not live").first().waitFor();
  await page.getByRole("button", { name: "Returns.docx", exact: true }).click();
  const viewer = page.getByRole("dialog", { name: "Returns.docx" });
  await viewer.getByText("within 30 days").waitFor();
  expect(await viewer.getByText(/^Page/).allTextContents()).toEqual(["Page 1"]);
  await page.context().close();
});

test("feedback shows a spinner while loading, and whole stars", async () => {
  const page = await openPage(product);
  await signIn(product, page, merchant);
  const released = Promise.withResolvers<void>();
  await page.route(/\/feedback\/summary$/, async (route) => {
    await released.promise;
    const reply = await route.fetch();
    await route.fulfill({ json: { ...((await reply.json()) as object), average: 3.46 } });
  });
  await page.goto("/feedback");
  await page.getByText("Loading feedback").waitFor({ state: "attached" });
  released.resolve();
  const card = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: "Average Rating" }) });
  await card.getByText("3.5", { exact: true }).waitFor();
  await card.getByRole("img", { name: "3 of 5 stars" }).waitFor();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.context().close();
});

test("the latest feedback makes way for the list of all, so that none is shown twice", async () => {
  const { page, account } = await openPageOfNewAccount(product);
  const headers = { authorization: `Bearer ${(await createKey(account)).key}` };
  for (let at = 1; at <= 11; at += 1) {
    const payload = { rating: 4, comment: `Rating ${at}.` };
    await product.server.app.inject({ method: "POST", url: "/api/webhook/feedback", headers, payload });
  }
  await page.goto("/feedback");
  const comments = page.getByText(/^“Rating \d+\.”$/);
  await page.getByText("“Rating 11.”").waitFor();
  expect(await comments.count()).toBe(10);
  await page.getByRole("button", { name: "Show all" }).click();
  await page.getByText("“Rating 1.”").waitFor();
  expect(await comments.count()).toBe(11);
  await page.context().close();
});

test("a phone shows the first ticket without scrolling", async () => {
  const page = await openPage(product, { viewport: { width: 360, height: 740 } });
  await signIn(product, page, merchant);
  await page.goto("/tickets");
  const title = page.getByRole("link", { name: "The fridge arrived with a dented door" });
  await title.waitFor();
  await page.evaluate(() => document.fonts.ready);
  const box = await title.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? Infinity)).toBeLessThan(740);
  await page.context().close();
});

test("a user without a name is shown by their email address and its initials", async () => {
  const { page, account } = await openPageOfNewAccount(product);
  await page.goto("/");
  const footer = page.locator("aside").getByTitle(account.email);
  expect(await footer.textContent()).toBe(account.email);
  await page.locator("aside").getByText("PE", { exact: true }).waitFor();
  await account.request("PUT", "/api/user/profile", { firstName: "Thandi", lastName: "Nkosi" });
  await page.reload();
  await page.locator("aside").getByTitle("Thandi Nkosi").waitFor();
  await page.locator("aside").getByText("TN", { exact: true }).waitFor();
  await page.context().close();
});

test("Learn More scrolls to the features, and the landing page has a footer", async () => {
  const page = await openPage(product);
  await page.goto("/");
  await page.getByRole("link", { name: "Learn More" }).click();
  const features = page.locator("#features");
  await expect
    .poll(() => features.evaluate((section) => Math.round(section.getBoundingClientRect().top)))
    .toBeLessThan(200);
  await page.getByRole("contentinfo").waitFor();
  await page.context().close();
});

test("lists are exported as CSV files", async () => {
  const page = await openPage(product);
  await signIn(product, page, merchant);
  const exported = async (path: string, what: string): Promise<string> => {
    await page.goto(path);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: `Export CSV of ${what}` }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^[a-z-]+-\d{4}-\d\d-\d\d\.csv$/);
    return readFile(await file.path(), "utf8");
  };
  const tickets = await exported("/tickets", "tickets");
  expect(tickets).toContain("TKT-0001,The fridge arrived with a dented door");
  expect(tickets).toContain("Open,Urgent,Feature request,Nomsa Dlamini");
  expect((await exported("/feedback", "feedback")).trim().split("\r\n")).toHaveLength(5);
  expect(await exported("/documents", "internal documents")).toContain("Name,Type,Bytes");
  expect(await exported("/inbox", "conversations")).toMatch(
    /^\uFEFFTitle,Channel,.*\r\n.*,Webhook,.*come in green\?/s,
  );
  expect(await exported("/settings?tab=members", "members")).toContain(`${merchant.email},owner`);
  const unanswered = await exported("/analytics?tab=unanswered", "unanswered questions");
  expect(unanswered).toMatch(/^\uFEFFQuestion,Times asked,.*\r\nDoes the_fridge.*,1,.*,Webhook 1,/s);
  await page.context().close();
});

test("an empty list has nothing to export", async () => {
  const { page } = await openPageOfNewAccount(product);
  for (const [path, empty] of [
    ["/tickets", "No Tickets Yet"],
    ["/inbox", "No conversations yet"],
  ] as const) {
    await page.goto(path);
    await page.getByText(empty).waitFor();
    expect(await page.getByRole("button", { name: /^Export CSV/ }).count()).toBe(0);
  }
  await page.context().close();
});

test("printed pages have content but no controls, on a white background", async () => {
  const page = await openPage(product, { colorScheme: "dark" });
  await signIn(product, page, merchant);
  for (const [path, expected] of [
    ["/tickets", "The fridge arrived with a dented door"],
    ["/feedback", "Customer Feedback"],
  ] as const) {
    await page.goto(path);
    await page.getByText(expected).first().waitFor();
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    expect(await page.getByText(expected).first().isVisible()).toBe(true);
    for (const selector of ["aside", "a[href='#main']", "button.print-hidden", "form"]) {
      expect([selector, await page.locator(selector).filter({ visible: true }).count()]).toEqual([
        selector,
        0,
      ]);
    }
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(ground).toBe("rgb(255, 255, 255)");
    await page.emulateMedia({ media: "screen" });
  }
  await page.context().close();
});

test("a file dropped on the documents page is ready to upload", async () => {
  const { page } = await openPageOfNewAccount(product);
  await page.goto("/documents");
  await page.getByRole("button", { name: "Upload Document" }).waitFor();
  const drop = (names: string[]) =>
    page.evaluate((files) => {
      const data = new DataTransfer();
      for (const name of files) data.items.add(new File(["%PDF-1.7"], name, { type: "application/pdf" }));
      for (const type of ["dragover", "drop"]) {
        const options = { dataTransfer: data, bubbles: true, cancelable: true };
        document.body.dispatchEvent(new DragEvent(type, options));
      }
    }, names);
  await drop(["A.pdf", "B.pdf"]);
  await page.getByText("One file at a time").first().waitFor();
  await drop(["Leave.pdf"]);
  const dialog = page.getByRole("dialog", { name: "Upload an internal document" });
  await dialog.getByText("Leave.pdf").first().waitFor();
  await dialog.getByRole("button", { name: "Upload 1 file" }).waitFor();
  await page.context().close();
});
