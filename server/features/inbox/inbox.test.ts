import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ApiKeyCreated } from "../../../contract/api-keys.ts";
import type { Conversation, ConversationMessage, ConversationSummary } from "../../../contract/inbox.ts";
import type { WebhookAnswer } from "../../../contract/webhook.ts";
import { dayMs } from "../../../contract/limits.ts";
import { type Account, signUp, signUpMember } from "../../../test/accounts.ts";
import { envelope, statusOf } from "../../../test/fake-graph-api/webhook.ts";
import {
  eventually,
  newCustomer,
  startBusiness,
  startWhatsappServer,
  uploadForCustomers,
  type Business,
  type WhatsappServer,
} from "../../../test/whatsapp.ts";
import { withTenant } from "../../database/database.ts";

const refund = { question: "How long does a refund take by card?", answer: "five to seven working days" };

let server: WhatsappServer;
let business: Business;
let owner: Account;
let colleague: Account;
let viewer: Account;
let key: string;
beforeAll(async () => {
  server = await startWhatsappServer();
  business = await startBusiness(server);
  owner = business.account;
  colleague = await join("agent", "Lerato");
  viewer = await join("viewer", "Vusi");
  await uploadForCustomers(owner, "Returns Policy.docx");
  const form = { name: "Web shop", permissions: { internal: false, external: true } };
  const created = await owner.request("POST", `/api/organizations/${owner.organizationId}/api-keys`, form);
  key = ApiKeyCreated.parse(created.json()).key;
});
afterAll(() => server.close());

async function join(role: "agent" | "viewer", firstName: string): Promise<Account> {
  const account = await signUpMember(server, owner.organizationId, { role });
  await account.request("PUT", "/api/user/profile", { firstName });
  return account;
}

async function list(query = "", as = owner): Promise<Conversation[]> {
  const reply = await as.request("GET", `/api/organizations/${owner.organizationId}/conversations?${query}`);
  expect(reply.statusCode).toBe(200);
  return reply.json();
}

const digits = (waId: string): string => `search=${waId.slice(-7)}`;

/** The conversation of a WhatsApp customer. */
async function find(waId: string): Promise<Conversation> {
  const [found] = await list(digits(waId));
  if (found === undefined) throw new Error("there is no such conversation");
  return found;
}

async function messages(id: string): Promise<ConversationMessage[]> {
  return (await owner.request("GET", `/api/conversations/${id}/messages`)).json();
}

const act = (as: Account, id: string, what: string, body: object = {}) =>
  as.request("POST", `/api/conversations/${id}/${what}`, body);

async function askWebhook(question: string, conversationId?: string): Promise<WebhookAnswer> {
  const reply = await server.app.inject({
    method: "POST",
    url: "/api/webhook/chat",
    headers: { authorization: `Bearer ${key}` },
    payload: { question, type: "external", conversationId },
  });
  expect(reply.statusCode).toBe(200);
  return reply.json();
}

/** A customer who was greeted, and their conversation. */
async function greeted() {
  const customer = newCustomer();
  await business.says(customer, "hello");
  await server.graph.waitFor(customer.waId, 1);
  return { customer, conversation: await find(customer.waId) };
}

