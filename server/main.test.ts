import { connect, createServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { startProduct, temporaryFolder } from "../test/product-process.ts";

it("reports every invalid variable on its own line", async () => {
  const product = startProduct({
    PORT: "http",
    ROLE: "boss",
    DATABASE_URL: "mysql://x",
    SECRET_KEY: "short",
    PUBLIC_URL: "javascript:alert(1)",
    DATA_DIR: " ",
    DATABASE_POOL_WAIT_SECONDS: "0",
    MAX_EVENT_LOOP_DELAY_MS: "1",
    WHATSAPP_GRAPH_URL: "mailto:a@b.c",
    SMTP_URL: "smtp://user:pa ss@",
    MAIL_FROM: "abc",
    LLM_BASE_URL: "file:///etc/passwd",
    LLM_MODEL: "a\nb",
    LLM_TIMEOUT_SECONDS: "0",
  });
  expect(await product.ended).toBe(1);
  expect(product.output().trim().split("\n")).toEqual([
    "PORT is not a port number",
    "PUBLIC_URL is not an address such as https://example.org",
    "DATA_DIR is not a folder",
    "DATABASE_URL is not an address such as postgres://user:password@host/database",
    "SECRET_KEY needs at least 32 characters",
    "ROLE must be all, web or worker",
    "DATABASE_POOL_WAIT_SECONDS is not a number of seconds from 1 to 600",
    "MAX_EVENT_LOOP_DELAY_MS is less than 100 milliseconds",
    "WHATSAPP_GRAPH_URL is not an address such as https://example.org",
    "SMTP_URL is not an address such as smtps://user:password@mail.example.org:465",
    "MAIL_FROM is not a sender such as Acme <help@example.org>",
    "LLM_BASE_URL is not an address such as https://example.org",
    "LLM_TIMEOUT_SECONDS is not a number of seconds from 0.1 to 120",
    "LLM_MODEL contains a line break",
  ]);
});

it("reports that DATA_DIR can't be written", async () => {
  const folder = await temporaryFolder();
  const file = path.join(folder, "file");
  await writeFile(file, "");
  const product = startProduct({ DATA_DIR: path.join(file, "data") });
  expect(await product.ended).toBe(1);
  expect(product.output()).toMatch(
    /^Can't write to DATA_DIR .*file\/data: a file with that name exists\..*\n$/,
  );
});

it("reports that the database at DATABASE_URL can't be reached", async () => {
  const product = startProduct({
    DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
    DATABASE_WAIT_SECONDS: "1",
    DATA_DIR: await temporaryFolder(),
  });
  expect(await product.ended).toBe(1);
  expect(product.output()).toMatch(/^Can't use the database at DATABASE_URL: .*ECONNREFUSED.*\n$/m);
});

it("waits for a database whose host name is unknown, and reports it", async () => {
  const product = startProduct({
    DATABASE_URL: "postgres://nobody@database.invalid/none",
    DATABASE_WAIT_SECONDS: "1",
    DATA_DIR: await temporaryFolder(),
  });
  expect(await product.ended).toBe(1);
  expect(product.output()).toContain("waiting for PostgreSQL");
  expect(product.output()).toMatch(/^Can't use the database at DATABASE_URL: .*\n$/m);
});

it("a second start on the same data or port is refused", async () => {
  const folder = await temporaryFolder();
  const first = startProduct({ DATA_DIR: folder });
  const url = await first.ready();
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  // The first line is for people; the log after it is for machines.
  expect(first.output().split("\n")[0]).toBe("Sizana opens at http://localhost:0 (port 0 on 127.0.0.1)");

  const sameData = startProduct({ DATA_DIR: folder });
  expect(await sameData.ended).toBe(1);
  expect(sameData.output()).toMatch(/^Sizana is already running on the data in .*\n$/);

  first.kill("SIGTERM");
  expect(await first.ended).toBe(0);
  const holder = createServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  const { port } = holder.address() as AddressInfo;
  const samePort = startProduct({ DATA_DIR: folder, PORT: String(port) });
  expect(await samePort.ended).toBe(1);
  expect(samePort.output()).toMatch(new RegExp(`^Port ${port} is in use by another program\\..*$`, "m"));
  holder.close();
});

it("works in a private folder with a path that is too long for a socket", async () => {
  const deep = path.join(await temporaryFolder(), "a folder with spaces", "x".repeat(100));
  await mkdir(deep, { recursive: true, mode: 0o700 });
  const product = startProduct({ DATA_DIR: deep });
  expect((await fetch(`${await product.ready()}/readyz`)).status).toBe(200);
});

it("reports first if it listens on every address, as in a container", async () => {
  const product = startProduct({ DATA_DIR: await temporaryFolder(), HOST: "0.0.0.0" });
  await product.ready();
  expect(product.output().split("\n")[0]).toBe(
    "Sizana opens at http://localhost:0 (port 0 on every address of this machine; set HOST=127.0.0.1 to keep it local)",
  );
});

/** The system's limit for the backlog of connections. */
function maxWaitingBySystem(): number {
  if (process.platform !== "linux") return 0;
  return Number(readFileSync("/proc/sys/net/core/somaxconn", "utf8"));
}

it.skipIf(maxWaitingBySystem() < 2_000)("answers 1,000 connections made while blocked", async () => {
  const product = startProduct({ DATA_DIR: await temporaryFolder() });
  const { port, hostname } = new URL(await product.ready());
  product.kill("SIGSTOP");
  const sockets = Array.from({ length: 1_000 }, () => connect(Number(port), hostname));
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  for (const socket of sockets) socket.write("GET /healthz HTTP/1.1\r\nHost: sizana\r\n\r\n");
  const replies = sockets.map(async (socket) => String(await once(socket.setEncoding("utf8"), "data")));
  product.kill("SIGCONT");
  expect(new Set((await Promise.all(replies)).map((reply) => reply.split("\r\n")[0]))).toEqual(
    new Set(["HTTP/1.1 200 OK"]),
  );
  for (const socket of sockets) socket.destroy();
});
