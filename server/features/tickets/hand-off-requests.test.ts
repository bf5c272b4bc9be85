import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ApiKeyCreated } from "../../../contract/api-keys.ts";
import type { ChatExchange, ChatMessage } from "../../../contract/conversations.ts";
import { TicketDetail, type Ticket, type TicketReference } from "../../../contract/tickets.ts";
import type { WebhookAnswer } from "../../../contract/webhook.ts";
import { withTenant } from "../../database/database.ts";
import { signUp, type Account } from "../../../test/accounts.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";

let server: TestServer;
let account: Account;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
  account = await signUp(server);
});
afterAll(() => server.close());

async function startSession(type: "internal" | "external" = "external"): Promise<string> {
  const url = `/api/organizations/${account.organizationId}/chat/sessions`;
  return (await account.request("POST", url, { type })).json<{ id: string }>().id;
}

async function ask(conversationId: string, content: string): Promise<ChatMessage> {
  const reply = await account.request("POST", `/api/chat/sessions/${conversationId}/messages`, { content });
  expect(reply.statusCode).toBe(201);
  return reply.json<ChatExchange>().assistantMessage;
}

const messagesIn = async (conversationId: string) =>
  (await account.request("GET", `/api/chat/sessions/${conversationId}/messages`)).json<ChatMessage[]>();

async function ticketOf(conversationId: string): Promise<TicketDetail> {
  const url = `/api/organizations/${account.organizationId}/tickets`;
  const tickets = (await account.request("GET", url)).json<Ticket[]>();
  for (const { id } of tickets) {
    const ticket = TicketDetail.parse((await account.request("GET", `/api/tickets/${id}`)).json());
    if (ticket.sessionId === conversationId) return ticket;
  }
  throw new Error("there is no ticket");
}

const askAssistant = (conversationId: string, body: object = {}) =>
  account.request("POST", `/api/chat/sessions/${conversationId}/ask-assistant`, body);

