import { readFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { addressUrl, owner, type Address } from "./embedded.ts";

/** The address of the embedded PostgreSQL that a running product has started in `dataDir`; null where none answers. */
export async function findRunningPostgres(dataDir: string): Promise<string | null> {
  const home = path.resolve(dataDir, "postgres");
  const address = await readAddress(home);
  if (address === null) return null;
  const url = addressUrl(address, owner, owner);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return url;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Reads postmaster.pid: process id, folder, time of start, port, folder of the socket. */
async function readAddress(home: string): Promise<Address | null> {
  try {
    const password = (await readFile(path.join(home, "password"), "utf8")).trim();
    const lines = (await readFile(path.join(home, "data", "postmaster.pid"), "utf8")).split("\n");
    const [, , , port = "", folder = ""] = lines;
    return folder === "" ? { port: Number(port), password } : { folder, password };
  } catch {
    // The server was never started there, or was stopped.
    return null;
  }
}
