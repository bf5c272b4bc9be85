import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebhookAnswer } from "../../../contract/webhook.ts";
import { signUp, type Account } from "../../../test/accounts.ts";
import {
  askLeave,
  askReturns,
  createKey,
  startWebhookShop,
  type WebhookShop,
} from "../../../test/webhook-shop.ts";
import type { TestServer } from "../../../test/server.ts";
import { openAssistant } from "../../conversations/answer-turn.ts";
import { withTenant } from "../../database/database.ts";

let server: TestServer;
let account: Account;
let key: string;
let ask: WebhookShop["ask"];
let answerTo: WebhookShop["answerTo"];
beforeAll(async () => {
  ({ server, account, key, ask, answerTo } = await startWebhookShop());
});
afterAll(() => server.close());

const forPages = (origin: string) => ({
  permissions: { internal: false, external: true },
  allowedOrigins: [origin],
});

const messagesIn = (conversationId: string) =>
  withTenant(server.context.db, account.organizationId, (trx) =>
    trx
      .selectFrom("messages")
      .select(["role", "content"])
      .where("organization_id", "=", account.organizationId)
      .where("conversation_id", "=", conversationId)
      .orderBy("position")
      .execute(),
  );

describe("a question", () => {
  test("is answered from its audience's documents over a real connection", async () => {
    const reply = await fetch(`${server.url}/api/webhook/chat`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(askReturns),
    });
    expect(reply.status).toBe(200);
    const body: unknown = await reply.json();
    expect(Object.keys(body as object).toSorted()).toEqual([
      "answer",
      "answered",
      "confidence",
      "conversationId",
      "handOff",
      "kind",
      "sources",
    ]);
    const { answer, answered, sources } = WebhookAnswer.parse(body);
    expect([answer.includes("thirty days"), answered]).toEqual([true, true]);
    expect(sources[0]).toMatchObject({ documentName: "Returns.docx", page: 1 });
  });

  test("is not answered from documents of the other audience", async () => {
    const reply = await answerTo({ ...askLeave, type: "external" });
    expect([reply.answered, reply.answer.includes("eighteen")]).toEqual([false, false]);
    expect(reply.sources.map(({ documentName }) => documentName)).not.toContain("Leave.docx");
    // Without an answer there is no confidence.
    expect([reply.kind === "answer", "confidence" in reply]).toEqual([false, false]);
  });

  test("is not answered from another organization's documents", async () => {
    const stranger = await createKey(await signUp(server));
    const { answered, sources } = await answerTo(askReturns, { key: stranger.key });
    expect([answered, sources]).toEqual([false, []]);
  });

  test.each([
    ["no question", { type: "external" }],
    ["a blank question", { question: " \n ", type: "external" }],
    ["a question of 4001 characters", { question: "q".repeat(4001), type: "external" }],
    ["no type", { question: "What?" }],
    ["another type", { question: "What?", type: "secret" }],
    ["a conversation that is no id", { ...askReturns, conversationId: "1" }],
  ])("with %s is refused", async (_what, payload) => {
    const reply = await ask(payload);
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([400, "invalid_request"]);
  });
});

