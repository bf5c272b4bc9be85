import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { once } from "node:events";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { startTestDatabase, type TestDatabase } from "../test/database.ts";
import { startProduct, temporaryFolder } from "../test/product-process.ts";

// Starts a whole product, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 });

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.drop());

/** What PostgreSQL says while it starts: FATAL, 57P03. */
function startingUp(): Buffer {
  const fields = Buffer.from("SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0");
  const head = Buffer.alloc(5);
  head.write("E");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** Stands before the database and is starting up for the first `refusals` connections. */
async function restartingDatabase(refusals: number): Promise<string> {
  const url = new URL(database.url);
  const folder = url.searchParams.get("host");
  const place =
    folder === null
      ? { host: url.hostname, port: Number(url.port) }
      : { path: `${folder}/.s.PGSQL.${url.port || 5432}` };
  let refused = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    sockets.add(client.on("error", () => undefined));
    if (refused < refusals) {
      refused += 1;
      client.once("data", () => client.end(startingUp()));
      return;
    }
    const upstream = connect(place).on("error", () => client.destroy());
    sockets.add(upstream);
    client.pipe(upstream).pipe(client);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  url.search = "";
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  return url.href;
}

it("waits for a PostgreSQL that is starting", async () => {
  const product = startProduct({
    DATABASE_URL: await restartingDatabase(3),
    DATA_DIR: await temporaryFolder(),
  });
  expect((await fetch(`${await product.ready()}/readyz`)).status).toBe(200);
  expect(product.output()).toContain("waiting for PostgreSQL");
});

it("says in a sentence that PostgreSQL did not come", async () => {
  const product = startProduct({
    DATABASE_URL: await restartingDatabase(Infinity),
    DATABASE_WAIT_SECONDS: "1",
    DATA_DIR: await temporaryFolder(),
  });
  expect(await product.ended).toBe(1);
  expect(product.output()).toMatch(/^Can't use the database at DATABASE_URL: .*starting up$/m);
  expect(product.output()).not.toContain("    at ");
});