describe("a request that only a person can handle", () => {
  test.each([
    ["internal", "I want to speak to a human", "I've handed this over"],
    ["external", "agent please", "I've handed this over"],
    ["external", "I want to complain", "I've handed this over"],
    ["external", "where is my order", "I've handed this over"],
    ["external", "Ek wil met 'n mens praat", "Ek het dit aan ons span oorgedra"],
    ["external", "Ngifuna ukukhuluma nomuntu", "Sengidlulisele lokhu"],
    ["external", "Ndifuna ukuthetha nomntu", "Ndiyidlulisele"],
    ["external", "Ke batla ho bua le motho", "Ke fetiseditse taba"],
    ["external", "Ke batla go bua le motho", "Ke fetiseditse kgang"],
    ["external", "Quero falar com uma pessoa", "Encaminhei o seu pedido"],
    ["external", "Ich möchte mit einem Menschen sprechen", "Ich habe Ihr Anliegen"],
    ["external", "Je veux parler à un humain", "J'ai transmis votre demande"],
  ] as const)("ends the %s chat in a hand-off: %s", async (type, requestText, told) => {
    const conversationId = await startSession(type);
    const reply = await ask(conversationId, requestText);
    const ticket = await ticketOf(conversationId);
    expect(reply.metadata).toMatchObject({
      kind: "hand_off",
      answered: false,
      ticketNumber: ticket.ticketNumber,
      ticketId: ticket.id,
    });
    expect(reply.metadata).not.toHaveProperty("confidence");
    expect(reply.content).toContain(told);
    expect(reply.content).toContain(ticket.ticketNumber);
    // No draft is made for a request for a person.
    expect(ticket).toMatchObject({ title: requestText, audience: type, draft: null, status: "open" });
    expect(ticket.messages.map(({ kind, content }) => [kind, content])).toEqual([["customer", requestText]]);
  });

  test("takes the last unanswered question as title if it says nothing else", async () => {
    const conversationId = await startSession();
    const question = "Do you sell giraffes?";
    await ask(conversationId, question);
    await ask(conversationId, "hello");
    await ask(conversationId, "agent please");
    expect((await ticketOf(conversationId)).title).toBe(question);
  });

  test("an angry emoji gets an apology and the offer of a person", async () => {
    const conversationId = await startSession();
    expect((await ask(conversationId, "👍🏽")).metadata?.kind).toBe("small_talk");
    const reply = await ask(conversationId, "🤬🤬🤬");
    expect([reply.metadata?.kind, reply.content]).toEqual([
      "small_talk",
      expect.stringContaining("our team"),
    ]);
  });

  test("is not seen in ordinary questions about complaints, orders and people", async () => {
    const conversationId = await startSession();
    for (const question of [
      "How do I lodge a complaint?",
      "How do I track an order?",
      "hi i lost my card, is a new one free",
      "Who do I speak to about my pension?",
    ]) {
      expect((await ask(conversationId, question)).metadata?.kind).toBe("unknown");
    }
  });

  test("silences the assistant, so that further messages go to the ticket", async () => {
    const conversationId = await startSession();
    await ask(conversationId, "Let me talk to a real person");
    // The first message is confirmed; after that, the chat shows no further reply.
    const content = "Your message has reached our team. Someone will reply to you here.";
    expect(await ask(conversationId, "It is about a giraffe.")).toMatchObject({ content });
    expect(await ask(conversationId, "Hello?")).toMatchObject({ content });
    const roles = (await messagesIn(conversationId)).map(({ role }) => role);
    expect(roles).toEqual(["user", "assistant", "user", "assistant", "user"]);
    const said = (await ticketOf(conversationId)).messages.map((message) => message.content);
    expect(said).toEqual(["Let me talk to a real person", "It is about a giraffe.", "Hello?"]);
  });

  test.each(["resolved", "closed"])("lets the assistant answer once the ticket is %s", async (status) => {
    const conversationId = await startSession();
    await ask(conversationId, "I want to speak to a human");
    const { id } = await ticketOf(conversationId);
    await account.request("PUT", `/api/tickets/${id}/status`, { status });
    expect((await ask(conversationId, "Do you sell giraffes?")).metadata?.kind).toBe("unknown");
  });

  test("lets the assistant answer again on request, and keeps the ticket", async () => {
    const conversationId = await startSession();
    await ask(conversationId, "I want to speak to a human");
    expect((await askAssistant(conversationId)).json()).toEqual({ ticketTakenBack: false });
    expect((await messagesIn(conversationId)).at(-1)).toMatchObject({ metadata: { kind: "small_talk" } });
    expect((await ask(conversationId, "Do you sell giraffes?")).metadata?.kind).toBe("unknown");
    expect((await ticketOf(conversationId)).status).toBe("open");
  });

  test("can be undone within a minute, and the same words don't repeat it", async () => {
    const conversationId = await startSession();
    await ask(conversationId, "Where is my order?");
    expect((await askAssistant(conversationId, { undo: true })).json()).toEqual({ ticketTakenBack: true });
    expect((await ticketOf(conversationId)).status).toBe("closed");
    expect((await messagesIn(conversationId))[1]?.metadata).toMatchObject({ kind: "hand_off", undone: true });
    expect((await ask(conversationId, "Where is my order?")).metadata?.kind).toBe("unknown");
  });

  test("keeps a ticket that someone works on, even when it is undone", async () => {
    const conversationId = await startSession();
    await ask(conversationId, "Where is my order?");
    const { id } = await ticketOf(conversationId);
    await account.request("POST", `/api/tickets/${id}/messages`, { kind: "note", content: "On it." });
    expect((await askAssistant(conversationId, { undo: true })).json()).toEqual({ ticketTakenBack: false });
    expect((await ticketOf(conversationId)).status).toBe("open");
  });

  test("cannot be undone after a minute", async () => {
    const conversationId = await startSession();
    await ask(conversationId, "Where is my order?");
    await withTenant(server.context.db, account.organizationId, (trx) =>
      trx
        .updateTable("conversations")
        .set({ handed_off_at: new Date(Date.now() - 120_000) })
        .where("organization_id", "=", account.organizationId)
        .where("id", "=", conversationId)
        .execute(),
    );
    const late = await askAssistant(conversationId, { undo: true });
    expect([late.statusCode, late.json()]).toMatchObject([409, { code: "undo_too_late" }]);
    expect((await askAssistant(conversationId)).statusCode).toBe(200);
  });

  test("can't be undone by anyone else", async () => {
    const conversationId = await startSession();
    await ask(conversationId, "Where is my order?");
    const stranger = await signUp(server);
    const url = `/api/chat/sessions/${conversationId}/ask-assistant`;
    expect((await stranger.request("POST", url, {})).statusCode).toBe(404);
  });

  test("can be made by the button before the first question", async () => {
    for (const body of [{}, { message: "I want to talk to a person" }]) {
      const conversationId = await startSession();
      const reply = await account.request("POST", `/api/chat/sessions/${conversationId}/hand-off`, body);
      expect(reply.statusCode).toBe(201);
      const { ticketNumber } = reply.json<TicketReference>();
      expect((await messagesIn(conversationId)).at(-1)?.metadata).toMatchObject({
        kind: "hand_off",
        ticketNumber,
      });
    }
  });
});

