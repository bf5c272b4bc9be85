import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Conversation, ConversationMessage } from "../../../contract/inbox.ts";
import { envelope, messageFrom, text } from "../../../test/fake-graph-api/webhook.ts";
import {
  eventually,
  newCustomer,
  startBusiness,
  startWhatsappServer,
  type Business,
  type WhatsappServer,
} from "../../../test/whatsapp.ts";

let server: WhatsappServer;
let busy: Business;
let other: Business;
beforeAll(async () => {
  server = await startWhatsappServer();
  [busy, other] = [await startBusiness(server), await startBusiness(server)];
});
afterAll(() => server.close());

test("one organization's hanging messages don't delay another's answer", async () => {
  const hanging = Array.from({ length: 30 }, newCustomer);
  for (const { waId } of hanging) server.graph.misbehave({ kind: "deliver_and_hang" }, waId);
  await Promise.all(hanging.map((customer) => busy.says(customer, "hello")));
  await eventually(() => Promise.resolve(server.graph.delivered.length >= 6));
  const customer = newCustomer();
  await other.says(customer, "hello");
  await server.graph.waitFor(customer.waId, 1);
  expect(server.graph.delivered.length).toBeLessThan(hanging.length);
});

test("one organization's slow deliveries don't delay another's message", async () => {
  const slow = newCustomer();
  const lock = sql`select pg_advisory_xact_lock(hashtextextended(${`${busy.integration.id} wa ${slow.waId}`}, 0))`;
  await busy.rows(async (trx) => {
    // Ingesting a message of this customer waits until this transaction ends.
    await lock.execute(trx);
    await Promise.all(Array.from({ length: 6 }, () => busy.says(slow, "hello")));
    const customer = newCustomer();
    await other.says(customer, "hello");
    await server.graph.waitFor(customer.waId, 1);
  });
});

/** The customer's messages as the inbox shows them. */
async function wordsOf({ account }: Business, waId: string): Promise<string[]> {
  const url = `/api/organizations/${account.organizationId}/conversations?search=${waId.slice(-7)}`;
  const [conversation] = (await account.request("GET", url)).json<Conversation[]>();
  if (conversation === undefined) return [];
  const messages = `/api/conversations/${conversation.id}/messages?limit=100`;
  const all = (await account.request("GET", messages)).json<ConversationMessage[]>();
  return all.filter(({ from }) => from === "customer").map(({ content }) => content);
}

test("keeps a customer's messages in order, even when a delivery is delayed", async () => {
  const [held, customer] = [
    { waId: "1000000001", name: "Held" },
    { waId: "2000000002", name: "Zodwa" },
  ];
  const lock = sql`select pg_advisory_xact_lock(hashtextextended(${`${busy.integration.id} wa ${held.waId}`}, 0))`;
  const messages = [messageFrom(held, text("hello")), messageFrom(customer, text("first"))];
  const both = envelope(busy.integration.phoneNumberId, { messages, customers: [held, customer] });
  await busy.rows(async (trx) => {
    await lock.execute(trx);
    await busy.deliver(both);
    await busy.says(customer, "second");
    await busy.says(customer, "third");
    // By the time these are answered, the later messages could have been ingested.
    for (const elsewhere of Array.from({ length: 5 }, newCustomer)) {
      await other.says(elsewhere, "hello");
      await server.graph.waitFor(elsewhere.waId, 1);
    }
  });
  await eventually(async () => (await wordsOf(busy, customer.waId)).length === 3);
  expect(await wordsOf(busy, customer.waId)).toEqual(["first", "second", "third"]);
});

test("keeps twenty messages in quick succession in order", async () => {
  const customer = newCustomer();
  const said = Array.from({ length: 20 }, (_, index) => `Message ${index + 1}`);
  for (const each of said) await busy.says(customer, each);
  await eventually(async () => (await wordsOf(busy, customer.waId)).length === said.length);
  expect(await wordsOf(busy, customer.waId)).toEqual(said);
});
