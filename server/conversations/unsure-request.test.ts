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
const helped = "please assist me my chair broke";
const help = "The workshop in Paarl repairs chairs, tables and beds of any age, mostly on the same day.";

let server: WhatsappServer;
let business: Business;
beforeAll(async () => {
  server = await startWhatsappServer();
  business = await startBusiness(server);
  await addWordDocument(
    business.account,
    "Returns.docx",
    [sentence, help, "The store opens at nine."],
    "external",
  );
  const rule = "If a customer called 3 times about the same issue, it moves up one code.";
  await addWordDocument(business.account, "Codes.docx", [rule], "internal");
});
afterAll(() => server.close());

const organization = () => `/api/organizations/${business.account.organizationId}`;

/** Asks in a new conversation; the reply is the one to the last message. */
async function ask(...contents: string[]): Promise<{ sessionId: string; message: ChatMessage }> {
  return askAs("external", ...contents);
}

async function askAs(type: "external" | "internal", ...contents: string[]) {
  const { account } = business;
  const session = await account.request("POST", `${organization()}/chat/sessions`, { type });
  const sessionId = session.json<ChatSession>().id;
  let message: ChatMessage | undefined;
  for (const content of contents) {
    const reply = await account.request("POST", `/api/chat/sessions/${sessionId}/messages`, { content });
    message = ChatExchange.parse(reply.json()).assistantMessage;
  }
  return { sessionId, message: message as ChatMessage };
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

test("gets quotes that may help if they are likely to, instead of being handed off", async () => {
  const { sessionId, message } = await ask(helped);
  expect(message.metadata).toMatchObject({ kind: "may_help" });
  expect(await ticketOf(sessionId)).toBeUndefined();
});

test.each(["on tuesday", "of R150 000"])(
  "is not seen in a detail of the last question: %s",
  async (detail) => {
    const { message } = await ask("when does the store open", detail);
    expect(message.metadata?.kind).not.toBe("hand_off");
  },
);

test("is looked up first if staff tell of a customer's complaint", async () => {
  const complaint = "customer called 3 times same issue";
  const { message } = await askAs("internal", complaint);
  expect(message.metadata).toMatchObject({ kind: "answer" });
  expect(message.content).toContain("moves up one code");
  const fromCustomer = await ask("i called 3 times same issue");
  expect(fromCustomer.message.metadata).toMatchObject({ kind: "hand_off" });
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
