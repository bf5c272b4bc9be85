import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApiKeyCreated } from "../../contract/api-keys.ts";
import { ChatExchange, type ChatSession } from "../../contract/conversations.ts";
import type { Ticket } from "../../contract/tickets.ts";
import { WebhookAnswer } from "../../contract/webhook.ts";
import { addWordDocument } from "../../test/documents.ts";
import {
  newCustomer,
  startBusiness,
  startWhatsappServer,
  type Business,
  type WhatsappServer,
} from "../../test/whatsapp.ts";

const stolen = "my bakkie was just hijacked";
const procedure = "If your bakkie is hijacked, call our control room on 0860 555 123 at once.";
const wife = "my wife just collapsed";
const related = "Members may bring a wife or husband to the gym on weekends.";
const despair = "i want to end my life";
const exclusion = "We do not pay if a member chooses to end their life in the first two years.";
const numbers =
  /^In an emergency, call 112 from a cellphone, 10111 for the police or 10177 for an ambulance\./;

let server: WhatsappServer;
let business: Business;
beforeAll(async () => {
  server = await startWhatsappServer();
  business = await startBusiness(server);
  await addWordDocument(business.account, "Cover.docx", [procedure, related, exclusion], "external");
});
afterAll(() => server.close());

const organization = () => `/api/organizations/${business.account.organizationId}`;

async function ask(content: string) {
  const { account } = business;
  const session = await account.request("POST", `${organization()}/chat/sessions`, { type: "external" });
  const { id } = session.json<ChatSession>();
  const reply = await account.request("POST", `/api/chat/sessions/${id}/messages`, { content });
  const tickets = (await account.request("GET", `${organization()}/tickets`)).json<Ticket[]>();
  const message = ChatExchange.parse(reply.json()).assistantMessage;
  return { message, ticket: tickets.find(({ sessionId }) => sessionId === id) };
}

test("an emergency that no document answers is handed off, with whom to call", async () => {
  const { message, ticket } = await ask(wife);
  expect(message.metadata).toMatchObject({ kind: "hand_off" });
  expect(message.content).toMatch(numbers);
  expect(message.content).toContain(ticket?.ticketNumber);
  expect(ticket).toMatchObject({ title: wife, priority: "urgent" });
});

test("the organization's own procedure is shown after whom to call", async () => {
  const { message, ticket } = await ask(stolen);
  expect(message.metadata).toMatchObject({ kind: "answer" });
  expect(message.content).toMatch(numbers);
  expect(message.content).toContain("0860 555 123");
  expect(ticket).toBeUndefined();
});

test("thoughts of suicide are handed off at once, whatever the documents say", async () => {
  const { message, ticket } = await ask(despair);
  expect(message.metadata).toMatchObject({ kind: "hand_off" });
  expect(message.content).toMatch(/^Please talk to somebody now: SADAG .* 0800 567 567\. In an emergency, /);
  expect(ticket).toMatchObject({ priority: "urgent" });
});

test("other requests are handed off as before", async () => {
  const { message, ticket } = await ask("I want to speak to a person");
  expect(message.content).toMatch(/^I've handed this over/);
  expect(ticket).toMatchObject({ priority: "medium" });
});

test("whom to call is also told over the webhook and WhatsApp", async () => {
  const form = { name: "Site", permissions: { internal: false, external: true } };
  const created = await business.account.request("POST", `${organization()}/api-keys`, form);
  const reply = await server.app.inject({
    method: "POST",
    url: "/api/webhook/chat",
    headers: { authorization: `Bearer ${created.json<ApiKeyCreated>().key}` },
    payload: { question: wife, type: "external" },
  });
  const answer = WebhookAnswer.parse(reply.json());
  expect(answer.kind).toBe("hand_off");
  expect(answer.answer).toMatch(numbers);
  const customer = newCustomer();
  await business.says(customer, wife);
  const [message] = await server.graph.waitFor(customer.waId, 1);
  expect(message?.text).toMatch(numbers);
});
