import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ChatExchange } from "../../../contract/conversations.ts";
import {
  Feedback,
  FeedbackSummary,
  OwnRating,
  MessageRating,
  type FeedbackSource,
} from "../../../contract/feedback.ts";
import { type Account, signUp, signUpMember } from "../../../test/accounts.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import { withTenant } from "../../database/database.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
afterAll(() => server.close());

const listUrl = (account: Account, query = "") =>
  `/api/organizations/${account.organizationId}/feedback${query}`;

async function list(account: Account, query = ""): Promise<Feedback[]> {
  const reply = await account.request("GET", listUrl(account, query));
  expect([reply.statusCode, reply.body]).toEqual([200, expect.any(String)]);
  return Feedback.array().parse(reply.json());
}

async function summary(account: Account): Promise<FeedbackSummary> {
  return FeedbackSummary.parse((await account.request("GET", listUrl(account, "/summary"))).json());
}

/** Stores ratings as channels do, `microsApart` microseconds apart, the last one newest. */
async function give(account: Account, ratings: [number, FeedbackSource][], microsApart = 1): Promise<void> {
  const row = ([rating, source]: [number, FeedbackSource], i: number) => ({
    organization_id: account.organizationId,
    occasion: `${source} ${randomUUID()}`,
    rating,
    source,
    created_at: sql<Date>`timestamptz '2026-01-01' + ${i * microsApart}::int * interval '1 microsecond'`,
  });
  await withTenant(server.context.db, account.organizationId, (trx) =>
    trx.insertInto("feedback").values(ratings.map(row)).execute(),
  );
}

async function ask(account: Account): Promise<ChatExchange & { id: string }> {
  const url = `/api/organizations/${account.organizationId}/chat/sessions`;
  const { id } = (await account.request("POST", url, {})).json<{ id: string }>();
  const reply = await account.request("POST", `/api/chat/sessions/${id}/messages`, { content: "Hello" });
  return { id, ...reply.json<ChatExchange>() };
}

