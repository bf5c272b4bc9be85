import type { Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startDatabaseProxy } from "../test/database-proxy.ts";
import { startTestDatabase, type TestDatabase } from "../test/database.ts";
import { startProduct, temporaryFolder } from "../test/product-process.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.drop());

/** PostgreSQL's error while it is starting (57P03) or has no connection left (53300). */
function refusal(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mthe database system is starting up\0\0`);
  const head = Buffer.alloc(5);
  head.write("E");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** A proxy that refuses the first `refusals` connections, like a PostgreSQL that is starting. */
async function restartingDatabase(refusals: number): Promise<string> {
  let refused = 0;
  const receive = (client: Socket): boolean => {
    if (refused === refusals) return false;
    refused += 1;
    client.once("data", () => client.end(refusal(refused % 2 === 0 ? "53300" : "57P03")));
    return true;
  };
  return (await startDatabaseProxy(database.url, { receive })).url;
}

it("waits for a PostgreSQL that is starting, or has no connection left", async () => {
  const product = startProduct({
    DATABASE_URL: await restartingDatabase(3),
    DATA_DIR: await temporaryFolder(),
  });
  expect((await fetch(`${await product.ready()}/readyz`)).status).toBe(200);
  expect(product.output()).toContain("waiting for PostgreSQL");
});

it("explains that PostgreSQL can't be reached", async () => {
  const product = startProduct({
    DATABASE_URL: await restartingDatabase(Infinity),
    DATABASE_WAIT_SECONDS: "1",
    DATA_DIR: await temporaryFolder(),
  });
  expect(await product.ended).toBe(1);
  expect(product.output()).toMatch(/^Can't use the database at DATABASE_URL: .*starting up$/m);
  expect(product.output()).not.toContain("    at ");
});

it("explains it too if the database's machine never replies", async () => {
  const network = await startDatabaseProxy(database.url);
  network.become("silent");
  const product = startProduct({
    DATABASE_URL: network.url,
    DATABASE_WAIT_SECONDS: "1",
    DATA_DIR: await temporaryFolder(),
  });
  expect(await product.ended).toBe(1);
  expect(product.output()).toMatch(/^Can't use the database at DATABASE_URL: timeout expired$/m);
  expect(product.output()).not.toContain("    at ");
});
