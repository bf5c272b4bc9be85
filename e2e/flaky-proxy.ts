import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** When to drop the connection of a request. */
export interface Drop {
  /** Text that identifies the request, in its first bytes. */
  request: string;
  /** The number of request bytes after which to drop it, or "reply" to drop it when the server replies. */
  after: number | "reply";
}

/** A TCP proxy between the browser and the server that drops connections on demand. */
export interface FlakyProxy {
  url: string;
  /** Schedules drops, each for one matching request, in order. */
  drop(...drops: Drop[]): void;
  /** Cancels all scheduled drops. */
  stopDropping(): void;
  /** The number of scheduled drops that have not happened yet. */
  pending(): number;
  close(): void;
}

/** Starts a proxy to the server at `target`. */
export async function startFlakyProxy(target: string): Promise<FlakyProxy> {
  const { hostname, port } = new URL(target);
  const drops: Drop[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((browser) => {
    const upstream = connect(Number(port), hostname);
    const hangUp = (): void => {
      browser.destroy();
      upstream.destroy();
    };
    for (const socket of [browser, upstream]) {
      sockets.add(socket);
      socket.on("error", hangUp).on("close", hangUp);
    }
    let drop: Drop | null = null;
    let passedBytes = 0;
    browser.on("data", (chunk) => {
      if (drop === null && drops[0] !== undefined && chunk.includes(drops[0].request)) {
        drop = drops.shift() ?? null;
      }
      passedBytes += drop === null ? 0 : chunk.length;
      if (drop !== null && drop.after !== "reply" && passedBytes > drop.after) hangUp();
      else upstream.write(chunk);
    });
    upstream.on("data", (chunk) => {
      if (drop?.after === "reply") hangUp();
      else browser.write(chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    drop: (...more) => void drops.push(...more),
    stopDropping: () => void drops.splice(0),
    pending: () => drops.length,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
