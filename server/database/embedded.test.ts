import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { expect, it } from "vitest";
import { startProduct, temporaryFolder } from "../../test/product-process.ts";
import { startEmbeddedPostgres } from "./embedded.ts";

const cluster = (dataDir: string): string => path.join(dataDir, "postgres", "data");

async function postmaster(dataDir: string): Promise<number> {
  return Number((await readFile(path.join(cluster(dataDir), "postmaster.pid"), "utf8")).split("\n")[0]);
}

async function signUp(url: string, email: string): Promise<number> {
  const reply = await fetch(`${url}/api/auth/sign-up`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: "http://localhost:0" },
    body: JSON.stringify({ email, password: "correct horse battery" }),
  });
  return reply.status;
}

it("the start after a kill takes over the database, with every row", async () => {
  const dataDir = await temporaryFolder();
  const first = startProduct({ DATA_DIR: dataDir });
  expect(await signUp(await first.ready(), "a@example.org")).toBe(201);
  const orphan = await postmaster(dataDir);
  first.kill("SIGKILL");
  await first.ended;
  expect(() => process.kill(orphan, 0)).not.toThrow();

  const second = startProduct({ DATA_DIR: dataDir });
  expect(await signUp(await second.ready(), "a@example.org")).toBe(409);
  expect(await postmaster(dataDir)).not.toBe(orphan);
});

it("requests get 503 while a killed database restarts, and nothing is lost", async () => {
  const dataDir = await temporaryFolder();
  const product = startProduct({ DATA_DIR: dataDir });
  const url = await product.ready();
  expect(await signUp(url, "a@example.org")).toBe(201);
  process.kill(await postmaster(dataDir), "SIGKILL");
  const seen = new Set<number>();
  for (let count = 0; !seen.has(409) && count < 600; count += 1) {
    seen.add(await signUp(url, "a@example.org"));
    await delay(50);
  }
  expect(seen).toEqual(new Set([503, 409]));
});

it("the start after a kill during initdb creates the database again", async () => {
  const dataDir = await temporaryFolder();
  const first = startProduct({ DATA_DIR: dataDir });
  const home = path.join(dataDir, "postgres");
  const isMaking = async () =>
    (await readdir(home).catch(() => [])).some((name) => name.startsWith("data.new-"));
  while (!(await isMaking())) await delay(5);
  first.kill("SIGKILL");
  await first.ended;
  const second = startProduct({ DATA_DIR: dataDir });
  await second.ready();
  expect(await isMaking()).toBe(false);
});

it("files that a killed process still writes are removed once it has ended", async () => {
  const dataDir = await temporaryFolder();
  const left = path.join(dataDir, "postgres", "data.new-left", "base");
  await mkdir(left, { recursive: true });
  const write = `i=0; while : > ${left}/$i; do i=$((i+1)); done`;
  const writer = spawn("timeout", ["1", "sh", "-c", write], { stdio: "ignore" });
  const embedded = await startEmbeddedPostgres(dataDir);
  expect(existsSync(left)).toBe(false);
  await embedded.stop();
  writer.kill();
});

it("an unrelated process with the id of an old database server is left alone", async () => {
  const dataDir = await temporaryFolder();
  await startEmbeddedPostgres(dataDir).then((embedded) => embedded.stop());
  const stranger = spawn("sleep", ["60"]);
  await writeFile(path.join(cluster(dataDir), "postmaster.pid"), `${stranger.pid}\n${cluster(dataDir)}\n`);
  const embedded = await startEmbeddedPostgres(dataDir);
  expect(stranger.exitCode).toBe(null);
  await embedded.stop();
  stranger.kill();
  await once(stranger, "exit");
});

it("data of another PostgreSQL version is refused with an explanation", async () => {
  const dataDir = await temporaryFolder();
  await mkdir(cluster(dataDir), { recursive: true });
  await writeFile(path.join(cluster(dataDir), "PG_VERSION"), "16\n");
  await expect(startEmbeddedPostgres(dataDir)).rejects.toThrow(
    /was created by PostgreSQL 16, but this release uses PostgreSQL 18/,
  );
});

it("damaged files are refused with the reason, the log and what to do", async () => {
  const dataDir = await temporaryFolder();
  await startEmbeddedPostgres(dataDir).then((embedded) => embedded.stop());
  const wal = path.join(cluster(dataDir), "pg_wal");
  for (const name of await readdir(wal)) if (/^[\dA-F]{24}$/.test(name)) await truncate(path.join(wal, name));
  await expect(startEmbeddedPostgres(dataDir)).rejects.toThrow(
    /could not locate a valid checkpoint record.* Its log is .*server\.log.* restore a backup/,
  );
});

it("a password is required over TCP", async () => {
  const embedded = await startEmbeddedPostgres(await temporaryFolder(), { durable: false, tcp: true });
  const connect = async (url: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.end();
  };
  await connect(embedded.url);
  const wrong = new URL(embedded.url);
  wrong.password = "guess";
  await expect(connect(wrong.href)).rejects.toThrow(/password authentication failed/);
  await embedded.stop();
});
