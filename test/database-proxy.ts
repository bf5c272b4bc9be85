import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** Stands before a database, as a network or a pooler does. */
export interface DatabaseProxy {
  /** The database's address through it. */
  url: string;
  /** `refuse`: every connection is cut, and each new one; `silent`: nothing comes through any more. */
  become(state: "open" | "refuse" | "silent"): void;
  /** Cuts the connection that next sends this once its transaction is committed: its client is not told of that. */
  loseCommitAfter(statement: string): void;
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
  let lost: string | null = null;
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
    let isDoomed = false;
    client.on("data", (bytes) => {
      if (lost !== null && bytes.includes(lost)) [isDoomed, lost] = [true, null];
      if (now === "open") upstream.write(bytes);
    });
    upstream.on("data", (bytes) => {
      if (isDoomed && bytes.includes("COMMIT\0")) client.destroy();
      else if (now === "open") client.write(bytes);
    });
    client.once("close", () => upstream.destroy());
    upstream.once("close", () => client.destroy());
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
    loseCommitAfter: (statement) => (lost = statement),
    refused: () => refused,
  };
}