describe("the key", () => {
  test.each([
    ["absent", {}],
    ["of another scheme", { authorization: "Basic c2l6YW5h" }],
    ["mistyped", { authorization: `Bearer siz_${"a".repeat(36)}` }],
  ])("%s is answered 401, whatever page it comes from", async (_what, headers) => {
    const reply = await server.app.inject({
      method: "POST",
      url: "/api/webhook/chat",
      headers: { ...headers, origin: "https://elsewhere.example", cookie: account.cookie },
      payload: askReturns,
    });
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([401, "invalid_api_key"]);
    expect(reply.headers["www-authenticate"]).toBe("Bearer");
  });

  test("queries only documents that it has permission for", async () => {
    const forCustomers = await createKey(account, { permissions: { internal: false, external: true } });
    const forStaff = await createKey(account, { permissions: { internal: true, external: false } });
    const statuses = async (used: string) => [
      (await ask(askLeave, { key: used })).statusCode,
      (await ask(askReturns, { key: used })).statusCode,
    ];
    expect(await statuses(forCustomers.key)).toEqual([403, 200]);
    expect(await statuses(forStaff.key)).toEqual([200, 403]);
  });

  test("has its own rate limit, with the time to retry", async () => {
    const busy = await createKey(account, forPages("https://shop.example"));
    const headers = { origin: "https://shop.example" };
    for (let count = 0; count < 600; count += 1) {
      expect((await ask({}, { key: busy.key })).statusCode).toBe(400);
    }
    const reply = await ask(askReturns, { key: busy.key, headers });
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([429, "too_many_requests"]);
    expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0);
    expect(Number(reply.headers["retry-after"])).toBeLessThanOrEqual(60);
    // A web page can read the error.
    expect(reply.headers["access-control-allow-origin"]).toBe("https://shop.example");
    expect((await ask(askReturns)).statusCode).toBe(200);
  });
});

describe("a conversation", () => {
  test("continues, so that a follow-up is understood from earlier messages", async () => {
    const first = await answerTo(askReturns);
    const { conversationId } = first;
    const next = await answerTo({
      question: "And the refund, when is it paid?",
      type: "external",
      conversationId,
    });
    expect([next.conversationId, next.answer.includes("five working days")]).toEqual([conversationId, true]);
    expect((await messagesIn(conversationId)).map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "user",
      "assistant",
    ]);
  });

  test("belongs to its organization, audience and channel", async () => {
    const { conversationId } = await answerTo(askReturns);
    const stranger = await createKey(await signUp(server));
    const url = `/api/organizations/${account.organizationId}/chat/sessions`;
    const chat = (await account.request("POST", url, { type: "external" })).json<{ id: string }>();
    const refusals = [
      await ask({ ...askReturns, conversationId }, { key: stranger.key }),
      await ask({ ...askLeave, conversationId }),
      await ask({ ...askReturns, conversationId: chat.id }),
      await ask({ ...askReturns, conversationId: account.organizationId }),
    ];
    expect(refusals.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
    expect(await messagesIn(conversationId)).toHaveLength(2);
  });

  test("the assistant is silent after a person has taken over", async () => {
    const { conversationId } = await answerTo(askReturns);
    await withTenant(server.context.db, account.organizationId, (trx) =>
      trx
        .updateTable("conversations")
        .set({ owner_user_id: account.user.id })
        .where("organization_id", "=", account.organizationId)
        .where("id", "=", conversationId)
        .execute(),
    );
    const reply = await answerTo({ ...askReturns, question: "Is anybody there?", conversationId });
    expect(reply).toMatchObject({ kind: "hand_off", answered: false, sources: [], conversationId });
    expect(reply).not.toHaveProperty("confidence");
    expect((await messagesIn(conversationId)).at(-1)).toEqual({ role: "user", content: "Is anybody there?" });
  });
});

describe("an Idempotency-Key", () => {
  const headers = (name: string) => ({ "idempotency-key": name });

  test("gives the same answer to repeated and simultaneous requests", async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => answerTo(askReturns, { headers: headers("order-1") })),
    );
    answers.push(await answerTo(askReturns, { headers: headers("order-1") }));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await messagesIn(answers[0]?.conversationId ?? "")).toHaveLength(2);
  });

  test("works within a conversation, too, even with other questions in between", async () => {
    const { conversationId } = await answerTo(askReturns);
    const once = await answerTo({ ...askReturns, conversationId }, { headers: headers("turn-2") });
    await answerTo({ ...askReturns, conversationId });
    expect(await answerTo({ ...askReturns, conversationId }, { headers: headers("turn-2") })).toEqual(once);
    expect(await messagesIn(conversationId)).toHaveLength(6);
  });

  test("is refused with another body, and is separate for each API key", async () => {
    await answerTo(askReturns, { headers: headers("order-2") });
    const reply = await ask({ ...askReturns, question: "Something else?" }, { headers: headers("order-2") });
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([422, "idempotency_key_reused"]);
    const other = await createKey(account);
    expect((await ask(askLeave, { key: other.key, headers: headers("order-2") })).statusCode).toBe(200);
  });

  test("expires after a day", async () => {
    const { conversationId } = await answerTo(askReturns, { headers: headers("order-3") });
    await withTenant(server.context.db, account.organizationId, (trx) =>
      trx
        .updateTable("webhook_requests")
        .set({ created_at: new Date(Date.now() - 86_460_000) })
        .where("organization_id", "=", account.organizationId)
        .where("conversation_id", "=", conversationId)
        .execute(),
    );
    const later = await answerTo(askReturns, { headers: headers("order-3") });
    expect(later.conversationId).not.toBe(conversationId);
  });
});

