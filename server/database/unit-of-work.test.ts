import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "../../test/database.ts";
import { openDatabase, withTenant, type Database, type Transaction } from "./database.ts";
import { andCommit } from "./preparing-client.ts";
import { inUnitOfWork, workOfTransaction } from "./unit-of-work.ts";

let database: TestDatabase;
let id: string;
beforeAll(async () => {
  database = await startTestDatabase();
});
beforeEach(() => {
  id = randomUUID();
});
afterAll(() => database.drop());

const make = (trx: Transaction) => trx.insertInto("organizations").values({ id, name: "Thandi's" }).execute();
const find = (trx: Transaction) =>
  trx.selectFrom("organizations").select("id").where("id", "=", id).execute();
const findElsewhere = () => withTenant(database.db, id, find);

/** The id of the transaction. */
async function nameOf(trx: Transaction): Promise<string> {
  const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(trx);
  return rows[0]?.id ?? "";
}

test("steps share a transaction until the first wait", async () => {
  const names = await inUnitOfWork(database.db, id, async (work) => {
    const first = [await work.run(nameOf), await work.run(nameOf)];
    await work.outside(async () => undefined);
    return [...first, await work.run(nameOf)];
  });
  expect(names[1]).toBe(names[0]);
  expect(names[2]).not.toBe(names[0]);
});

test("earlier changes are committed during a wait", async () => {
  await inUnitOfWork(database.db, id, async (work) => {
    await work.run(make);
    expect(await findElsewhere()).toEqual([]);
    expect(await work.outside(findElsewhere)).toEqual([{ id }]);
  });
});

test("no connection is held during a wait", async () => {
  // More units than the pool has connections: each waits until all of them do.
  let waiting = 0;
  let open: () => void = () => undefined;
  const all = new Promise<void>((resolve) => (open = resolve));
  const one = () =>
    inUnitOfWork(database.db, id, async (work) => {
      await work.run(nameOf);
      await work.outside(() => {
        waiting += 1;
        if (waiting === 30) open();
        return all;
      });
      return work.run(nameOf);
    });
  expect(new Set(await Promise.all(Array.from({ length: 30 }, one))).size).toBe(30);
});

test("a failure only rolls back changes since the last wait", async () => {
  const other = randomUUID();
  const failed = inUnitOfWork(database.db, [id, other].join(","), async (work) => {
    await work.run(make);
    await work.outside(async () => undefined);
    await work.run((trx) => trx.insertInto("organizations").values({ id: other, name: "Other" }).execute());
    throw new Error("thrown by the work");
  });
  await expect(failed).rejects.toThrow("thrown by the work");
  expect(await findElsewhere()).toEqual([{ id }]);
  const rest = (trx: Transaction) =>
    trx.selectFrom("organizations").select("id").where("id", "=", other).execute();
  expect(await withTenant(database.db, other, rest)).toEqual([]);
});

test("no wait is possible in a transaction of the caller", async () => {
  const waited = withTenant(database.db, id, (trx) => workOfTransaction(trx).outside(async () => undefined));
  await expect(waited).rejects.toThrow("within a transaction");
});

test("a transaction begins with its first statement", async () => {
  const timeOf = async (db: Database, time: "now" | "clock_timestamp"): Promise<number> => {
    const { rows } = await sql<{ at: string }>`select extract(epoch from ${sql.raw(time)}()) as at`.execute(
      db,
    );
    return Number(rows[0]?.at);
  };
  const [before, began] = await withTenant(database.db, id, async (trx) => [
    await timeOf(database.db, "clock_timestamp"),
    await timeOf(trx, "now"),
  ]);
  expect(began).toBeGreaterThan(before ?? Infinity);
});

test("a failing first statement leaves its connection usable", async () => {
  const failing = withTenant(database.db, id, (trx) => sql`select 1 / ${0}::integer`.execute(trx));
  await expect(failing).rejects.toThrow("division by zero");
  await inUnitOfWork(database.db, id, (work) => work.run(make));
  expect(await findElsewhere()).toEqual([{ id }]);
});

test("a statement that is marked as the last commits its transaction", async () => {
  const nameOfLast = async (trx: Transaction) => {
    const { rows } = await sql<{ id: string }>`${sql.raw(andCommit)}
      select pg_current_xact_id()::text as id, ${1}::integer`.execute(trx);
    return rows[0]?.id;
  };
  const [first, last, after] = await inUnitOfWork(database.db, id, async (work) => {
    const names = [await work.run(nameOf), await work.run(nameOfLast)];
    return [...names, await work.run(nameOf)];
  });
  expect(last).toBe(first);
  expect(after).not.toBe(first);
});

test("a failing last statement rolls back its transaction", async () => {
  const failing = inUnitOfWork(database.db, id, async (work) => {
    await work.run(make);
    await work.run((trx) => sql`${sql.raw(andCommit)} select 1 / ${0}::integer`.execute(trx));
  });
  await expect(failing).rejects.toThrow("division by zero");
  expect(await findElsewhere()).toEqual([]);
  await inUnitOfWork(database.db, id, (work) => work.run(make));
  expect(await findElsewhere()).toEqual([{ id }]);
});

test("a failing last statement doesn't affect an empty transaction after it", async () => {
  const single = openDatabase(database.url, { max: 1 });
  onTestFinished(() => single.destroy());
  const failing = withTenant(single, id, (trx) =>
    sql`${sql.raw(andCommit)} select 1 / ${0}::integer`.execute(trx),
  );
  await expect(failing).rejects.toThrow("division by zero");
  await withTenant(single, id, async () => undefined);
});
