import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Conversation } from "../../../contract/inbox.ts";
import type { CustomerData } from "../../../contract/personal-data.ts";
import type { Ticket } from "../../../contract/tickets.ts";
import { signUp, signUpMember, type Account } from "../../../test/accounts.ts";
import { envelope, messageFrom, statusOf } from "../../../test/fake-graph-api/webhook.ts";
import { tablesWithText } from "../../../test/stored-text.ts";
import {
  eventually,
  newCustomer,
  startBusiness,
  startWhatsappServer,
  type Business,
  type WhatsappServer,
} from "../../../test/whatsapp.ts";
import { findRow } from "../../database/rows.ts";
import { runHousekeeping } from "../../housekeeping.ts";

let server: WhatsappServer;
let business: Business;
let owner: Account;
let stranger: Account;
beforeAll(async () => {
  server = await startWhatsappServer();
  business = await startBusiness(server);
  owner = business.account;
  stranger = await signUp(server);
});
afterAll(() => server.close());

/** A word that occurs nowhere else. */
const newWord = (): string => `zq${randomUUID().slice(0, 8)}`;
const whereIs = (text: string) => tablesWithText(server.databaseUrl, text);

const conversationOf = (waId: string, of = owner) =>
  eventually(async () => {
    const url = `/api/organizations/${of.organizationId}/conversations?search=${waId.slice(-7)}`;
    return (await of.request("GET", url)).json<Conversation[]>()[0];
  });

/** A WhatsApp customer whose request for a person opened a ticket. */
async function handedOff(word: string, of = business, customer = newCustomer()) {
  await of.says(customer, `My name is ${word}, I want to speak to a person`);
  const { id, ticket } = await eventually(async () => {
    const conversation = await conversationOf(customer.waId, of.account);
    return conversation.ticket && conversation;
  });
  return { customer, id, ticketId: ticket?.id ?? "" };
}

async function createTicket(form: object, of = owner): Promise<Ticket> {
  return (await of.request("POST", `/api/organizations/${of.organizationId}/tickets`, form)).json();
}

const remove = async (path: string, as = owner): Promise<number> =>
  (await as.request("DELETE", path)).statusCode;
const statusOfTicket = async (id: string): Promise<number> =>
  (await owner.request("GET", `/api/tickets/${id}`)).statusCode;

describe("deleting a conversation", () => {
  test("leaves the customer's words and number in no table and no file", async () => {
    const word = newWord();
    const { customer, id, ticketId } = await handedOff(word);
    await owner.request("POST", `/api/tickets/${ticketId}/messages`, {
      kind: "note",
      content: `Call ${word}.`,
    });
    const media = server.graph.media.add(Buffer.from("%PDF-1.7"), "application/pdf");
    await business.says(customer, { type: "document", document: { id: media, filename: `${word}.pdf` } });
    const file = await eventually(() =>
      business.rows((trx) =>
        trx
          .selectFrom("message_files")
          .selectAll()
          .where("name", "=", `${word}.pdf`)
          .where("state", "=", "stored")
          .executeTakeFirst(),
      ),
    );
    const [sent] = await eventually(async () => {
      const delivered = server.graph.delivered.filter(({ to }) => to === customer.waId);
      return delivered.length > 0 && delivered;
    });
    const number = business.integration.phoneNumberId;
    const read = statusOf(sent?.wamid ?? "", "read", { recipient: customer.waId });
    await business.deliver(envelope(number, { statuses: [read] }));
    const unusable = { ...messageFrom(customer, { type: "text", text: { body: word } }), group_id: "g" };
    await business.deliver(envelope(number, { messages: [unusable], customers: [customer] }));
    await eventually(async () => (await whereIs(customer.waId)).includes("whatsapp_dead_letters"));
    expect(await whereIs(word)).toEqual(
      expect.arrayContaining(["messages", "tickets", "ticket_messages", "ticket_words"]),
    );

    expect(await remove(`/api/conversations/${id}`)).toBe(204);
    expect([await whereIs(word), await whereIs(customer.waId)]).toEqual([[], []]);
    await runHousekeeping(server.context);
    await expect(server.context.storage.read(file.storage_key ?? "")).rejects.toThrow();
  });

  test("keeps nothing of a status that WhatsApp reports afterwards", async () => {
    const { customer, id } = await handedOff(newWord());
    const [sent] = await server.graph.waitFor(customer.waId, 1);
    const { biz_opaque_callback_data: callback = "" } = { ...sent?.message } as Record<string, string>;
    await remove(`/api/conversations/${id}`);
    const read = statusOf(sent?.wamid ?? "", "read", { recipient: customer.waId, callback });
    await business.deliver(envelope(business.integration.phoneNumberId, { statuses: [read] }));
    await eventually(async () => !(await whereIs(customer.waId)).includes("whatsapp_events"));
    expect(await whereIs(customer.waId)).toEqual([]);
  });

  test("lets the customer write again, in a new conversation", async () => {
    const { customer, id } = await handedOff(newWord());
    await remove(`/api/conversations/${id}`);
    await business.says(customer, "Hello again");
    expect((await conversationOf(customer.waId)).id).not.toBe(id);
  });

  test("is not possible from another organization", async () => {
    const { id, ticketId } = await handedOff(newWord());
    for (const path of [`/api/conversations/${id}`, `/api/tickets/${ticketId}`])
      expect([
        await remove(path, stranger),
        await remove(`${path}/customer`, stranger),
        (await stranger.request("GET", `${path}/customer`)).statusCode,
      ]).toEqual([404, 404, 404]);
    expect(await statusOfTicket(ticketId)).toBe(200);
  });
});

