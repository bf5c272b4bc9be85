import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** Stands before a database, as a network or a pooler does. */
export interface DatabaseProxy {
  /** The database's address through it. */
  url: string;
  /** `refuse`: every connection is cut, and each new one; `silent`: nothing comes through any more. */
  become(state: "open" | "refuse" | "silent"): void;
  /** How many connections were refused. */
  refused(): number;
}

interface Options {
  /** Gets each new connection; whether it has dealt with it. */
  receive?: (client: Socket) => boolean;
}

/** It ends with the test. */
export async function startDatabaseProxy(databaseUrl: string, options: Options = {}): Promise<DatabaseProxy> {
  const url = new URL(databaseUrl);
  const folder = url.searchParams.get("host");
  const place =
    folder === null
      ? { host: url.hostname, port: Number(url.port) }
      : { path: `${folder}/.s.PGSQL.${url.port || 5432}` };
  let now: Parameters<DatabaseProxy["become"]>[0] = "open";
  let refused = 0;
  const sockets = new Set<Socket>();
  const track = (socket: Socket): void => {
    sockets.add(socket.on("error", () => undefined));
    socket.once("close", () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    track(client);
    if (now === "refuse") {
      refused += 1;
      client.destroy();
    }
    if (now !== "open" || options.receive?.(client) === true) return;
    const upstream = connect(place);
    track(upstream);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on("data", (bytes) => now === "open" && to.write(bytes));
      from.once("close", () => to.destroy());
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = () => sockets.forEach((socket) => socket.destroy());
  onTestFinished(() => {
    cut();
    server.close();
  });
  url.search = "";
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    become(state) {
      now = state;
      if (state === "refuse") cut();
    },
    refused: () => refused,
  };
}
