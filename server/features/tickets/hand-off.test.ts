import { afterAll, beforeAll, expect, test } from "vitest";
import { TicketDetail, type TicketReference } from "../../../contract/tickets.ts";
import { signUp, type Account } from "../../../test/accounts.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
afterAll(() => server.close());

async function startSession(account: Account): Promise<string> {
  const url = `/api/organizations/${account.organizationId}/chat/sessions`;
  return (await account.request("POST", url, { type: "external" })).json<{ id: string }>().id;
}

async function ask(account: Account, conversationId: string, content: string): Promise<void> {
  const reply = await account.request("POST", `/api/chat/sessions/${conversationId}/messages`, { content });
  expect(reply.statusCode).toBe(201);
}

async function requestHandOff(account: Account, conversationId: string, form: object = {}) {
  const reply = await account.request("POST", `/api/chat/sessions/${conversationId}/hand-off`, form);
  return { status: reply.statusCode, ticket: reply.json<TicketReference>() };
}

async function read(account: Account, id: string): Promise<TicketDetail> {
  return TicketDetail.parse((await account.request("GET", `/api/tickets/${id}`)).json());
}

const saidIn = (ticket: TicketDetail) => ticket.messages.map(({ kind, content }) => [kind, content]);

test("makes a ticket with all messages of the conversation", async () => {
  const account = await signUp(server);
  const conversationId = await startSession(account);
  await ask(account, conversationId, "Can I bring a giraffe\nto the shop?");
  const { status, ticket } = await requestHandOff(account, conversationId);
  expect([status, ticket]).toMatchObject([201, { ticketNumber: "TKT-0001", status: "open" }]);
  const detail = await read(account, ticket.id);
  expect(detail).toMatchObject({
    title: "Can I bring a giraffe to the shop?",
    audience: "external",
    sessionId: conversationId,
    customerEmail: account.user.email,
    // The assistant has already said that it doesn't know.
    draft: null,
  });
  expect(saidIn(detail)).toEqual([
    ["customer", "Can I bring a giraffe\nto the shop?"],
    ["assistant", expect.any(String)],
  ]);
});

test("keeps one open ticket per conversation, and adds new messages to it", async () => {
  const account = await signUp(server);
  const conversationId = await startSession(account);
  await ask(account, conversationId, "Can I bring a giraffe?");
  const made = await Promise.all(Array.from({ length: 8 }, () => requestHandOff(account, conversationId)));
  expect(made.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(new Set(made.map(({ ticket }) => ticket.id)).size).toBe(1);
  const id = made[0]?.ticket.id ?? "";
  await ask(account, conversationId, "And a zebra?");
  // The message is added without another hand-off, and has a draft.
  expect(saidIn(await read(account, id))).toHaveLength(3);
  expect((await read(account, id)).draft?.state).toBe("writing");
  for (let i = 0; i < 2; i += 1) {
    const again = await requestHandOff(account, conversationId, { message: "Please call me." });
    expect([again.status, again.ticket.id]).toEqual([200, id]);
  }
  const grown = await read(account, id);
  expect(saidIn(grown)).toEqual([
    ["customer", "Can I bring a giraffe?"],
    ["assistant", expect.any(String)],
    ["customer", "And a zebra?"],
    ["customer", "Please call me."],
  ]);
  expect(grown.draft?.state).toBe("writing");
  await account.request("PUT", `/api/tickets/${id}/status`, { status: "resolved" });
  await ask(account, conversationId, "And a lion?");
  expect(saidIn(await read(account, id))).toHaveLength(4);
  const next = await requestHandOff(account, conversationId);
  expect([next.status, next.ticket.ticketNumber]).toEqual([201, "TKT-0002"]);
});

test("refuses to hand off other people's conversations", async () => {
  const [account, stranger] = [await signUp(server), await signUp(server)];
  const conversationId = await startSession(account);
  expect((await requestHandOff(stranger, conversationId)).status).toBe(404);
});

test("sends a reply to the ticket in the conversation, and doesn't copy it back", async () => {
  const account = await signUp(server);
  const conversationId = await startSession(account);
  await ask(account, conversationId, "Can I bring a giraffe?");
  const { ticket } = await requestHandOff(account, conversationId);
  const reply = { kind: "reply", content: "Only a small one." };
  expect((await account.request("POST", `/api/tickets/${ticket.id}/messages`, reply)).statusCode).toBe(201);
  const said = await account.request("GET", `/api/chat/sessions/${conversationId}/messages`);
  expect(said.json<{ content: string }[]>().at(-1)).toMatchObject({
    role: "assistant",
    content: reply.content,
  });
  await ask(account, conversationId, "How small?");
  const kinds = (await read(account, ticket.id)).messages.map(({ kind }) => kind);
  expect(kinds).toEqual(["customer", "assistant", "reply", "customer"]);
});
