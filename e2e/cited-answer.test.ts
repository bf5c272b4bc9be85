import { PDFDocument } from "pdf-lib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { documentErrorMessage } from "../contract/errors.ts";
import { uploadDocument, waitForDocument } from "../test/documents.ts";
import { uploadWithInternalError } from "./failed-reading.ts";
import { annualLeaveSentence, leavePolicyDocx, leavePolicyPdf } from "./leave-policy.ts";
import { openPage, openPageOfNewAccount, startProduct, type Product } from "./product.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

test("a new user gets from sign-up to the highlighted source of an answer", async () => {
  const page = await openPage(product);
  await page.goto("/");
  await page.getByRole("link", { name: "Get Started" }).click();
  await page.getByLabel("First name").fill("Nomvula");
  await page.getByLabel("Organization").fill("Karoo Trading");
  await page.getByLabel("Email").fill("nomvula@karoo.example");
  await page.getByLabel("Password", { exact: true }).fill("a long enough password");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("heading", { name: "Dashboard" }).waitFor();

  await page.getByRole("link", { name: "Documents", exact: true }).click();
  await page.getByText("No internal documents have been uploaded yet").waitFor();
  await page.getByRole("button", { name: "Upload Document" }).click();
  const buffer = await leavePolicyPdf();
  await page
    .locator(".uppy-Dashboard-input")
    .first()
    .setInputFiles({ name: "Leave Policy.pdf", mimeType: "application/pdf", buffer });
  await page.getByRole("button", { name: "Upload 1 file" }).click();
  await page.getByText("Upload Successful", { exact: true }).waitFor();
  await page.getByText("Your document has been uploaded and is being processed.", { exact: true }).waitFor();

  // Without a reload, since the server pushes the end of processing.
  const row = page.getByRole("listitem").filter({ hasText: "Leave Policy.pdf" });
  await row.getByText("Completed").waitFor();
  await row.getByText("2 pages").waitFor();
  await row.getByRole("link", { name: "Download Leave Policy.pdf" }).waitFor();

  await page.getByRole("link", { name: "Chat", exact: true }).click();
  const question = page.getByRole("textbox", { name: "Your question" });
  await question.fill("How many days of annual leave does an employee receive?");
  await question.press("Enter");
  const log = page.getByRole("log");
  await log.getByText(annualLeaveSentence).waitFor();
  await expect.poll(() => log.getByText(/^Confidence \d+%$/).count()).toBe(1);

  await log.getByRole("button", { name: "Leave Policy, page 2" }).click();
  const viewer = page.getByRole("dialog", { name: "Leave Policy.pdf" });
  await viewer.getByText("Page 2 of 2").waitFor();
  const picture = viewer.getByRole("img", { name: "Page 2" });
  await picture.waitFor();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  const highlight = viewer.locator("[data-highlight]").first();
  const pageBox = await picture.boundingBox();
  const markBox = await highlight.boundingBox();
  if (!pageBox || !markBox) throw new Error("nothing is highlighted");
  // The sentence is one 12-point line below the heading of an A4 page.
  expect(markBox.x - pageBox.x).toBeCloseTo((72 / 595) * pageBox.width, -1);
  expect(markBox.width / pageBox.width).toBeGreaterThan(0.5);
  expect((markBox.y - pageBox.y) / pageBox.height).toBeLessThan(0.25);

  await page.keyboard.press("ArrowLeft");
  await viewer.getByText("Page 1 of 2").waitFor();
  expect(await viewer.locator("[data-highlight]").count()).toBe(0);
  await page.keyboard.press("Escape");
  await viewer.waitFor({ state: "detached" });
  await page.context().close();
});

test("a source in a Word document opens as text with the quote marked", async () => {
  const { page, account } = await openPageOfNewAccount(product);
  const { id } = await uploadDocument(account, { name: "Leave Policy.docx", bytes: await leavePolicyDocx() });
  expect(await waitForDocument(account, id)).toMatchObject({ status: "completed", error: null });
  await page.goto("/chat");
  const question = page.getByRole("textbox", { name: "Your question" });
  await question.fill("How many days of annual leave does an employee receive?");
  await question.press("Enter");
  await page
    .getByRole("button", { name: /^Leave Policy, page \d$/ })
    .first()
    .click();
  await expect
    .poll(() =>
      page
        .getByRole("dialog")
        .locator("mark")
        .allTextContents()
        .then((texts) => texts.join("")),
    )
    .toBe(annualLeaveSentence);
  await page.context().close();
});

test("a question that the documents do not answer can be handed to a person", async () => {
  const { page, account } = await openPageOfNewAccount(product);
  const { id } = await uploadDocument(account, { name: "Leave Policy.pdf", bytes: await leavePolicyPdf() });
  await waitForDocument(account, id);
  await page.goto("/chat");
  const question = page.getByRole("textbox", { name: "Your question" });
  await question.fill("Which moon of Jupiter has the thickest ice?");
  await question.press("Enter");
  await page.getByRole("log").getByRole("button", { name: "Hand off to a person" }).click();
  await page.getByRole("log").getByRole("link", { name: "TKT-0001" }).click();
  await page.getByRole("heading", { name: /Which moon of Jupiter has the thickest ice/ }).waitFor();
  await page.context().close();
});

test("a thank-you is answered without a confidence", async () => {
  const { page } = await openPageOfNewAccount(product);
  await page.goto("/chat");
  const question = page.getByRole("textbox", { name: "Your question" });
  await question.fill("Thank you!");
  await question.press("Enter");
  const log = page.getByRole("log");
  await expect.poll(() => log.getByRole("listitem").count()).toBe(2);
  await log.getByText("Looking for an answer").waitFor({ state: "detached" });
  expect(await log.getByText(/Confidence/).count()).toBe(0);
  await page.context().close();
});

test("a file whose reading failed can be retried, a damaged one replaced", async () => {
  const { page, account } = await openPageOfNewAccount(product);
  await uploadWithInternalError(product.server, account, "Broken.pdf");
  await page.goto("/documents");
  const row = page.getByRole("listitem").filter({ hasText: "Broken.pdf" });
  await row.getByText("Error", { exact: true }).waitFor();
  await row.getByText(documentErrorMessage.internal).waitFor();
  expect(await row.getByRole("link", { name: /Download/ }).count()).toBe(0);
  await row.getByRole("button", { name: "Retry" }).click();
  await row.getByText(documentErrorMessage.corrupt).waitFor();
  await row.getByRole("button", { name: "Replace Broken.pdf" }).waitFor();
  expect(await row.getByRole("button", { name: "Retry" }).count()).toBe(0);
  await row.getByRole("button", { name: "Delete Broken.pdf" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("No documents found").waitFor();
  await page.context().close();
});

test("a file without text offers to replace it instead of retrying", async () => {
  const { page, account } = await openPageOfNewAccount(product);
  const { id } = await uploadDocument(account, { name: "Scan.pdf", bytes: await scannedPdf() });
  await waitForDocument(account, id);
  await page.goto("/documents");
  const row = page.getByRole("listitem").filter({ hasText: "Scan.pdf" });
  await row.getByText("Error", { exact: true }).waitFor();
  expect(await row.getByRole("button", { name: "Retry" }).count()).toBe(0);
  await row.getByRole("button", { name: "Replace Scan.pdf" }).click();
  await page.getByRole("dialog", { name: "New version of Scan.pdf" }).waitFor();
  await page.context().close();
});

/** A page with a drawing and no text. */
async function scannedPdf(): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.addPage().drawRectangle({ x: 50, y: 50, width: 300, height: 300 });
  return Buffer.from(await document.save());
}
