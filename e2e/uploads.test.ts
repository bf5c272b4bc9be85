import path from "node:path";
import type { Locator, Page, Route } from "playwright-core";
import { build, type LibraryOptions, type Rolldown } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Document } from "../contract/documents.ts";
import { type Account, signUp, signUpMember } from "../test/accounts.ts";
import { uploadDocument, waitForDocument } from "../test/documents.ts";
import { startFakeS3 } from "../test/fake-s3/fake-s3.ts";
import { once } from "../server/caching/once.ts";
import { accessibilityFaults } from "./accessibility.ts";
import { expectToast, expectUploadFailure } from "./failures.ts";
import { startFlakyProxy, type FlakyProxy } from "./flaky-proxy.ts";
import { leavePolicyPdf } from "./leave-policy.ts";
import { openPage, openPageOfNewAccount, signIn, startProduct, stopClock, type Product } from "./product.ts";

let product: Product;
let proxy: FlakyProxy;
beforeAll(async () => {
  product = await startProduct();
  proxy = await startFlakyProxy(product.server.url);
});
afterAll(async () => {
  proxy.close();
  await product.close();
});

const lost = "Connection lost. The upload continues when you are back online.";
const newDocument = "/documents/upload HTTP";
const signedAddress = "POST /api/objects/";

/** The account's cookies, in the form that Playwright expects. */
function cookiesOf({ cookie }: Account, url: string) {
  return cookie.split("; ").map((each) => {
    const [name = "", value = ""] = each.split("=");
    return { name, value, url };
  });
}

/** Opens the documents screen of a new account through the proxy. */
async function openDocuments(): Promise<{ page: Page; account: Account }> {
  const account = await signUp(product.server);
  const page = await openPage(product, { baseURL: proxy.url });
  await page.clock.install();
  await page.context().addCookies(cookiesOf(account, proxy.url));
  await page.goto("/documents");
  return { page, account };
}

/** A PDF file large enough to take a while to upload. */
async function largePdf(): Promise<Buffer> {
  const pdf = Buffer.from(await leavePolicyPdf());
  return Buffer.concat([pdf, Buffer.alloc(4_000_000, "\n")]);
}

async function send(page: Page, buffer: Buffer, name = "Leave Policy.pdf"): Promise<void> {
  await (await choose(page, buffer, name)).click();
}

/** Chooses a file and waits for the upload button. */
async function choose(page: Page, buffer: Buffer, name = "Leave Policy.pdf"): Promise<Locator> {
  await page
    .locator(".uppy-Dashboard-input")
    .first()
    .setInputFiles({ name, mimeType: "application/pdf", buffer });
  const button = page.getByRole("button", { name: "Upload 1 file" });
  await button.waitFor();
  return button;
}

async function documentsOf(account: Account): Promise<Document[]> {
  const reply = await account.request("GET", `/api/organizations/${account.organizationId}/documents`);
  return reply.json<Document[]>();
}

const expectSuccess = (page: Page): Promise<void> =>
  expectToast(page, "Upload Successful", "Your document has been uploaded and is being processed.");

test("a chosen file is kept when the device switches to dark mode", async () => {
  const { page } = await openPageOfNewAccount(product, { colorScheme: "light" });
  await page.goto("/documents");
  await page.getByRole("button", { name: "Upload document" }).click();
  const file = { name: "Leave.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF") };
  await page.locator(".uppy-Dashboard-input").first().setInputFiles(file);
  await page.locator("[data-uppy-theme=light]").getByText("1 file selected").waitFor();
  await page.emulateMedia({ colorScheme: "dark" });
  await page.locator("[data-uppy-theme=dark]").getByText("1 file selected").waitFor();
  await page.context().close();
});

test("an upload resumes after a broken connection and after a lost reply", async () => {
  const { page, account } = await openDocuments();
  await page.getByRole("button", { name: "Upload Document" }).click();
  // Chromium silently retries on each kept-alive connection, so drop more connections than it can have.
  proxy.drop(...Array.from({ length: 10 }, () => ({ request: newDocument, after: 1_000_000 })));
  const file = await largePdf();
  const button = await choose(page, file);
  // With the clock stopped, few of the four retries are used up before the proxy stops dropping.
  await stopClock(page);
  await button.click();
  const isLost = async () => {
    await page.clock.runFor(10);
    return page.getByText(lost).isVisible();
  };
  await expect.poll(isLost).toBe(true);
  proxy.stopDropping();
  proxy.drop({ request: newDocument, after: "reply" });
  await page.clock.resume();
  await expectSuccess(page);
  expect(proxy.pending()).toBe(0);
  // The attempt whose reply was lost stored the document, and the next one found it.
  expect(await documentsOf(account)).toMatchObject([
    { name: "Leave Policy.pdf", version: 1, fileSize: file.length },
  ]);
  await page.context().close();
});