test("deleting an open ticket leaves its conversation to the assistant", async () => {
  const { customer, id, ticketId } = await handedOff(newWord());
  expect(await remove(`/api/tickets/${ticketId}`)).toBe(204);
  expect(await statusOfTicket(ticketId)).toBe(404);
  expect(await conversationOf(customer.waId)).toMatchObject({ id, handedOffAt: null, ticket: null });
});

describe("a member's own chat", () => {
  async function openChat(as: Account, content: string): Promise<string> {
    const sessions = `/api/organizations/${owner.organizationId}/chat/sessions`;
    const { id } = (await as.request("POST", sessions, {})).json<{ id: string }>();
    await as.request("POST", `/api/chat/sessions/${id}/messages`, { content });
    return id;
  }

  test("is deleted by its owner, with its ratings", async () => {
    const [viewer, word] = [await signUpMember(server, owner.organizationId, { role: "viewer" }), newWord()];
    const id = await openChat(viewer, `What is ${word}?`);
    const messages = (await viewer.request("GET", `/api/chat/sessions/${id}/messages`)).json<
      { id: string }[]
    >();
    const rating = `/api/chat/sessions/${id}/messages/${messages.at(-1)?.id}/rating`;
    await viewer.request("POST", rating, { rating: 1, comment: word });
    expect(await whereIs(word)).toEqual(expect.arrayContaining(["feedback", "messages"]));
    expect([await remove(`/api/chat/sessions/${id}`), await whereIs(word)]).toEqual([404, expect.anything()]);
    expect([await remove(`/api/chat/sessions/${id}`, viewer), await whereIs(word)]).toEqual([204, []]);
  });

  test("leaves its ticket to the team", async () => {
    const agent = await signUpMember(server, owner.organizationId, { role: "agent" });
    const id = await openChat(agent, "How do I book leave?");
    const ticket = (await agent.request("POST", `/api/chat/sessions/${id}/hand-off`, {})).json<Ticket>();
    await remove(`/api/chat/sessions/${id}`, agent);
    expect((await owner.request("GET", `/api/tickets/${ticket.id}`)).json()).toMatchObject({
      sessionId: null,
    });
  });

  test("is neither exported nor deleted with the customer of its ticket", async () => {
    const [agent, word] = [await signUpMember(server, owner.organizationId, { role: "agent" }), newWord()];
    const id = await openChat(agent, "How do I book leave?");
    const ticket = (await agent.request("POST", `/api/chat/sessions/${id}/hand-off`, {})).json<Ticket>();
    await owner.request("PUT", `/api/tickets/${ticket.id}/status`, { status: "resolved" });
    await agent.request("POST", `/api/chat/sessions/${id}/messages`, { content: `What is ${word}?` });
    const customer = `/api/tickets/${ticket.id}/customer`;
    const { conversations, tickets } = (await owner.request("GET", customer)).json<CustomerData>();
    expect([conversations, tickets.map((each) => each.id)]).toEqual([[], [ticket.id]]);
    expect(await remove(customer)).toBe(204);
    const messages = await agent.request("GET", `/api/chat/sessions/${id}/messages`);
    expect(messages.body).toContain(word);
  });
});