describe("the list", () => {
  test("is paged, newest first, with each rating once, even if they are very close", async () => {
    const account = await signUp(server);
    await give(
      account,
      [1, 2, 3, 4, 5, 1, 2].map((rating) => [rating, "whatsapp"]),
    );
    const ratings: number[] = [];
    let cursor: string | undefined;
    do {
      const query = `?limit=2${cursor === undefined ? "" : `&cursor=${cursor}`}`;
      const reply = await account.request("GET", listUrl(account, query));
      ratings.push(...reply.json<Feedback[]>().map(({ rating }) => rating));
      cursor = reply.headers["x-next-cursor"] as string | undefined;
    } while (cursor !== undefined);
    expect(ratings).toEqual([2, 1, 5, 4, 3, 2, 1]);
    expect((await account.request("GET", listUrl(account, "?cursor=x"))).statusCode).toBe(400);
  });

  test("has every field of a rating", async () => {
    const account = await signUp(server);
    const { organizationId: organization_id } = account;
    const given = { rating: 4, source: "email", category: "delivery", comment: "Quick." };
    const row = {
      ...given,
      organization_id,
      occasion: `email ${randomUUID()}`,
      customer_email: "thandi@example.org",
      customer_phone: "+27 82 555 0101",
    };
    await withTenant(server.context.db, organization_id, (trx) =>
      trx.insertInto("feedback").values(row).execute(),
    );
    expect(await list(account)).toEqual([
      {
        ...given,
        id: expect.any(String),
        customerEmail: "thandi@example.org",
        customerPhone: "+27 82 555 0101",
        conversationId: null,
        ticketId: null,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
  });

  test("refers to the rated conversation and ticket", async () => {
    const account = await signUp(server);
    const { organizationId: organization_id } = account;
    const ticket = async (form: object): Promise<string> => {
      const url = `/api/organizations/${organization_id}/tickets`;
      return (await account.request("POST", url, form)).json<{ id: string }>().id;
    };
    const [ofLink, ofConversation] = [await ticket({ title: "A" }), await ticket({ title: "B" })];
    const stranger = await signUp(server);
    const own = await ask(account);
    const webhook = await withTenant(server.context.db, organization_id, async (trx) => {
      const { id: conversation_id } = await trx
        .insertInto("conversations")
        .values({ organization_id, audience: "external", channel: "webhook", title: "Chat" })
        .returning("id")
        .executeTakeFirstOrThrow();
      await trx.updateTable("tickets").set({ conversation_id }).where("id", "=", ofConversation).execute();
      const rows = [
        { occasion: `ticket ${ofLink}`, source: "ticket", conversation_id: null },
        { occasion: `webhook ${conversation_id}`, source: "chat", conversation_id },
        { occasion: `chat ${own.assistantMessage.id}`, source: "chat", conversation_id: own.id },
        { occasion: `ticket ${stranger.user.id}`, source: "ticket", conversation_id: null },
      ];
      const rated = rows.map((row) => ({ ...row, organization_id, rating: 5 }));
      await trx.insertInto("feedback").values(rated).execute();
      return conversation_id;
    });
    const led = (await list(account)).map(({ conversationId, ticketId }) => [conversationId, ticketId]);
    expect(new Set(led.map(String))).toEqual(
      new Set(
        [
          [null, ofLink],
          [webhook, ofConversation],
          [null, null],
        ].map(String),
      ),
    );
  });

  test("is filtered by source and rating, and summarized over all pages", async () => {
    const account = await signUp(server);
    expect(await summary(account)).toEqual({
      total: 0,
      average: 0,
      distribution: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 },
      sources: { chat: 0, whatsapp: 0, email: 0, ticket: 0 },
    });
    await give(account, [
      [5, "chat"],
      [4, "whatsapp"],
      [4, "ticket"],
      [1, "ticket"],
    ]);
    expect((await list(account, "?source=ticket")).map(({ rating }) => rating)).toEqual([1, 4]);
    expect((await list(account, "?rating=4")).map(({ source }) => source)).toEqual(["ticket", "whatsapp"]);
    expect(await list(account, "?limit=1")).toHaveLength(1);
    expect(await summary(account)).toEqual({
      total: 4,
      average: 3.5,
      distribution: { 1: 1, 2: 0, 3: 0, 4: 2, 5: 1 },
      sources: { chat: 1, whatsapp: 1, email: 0, ticket: 2 },
    });
  });

  test("shows nothing to another organization", async () => {
    const [account, stranger] = [await signUp(server), await signUp(server)];
    await give(account, [[5, "chat"]]);
    expect((await stranger.request("GET", listUrl(account))).statusCode).toBe(404);
    expect((await stranger.request("GET", listUrl(account, "/summary"))).statusCode).toBe(404);
    expect(await list(stranger)).toEqual([]);
  });
});

describe("the rating of an answer", () => {
  test("is stored once, and the last one counts", async () => {
    const account = await signUp(server);
    const { id, assistantMessage } = await ask(account);
    const told: unknown[] = [];
    const stop = server.context.events.subscribe(account.organizationId, (event) => told.push(event));
    const url = `/api/chat/sessions/${id}/messages/${assistantMessage.id}/rating`;
    const rate = (body: object) => account.request("POST", url, body);
    expect((await rate({ rating: 2, comment: " Not what I asked ", category: "accuracy" })).statusCode).toBe(
      201,
    );
    await Promise.all(Array.from({ length: 20 }, () => rate({ rating: 1 })));
    const last = await rate({ rating: 5, comment: "" });
    expect(OwnRating.parse(last.json())).toMatchObject({ rating: 5, comment: null, category: null });
    const [only, ...more] = await list(account);
    expect(more).toEqual([]);
    expect(only).toMatchObject({ rating: 5, source: "chat", customerEmail: null });
    await expect.poll(() => told).toContainEqual({ type: "feedback.created", id: only?.id });
    stop();
    const shown = await account.request("GET", `/api/chat/sessions/${id}/ratings`);
    expect(MessageRating.array().parse(shown.json())).toMatchObject([
      { messageId: assistantMessage.id, rating: 5 },
    ]);
  });

  test.each([{ rating: 0 }, { rating: 6 }, { rating: 4.5 }, { rating: "5" }, {}])(
    "refuses %j",
    async (body) => {
      const account = await signUp(server);
      const { id, assistantMessage } = await ask(account);
      const url = `/api/chat/sessions/${id}/messages/${assistantMessage.id}/rating`;
      const reply = await account.request("POST", url, body);
      expect(reply.json()).toMatchObject({ message: "Choose a rating from 1 to 5." });
      expect(reply.statusCode).toBe(400);
    },
  );

  test("is accepted only from the person who asked, and only for an answer", async () => {
    const account = await signUp(server);
    const [mine, other, stranger] = [await ask(account), await ask(account), await signUp(server)];
    const colleague = await signUpMember(server, account.organizationId, { role: "admin" });
    const rate = async (who: Account, conversationId: string, messageId: string) => {
      const url = `/api/chat/sessions/${conversationId}/messages/${messageId}/rating`;
      return (await who.request("POST", url, { rating: 5 })).statusCode;
    };
    expect(await rate(colleague, mine.id, mine.assistantMessage.id)).toBe(404);
    expect(await rate(stranger, mine.id, mine.assistantMessage.id)).toBe(404);
    expect(await rate(account, mine.id, mine.userMessage.id)).toBe(404);
    expect(await rate(account, mine.id, other.assistantMessage.id)).toBe(404);
    expect(await rate(account, mine.id, randomUUID())).toBe(404);
    expect(await list(account)).toEqual([]);
    expect(await rate(account, mine.id, mine.assistantMessage.id)).toBe(201);
  });
});
