import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ChatExchange } from "../../../contract/conversations.ts";
import { ModelUsage } from "../../../contract/model-usage.ts";
import { signUp, type Account } from "../../../test/accounts.ts";
import { addWordDocument } from "../../../test/documents.ts";
import {
  startFakeLanguageModel,
  type FakeLanguageModel,
} from "../../../test/fake-language-model/language-model.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import { startSmtpServer, type TestSmtpServer } from "../../../test/smtp.ts";
import { withTenant } from "../../database/database.ts";

let model: FakeLanguageModel;
let server: TestServer;
let account: Account;
let smtp: TestSmtpServer;

beforeAll(async () => {
  smtp = await startSmtpServer();
  model = await startFakeLanguageModel();
  model.otherwise(() => "SURE\nDelivery takes three working days [1].");
  const environment = {
    ...model.environment,
    LLM_PRICE_INPUT: "10",
    LLM_PRICE_OUTPUT: "40",
    SMTP_URL: smtp.url,
    MAIL_FROM: "sizana@example.org",
  };
  server = await startTestServer({ environment });
  account = await openShop();
});
afterAll(async () => {
  await server.close();
  await model.close();
  await smtp.close();
});

async function openShop(): Promise<Account> {
  const shop = await signUp(server);
  await addWordDocument(shop, "Delivery.docx", ["Delivery takes three working days to all towns."]);
  return shop;
}

const urlOf = (organizationId: string) => `/api/organizations/${organizationId}/model-usage`;

async function readUsage(of: Account = account): Promise<ModelUsage> {
  return ModelUsage.parse((await of.request("GET", urlOf(of.organizationId))).json());
}

async function ask(asker: Account = account) {
  const url = `/api/organizations/${asker.organizationId}/chat/sessions`;
  const { id } = (await asker.request("POST", url, {})).json<{ id: string }>();
  const content = "How many working days does delivery take?";
  const reply = await asker.request("POST", `/api/chat/sessions/${id}/messages`, { content });
  return ChatExchange.parse(reply.json()).assistantMessage.metadata;
}

async function setBudget(of: Account, budgetMicros: number | null): Promise<ModelUsage> {
  const reply = await of.request("PUT", `${urlOf(of.organizationId)}/budget`, { budgetMicros });
  return ModelUsage.parse(reply.json());
}

test("counts tokens and cost, and stops the model when the budget is used up", async () => {
  expect(await readUsage()).toMatchObject({ model: { name: "fake", currency: "ZAR" }, answers: 0 });
  expect((await ask())?.engine).toBe("model");
  const used = await readUsage();
  expect(used).toMatchObject({ answers: 1, budgetMicros: null, state: "within" });
  expect(used.costMicros).toBe(used.inputTokens * 10 + used.outputTokens * 40);
  const { costMicros } = used;
  expect((await setBudget(account, Math.ceil(costMicros / 0.79))).state).toBe("within");
  expect((await setBudget(account, Math.floor(costMicros / 0.8))).state).toBe("near");
  expect((await setBudget(account, costMicros + 1)).state).toBe("near");
  expect(await setBudget(account, costMicros)).toMatchObject({ state: "used_up", budgetMicros: costMicros });
  const asked = model.requests.length;
  expect(await ask()).toMatchObject({ engine: "extractive", answered: true, fallback: "budget" });
  expect(model.requests.length).toBe(asked);
  const refused = await account.request("PUT", `${urlOf(account.organizationId)}/budget`, {
    budgetMicros: -1,
  });
  expect(refused.statusCode).toBe(400);
  await setBudget(account, null);
  expect((await ask())?.engine).toBe("model");
});

