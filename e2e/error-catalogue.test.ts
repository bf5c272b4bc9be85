import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paths } from "../contract/screens.ts";
import { fail, expectToast, expectUploadFailure } from "./failures.ts";
import { uploadDocument } from "../test/documents.ts";
import { leavePolicyPdf } from "./leave-policy.ts";
import { openPage, openPageOfNewAccount, startProduct, stopClock, type Product } from "./product.ts";

let product: Product;
let folder: string;
beforeAll(async () => {
  product = await startProduct();
  folder = await mkdtemp(path.join(tmpdir(), "sizana-e2e-"));
});
afterAll(async () => {
  await product.close();
  await rm(folder, { recursive: true });
});

/** Writes a file to disk, from where the browser opens it instead of receiving its bytes. */
async function fileOf(name: string, bytes: Uint8Array): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, bytes);
  return file;
}

async function chooseFile(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  await page
    .locator(".uppy-Dashboard-input")
    .first()
    .setInputFiles(await fileOf(name, bytes));
}

/** With the page's clock stopped: expects the toast, and 500 ms later the redirect to the sign-in page. */
async function expectRedirect(page: Page): Promise<void> {
  const logins: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/login")) logins.push(request.url());
  });
  const unauthorized = page.locator("li[data-swipe-direction]").getByText("Unauthorized", { exact: true });
  // The page notices between two timers, so a little time has to pass.
  const noticed = async () => {
    await page.clock.runFor(10);
    return unauthorized.count();
  };
  await expect.poll(noticed).toBe(1);
  await expectToast(page, "Unauthorized", "You are logged out. Logging in again...");
  await page.clock.runFor(350);
  expect(logins).toEqual([]);
  await page.clock.runFor(160);
  await page.waitForURL("**/sign-in");
  expect(logins).toHaveLength(1);
}

test("a signed-out user sees a toast and is sent to sign-in after 500 ms", async () => {
  const page = await openPage(product);
  await page.clock.install();
  await page.goto("/");
  await stopClock(page);
  await page.goto("/documents");
  await expectRedirect(page);
  await page.context().close();
});

test("a session that ends while a screen is open is noticed on the next request", async () => {
  const { page } = await openPageOfNewAccount(product);
  await page.clock.install();
  await page.goto("/documents");
  await page.getByText("No documents found").waitFor();
  await page.context().clearCookies();
  await stopClock(page);
  await page.getByRole("link", { name: "Chat", exact: true }).click();
  await expectRedirect(page);
  await page.context().close();
});

test("a failure to create a chat session is shown and can be retried", async () => {
  const { page } = await openPageOfNewAccount(product);
  await fail(page, "POST", /\/chat\/sessions$/);
  await page.goto("/chat");
  await expectToast(page, "Error", "Failed to create chat session");
  const question = page.getByRole("textbox", { name: "Your question" });
  await question.fill("Anybody there?");
  expect(await page.getByRole("button", { name: "Send" }).isDisabled()).toBe(true);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => page.getByRole("button", { name: "Send" }).isEnabled()).toBe(true);
  await page.context().close();
});

test("a message that fails to send returns to the input field", async () => {
  const { page } = await openPageOfNewAccount(product);
  await fail(page, "POST", /\/messages$/);
  await page.goto("/chat");
  const question = page.getByRole("textbox", { name: "Your question" });
  await question.fill("How much leave is there?");
  await question.press("Enter");
  await expectToast(page, "Error", "Failed to send message");
  await expect.poll(() => question.inputValue()).toBe("How much leave is there?");
  await page.context().close();
});

test("a failed upload is not retried automatically but can be retried", async () => {
  const { page } = await openPageOfNewAccount(product);
  await fail(page, "POST", /\/documents\/upload$/);
  let uploads = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/documents/upload")) uploads += 1;
  });
  await page.goto("/documents");
  await page.getByRole("button", { name: "Upload Document" }).click();
  await chooseFile(page, "Leave Policy.pdf", await leavePolicyPdf());
  await page.getByRole("button", { name: "Upload 1 file" }).click();
  await expectUploadFailure(page, "Failed to upload document. Please try again.");
  expect(uploads).toBe(1);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Retry upload" }).click();
  await expectToast(page, "Upload Successful", "Your document has been uploaded and is being processed.");
  await page.context().close();
});

test("only PDF and Word files of at most 10485760 bytes are accepted", async () => {
  const { page } = await openPageOfNewAccount(product);
  await page.goto("/documents");
  await page.getByRole("button", { name: "Upload Document" }).click();
  await chooseFile(page, "photo.png", Buffer.alloc(10));
  await page.getByText("Only PDF and Word documents are allowed, up to 10MB each").waitFor();
  await expectUploadFailure(page, "This isn't a PDF or Word file.");
  await chooseFile(page, "big.pdf", Buffer.alloc(10_485_761));
  await expectUploadFailure(page, "big.pdf is larger than 10 MB.");
  await chooseFile(page, "big.pdf", Buffer.alloc(10_485_760));
  await page.getByRole("button", { name: "Upload 1 file" }).waitFor();
  await page.context().close();
});

test("a document list that fails to load shows an error and can be retried", async () => {
  const { page } = await openPageOfNewAccount(product);
  await fail(page, "GET", /\/documents\?/);
  let requests = 0;
  page.on("request", (request) => {
    if (request.url().includes("/documents?")) requests += 1;
  });
  await page.goto("/documents");
  await page.getByText("Failed to load documents", { exact: true }).waitFor();
  await page.getByText("Please try refreshing the page", { exact: true }).waitFor();
  const before = requests;
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("No internal documents have been uploaded yet").waitFor();
  expect(requests).toBe(before + 1);
  await page.context().close();
});