test("an upload waits while the browser is offline", async () => {
  const { page, account } = await openDocuments();
  await page.getByRole("button", { name: "Upload Document" }).click();
  await page.locator(".uppy-Dashboard-input").first().waitFor({ state: "attached" });
  await page.context().setOffline(true);
  await send(page, await largePdf());
  await page.getByText(lost).waitFor();
  await page.context().setOffline(false);
  await expectSuccess(page);
  expect(await documentsOf(account)).toMatchObject([{ version: 1 }]);
  await page.context().close();
});

test("a new version is sent to a signed address, despite lost connections", async () => {
  const { page, account } = await openDocuments();
  await uploadDocument(account, { name: "Leave Policy.pdf", bytes: await leavePolicyPdf() });
  await page.getByRole("button", { name: "Upload a new version of Leave Policy.pdf" }).click();
  proxy.drop({ request: signedAddress, after: 1_000_000 }, { request: "/complete HTTP", after: "reply" });
  const file = await largePdf();
  await send(page, file, "Leave Policy 2027.pdf");
  await expectSuccess(page);
  expect(proxy.pending()).toBe(0);
  await page.getByText("v 2", { exact: true }).waitFor();
  expect(await documentsOf(account)).toMatchObject([
    {
      name: "Leave Policy.pdf",
      version: 2,
      fileSize: file.length,
      filePath: expect.stringContaining("/uploads/"),
    },
  ]);
  await page.context().close();
});

test("a rejected new version says why", async () => {
  const { page, account } = await openDocuments();
  await uploadDocument(account, { name: "Leave Policy.pdf", bytes: await leavePolicyPdf() });
  await page.getByRole("button", { name: "Upload a new version of Leave Policy.pdf" }).click();
  await send(page, Buffer.from("no PDF at all"));
  await expectUploadFailure(page, "This isn't a PDF or Word file.");
  expect(await page.getByText("Uploading 1 file").isVisible()).toBe(false);
  expect(await page.getByRole("button", { name: "Retry upload" }).count()).toBe(0);
  await page.getByRole("button", { name: "Choose another file" }).click();
  await page.getByText("Drop a file here or").waitFor();
  expect(await documentsOf(account)).toMatchObject([{ version: 1 }]);
  await page.context().close();
});

/**
 * Sends a file and loses the connection of every attempt to reach `url`. Expects the page to retry after each of
 * `waitsMs` and then to give up. The test controls the page's clock.
 */
async function loseEveryAttempt(page: Page, url: RegExp, waitsMs: number[]): Promise<void> {
  const attempts: Route[] = [];
  await page.route(url, (route) => void attempts.push(route));
  await send(page, await leavePolicyPdf());
  await expect.poll(() => attempts.length).toBe(1);
  await stopClock(page);
  const note = page.getByText(lost);
  for (const [at, waitMs] of waitsMs.entries()) {
    await note.waitFor({ state: "hidden" });
    await attempts[at]?.abort("connectionreset");
    await note.waitFor();
    if (waitMs > 0) {
      await page.clock.runFor(waitMs - 1);
      expect([at, attempts.length, await note.isVisible()]).toEqual([at, at + 1, true]);
    }
    await page.clock.runFor(1);
    await expect.poll(() => attempts.length).toBe(at + 2);
  }
  await attempts.at(-1)?.abort("connectionreset");
  await expectUploadFailure(page, "Failed to upload document. Please try again.");
}

test("a lost upload is retried after 0, 1000, 3000 and 5000 ms", async () => {
  const { page } = await openPageOfNewAccount(product);
  await page.clock.install();
  await page.goto("/documents");
  await page.getByRole("button", { name: "Upload Document" }).click();
  await loseEveryAttempt(page, /documents\/upload$/, [0, 1000, 3000, 5000]);
  await page.context().close();
});

test("requests to the companion endpoints are retried ten times", async () => {
  const { page, account } = await openPageOfNewAccount(product);
  await uploadDocument(account, { name: "Leave Policy.pdf", bytes: await leavePolicyPdf() });
  await page.clock.install();
  await page.goto("/documents");
  await page.getByRole("button", { name: "Upload a new version of Leave Policy.pdf" }).click();
  const waitsMs = [0, 1000, 3000, ...Array.from({ length: 7 }, () => 5000)];
  await loseEveryAttempt(page, /api\/s3\/params/, waitsMs);
  await page.context().close();
});

/** A script for any page that uploads with Uppy. */
const bundleUploader = once(async () => {
  const entry = path.join(import.meta.dirname, "object-uploader.ts");
  const lib: LibraryOptions = { entry, formats: ["iife"], name: "uploader" };
  const built = await build({
    configFile: false,
    logLevel: "silent",
    build: { write: false, minify: false, lib },
  });
  const [{ output }] = built as [Rolldown.RolldownOutput];
  return output[0].code;
});