describe("a page of another site", () => {
  const shop = "https://shop.example";
  const preflight = (origin: string) =>
    server.app.inject({
      method: "OPTIONS",
      url: "/api/webhook/chat",
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type",
      },
    });

  test("may call if the key allows its origin, and may read refusals, too", async () => {
    const listed = await createKey(account, forPages("https://Shop.example/"));
    expect(listed.allowedOrigins).toEqual([shop]);
    const allowed = await preflight(shop);
    expect(allowed.statusCode).toBe(204);
    expect(allowed.headers).toMatchObject({
      "access-control-allow-origin": shop,
      "access-control-allow-methods": "POST",
      "access-control-allow-headers": "authorization, content-type, idempotency-key",
      vary: "Origin",
    });
    const headers = { origin: shop, "sec-fetch-site": "cross-site" };
    for (const payload of [askReturns, {}]) {
      const reply = await ask(payload, { key: listed.key, headers });
      expect(reply.headers["access-control-allow-origin"]).toBe(shop);
      // Cookies are never allowed.
      expect(reply.headers).not.toHaveProperty("access-control-allow-credentials");
    }
  });

  test("may not call if the key allows other origins or none", async () => {
    const listed = await createKey(account, forPages("https://other.example"));
    expect((await preflight("https://evil.example")).headers).not.toHaveProperty(
      "access-control-allow-origin",
    );
    for (const used of [listed.key, key]) {
      const reply = await ask(askReturns, { key: used, headers: { origin: "https://evil.example" } });
      expect(reply.headers).not.toHaveProperty("access-control-allow-origin");
    }
  });

  test("may no longer call when the key is revoked", async () => {
    const origin = "https://gone.example";
    const { id } = await createKey(account, forPages(origin));
    expect((await preflight(origin)).headers["access-control-allow-origin"]).toBe(origin);
    await account.request("DELETE", `/api/api-keys/${id}`);
    expect((await preflight(origin)).headers).not.toHaveProperty("access-control-allow-origin");
  });
});

test("saves a question without an answer if answering fails", async () => {
  const { context } = server;
  const { assistant } = context;
  const question = "How long do customers wait for a refund of boots?";
  const retrieve = () => Promise.reject(new Error("the index is away"));
  context.assistant = openAssistant({ ...context, retrieve });
  try {
    const reply = await server.app.inject({
      method: "POST",
      url: "/api/webhook/chat",
      headers: { authorization: `Bearer ${key}` },
      payload: { question, type: "external" },
    });
    expect(reply.statusCode).toBe(500);
  } finally {
    context.assistant = assistant;
  }
  const { organizationId } = account;
  const kept = await withTenant(context.db, organizationId, (trx) =>
    trx
      .selectFrom("messages as asked")
      .innerJoin("messages as said", "said.conversation_id", "asked.conversation_id")
      .select(["said.role", "said.content"])
      .where("asked.organization_id", "=", organizationId)
      .where("asked.content", "=", question)
      .execute(),
  );
  expect(kept).toEqual([{ role: "user", content: question }]);
});
