import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A TCP proxy in front of a database, to simulate failures of a network or a pooler. */
export interface DatabaseProxy {
  /** The database's address through the proxy. */
  url: string;
  /** `refuse`: cuts all connections and each new one; `silent`: keeps them, but forwards nothing. */
  become(state: "open" | "refuse" | "silent"): void;
  /** Cuts the next connection that sends this statement right after its commit, before the client gets the reply. */
  loseCommitAfter(statement: string): void;
  /** The number of refused connections. */
  refused(): number;
}

interface Options {
  /** Called for each new connection; returns true if it handles that itself. */
  receive?: (client: Socket) => boolean;
}

/** Closed when the test ends. */
export async function startDatabaseProxy(databaseUrl: string, options: Options = {}): Promise<DatabaseProxy> {
  const url = new URL(databaseUrl);
  const folder = url.searchParams.get("host");
  const target =
    folder === null
      ? { host: url.hostname, port: Number(url.port) }
      : { path: `${folder}/.s.PGSQL.${url.port || 5432}` };
  let current: Parameters<DatabaseProxy["become"]>[0] = "open";
  let refused = 0;
  let lost: string | null = null;
  const sockets = new Set<Socket>();
  const track = (socket: Socket): void => {
    sockets.add(socket.on("error", () => undefined));
    socket.once("close", () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    track(client);
    if (current === "refuse") {
      refused += 1;
      client.destroy();
    }
    if (current !== "open" || options.receive?.(client) === true) return;
    const upstream = connect(target);
    track(upstream);
    let isDoomed = false;
    client.on("data", (bytes) => {
      if (lost !== null && bytes.includes(lost)) [isDoomed, lost] = [true, null];
      if (current === "open") upstream.write(bytes);
    });
    upstream.on("data", (bytes) => {
      if (isDoomed && bytes.includes("COMMIT\0")) client.destroy();
      else if (current === "open") client.write(bytes);
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
      current = state;
      if (state === "refuse") cut();
    },
    loseCommitAfter: (statement) => (lost = statement),
    refused: () => refused,
  };
}