describe("the list", () => {
  test("shows both channels, newest first, and is searched by name, number and title", async () => {
    const name = "Zanele Khumalo";
    const customer = { ...newCustomer(), name };
    await business.says(customer, refund.question);
    await server.graph.waitFor(customer.waId, 1);
    const { conversationId } = await askWebhook("Which colours of parasol are there?");
    const [first, second] = await list();
    expect(first).toMatchObject({
      id: conversationId,
      channel: "webhook",
      type: "external",
      title: "Which colours of parasol are there?",
      customerName: null,
      owner: null,
      writableUntil: null,
      lastCustomerMessage: "Which colours of parasol are there?",
    });
    expect(second).toMatchObject({
      channel: "whatsapp",
      customerName: name,
      customerPhone: `+${customer.waId}`,
      lastCustomerMessage: refund.question,
    });
    const ids = async (query: string) => (await list(query)).map(({ id }) => id);
    expect(await ids("search=khumalo%20ZANELE")).toEqual([second?.id]);
    expect(await ids(digits(customer.waId))).toEqual([second?.id]);
    expect(await ids("search=parasol")).toEqual([first?.id]);
    expect(await ids("search=100%25")).toEqual([]);
    expect(await ids("channel=webhook")).toContain(conversationId);
    expect(await ids("channel=whatsapp")).not.toContain(conversationId);
  });

  test("is searched beyond the newest conversations, in the order of the list", async () => {
    const other = await signUp(server);
    await withTenant(server.context.db, other.organizationId, async (trx) => {
      await sql`
        insert into conversations (organization_id, audience, channel, title, search_text, last_message_at)
        select ${other.organizationId}, 'external', 'webhook', 'Order ' || number, 'order ' || number,
          now() - number * interval '1 second'
        from generate_series(1001, 1700) number
      `.execute(trx);
    });
    const url = `/api/organizations/${other.organizationId}/conversations?limit=3&search=`;
    const titles = async (search: string): Promise<string[]> =>
      (await other.request("GET", `${url}${search}`)).json<Conversation[]>().map(({ title }) => title);
    expect(await titles("order")).toEqual(["Order 1001", "Order 1002", "Order 1003"]);
    expect(await titles("693%20rder")).toEqual(["Order 1693"]);
    expect(await titles("699")).toEqual(["Order 1699"]);
    expect(await titles("499")).toEqual(["Order 1499"]);
  });

  test("is paged without gaps or repetitions", async () => {
    for (let count = 0; count < 4; count += 1) await askWebhook(`Hello number ${count}`);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const url: string = `/api/organizations/${owner.organizationId}/conversations?limit=2${cursor ? `&cursor=${cursor}` : ""}`;
      const reply = await owner.request("GET", url);
      seen.push(...reply.json<Conversation[]>().map(({ id }) => id));
      cursor = reply.headers["x-next-cursor"]?.toString();
    } while (cursor !== undefined);
    expect(seen).toEqual((await list("limit=100")).map(({ id }) => id));
    expect(new Set(seen).size).toBe(seen.length);
    const bad = await owner.request(
      "GET",
      `/api/organizations/${owner.organizationId}/conversations?cursor=x`,
    );
    expect(bad.statusCode).toBe(400);
  });

  test("filters and counts by waiting conversations and by owner", async () => {
    const { customer, conversation } = await greeted();
    await business.says(customer, "I want to talk to a person");
    await server.graph.waitFor(customer.waId, 2);
    const shown = async (show: string, as = owner) =>
      (await list(`show=${show}`, as)).some(({ id }) => id === conversation.id);
    const count = async (as = owner): Promise<ConversationSummary> =>
      (await as.request("GET", `/api/organizations/${owner.organizationId}/conversations/summary`)).json();
    const before = await count();
    expect(await shown("waiting")).toBe(true);
    expect(await find(customer.waId)).toMatchObject({
      personRequestedAt: expect.any(String),
      ticket: { ticketNumber: expect.stringMatching(/^TKT-\d{4}$/), status: "open" },
    });
    await act(colleague, conversation.id, "take-over");
    expect([await shown("waiting"), await shown("taken_over"), await shown("mine")]).toEqual([
      false,
      true,
      false,
    ]);
    expect(await shown("mine", colleague)).toBe(true);
    expect(await count(colleague)).toEqual({
      waiting: before.waiting - 1,
      takenOver: before.takenOver + 1,
      mine: 1,
    });
    expect((await find(customer.waId)).personRequestedAt).toBeNull();
  });

  test("hides conversations from other organizations", async () => {
    const { conversation } = await greeted();
    const stranger = await signUp(server);
    const theirs = await stranger.request(
      "GET",
      `/api/organizations/${stranger.organizationId}/conversations`,
    );
    expect(theirs.json()).toEqual([]);
    for (const what of ["take-over", "release"])
      expect((await act(stranger, conversation.id, what)).statusCode).toBe(404);
    expect((await act(stranger, conversation.id, "messages", { content: "Hi" })).statusCode).toBe(404);
    expect((await stranger.request("GET", `/api/conversations/${conversation.id}/messages`)).statusCode).toBe(
      404,
    );
  });

  test("leaves out chats of staff", async () => {
    const reply = await owner.request("POST", `/api/organizations/${owner.organizationId}/chat/sessions`, {});
    const { id } = reply.json<{ id: string }>();
    await owner.request("POST", `/api/chat/sessions/${id}/messages`, { content: "Hello" });
    expect((await list("limit=100")).some((conversation) => conversation.id === id)).toBe(false);
    expect((await owner.request("GET", `/api/conversations/${id}`)).statusCode).toBe(404);
  });
});

