import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApiKeyCreated } from "../../contract/api-keys.ts";
import { ChatExchange, type ChatMessage, type ChatSession } from "../../contract/conversations.ts";
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

// Each may be about the customer's own things, or a question that a document answers.
const unanswered = "is my bicycle repaired";
const answered = "the chair I sent back, is it inspected";
const sentence = "A chair that you sent back is inspected by the workshop within two days.";

let server: WhatsappServer;
let business: Business;
beforeAll(async () => {
  server = await startWhatsappServer();
  business = await startBusiness(server);
  await addWordDocument(business.account, "Returns.docx", [sentence, "The store opens at nine."], "external");
});
afterAll(() => server.close());

const organization = () => `/api/organizations/${business.account.organizationId}`;

async function ask(content: string): Promise<{ sessionId: string; message: ChatMessage }> {
  const { account } = business;
  const session = await account.request("POST", `${organization()}/chat/sessions`, { type: "external" });
  const sessionId = session.json<ChatSession>().id;
  const reply = await account.request("POST", `/api/chat/sessions/${sessionId}/messages`, { content });
  return { sessionId, message: ChatExchange.parse(reply.json()).assistantMessage };
}

const ticketOf = async (sessionId: string): Promise<Ticket | undefined> =>
  (await business.account.request("GET", `${organization()}/tickets`))
    .json<Ticket[]>()
    .find((ticket) => ticket.sessionId === sessionId);

test("is handed to a person if the documents don't answer it", async () => {
  const { sessionId, message } = await ask(unanswered);
  expect(message.metadata).toMatchObject({ kind: "hand_off" });
  expect(await ticketOf(sessionId)).toMatchObject({ title: unanswered });
});

test("is answered if the documents do", async () => {
  const { sessionId, message } = await ask(answered);
  expect(message.metadata).toMatchObject({ kind: "answer" });
  expect(message.content).toContain("inspected by the workshop");
  expect(await ticketOf(sessionId)).toBeUndefined();
});

test("stays with the assistant if the customer undoes the hand-off", async () => {
  const { account } = business;
  const { sessionId } = await ask(unanswered);
  const again = await account.request("POST", `/api/chat/sessions/${sessionId}/ask-assistant`, {
    undo: true,
  });
  expect(again.statusCode).toBe(200);
  const reply = await account.request("POST", `/api/chat/sessions/${sessionId}/messages`, {
    content: unanswered,
  });
  const { metadata } = ChatExchange.parse(reply.json()).assistantMessage ?? {};
  expect(["unknown", "may_help"]).toContain(metadata?.kind);
});

test("is handed to a person over the webhook and WhatsApp", async () => {
  const { account } = business;
  const permissions = { internal: false, external: true };
  const form = { name: "Site", permissions };
  const { key } = (await account.request("POST", `${organization()}/api-keys`, form)).json<ApiKeyCreated>();
  const reply = await server.app.inject({
    method: "POST",
    url: "/api/webhook/chat",
    headers: { authorization: `Bearer ${key}` },
    payload: { question: unanswered, type: "external" },
  });
  expect(WebhookAnswer.parse(reply.json())).toMatchObject({ kind: "hand_off" });
  const customer = newCustomer();
  await business.says(customer, unanswered);
  const [message] = await server.graph.waitFor(customer.waId, 1);
  expect(message?.text).toMatch(/^I've handed this over/);
});