test("Uppy sends files above 100 MB in parts and retries only missing parts", async () => {
  const account = await signUp(product.server);
  const page = await openPage(product, { baseURL: proxy.url, bypassCSP: true });
  await page.context().addCookies(cookiesOf(account, proxy.url));
  await page.goto("/documents");
  await page.addScriptTag({ content: await bundleUploader() });
  const sent: (string | null)[] = [];
  page.on("requestfinished", (request) => {
    if (request.method() === "PUT") sent.push(new URL(request.url()).searchParams.get("partNumber"));
  });
  proxy.drop(...Array.from({ length: 20 }, () => ({ request: "partNumber=2&", after: 1_000_000 })));
  expect(await page.evaluate("uploader.upload(101 * 1024 * 1024)")).toBeNull();
  expect(sent).toEqual(["1"]);
  proxy.stopDropping();
  const key = String(await page.evaluate("uploader.retry()"));
  expect(sent).toEqual(Array.from({ length: 21 }, (_, at) => String(at + 1)));
  const { stream, sizeBytes } = await product.server.context.storage.open(key);
  stream.destroy();
  expect(sizeBytes).toBe(101 * 1024 * 1024);
  await page.context().close();
});

test("at most six objects are sent at once, and previews are 280 pixels wide", async () => {
  const { page, account } = await openPageOfNewAccount(product, { bypassCSP: true });
  await page.goto("/documents");
  await page.addScriptTag({ content: await bundleUploader() });
  const heldRoutes: Route[] = [];
  await page.route(/\/api\/s3\/params/, (route) => void heldRoutes.push(route));
  const uploaded = page.evaluate(`uploader.uploadMany(8, "${account.organizationId}")`);
  await expect.poll(() => heldRoutes.length).toBe(6);
  expect(await page.evaluate("uploader.thumbnailWidths()")).toEqual([280, 280]);
  // Meanwhile the other two have waited.
  expect(heldRoutes).toHaveLength(6);
  await heldRoutes[0]?.continue();
  await expect.poll(() => heldRoutes.length).toBe(7);
  for (const route of heldRoutes.slice(1)) await route.continue();
  await expect.poll(() => heldRoutes.length).toBe(8);
  await heldRoutes[7]?.continue();
  expect(await uploaded).toBe(8);
  await page.context().close();
});

test("with a bucket, the browser uploads a new version directly to it", async () => {
  const s3 = await startFakeS3();
  const withBucket = await startProduct(s3.environment);
  const { page, account } = await openPageOfNewAccount(withBucket);
  const { id } = await uploadDocument(account, { name: "Leave Policy.pdf", bytes: await leavePolicyPdf() });
  await page.goto("/documents");
  await page.getByRole("button", { name: "Upload a new version of Leave Policy.pdf" }).click();
  await send(page, await leavePolicyPdf());
  await expectSuccess(page);
  expect(s3.requests).toContain("POST /documents");
  expect(await waitForDocument(account, id)).toMatchObject({ status: "completed", version: 2 });
  await page.context().close();
  await withBucket.close();
  await s3.close();
});

test("a user signed out during an upload is sent to sign-in", async () => {
  const { page, account } = await openDocuments();
  await uploadDocument(account, { name: "Leave Policy.pdf", bytes: await leavePolicyPdf() });
  await page.getByRole("button", { name: "Upload a new version of Leave Policy.pdf" }).click();
  await page.context().clearCookies();
  await send(page, await leavePolicyPdf());
  await page.waitForURL("**/sign-in");
  await page.context().close();
});

test("a viewer is offered no upload and no other changes to documents", async () => {
  const owner = await signUp(product.server);
  await uploadDocument(owner, { name: "Leave Policy.pdf", bytes: await leavePolicyPdf() });
  const viewer = await signUpMember(product.server, owner.organizationId, { role: "viewer" });
  const page = await openPage(product);
  await signIn(product, page, viewer);
  await page.goto("/documents");
  await page.getByRole("link", { name: "Download Leave Policy.pdf" }).waitFor();
  for (const name of ["Upload Document", /new version/, /^Delete/])
    expect(await page.getByRole("button", { name }).count()).toBe(0);
  await page.context().close();
});

test("an upload under way is cancelled only after a question", async () => {
  const { page } = await openPageOfNewAccount(product, { viewport: { width: 1280, height: 800 } });
  await page.route(/documents\/upload$/, () => undefined);
  await page.goto("/documents");
  await page.getByRole("button", { name: "Upload document" }).click();
  await send(page, Buffer.from(await leavePolicyPdf()));
  const dialog = page.getByRole("dialog", { name: "Upload an internal document" });
  await dialog.getByText(/^(Preparing|Uploading|Processing)\.\.\.$/).waitFor();
  await page.mouse.click(5, 400);
  const left = page.waitForEvent("dialog");
  void page.reload().catch(() => undefined);
  const warning = await left;
  expect(warning.type()).toBe("beforeunload");
  await warning.dismiss();
  const question = page.getByRole("alertdialog", { name: "Cancel this upload?" });
  for (const ask of [() => page.keyboard.press("Escape"), () => dialog.getByLabel("Close").click()]) {
    await ask();
    await question.getByRole("button", { name: "Keep uploading" }).press("Enter");
    await question.waitFor({ state: "detached" });
  }
  await page.keyboard.press("Escape");
  expect(await accessibilityFaults(page)).toEqual([]);
  await question.getByRole("button", { name: "Cancel upload" }).press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.context().close();
});