describe("a person", () => {
  test("reads, takes over, answers over WhatsApp and releases", async () => {
    const { customer, conversation } = await greeted();
    const taken = await act(colleague, conversation.id, "take-over");
    expect(taken.json()).toMatchObject({ owner: { firstName: "Lerato" }, takenOverAt: expect.any(String) });
    await business.says(customer, refund.question);
    await eventually(async () => (await messages(conversation.id)).at(-1)?.from === "customer");
    const sent = await act(colleague, conversation.id, "messages", { content: "Lerato here.\nOne moment." });
    expect(sent.statusCode).toBe(201);
    expect(sent.json()).toMatchObject({ from: "person", author: { firstName: "Lerato" }, metadata: null });
    const [, reply] = await server.graph.waitFor(customer.waId, 2);
    expect(reply?.text).toBe("Lerato here.\nOne moment.");
    await business.deliver(
      envelope(business.integration.phoneNumberId, { statuses: [statusOf(reply?.wamid ?? "", "read")] }),
    );
    await eventually(async () => (await messages(conversation.id)).at(-1)?.delivery?.state === "read");
    const given = await act(colleague, conversation.id, "release");
    expect(given.json()).toMatchObject({ owner: null, takenOverAt: null });
    await business.says(customer, "How long is a refund by card?");
    const [, , answer] = await server.graph.waitFor(customer.waId, 3);
    expect(answer?.text).toContain(refund.answer);
    await eventually(async () => (await messages(conversation.id)).at(-1)?.delivery?.state === "sent");
    const all = await messages(conversation.id);
    expect(all.map(({ from }) => from)).toEqual([
      "customer",
      "assistant",
      "customer",
      "person",
      "customer",
      "assistant",
    ]);
    expect(all.at(-1)).toMatchObject({
      metadata: { answered: true, confidence: expect.any(Number), sources: [expect.anything()] },
    });
  });

  test("takes over alone, even if several try at the same time", async () => {
    const { conversation } = await greeted();
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        act(index % 2 === 0 ? owner : colleague, conversation.id, "take-over"),
      ),
    );
    const won = new Set(
      replies
        .filter(({ statusCode }) => statusCode === 200)
        .map((reply) => reply.json<Conversation>().owner?.id),
    );
    expect(won.size).toBe(1);
    const winner = won.has(owner.user.id) ? owner : colleague;
    const loser = winner === owner ? colleague : owner;
    const refused = await act(loser, conversation.id, "take-over");
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, "taken_over"]);
    expect((await act(loser, conversation.id, "messages", { content: "Hi" })).statusCode).toBe(409);
    expect((await act(loser, conversation.id, "release")).statusCode).toBe(409);
    // Naming the colleague takes it over from them, once.
    const from = winner.user.id;
    const taken = await act(loser, conversation.id, "take-over", { from });
    expect(taken.json()).toMatchObject({ owner: { id: loser.user.id } });
    expect((await act(winner, conversation.id, "take-over", { from })).statusCode).toBe(409);
  });

  test("who leaves the organization returns their conversations to the assistant", async () => {
    const { customer, conversation } = await greeted();
    const leaver = await join("agent", "Sipho");
    await act(leaver, conversation.id, "take-over");
    await business.rows((trx) =>
      trx.deleteFrom("memberships").where("user_id", "=", leaver.user.id).execute(),
    );
    expect(await find(customer.waId)).toMatchObject({ owner: null, takenOverAt: null });
    await business.says(customer, refund.question);
    await server.graph.waitFor(customer.waId, 2);
  });

  test("has to take over before replying, and viewers may do neither", async () => {
    const { conversation } = await greeted();
    const early = await act(owner, conversation.id, "messages", { content: "Hi" });
    expect([early.statusCode, early.json<{ code: string }>().code]).toEqual([409, "not_taken_over"]);
    expect((await act(viewer, conversation.id, "take-over")).statusCode).toBe(403);
    expect((await viewer.request("GET", `/api/conversations/${conversation.id}`)).statusCode).toBe(200);
  });

  test("can't write over WhatsApp a day after the customer, and is told why", async () => {
    const { customer, conversation } = await greeted();
    await act(owner, conversation.id, "take-over");
    await business.rows((trx) =>
      trx
        .updateTable("conversations")
        .set({ last_customer_message_at: new Date(Date.now() - dayMs) })
        .where("id", "=", conversation.id)
        .execute(),
    );
    const late = await act(owner, conversation.id, "messages", { content: "Hi" });
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({
      code: "window_closed",
      message: expect.stringMatching(/24-hour window/),
    });
    expect(Date.parse((await find(customer.waId)).writableUntil ?? "")).toBeLessThanOrEqual(Date.now());
    await business.says(customer, "still there?");
    await eventually(async () => (await messages(conversation.id)).at(-1)?.content === "still there?");
    expect((await act(owner, conversation.id, "messages", { content: "Yes" })).statusCode).toBe(201);
  });

  test("sends a message once when it is repeated with the same key", async () => {
    const { customer, conversation } = await greeted();
    await act(owner, conversation.id, "take-over");
    const send = (content = "Once") =>
      owner.request("POST", `/api/conversations/${conversation.id}/messages`, {
        headers: { "idempotency-key": "a", "content-type": "application/json" },
        payload: Buffer.from(JSON.stringify({ content })),
      });
    const sent = await Promise.all([send(), send(), send()]);
    expect(new Set(sent.map((reply) => reply.json<{ id: string }>().id)).size).toBe(1);
    expect((await send("Something else")).statusCode).toBe(422);
    await act(owner, conversation.id, "messages", { content: "Twice" });
    await server.graph.waitFor(customer.waId, 3);
    expect((await messages(conversation.id)).slice(2).map(({ content }) => content)).toEqual([
      "Once",
      "Twice",
    ]);
    // A repetition succeeds even when the window has closed, because the message was sent before.
    await business.rows((trx) =>
      trx
        .updateTable("conversations")
        .set({ last_customer_message_at: new Date(0) })
        .where("id", "=", conversation.id)
        .execute(),
    );
    expect((await send()).statusCode).toBe(201);
    await act(owner, conversation.id, "release");
    expect((await send()).statusCode).toBe(201);
  });
});