describe("a request for a person over the webhook", () => {
  const call = async (path: string, payload: object) => {
    const url = `/api/organizations/${account.organizationId}/api-keys`;
    const form = { name: "Shop", permissions: { internal: true, external: true } };
    key ??= ApiKeyCreated.parse((await account.request("POST", url, form)).json()).key;
    const headers = { authorization: `Bearer ${key}` };
    return server.app.inject({ method: "POST", url: `/api/webhook/${path}`, headers, payload });
  };
  let key: string | undefined;
  const say = async (question: string, conversationId?: string) =>
    (await call("chat", { question, type: "external", conversationId })).json<WebhookAnswer>();

  test("ends in a hand-off that names the ticket, and can be undone", async () => {
    const { conversationId, ...reply } = await say("I want to speak to a human");
    const ticket = await ticketOf(conversationId);
    expect(reply).toMatchObject({
      kind: "hand_off",
      answered: false,
      ticketNumber: ticket.ticketNumber,
      handOff: null,
    });
    expect(reply).not.toHaveProperty("confidence");
    expect(ticket.title).toBe("I want to speak to a human");
    expect((await say("Hello?", conversationId)).kind).toBe("hand_off");
    const undone = await call("ask-assistant", { conversationId, undo: true });
    expect([undone.statusCode, undone.json()]).toEqual([200, { ticketTakenBack: true }]);
    expect((await say("Do you sell giraffes?", conversationId)).kind).toBe("unknown");
  });

  test("asks for a contact, which the ticket takes from the customer's next message", async () => {
    const { conversationId, answer } = await say("agent please");
    expect(answer).toContain("send your phone number or email address");
    expect(await ticketOf(conversationId)).toMatchObject({ customerPhone: null, customerEmail: null });
    await say("My name is Thabo, my number is 082 555 1234 or thabo@example.org.", conversationId);
    expect(await ticketOf(conversationId)).toMatchObject({
      customerPhone: "082 555 1234",
      customerEmail: "thabo@example.org",
    });
    for (const further of ["After five, please.", "Hello??"])
      expect((await say(further, conversationId)).answer).not.toContain("phone number");
    const url = `/api/organizations/${account.organizationId}/tickets?search=0825551234`;
    expect((await account.request("GET", url)).json()).toHaveLength(1);
  });

  test("asks for no contact that the customer has already given", async () => {
    const { conversationId, answer } = await say("I want to speak to a human, call me on +27 82 555 4321");
    expect(answer).not.toContain("phone number");
    expect((await ticketOf(conversationId)).customerPhone).toBe("+27 82 555 4321");
  });

  test.each([
    ["an order number and a date", "agent please, order 1234567890 of 01-02-2026 10:30"],
    ["an identity number", "agent please, my ID is 8001015009087"],
  ])("takes %s for no phone number", async (_what, question) => {
    const { conversationId } = await say(question);
    expect((await ticketOf(conversationId)).customerPhone).toBeNull();
  });

  test("is offered to a customer who says that the answer is wrong", async () => {
    const { conversationId } = await say("Do you sell giraffes?");
    const reply = await say("no that is wrong", conversationId);
    expect(reply).toMatchObject({ kind: "small_talk", answered: false, handOff: expect.any(String) });
    expect(reply.answer).toContain("I'm sorry about that.");
  });

  test("can't be undone while a person has taken the conversation over", async () => {
    const { conversationId } = await say("I want to speak to a human");
    await account.request("POST", `/api/conversations/${conversationId}/take-over`, {});
    const refused = await call("ask-assistant", { conversationId });
    expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: "taken_over" }]);
    await account.request("POST", `/api/conversations/${conversationId}/release`, {});
    expect((await say("Do you sell giraffes?", conversationId)).kind).toBe("unknown");
  });
});
