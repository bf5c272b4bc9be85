import { afterAll, beforeAll, expect, test } from "vitest";
import { ApiKeyCreated } from "../../../contract/api-keys.ts";
import type { Conversation } from "../../../contract/inbox.ts";
import { TicketDetail, type Ticket } from "../../../contract/tickets.ts";
import type { WebhookAnswer } from "../../../contract/webhook.ts";
import {
  eventually,
  newCustomer,
  startBusiness,
  startWhatsappServer,
  uploadForCustomers,
  type Business,
  type WhatsappServer,
} from "../../../test/whatsapp.ts";

const refund = { question: "How long does a refund take by card?", answer: "five to seven working days" };
const eft = { question: "How long does a refund take by EFT?", answer: "two working days" };

let server: WhatsappServer;
let business: Business;
let key: string;
beforeAll(async () => {
  server = await startWhatsappServer();
  business = await startBusiness(server);
  const { account } = business;
  await uploadForCustomers(account, "Returns Policy.docx");
  const form = { name: "Web shop", permissions: { internal: false, external: true } };
  const url = `/api/organizations/${account.organizationId}/api-keys`;
  key = ApiKeyCreated.parse((await account.request("POST", url, form)).json()).key;
});
afterAll(() => server.close());

const act = (url: string, body: object = {}) => business.account.request("POST", url, body);

async function tickets(): Promise<Ticket[]> {
  const url = `/api/organizations/${business.account.organizationId}/tickets`;
  return (await business.account.request("GET", url)).json();
}

async function newestTicket(): Promise<Ticket> {
  const [ticket] = await tickets();
  if (ticket === undefined) throw new Error("there is no ticket");
  return ticket;
}

async function read(id: string): Promise<TicketDetail> {
  return TicketDetail.parse((await business.account.request("GET", `/api/tickets/${id}`)).json());
}

const thread = async (id: string) =>
  (await read(id)).messages.map(({ kind, content }): [string, string] => [kind, content]);

const customersIn = async (id: string) =>
  (await thread(id)).filter(([kind]) => kind === "customer").map(([, content]) => content);

/** The ticket, once its draft contains these words. */
const drafted = (id: string, words: string) =>
  eventually(async () => {
    const ticket = await read(id);
    return ticket.draft?.state === "ready" && ticket.draft.content?.includes(words) ? ticket : null;
  });

async function askWebhook(path: string, payload: object, headers = {}): Promise<WebhookAnswer> {
  const authorization = `Bearer ${key}`;
  const url = `/api/webhook/${path}`;
  const reply = await server.app.inject({
    method: "POST",
    url,
    headers: { authorization, ...headers },
    payload,
  });
  expect(reply.statusCode).toBeLessThan(300);
  return reply.json();
}

test("adds a WhatsApp message to the open ticket once, with a new draft", async () => {
  const customer = newCustomer();
  await business.says(customer, "I want to talk to a person");
  await server.graph.waitFor(customer.waId, 1);
  const { id } = await newestTicket();
  const wamid = await business.says(customer, refund.question);
  await drafted(id, refund.answer);
  expect((await thread(id)).slice(-1)).toEqual([["customer", refund.question]]);

  // After a take-over the assistant stays silent but still drafts. A repeated delivery changes nothing.
  const inbox = `/api/organizations/${business.account.organizationId}/conversations`;
  const [conversation] = (await business.account.request("GET", inbox)).json<Conversation[]>();
  await act(`/api/conversations/${conversation?.id}/take-over`);
  await business.says(customer, refund.question, { wamid });
  await business.says(customer, eft.question);
  // The draft for the previous question may quote this answer, too.
  await eventually(async () => (await customersIn(id)).includes(eft.question));
  await drafted(id, eft.answer);
  await business.says(customer, { type: "image", image: { id: "1", mime_type: "image/jpeg" } });
  await eventually(async () => (await customersIn(id)).length === 4);
  const asked = ["I want to talk to a person", refund.question, eft.question];
  expect(await customersIn(id)).toEqual([...asked, expect.any(String)]);
  expect((await read(id)).draft?.content).toContain(eft.answer);
  const told = (await server.graph.waitFor(customer.waId, 2)).map(({ text }) => text);
  expect(told).toEqual([expect.stringContaining("TKT-"), expect.stringContaining("has reached our team")]);
});