test("emails the owners once at 80% and once at 100%, and updates open pages", async () => {
  const shop = await openShop();
  await ask(shop);
  const { costMicros } = await readUsage(shop);
  await setBudget(shop, Math.floor((2 * costMicros) / 0.85));
  const told: string[] = [];
  const unsubscribe = server.context.events.subscribe(shop.organizationId, ({ type }) => told.push(type));
  expect((await ask(shop))?.engine).toBe("model");
  const email = await smtp.mailTo(shop.email);
  expect(email.text).toContain("/settings?tab=language-model");
  expect(email.source).toContain("over 80% of this month");
  await expect.poll(() => told).toContain("budget.updated");
  expect((await ask(shop))?.engine).toBe("model");
  expect(await readUsage(shop)).toMatchObject({ state: "used_up" });
  expect(await ask(shop)).toMatchObject({ fallback: "budget" });
  await setBudget(shop, Math.floor((3 * costMicros) / 0.85));
  expect((await ask(shop))?.engine).toBe("model");
  unsubscribe();
  const mails = () => smtp.mails.filter(({ to }) => to === shop.email);
  await expect.poll(() => mails().length).toBe(2);
  expect(mails()[1]?.source).toContain("is used up");
});

test("simultaneous answers exceed the budget by at most one of them", async () => {
  const shop = await openShop();
  await ask(shop);
  const { costMicros } = await readUsage(shop);
  const budget = costMicros * 3;
  await setBudget(shop, budget);
  const answers = await Promise.all(Array.from({ length: 12 }, () => ask(shop)));
  expect(answers.filter((answer) => answer?.fallback === "budget").length).toBeGreaterThan(0);
  expect(answers.filter((answer) => answer?.engine === "model").length).toBeGreaterThan(0);
  expect((await readUsage(shop)).costMicros).toBeLessThanOrEqual(budget + costMicros);
  const left = await withTenant(server.context.db, shop.organizationId, (trx) =>
    trx.selectFrom("model_reservations").selectAll().execute(),
  );
  expect(left).toEqual([]);
});

test("counts a dead process's reservation until it expires, for its organization only", async () => {
  const shop = await openShop();
  await setBudget(shop, 1_000_000);
  const setAside = (expires: string) =>
    withTenant(server.context.db, shop.organizationId, (trx) =>
      sql`
        insert into model_reservations (organization_id, cost_micros, expires_at)
        values (${shop.organizationId}, 1000000, now() + ${expires}::interval)
      `.execute(trx),
    );
  await setAside("-1 second");
  expect((await ask(shop))?.engine).toBe("model");
  await setAside("1 minute");
  expect((await ask(shop))?.fallback).toBe("budget");
  const seen = await withTenant(server.context.db, account.organizationId, (trx) =>
    trx.selectFrom("model_reservations").selectAll().execute(),
  );
  expect(seen).toEqual([]);
});

test("starts a new month with the whole budget", async () => {
  const shop = await openShop();
  await ask(shop);
  await setBudget(shop, (await readUsage(shop)).costMicros);
  expect((await ask(shop))?.fallback).toBe("budget");
  await withTenant(server.context.db, shop.organizationId, (trx) =>
    trx
      .updateTable("model_usage")
      .set({ month: sql`(month - interval '1 month')::date` })
      .execute(),
  );
  expect(await readUsage(shop)).toMatchObject({ answers: 0, costMicros: 0, state: "within" });
  expect((await ask(shop))?.engine).toBe("model");
});

test("hides usage and budget from other organizations", async () => {
  const stranger = await signUp(server);
  expect(await readUsage(stranger)).toMatchObject({ answers: 0, costMicros: 0, budgetMicros: null });
  const body = { budgetMicros: 0 };
  const reply = await stranger.request("PUT", `${urlOf(account.organizationId)}/budget`, body);
  expect(reply.statusCode).toBe(404);
  expect((await readUsage()).budgetMicros).toBeNull();
});

test("reports no embedding model without an embedding server", async () => {
  const reply = await account.request("GET", `/api/organizations/${account.organizationId}/embeddings`);
  expect(reply.json()).toEqual({ model: null, passages: 0, embedded: 0, searched: true });
});