describe("a customer", () => {
  const dataOf = async (path: string): Promise<CustomerData> =>
    (await owner.request("GET", `${path}/customer`)).json();

  test("is exported with everything of the same number or address", async () => {
    const { customer, id, ticketId } = await handedOff(newWord());
    const national = `0${customer.waId.slice(2, 4)} ${customer.waId.slice(4, 7)} ${customer.waId.slice(7)}`;
    const email = `${newWord()}@example.org`;
    const called = await createTicket({ title: "Called", customerPhone: national, customerEmail: email });
    const mailed = await createTicket({ title: "Mailed", customerEmail: email.toUpperCase() });
    await createTicket({ title: "Someone else's", customerPhone: "n/a", customerEmail: "other@example.org" });
    const data = await dataOf(`/api/tickets/${called.id}`);
    expect(data).toMatchObject({ phones: [national], emails: [email] });
    expect(data.conversations.map((each) => each.id)).toEqual([id]);
    expect(data.tickets.map((each) => each.id)).toEqual([ticketId, called.id, mailed.id]);
    expect(data.conversations[0]?.messages[0]).toMatchObject({ from: "customer" });
    expect(data.tickets[0]?.messages.length).toBeGreaterThan(0);
  });

  test("is exported with very many messages", async () => {
    const { customer, id } = await handedOff(newWord());
    const media = server.graph.media.add(Buffer.from("%PDF-1.7"), "application/pdf");
    await business.says(customer, { type: "document", document: { id: media, filename: "Slip.pdf" } });
    const named = { organization_id: owner.organizationId, name: "Slip.pdf", state: "stored" };
    await eventually(() => business.rows((trx) => findRow(trx, "message_files", named, ["id"])));
    await business.rows((trx) =>
      sql`
        insert into messages (organization_id, conversation_id, role, content)
        select ${owner.organizationId}, ${id}, 'user', 'Hello' from generate_series(1, 66000)`.execute(trx),
    );
    const { conversations } = await dataOf(`/api/conversations/${id}`);
    const messages = conversations[0]?.messages ?? [];
    expect(messages.length).toBeGreaterThan(66_000);
    expect(messages.some(({ file }) => file?.name === "Slip.pdf")).toBe(true);
  });

  test("is found by the number of a conversation whose WhatsApp number was disconnected", async () => {
    const [former, word] = [await startBusiness(server), newWord()];
    const { account } = former;
    const customer = newCustomer();
    await former.says(customer, word);
    const { id } = await conversationOf(customer.waId, account);
    const number = `/api/organizations/${account.organizationId}/whatsapp/${former.integration.id}`;
    expect((await account.request("DELETE", number)).statusCode).toBe(204);
    const ticket = await createTicket(
      { title: "Called", customerPhone: `0${customer.waId.slice(2)}` },
      account,
    );
    for (const path of [`/api/conversations/${id}/customer`, `/api/tickets/${ticket.id}/customer`]) {
      const { conversations, tickets } = (await account.request("GET", path)).json<CustomerData>();
      expect([conversations.length, tickets.length]).toEqual([1, 1]);
    }
    await remove(`/api/tickets/${ticket.id}/customer`, account);
    expect([await whereIs(word), await whereIs(customer.waId)]).toEqual([[], []]);
  });

  test("is deleted in one organization, not in another", async () => {
    const [word, other] = [newWord(), await startBusiness(server)];
    const { customer, id } = await handedOff(word);
    const theirs = await handedOff(newWord(), other, customer);
    const ticket = await createTicket({ title: word, customerPhone: `+${customer.waId}` });
    const link = `/api/organizations/${owner.organizationId}/feedback/links`;
    const { token } = (await owner.request("POST", link, { ticketId: ticket.id })).json<{ token: string }>();
    await owner.request("POST", `/api/feedback/${token}`, { rating: 2, comment: word });
    expect(await remove(`/api/conversations/${id}/customer`)).toBe(204);
    expect(await whereIs(word)).toEqual([]);
    expect(await conversationOf(customer.waId, other.account)).toMatchObject({ id: theirs.id });
  });

  test("with many tickets is deleted in the background", async () => {
    const email = `${newWord()}@example.org`;
    const { id } = await createTicket({ title: "The first", customerEmail: email });
    await business.rows((trx) =>
      sql`
        insert into tickets (organization_id, number, title, priority, audience, customer_email, search_text)
        select ${owner.organizationId}, 10000 + number, 'Another', 'low', 'external', ${email}, ''
        from generate_series(1, 150) number`.execute(trx),
    );
    expect((await dataOf(`/api/tickets/${id}`)).tickets.length).toBe(151);
    expect(await remove(`/api/tickets/${id}/customer`)).toBe(204);
    await eventually(async () => (await whereIs(email)).length === 0);
  });
});

