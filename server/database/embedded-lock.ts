import { hash } from "node:crypto";
import { once } from "node:events";
import { realpath, rm } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { StartError } from "../start-error.ts";

/**
 * Locks `folder` for this process; the returned function unlocks it. Throws StartError while another process holds it.
 * The lock is a listening socket instead of a file with a process id: the system closes it however the process ends.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const name = hash("sha256", await realpath(folder)).slice(0, 32);
  const server = await listen(addressFor(name));
  if (server === null) {
    throw new StartError(
      `Sizana is already running on the data in ${path.dirname(folder)}. Stop it first or choose another DATA_DIR.`,
    );
  }
  server.unref();
  return () => new Promise((resolve) => server.close(() => resolve()));
}

/** On Linux (abstract sockets) and Windows (pipes) the name vanishes with its process; elsewhere it is a file. */
function addressFor(name: string): string {
  if (process.platform === "linux") return `\0sizana-${name}`;
  if (process.platform === "win32") return `\\\\.\\pipe\\sizana-${name}`;
  return path.join(tmpdir(), `sizana-${name}.lock`);
}

async function listen(address: string): Promise<Server | null> {
  const server = await tryListen(address);
  if (server !== null || !path.isAbsolute(address) || process.platform === "win32") return server;
  if (await answers(address)) return null;
  await rm(address, { force: true });
  return tryListen(address);
}

function tryListen(address: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" || error.code === "EACCES" ? resolve(null) : reject(error),
    );
    server.listen(address, () => resolve(server));
  });
}

async function answers(address: string): Promise<boolean> {
  const socket = connect(address);
  const isConnected = await once(socket, "connect").then(Boolean, () => false);
  socket.destroy();
  return isConnected;
}
