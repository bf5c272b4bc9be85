import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebhookFeedback } from "../../../contract/webhook.ts";
import { signUp, type Account } from "../../../test/accounts.ts";
import {
  askLeave,
  askReturns,
  createKey,
  startWebhookShop,
  type WebhookShop,
} from "../../../test/webhook-shop.ts";
import type { TestServer } from "../../../test/server.ts";
import { withTenant } from "../../database/database.ts";

let server: TestServer;
let account: Account;
let rate: WebhookShop["rate"];
let answerTo: WebhookShop["answerTo"];
beforeAll(async () => {
  ({ server, account, rate, answerTo } = await startWebhookShop());
});
afterAll(() => server.close());

describe("feedback", () => {
  const stored = () =>
    withTenant(server.context.db, account.organizationId, (trx) =>
      trx.selectFrom("feedback").select(["id", "rating", "comment", "source", "conversation_id"]).execute(),
    );

  test("is stored as it was sent", async () => {
    const form = {
      rating: 4,
      comment: "Quick and right.",
      category: "delivery",
      customerEmail: "thandi@example.org",
      customerPhone: "+27 82 123 4567",
      source: "email",
    };
    const reply = await rate(form);
    expect(reply.statusCode).toBe(201);
    const feedback = WebhookFeedback.parse(reply.json());
    expect(feedback).toMatchObject(form);
    expect(await stored()).toContainEqual({
      id: feedback.id,
      rating: 4,
      comment: "Quick and right.",
      source: "email",
      conversation_id: null,
    });
  });

  test("stores one rating per conversation, which can be corrected", async () => {
    const { conversationId } = await answerTo(askReturns);
    await rate({ rating: 1, comment: "Wrong shoes", conversationId });
    const again = WebhookFeedback.parse((await rate({ rating: 5, conversationId })).json());
    // An earlier comment is kept, but not shown to the program that rates now.
    expect(again).toMatchObject({ rating: 5, comment: null, source: "chat" });
    const ofConversation = (await stored()).filter(({ conversation_id: id }) => id === conversationId);
    expect(ofConversation).toMatchObject([{ id: again.id, rating: 5, comment: "Wrong shoes" }]);
  });

  test("requires a key with permission for the conversation's audience", async () => {
    const { conversationId } = await answerTo(askLeave);
    await rate({ rating: 5, comment: "About my salary", conversationId });
    const forCustomers = await createKey(account, { permissions: { internal: false, external: true } });
    const reply = await rate({ rating: 1, conversationId }, { key: forCustomers.key });
    expect([reply.statusCode, reply.body.includes("salary")]).toEqual([404, false]);
    const ofConversation = (await stored()).filter(({ conversation_id: id }) => id === conversationId);
    expect(ofConversation).toMatchObject([{ rating: 5 }]);
  });

  test("stores feedback with the same Idempotency-Key once", async () => {
    const before = (await stored()).length;
    const call = { headers: { "idempotency-key": "rating-1" } };
    await rate({ rating: 3 }, call);
    await rate({ rating: 3 }, call);
    await rate({ rating: 3 });
    await rate({ rating: 3 });
    expect(await stored()).toHaveLength(before + 3);
  });

  test("refuses the same Idempotency-Key with another body", async () => {
    const call = { headers: { "idempotency-key": "rating-2" } };
    expect((await rate({ rating: 4, comment: "Quick." }, call)).statusCode).toBe(201);
    for (const other of [{ rating: 1, comment: "Quick." }, { rating: 4 }, { rating: 4, comment: "Slow." }]) {
      const reply = await rate(other, call);
      expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([
        422,
        "idempotency_key_reused",
      ]);
    }
    expect((await stored()).filter(({ comment }) => comment === "Quick.")).toMatchObject([{ rating: 4 }]);
  });

  test("refuses feedback on a conversation of another organization", async () => {
    const { conversationId } = await answerTo(askReturns);
    const stranger = await createKey(await signUp(server));
    expect((await rate({ rating: 1, conversationId }, { key: stranger.key })).statusCode).toBe(404);
  });

  test.each([
    ["no rating", {}],
    ["a rating of 0", { rating: 0 }],
    ["a rating of 6", { rating: 6 }],
    ["half a star", { rating: 4.5 }],
    ["an invalid email address", { rating: 4, customerEmail: "nobody" }],
    ["a source of one's own", { rating: 4, source: "pigeon" }],
  ])("with %s is refused", async (_what, form) => {
    expect((await rate(form)).statusCode).toBe(400);
  });
});