describe("the retention", () => {
  const url = () => `/api/organizations/${owner.organizationId}/retention`;
  const keep = (months: number | null) => owner.request("PUT", url(), { months });
  /** Makes everything of a conversation or ticket a year old. */
  const age = (id: string, of = business) =>
    of.rows(async (trx) => {
      const past = sql`now() - interval '1 year'`;
      await sql`update conversations set created_at = ${past}, last_message_at = ${past} where id = ${id}`.execute(
        trx,
      );
      await sql`update messages set created_at = ${past} where conversation_id = ${id}`.execute(trx);
      await sql`update tickets set updated_at = ${past} where id = ${id} or conversation_id = ${id}`.execute(
        trx,
      );
    });
  const close = (ticketId: string) =>
    owner.request("PUT", `/api/tickets/${ticketId}/status`, { status: "resolved" });
  const isThere = async (id: string) =>
    (await owner.request("GET", `/api/conversations/${id}`)).statusCode === 200;

  test("is off until it is set to one of four periods", async () => {
    expect((await owner.request("GET", url())).json()).toEqual({ months: null });
    expect((await keep(5)).statusCode).toBe(400);
    expect((await keep(12)).json()).toEqual({ months: 12 });
    await keep(null);
    expect((await owner.request("GET", url())).json()).toEqual({ months: null });
  });

  test("deletes conversations and closed tickets without activity only", async () => {
    const [done, waiting, recent] = [
      await handedOff(newWord()),
      await handedOff(newWord()),
      await handedOff(newWord()),
    ];
    const [closed, open] = [await createTicket({ title: "Closed" }), await createTicket({ title: "Open" })];
    for (const { ticketId } of [done, recent]) await close(ticketId);
    await close(closed.id);
    for (const id of [done.id, waiting.id, closed.id, open.id]) await age(id);
    await runHousekeeping(server.context);
    expect(await isThere(done.id)).toBe(true);
    await keep(6);
    await runHousekeeping(server.context);
    await keep(null);
    expect([await isThere(done.id), await isThere(waiting.id), await isThere(recent.id)]).toEqual([
      false,
      true,
      true,
    ]);
    const tickets = [done.ticketId, closed.id, waiting.ticketId, recent.ticketId, open.id];
    expect(await Promise.all(tickets.map(statusOfTicket))).toEqual([404, 404, 200, 200, 200]);
  });

  test("deletes old ratings without a conversation, but not those of a ticket that stays", async () => {
    const links = `/api/organizations/${owner.organizationId}/feedback/links`;
    const rate = async (form: object, word: string) => {
      const { token } = (await owner.request("POST", links, form)).json<{ token: string }>();
      await owner.request("POST", `/api/feedback/${token}`, { rating: 2, comment: word });
    };
    const { id: ticketId } = await createTicket({ title: "Open" });
    const [old, recent, ofTicket] = [newWord(), newWord(), newWord()];
    for (const word of [old, recent]) await rate({}, word);
    await rate({ ticketId }, ofTicket);
    await business.rows((trx) =>
      trx
        .updateTable("feedback")
        .set({ updated_at: sql`now() - interval '1 year'` })
        .where("comment", "in", [old, ofTicket])
        .execute(),
    );
    await keep(6);
    await runHousekeeping(server.context);
    await keep(null);
    expect([await whereIs(old), await whereIs(recent), await whereIs(ofTicket)]).toEqual([
      [],
      ["feedback"],
      ["feedback"],
    ]);
  });

  test("leaves the conversations of another organization", async () => {
    const other = await startBusiness(server);
    const customer = newCustomer();
    await other.says(customer, "Hello");
    const { id } = await conversationOf(customer.waId, other.account);
    await age(id, other);
    await keep(3);
    await runHousekeeping(server.context);
    await keep(null);
    expect(await conversationOf(customer.waId, other.account)).toMatchObject({ id });
  });
});
