import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

/**
 * The address of the database that the product runs on in `dataDir`, while it runs: that of DATABASE_URL,
 * or of the embedded one, which says in its postmaster.pid where it listens.
 */
export async function findDatabaseUrl(dataDir: string): Promise<string> {
  const url = process.env["DATABASE_URL"];
  if (url !== undefined && url !== "") return url;
  const home = path.join(dataDir, "postgres");
  for (const name of await readdir(home)) {
    const file = path.join(home, name, "postmaster.pid");
    const lines = (await readFile(file, "utf8").catch(() => "")).split("\n");
    const [port = "", socketFolder = ""] = [lines[3], lines[4]];
    if (socketFolder !== "")
      return `postgres://sizana@localhost:${port}/sizana?host=${encodeURIComponent(socketFolder)}`;
    const password = (await readFile(path.join(home, "password"), "utf8")).trim();
    if (port !== "") return `postgres://sizana:${password}@127.0.0.1:${port}/sizana`;
  }
  throw new Error(`There is no database in ${home}.`);
}
