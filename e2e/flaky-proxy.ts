import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** What happens to the next request that the line is told to lose. */
export interface Loss {
  /** Found in the first bytes of the request. */
  request: string;
  /** `bytes`: the line breaks after so many of them. `reply`: when the server answers. */
  after: number | "reply";
}

/** A line between browser and server that breaks when it is told to. */
export interface FlakyProxy {
  url: string;
  /** Breaks each of the next requests of this kind once, in order. */
  lose(...losses: Loss[]): void;
  /** Loses nothing more. */
  mend(): void;
  /** Losses that are still to come. */
  pending(): number;
  close(): void;
}

/** A line to the server at `target`. */
export async function startFlakyProxy(target: string): Promise<FlakyProxy> {
  const { hostname, port } = new URL(target);
  const losses: Loss[] = [];
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
    let loss: Loss | null = null;
    let passedBytes = 0;
    browser.on("data", (chunk) => {
      if (loss === null && losses[0] !== undefined && chunk.includes(losses[0].request)) {
        loss = losses.shift() ?? null;
      }
      passedBytes += loss === null ? 0 : chunk.length;
      if (loss !== null && loss.after !== "reply" && passedBytes > loss.after) hangUp();
      else upstream.write(chunk);
    });
    upstream.on("data", (chunk) => {
      if (loss?.after === "reply") hangUp();
      else browser.write(chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lose: (...more) => void losses.push(...more),
    mend: () => void losses.splice(0),
    pending: () => losses.length,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