describe("the assistant", () => {
  test("withdraws its unsent messages when a person takes over", async () => {
    const { customer, conversation } = await greeted();
    // Meta asks to retry later, so the answer waits in the outbox.
    server.graph.misbehave({ kind: "refuse", code: 131056, httpStatus: 400 }, customer.waId);
    await business.says(customer, refund.question);
    await eventually(async () => {
      const last = (await messages(conversation.id)).at(-1);
      return last?.from === "assistant" && last.delivery?.reason !== null;
    });
    await act(owner, conversation.id, "take-over");
    expect((await messages(conversation.id)).at(-1)?.delivery).toEqual({
      state: "failed",
      reason: "a person took over before it was sent",
    });
    await act(owner, conversation.id, "messages", { content: "A person here" });
    const said = await server.graph.waitFor(customer.waId, 2);
    expect(said.map(({ text }) => text)).toEqual([expect.any(String), "A person here"]);
  });

  test("sends nothing after a take-over, even one between arriving messages", async () => {
    const rounds = Array.from({ length: 8 }, async (_, round) => {
      const { customer, conversation } = await greeted();
      const writing = Promise.all([
        business.says(customer, refund.question),
        business.says(customer, "and by EFT?"),
      ]);
      await new Promise((resolve) => setTimeout(resolve, round * 12));
      const taken = await act(owner, conversation.id, "take-over");
      expect(taken.statusCode).toBe(200);
      const before = await messages(conversation.id);
      await writing;
      await eventually(async () => {
        const waiting = await business.rows((trx) =>
          trx
            .selectFrom("whatsapp_messages")
            .select("wamid")
            .where("conversation_id", "=", conversation.id)
            .where("answered_at", "is", null)
            .execute(),
        );
        const all = await messages(conversation.id);
        return waiting.length === 0 && all.filter(({ from }) => from === "customer").length === 3;
      });
      const assistant = (all: ConversationMessage[]) => all.filter(({ from }) => from === "assistant").length;
      expect(assistant(await messages(conversation.id))).toBe(assistant(before));
    });
    await Promise.all(rounds);
  });
});
