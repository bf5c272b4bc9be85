import { Document as WordDocument, HeadingLevel, Packer, Paragraph } from "docx";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Account } from "../test/accounts.ts";
import { uploadDocument, waitForDocument } from "../test/documents.ts";
import { openPageOfNewAccount, sidewaysScroll, startProduct, type Product } from "./product.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

/** Asks as a customer, in a new conversation, and returns the answer as shown. */
async function ask(page: Page, question: string): Promise<string> {
  await page.goto("/chat?tab=external");
  const panel = page.getByRole("tabpanel", { name: "Customer Support" });
  const input = panel.getByRole("textbox", { name: "Your question" });
  await input.fill(question);
  await panel.getByRole("button", { name: "Send" }).and(page.locator(":enabled")).waitFor();
  await input.press("Enter");
  const answer = panel.getByRole("log").getByRole("listitem").nth(1);
  await answer.getByText("Looking for an answer").waitFor({ state: "detached" });
  await answer.getByText("Assistant", { exact: true }).waitFor({ state: "attached" });
  return (await answer.textContent()) ?? "";
}

/** Uploads a document, whose headings become suggested questions. */
async function uploadShopGuide(account: Account): Promise<void> {
  const sections = [
    ["How do I follow my order?", "You follow your order by its number on the page Orders."],
    ["What do your products cost?", "Our products cost from R 100 to R 9,000."],
  ];
  const children = sections.flatMap(([heading = "", text = ""]) => [
    new Paragraph({ text: heading, heading: HeadingLevel.HEADING_1 }),
    new Paragraph(text),
  ]);
  const bytes = await Packer.toBuffer(new WordDocument({ sections: [{ children }] }));
  const { id } = await uploadDocument(account, { name: "Shop guide.docx", bytes }, "external");
  expect(await waitForDocument(account, id)).toMatchObject({ status: "completed" });
}

test("a curated answer to an unanswered question is used from then on", async () => {
  const { page } = await openPageOfNewAccount(product, { viewport: { width: 360, height: 740 } });
  await page.goto("/");
  await page.getByRole("link", { name: "View Analytics" }).click();
  await page.getByText("No questions in this period").waitFor();
  expect(await ask(page, "Do you rent out tents on weekends?")).toContain("A person can help with this");

  await page.goto("/analytics");
  await page.getByRole("img", { name: /^Questions in 30 days[.] Chat: 1[.]/ }).waitFor();
  await page.getByText("Show as a table: Questions per day").click();
  await page.getByRole("table", { name: "Questions per day" }).waitFor();
  await page.getByRole("radio", { name: "7 days" }).check({ force: true });
  await page.getByRole("img", { name: /^Questions in 7 days/ }).waitFor();
  const zone = page.getByLabel("Time zone");
  await zone.selectOption("Africa/Johannesburg");
  // Disabled while it is being saved.
  await expect.poll(() => zone.and(page.locator(":enabled")).inputValue()).toBe("Africa/Johannesburg");
  await page.reload();
  await expect.poll(() => zone.inputValue()).toBe("Africa/Johannesburg");

  await page.getByRole("tab", { name: "Unanswered" }).click();
  await page.getByText("Asked once").waitFor();
  const upload = page.getByRole("link", { name: "Upload a document" });
  expect(await upload.getAttribute("href")).toBe("/documents?tab=external");
  // With the keyboard only; the dialog focuses the answer.
  await page.getByRole("button", { name: /^Write an answer/ }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("Yes, from Friday to Monday, for R 450.");
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByText("Answer saved", { exact: true }).waitFor();
  await page.getByText("No unanswered questions").waitFor();

  const answer = await ask(page, "do you rent tents out on the weekend?");
  expect(answer).toContain("Yes, from Friday to Monday, for R\u{a0}450.");
  expect(answer).toContain("Written by your team");

  await page.goto("/analytics?tab=answers");
  await page.getByRole("button", { name: "Edit: Do you rent out tents on weekends?" }).click();
  await page.getByLabel("Answer", { exact: true }).fill("No longer.");
  await page.getByRole("button", { name: "Save answer" }).click();
  await page.getByText("No longer.").waitFor();
  await page.getByRole("button", { name: /^Delete:/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("No curated answers yet").waitFor();
  await page.context().close();
});

test("a preset greets customers and suggests questions; a flag disables a topic", async () => {
  const { page, account } = await openPageOfNewAccount(product);
  await page.goto("/business-config");
  await page.getByRole("radio", { name: /^Retail/ }).check({ force: true });
  await page.getByRole("button", { name: "Apply Configuration" }).click();
  await page.getByText("Business configuration created successfully").first().waitFor();
  // Customers are greeted before there is a document, and staff are told what is missing.
  await page.goto("/chat?tab=external");
  await page.getByText("Hello, and welcome to Acme Retail!").waitFor();
  await page.getByText("Upload a document first.").waitFor();
  expect(await ask(page, "hi")).toContain("Hello, and welcome to Acme Retail!");
  await page.getByRole("button", { name: "New chat" }).click();
  await uploadShopGuide(account);
  await page.goto("/chat?tab=external");
  await page.getByText("Hello, and welcome to Acme Retail!").waitFor();
  const suggestion = page.getByRole("button", { name: "How do I follow my order?" });
  await suggestion.click();
  await expect
    .poll(() => page.getByPlaceholder("Ask as a customer…").inputValue())
    .toBe("How do I follow my order?");

  await page.goto("/business-config");
  await page.getByRole("button", { name: "Manage Retail" }).click();
  await page.getByRole("switch", { name: "Order management" }).click();
  await page.getByText("Disabled", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("tab", { name: "Templates" }).click();
  await page.getByRole("button", { name: "Edit Product inquiry" }).click();
  await page.getByRole("textbox", { name: "Product inquiry" }).fill("What shall we pack for you?");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("“What shall we pack for you?”").waitFor();

  const declined = await ask(page, "How long does an order take?");
  expect(declined).toContain("but our team can");
  expect(await ask(page, "hi")).toContain("What shall we pack for you?");
  await page.getByRole("button", { name: "New chat" }).click();
  await page.getByRole("button", { name: "What do your products cost?" }).waitFor();
  expect(await suggestion.count()).toBe(0);

  await page.goto("/business-config");
  expect(await page.getByRole("switch").count()).toBe(0);
  await page.getByRole("button", { name: "Manage Retail" }).click();
  await page.getByRole("switch", { name: "Use Retail" }).click();
  await page.getByText("Inactive", { exact: true }).waitFor();
  expect(await ask(page, "How long does an order take?")).not.toContain("but our team can");
  await page.goto("/business-config");
  await page.getByRole("button", { name: "Manage Retail" }).click();
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await page.getByText("No Business Configuration").waitFor();
  await page.context().close();
});
