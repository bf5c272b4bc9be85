import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApiKeyCreated } from "../../contract/api-keys.ts";
import { ChatExchange, type ChatSession } from "../../contract/conversations.ts";
import { TicketDetail, type Ticket, type TicketReference } from "../../contract/tickets.ts";
import { WebhookAnswer } from "../../contract/webhook.ts";
import { addWordDocument } from "../../test/documents.ts";
import { newCustomer, startBusiness, startWhatsappServer } from "../../test/whatsapp.ts";
import type { Business, WhatsappServer } from "../../test/whatsapp.ts";

// The documents have something related, but no answer.
const question = "Can I exchange the shoes for another size?";
const quote = "Customers may return unworn shoes within thirty days of the purchase.";

let server: WhatsappServer;
let business: Business;
beforeAll(async () => {
  server = await startWhatsappServer();
  business = await startBusiness(server);
  await addWordDocument(business.account, "Returns.docx", [quote, "The store opens at nine."], "external");
});
afterAll(() => server.close());

const source = { documentName: "Returns.docx", page: 1, quote: expect.stringContaining(quote) };

test("quotes related passages in the chat, without confidence, and can hand off", async () => {
  const { account } = business;
  const sessions = `/api/organizations/${account.organizationId}/chat/sessions`;
  const form = { type: "external", title: "external Chat" };
  const { id } = (await account.request("POST", sessions, form)).json<ChatSession>();
  const ask = { role: "user", content: question };
  const reply = await account.request("POST", `/api/chat/sessions/${id}/messages`, ask);
  const { content, metadata } = ChatExchange.parse(reply.json()).assistantMessage;
  expect(metadata).toMatchObject({
    kind: "may_help",
    answered: false,
    sources: expect.arrayContaining([expect.objectContaining(source)]),
  });
  expect(metadata).not.toHaveProperty("confidence");
  expect(content).toMatch(/may help:$/);
  const handOff = await account.request("POST", `/api/chat/sessions/${id}/hand-off`, {});
  expect(handOff.statusCode).toBe(201);
  const tickets = (await account.request("GET", `/api/organizations/${account.organizationId}/tickets`)).json<
    Ticket[]
  >();
  expect(tickets.find(({ sessionId }) => sessionId === id)).toMatchObject({ title: question });
});

test("copies the quotes that the customer was shown into the hand-off's ticket", async () => {
  const { account } = business;
  const sessions = `/api/organizations/${account.organizationId}/chat/sessions`;
  const { id } = (await account.request("POST", sessions, { type: "external" })).json<ChatSession>();
  await account.request("POST", `/api/chat/sessions/${id}/messages`, { content: question });
  const handOff = await account.request("POST", `/api/chat/sessions/${id}/hand-off`, {});
  const ticket = await account.request("GET", `/api/tickets/${handOff.json<TicketReference>().id}`);
  const [, answer] = TicketDetail.parse(ticket.json()).messages;
  expect(answer?.content).toContain(`“${quote}”\n(Returns, page 1)`);
});

test("returns the quotes over the webhook, with the hand-off address", async () => {
  const { account } = business;
  const keys = `/api/organizations/${account.organizationId}/api-keys`;
  const permissions = { internal: false, external: true };
  const { key } = (await account.request("POST", keys, { name: "Site", permissions })).json<ApiKeyCreated>();
  const reply = await server.app.inject({
    method: "POST",
    url: "/api/webhook/chat",
    headers: { authorization: `Bearer ${key}` },
    payload: { question, type: "external" },
  });
  const answer = WebhookAnswer.parse(reply.json());
  expect(answer).toMatchObject({
    kind: "may_help",
    answered: false,
    handOff: `${server.context.config.publicUrl}/api/webhook/hand-off`,
    sources: expect.arrayContaining([expect.objectContaining(source)]),
  });
  expect(answer).not.toHaveProperty("confidence");
  expect(answer.answer).toContain(`“${quote}”\n(Returns, page 1)`);
});

test("sends the quotes over WhatsApp with their pages and a button to ask for a person", async () => {
  const customer = newCustomer();
  await business.says(customer, question);
  const [message] = await server.graph.waitFor(customer.waId, 1);
  expect(message?.text).toContain(`“${quote}”\n(Returns, page 1)`);
  expect(message?.message).toMatchObject({
    type: "interactive",
    interactive: { action: { buttons: [{ reply: { id: "person", title: "Talk to a person" } }] } },
  });
});