test("an empty list names what is missing, an empty search repeats the query", async () => {
  const { page } = await openPageOfNewAccount(product);
  await page.goto("/documents");
  await page.getByText("No documents found", { exact: true }).waitFor();
  await page.getByText("No internal documents have been uploaded yet", { exact: true }).waitFor();
  await page.getByRole("tab", { name: "External Documents" }).click();
  await page.getByText("No external documents have been uploaded yet", { exact: true }).waitFor();
  await page.getByLabel("Search documents").fill("zebra");
  await page.getByText(/No documents match “zebra”/).waitFor();
  await page.context().close();
});

test("saving the profile reports failure and success", async () => {
  const { page } = await openPageOfNewAccount(product);
  await fail(page, "PUT", /\/api\/user\/profile$/);
  await page.goto("/settings");
  await page.getByLabel("First name").fill("  Thabo  ");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expectToast(page, "Error", "Failed to update profile");
  await page.unrouteAll();
  const saved = page.waitForRequest((request) => request.method() === "PUT");
  await page.getByRole("button", { name: "Save changes" }).click();
  expect((await saved).postDataJSON()).toEqual({ firstName: "Thabo" });
  await page.getByText("Profile Updated", { exact: true }).waitFor();
  await page.getByRole("complementary").getByText("Thabo", { exact: true }).waitFor();
  await page.context().close();
});

test("an unknown address shows the 404 page", async () => {
  const page = await openPage(product);
  const reply = await page.goto("/nowhere");
  expect(reply?.status()).toBe(404);
  await page.getByRole("heading", { name: "404 Page Not Found" }).waitFor();
  await page.getByRole("link", { name: "Go to the home page" }).click();
  await page.getByRole("link", { name: "Get Started" }).waitFor();
  await page.context().close();
});

test("every screen's address answers 200, with or without a trailing slash", async () => {
  const addresses = Object.values(paths).map((address) => address.replace(":id", "AQ"));
  const answers = addresses.flatMap((address) =>
    [address, ...(address === "/" ? [] : [`${address}/`])].map(async (asked) => {
      const reply = await fetch(new URL(asked, product.server.url), { headers: { accept: "*/*" } });
      return [asked, reply.status, reply.headers.get("content-type")?.split(";")[0]];
    }),
  );
  for (const [asked, ...answer] of await Promise.all(answers)) {
    expect([asked, ...answer]).toEqual([asked, 200, "text/html"]);
  }
  expect((await fetch(new URL("/tickets/AQ/more", product.server.url))).status).toBe(404);
});

test("an unreachable server is not mistaken for being signed out", async () => {
  const { page } = await openPageOfNewAccount(product);
  await fail(page, "GET", /\/api\/auth\/user$/, 503);
  await page.goto("/documents");
  await page.getByRole("heading", { name: "Can't reach Sizana" }).waitFor();
  await page.unrouteAll();
  // Or at once by the button "Try again".
  await page.getByRole("heading", { name: "Document Management" }).waitFor();
  await page.context().close();
});

test("offline the menu stays, and the page recovers by itself", async () => {
  const { page } = await openPageOfNewAccount(product);
  await page.goto("/documents");
  await page.getByText("No documents found", { exact: true }).waitFor();
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Tickets", exact: true }).click();
  await page.getByText("This page may be out of date. Retrying…").waitFor();
  await page.getByRole("link", { name: "Documents", exact: true }).waitFor();
  await page.context().setOffline(false);
  await page.getByText("No Tickets Yet", { exact: true }).waitFor();
  await page.getByText("This page may be out of date. Retrying…").waitFor({ state: "detached" });
  await page.context().close();
});

test("a list stays on the screen when the server cannot be reached to refetch it", async () => {
  const { page, account } = await openPageOfNewAccount(product);
  await page.goto("/documents");
  await page.getByText("No documents found", { exact: true }).waitFor();
  await page.route(/\/documents\?/, (route) => route.abort());
  const failure = page.waitForEvent("requestfailed", (request) => request.url().includes("/documents?"));
  await uploadDocument(account, { name: "Leave Policy.pdf", bytes: await leavePolicyPdf() });
  await failure;
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await page.getByText("No documents found", { exact: true }).isVisible()).toBe(true);
  expect(await page.getByText("Failed to load documents").count()).toBe(0);
  await page.context().close();
});

test("a screen whose code fails to load shows an error instead of a blank page", async () => {
  const { page } = await openPageOfNewAccount(product);
  await page.goto("/documents");
  await page.getByRole("heading", { name: "Document Management" }).waitFor();
  await page.route(/\/assets\/settings-.*\.js$/, (route) => route.abort());
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await page.getByText("This part of the page didn't load").waitFor();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Reload page" }).click();
  await page.getByRole("heading", { name: "Settings" }).waitFor();
  await page.context().close();
});

test("sign-in and sign-up forms show errors at the fields that caused them", async () => {
  const page = await openPage(product);
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Enter your email address.").waitFor();
  await page.getByText("Enter your password.").waitFor();
  await page.getByLabel("Email").fill("nobody@karoo.example");
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Show password" }).click();
  expect(await page.getByLabel("Password", { exact: true }).getAttribute("type")).toBe("text");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Incorrect email or password.").waitFor();
  await page.getByRole("link", { name: "Create an account" }).click();
  await page.getByLabel("Email").fill("nobody");
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByText("Enter a valid email address.").waitFor();
  await page.getByText("Use at least 8 characters for the password.").waitFor();
  await page.context().close();
});