test("shows replies from the inbox in order, and belongs to who took over", async () => {
  const customer = newCustomer();
  await business.says(customer, "I want to talk to a person");
  await server.graph.waitFor(customer.waId, 1);
  const { id, sessionId } = await newestTicket();
  expect(await read(id)).toMatchObject({ status: "open", assignedTo: null });
  const inInbox = (what: string, body = {}) => act(`/api/conversations/${sessionId}/${what}`, body);
  await inInbox("take-over");
  const owned = { status: "in_progress", assignedTo: business.account.user.id };
  expect(await read(id)).toMatchObject(owned);
  await inInbox("messages", { content: "Lerato here." });
  expect((await thread(id)).at(-1)).toEqual(["reply", "Lerato here."]);
  await act(`/api/tickets/${id}/messages`, { content: "The invoice is posted." });
  await business.says(customer, "Which invoice?");
  await eventually(async () => (await customersIn(id)).includes("Which invoice?"));
  await inInbox("messages", { content: "That of May." });
  const { messages } = await read(id);
  const told = ["Lerato here.", "The invoice is posted.", "Which invoice?", "That of May."];
  expect(messages.map(({ content }) => content).slice(-4)).toEqual(told);
  const times = messages.map(({ createdAt }) => Date.parse(createdAt));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  await inInbox("release");
  expect(await read(id)).toMatchObject(owned);
});

test("adds simultaneous webhook messages until the ticket is resolved", async () => {
  const type = "external";
  const { conversationId } = await askWebhook("chat", { question: "Do you sell giraffes?", type });
  await askWebhook("hand-off", { conversationId });
  const { id } = await newestTicket();
  const ask = (question: string, headers = {}) =>
    askWebhook("chat", { question, type, conversationId }, headers);
  const headers = { "idempotency-key": "once" };
  await Promise.all([
    ask(refund.question, headers),
    ask(refund.question, headers),
    ask("Thank you!"),
    act(`/api/tickets/${id}/messages`, { content: "I am looking into it." }),
  ]);
  await drafted(id, refund.answer);
  await act(`/api/conversations/${conversationId}/take-over`);
  await Promise.all(["One more thing.", "My order is 17.", "It was a zebra."].map((said) => ask(said)));
  const said = await customersIn(id);
  expect(said.toSorted()).toEqual(
    [
      "Do you sell giraffes?",
      refund.question,
      "Thank you!",
      "One more thing.",
      "My order is 17.",
      "It was a zebra.",
    ].toSorted(),
  );
  await act(`/api/conversations/${conversationId}/release`);
  const before = await read(id);
  expect(before.messages.filter(({ kind }) => kind === "reply")).toHaveLength(1);
  await business.account.request("PUT", `/api/tickets/${id}/status`, { status: "resolved" });
  expect((await ask(eft.question)).answer).toContain(eft.answer);
  expect((await read(id)).messages).toEqual(before.messages);
  expect((await newestTicket()).id).toBe(id);
});

test("adds messages of the product's own chat", async () => {
  const sessions = `/api/organizations/${business.account.organizationId}/chat/sessions`;
  const session = (await act(sessions, { type: "external" })).json<{ id: string }>();
  await act(`/api/chat/sessions/${session.id}/messages`, { content: "Do you sell giraffes?" });
  const { id } = (await act(`/api/chat/sessions/${session.id}/hand-off`)).json<{ id: string }>();
  await act(`/api/chat/sessions/${session.id}/messages`, { content: refund.question });
  await drafted(id, refund.answer);
  expect((await thread(id)).map(([kind]) => kind)).toEqual(["customer", "assistant", "customer"]);
});
