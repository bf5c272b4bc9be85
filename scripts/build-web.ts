import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { withLock } from "./lock.mjs";

const root = path.resolve(import.meta.dirname, "..");
const built = path.join(root, "dist", "web");
const stamp = path.join(built, ".sources");
const compressible = /\.(html|js|css|svg|json|txt|webmanifest)$/;

/** Builds the web app into dist/web unless it is up to date. Throws when that fails. */
export async function buildWeb(): Promise<void> {
  const sources = await hashSources();
  if (await isBuiltFrom(sources)) return;
  const onWait = () => process.stderr.write("Another command is building the web app; waiting for it…\n");
  await withLock(path.join(root, ".sizana", "build.lock"), onWait, async () => {
    if (await isBuiltFrom(sources)) return;
    process.stderr.write("Building the web app…\n");
    const fresh = `${built}.new-${process.pid}`;
    await mkdir(fresh, { recursive: true });
    await runVite(fresh);
    await compress(fresh);
    await writeFile(path.join(fresh, ".sources"), sources);
    await swap(fresh);
  });
}

const isBuiltFrom = async (sources: string): Promise<boolean> =>
  existsSync(stamp) && (await readFile(stamp, "utf8")) === sources;

async function hashSources(): Promise<string> {
  const hash = createHash("sha256");
  for (const folder of ["web", "contract"]) {
    const entries = await readdir(path.join(root, folder), { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name));
    for (const file of files.toSorted()) hash.update(path.relative(root, file)).update(await readFile(file));
  }
  return hash.update(await readFile(path.join(root, "package-lock.json"))).digest("hex");
}

function runVite(outDir: string): Promise<void> {
  const vite = path.join(root, "node_modules", "vite", "bin", "vite.js");
  const args = [
    vite,
    "build",
    path.join(root, "web"),
    "--outDir",
    outDir,
    "--emptyOutDir",
    "--logLevel",
    "warn",
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
    child.once("error", reject);
    child.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error("The web app could not be built; see above.")),
    );
  });
}

/** Stores a compressed copy beside every text file, so that the server need not compress. */
async function compress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
  await Promise.all(
    texts.map(async (entry) => {
      const file = path.join(entry.parentPath, entry.name);
      await writeFile(`${file}.br`, await promisify(brotliCompress)(await readFile(file)));
    }),
  );
}

async function swap(fresh: string): Promise<void> {
  const old = `${built}.old-${process.pid}`;
  if (existsSync(built)) await rename(built, old);
  await rename(fresh, built);
  await rm(old, { recursive: true, force: true });
}
