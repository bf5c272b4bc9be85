import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

/**
 * The address of the running product's database: DATABASE_URL, or that of the embedded one in `dataDir`, read from its
 * postmaster.pid.
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
