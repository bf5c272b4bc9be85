import { afterAll, beforeAll, expect, test } from "vitest";
import type { Conversation } from "../../../contract/inbox.ts";
import { addWordDocument } from "../../../test/documents.ts";
import {
  startFakeLanguageModel,
  type FakeLanguageModel,
} from "../../../test/fake-language-model/language-model.ts";
import { countWaiting } from "../../../test/database.ts";
import {
  eventually,
  newCustomer,
  startBusiness,
  startWhatsappServer,
  type WhatsappServer,
} from "../../../test/whatsapp.ts";
import { withClient } from "../../database/database.ts";
import { runHousekeeping } from "../../housekeeping.ts";
import { countRows } from "../../database/rows.ts";

let server: WhatsappServer;
let model: FakeLanguageModel;
beforeAll(async () => {
  model = await startFakeLanguageModel();
  server = await startWhatsappServer({ environment: model.environment });
});
afterAll(async () => {
  await server.close();
  await model.close();
});

/** Deletes a customer's conversation while their next message waits for this table. */
async function deleteDuring(text: string, lockedTable: string) {
  const business = await startBusiness(server);
  const { account } = business;
  const customer = newCustomer();
  await business.says(customer, "Hello");
  const list = `/api/organizations/${account.organizationId}/conversations`;
  const { id } = await eventually(async () => (await account.request("GET", list)).json<Conversation[]>()[0]);
  await server.graph.waitFor(customer.waId, 1);
  const deleted = await withClient(server.databaseUrl, async (owner) => {
    await owner.query(`begin; lock table ${lockedTable} in exclusive mode`);
    await business.says(customer, text);
    const waiting = () => business.rows(countWaiting);
    await expect.poll(waiting).toBe(1);
    const deletion = account.request("DELETE", `/api/conversations/${id}`);
    await expect.poll(waiting).toBe(2);
    await owner.query("commit");
    return deletion;
  });
  expect(deleted.statusCode).toBe(204);
  return { business, account, list, id };
}

test("a message that arrives during a deletion begins a new conversation", async () => {
  const { business, account, list, id } = await deleteDuring("Are you there?", "whatsapp_messages");
  const [begun] = await eventually(async () => {
    const conversations = (await account.request("GET", list)).json<Conversation[]>();
    return conversations.length > 0 && conversations;
  });
  expect(begun?.id).not.toBe(id);
  expect(begun?.lastCustomerMessage).toBe("Are you there?");
  expect(
    await business.rows((trx) =>
      countRows(trx, "whatsapp_dead_letters", { organization_id: account.organizationId }),
    ),
  ).toBe(0);
});

test("a ticket that is opened during a deletion is deleted, too", async () => {
  const { account } = await deleteDuring("I want to speak to a person", "ticket_counters");
  const tickets = await account.request("GET", `/api/organizations/${account.organizationId}/tickets`);
  expect(tickets.json()).toEqual([]);
});

test("a rating that is given during a deletion is deleted, too", async () => {
  const business = await startBusiness(server);
  const { account } = business;
  const organization = `/api/organizations/${account.organizationId}`;
  const create = async (path: string, form = {}) =>
    (await account.request("POST", path, form)).json<{
      id: string;
      token: string;
      assistantMessage: { id: string };
    }>();
  const ticket = await create(`${organization}/tickets`, { title: "A torn tent" });
  const { token } = await create(`${organization}/feedback/links`, { ticketId: ticket.id });
  const chat = `/api/chat/sessions/${(await create(`${organization}/chat/sessions`)).id}`;
  const answer = (await create(`${chat}/messages`, { content: "Hello" })).assistantMessage.id;
  for (const [rating, path] of [
    [`/api/feedback/${token}`, `/api/tickets/${ticket.id}`],
    [`${chat}/messages/${answer}/rating`, chat],
  ] as const) {
    const deleted = await withClient(server.databaseUrl, async (owner) => {
      await owner.query("begin; lock table counts in exclusive mode");
      const rated = account.request("POST", rating, { rating: 2 });
      const waiting = () => business.rows(countWaiting);
      await expect.poll(waiting).toBe(1);
      const deletion = account.request("DELETE", path);
      await expect.poll(waiting).toBe(2);
      await owner.query("commit");
      return [(await rated).statusCode < 300, (await deletion).statusCode];
    });
    expect(deleted).toEqual([true, 204]);
    expect((await account.request("GET", `${organization}/feedback`)).json()).toEqual([]);
  }
});

test("a file that is fetched during the deletion of its message is deleted, too", async () => {
  const business = await startBusiness(server);
  const { account } = business;
  const customer = newCustomer();
  const list = `/api/organizations/${account.organizationId}/conversations`;
  const media = server.graph.media.add(Buffer.from("%PDF-1.7"), "application/pdf");
  const rowsOf = (query: string) =>
    withClient(
      server.databaseUrl,
      async (owner) => (await owner.query(query, [account.organizationId])).rows,
    );
  await withClient(server.databaseUrl, async (owner) => {
    await owner.query("begin; lock table orphaned_files in exclusive mode");
    await business.says(customer, { type: "document", document: { id: media, filename: "Slip.pdf" } });
    await expect.poll(() => business.rows(countWaiting)).toBe(1);
    const [conversation] = (await account.request("GET", list)).json<Conversation[]>();
    expect((await account.request("DELETE", `/api/conversations/${conversation?.id}`)).statusCode).toBe(204);
    await owner.query("commit");
  });
  const fetched = "from pgboss.job where name = 'whatsapp.fetch' and state = 'completed' and group_id = $1";
  await eventually(async () => (await rowsOf(`select ${fetched}`)).length > 0);
  await runHousekeeping(server.context);
  expect(await rowsOf("select from orphaned_files where storage_key like $1 || '/%'")).toEqual([]);
});

test("an answer isn't saved when its chat was deleted while it was written", async () => {
  const { account } = await startBusiness(server);
  await addWordDocument(account, "Leave.docx", [
    "Full-time employees receive eighteen days of annual leave.",
  ]);
  const sessions = `/api/organizations/${account.organizationId}/chat/sessions`;
  const { id } = (await account.request("POST", sessions, {})).json<{ id: string }>();
  const over = Promise.withResolvers<void>();
  model.next({ kind: "write", pieces: ["SURE\n", over.promise, "Employees receive eighteen days [1]."] });
  const asked = model.requests.length;
  const content = "How many days of annual leave do full-time employees receive?";
  const answer = account.request("POST", `/api/chat/sessions/${id}/messages`, { content });
  await expect.poll(() => model.requests.length).toBe(asked + 1);
  expect((await account.request("DELETE", `/api/chat/sessions/${id}`)).statusCode).toBe(204);
  over.resolve();
  expect((await answer).statusCode).toBe(404);
});
