import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import type { ServerEvent } from "../contract/events.ts";
import { startTestDatabase, type TestDatabase } from "../test/database.ts";
import { openEvents, type Events } from "./events.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.drop());

async function open(): Promise<Events> {
  const events = await openEvents(database.url, pino({ level: "silent" }));
  onTestFinished(() => events.close());
  return events;
}

/** The events that one organization receives, and a function that waits for the next. */
function listen(
  events: Events,
  organizationId: string,
): { received: ServerEvent[]; until(count: number): Promise<void> } {
  const received: ServerEvent[] = [];
  const stop = events.subscribe(organizationId, (event) => received.push(event));
  onTestFinished(stop);
  return {
    received,
    async until(count) {
      while (received.length < count) await delay(5);
    },
  };
}

it("a committed event reaches its organization's pages on every process", async () => {
  const [here, there] = [await open(), await open()];
  const [organizationId, other] = [randomUUID(), randomUUID()];
  const [mine, elsewhere, stranger] = [
    listen(here, organizationId),
    listen(there, organizationId),
    listen(there, other),
  ];
  const [first, second] = [randomUUID(), randomUUID()];
  const rolledBack = database.db.transaction().execute(async (trx) => {
    await here.publish(trx, organizationId, { type: "document.updated", id: first });
    throw new Error("changed my mind");
  });
  await expect(rolledBack).rejects.toThrow("changed my mind");
  await database.db
    .transaction()
    .execute((trx) => here.publish(trx, organizationId, { type: "document.updated", id: second }));
  await Promise.all([mine.until(1), elsewhere.until(1)]);
  expect(mine.received).toEqual([{ type: "document.updated", id: second }]);
  expect(elsewhere.received).toEqual(mine.received);
  expect(stranger.received).toEqual([]);
});

it("after a lost connection, pages are told to reload everything", async () => {
  const events = await open();
  const organizationId = randomUUID();
  const page = listen(events, organizationId);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'sizana-events' and datname = current_database()",
  );
  await client.end();
  await page.until(1);
  expect(page.received).toEqual([{ type: "resync" }]);
  const id = randomUUID();
  await database.db
    .transaction()
    .execute((trx) => events.publish(trx, organizationId, { type: "document.updated", id }));
  await page.until(2);
  expect(page.received[1]).toEqual({ type: "document.updated", id });
});
