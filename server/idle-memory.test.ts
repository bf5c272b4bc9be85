import { once } from "node:events";
import { createServer, get, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { giveMemoryBackWhenIdle } from "./idle-memory.ts";

let server: Server;
let url: string;
let collections: number;
let utilization: number;
/** Unfinished replies by path. */
let held: Map<string, ServerResponse>;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  held = new Map();
  server = createServer((request, response) => {
    if (/held|events/.test(request.url ?? "")) held.set(request.url ?? "", response.writeHead(200));
    else response.end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  collections = 0;
  utilization = 0;
  const collectGarbage = () => void (collections += 1);
  giveMemoryBackWhenIdle(server, { utilization: () => utilization, collectGarbage });
});
afterEach(() => {
  vi.useRealTimers();
  server.closeAllConnections();
  server.close();
});

/** Sends a request and waits for its reply. */
async function ask(path: string): Promise<void> {
  const [reply] = (await once(get(url + path), "response")) as [NodeJS.ReadableStream];
  await once(reply.resume(), "end");
}

/** Sends a request whose reply stays unfinished. */
async function open(path: string): Promise<ServerResponse> {
  get(url + path).on("error", () => undefined);
  const [, reply] = (await once(server, "request")) as [unknown, ServerResponse];
  return reply;
}

const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1000);

test("memory is released once, 20 s after the last request", async () => {
  pass(60);
  expect(collections).toBe(0);
  await ask("/api/webhook/chat");
  pass(20);
  await ask("/api/webhook/chat");
  pass(20);
  expect(collections).toBe(0);
  pass(5);
  expect(collections).toBe(1);
  pass(600);
  expect(collections).toBe(1);
});

test("memory is not released while a reply is in progress, however long that takes", async () => {
  const reply = await open("/held");
  pass(600);
  expect(collections).toBe(0);
  const closed = once(reply, "close");
  reply.end();
  await closed;
  pass(20);
  expect(collections).toBe(1);
});

test("memory is not released while the process is busy otherwise", () => {
  utilization = 0.5;
  pass(600);
  expect(collections).toBe(0);
  utilization = 0.01;
  pass(20);
  expect(collections).toBe(1);
});

test("health probes and event streams don't prevent the release of memory", async () => {
  await ask("/api/webhook/chat");
  await open("/api/organizations/6f1c/events?since=1");
  for (let probe = 0; probe < 5; probe += 1) {
    pass(5);
    for (const path of ["/healthz", "/readyz", "/metrics"]) await ask(path);
  }
  expect(collections).toBe(1);
});
