import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
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

/** Shorter than Meta is waited for, and than anything below holds a job up. */
const soonMs = 10_000;

test("an organization with many conversations that hang at Meta holds up no other's answer", async () => {
  const hanging = Array.from({ length: 30 }, newCustomer);
  for (const { waId } of hanging) server.graph.misbehave({ kind: "deliver_and_hang" }, waId);
  await Promise.all(hanging.map((customer) => busy.says(customer, "hello")));
  await eventually(() => Promise.resolve(server.graph.delivered.length >= 6));
  const customer = newCustomer();
  await other.says(customer, "hello");
  await server.graph.waitFor(customer.waId, 1, soonMs);
  expect(server.graph.delivered.length).toBeLessThan(hanging.length);
});

test("an organization whose deliveries take long to be taken in holds up no other's message", async () => {
  const slow = newCustomer();
  const lock = sql`select pg_advisory_xact_lock(hashtextextended(${`${busy.integration.id} wa ${slow.waId}`}, 0))`;
  await busy.rows(async (trx) => {
    // Whoever takes in a message of this customer waits until this ends.
    await lock.execute(trx);
    await Promise.all(Array.from({ length: 6 }, () => busy.says(slow, "hello")));
    const customer = newCustomer();
    await other.says(customer, "hello");
    await server.graph.waitFor(customer.waId, 1, soonMs);
  });
});
