import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startTestDatabase, type TestDatabase } from "../test/database.ts";
import { waitMs } from "../test/patience.ts";
import { startProduct, type ProductProcess } from "../test/product-process.ts";

let database: TestDatabase;
/** One folder for all tests, since the files belong to one database. */
let dataDir: string;
beforeAll(async () => {
  database = await startTestDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), "sizana-drain-"));
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const inFlight = 60;

function start(environment: Record<string, string> = {}): ProductProcess {
  return startProduct({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SECRET_KEY: "a secret key of thirty-two characters or more",
    ...environment,
  });
}

/** Signs up and asks questions by real HTTP requests. */
async function signUp(url: string, email: string) {
  const headers = { "content-type": "application/json", origin: url };
  const body = JSON.stringify({ email, password: "a long enough password", organizationName: "Drain" });
  const reply = await fetch(`${url}/api/auth/sign-up`, { method: "POST", headers, body });
  const user = (await reply.json()) as { organizations: { id: string }[] };
  const cookie = reply.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const post = (address: string, sent: object) =>
    fetch(url + address, {
      method: "POST",
      headers: { ...headers, cookie, connection: "keep-alive" },
      body: JSON.stringify(sent),
    });
  return { organizationId: user.organizations[0]?.id ?? "", cookie, post };
}

/** Blocks every question until the returned function is called. */
async function holdQuestions(): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("begin; lock table messages in access exclusive mode");
  return async () => {
    await client.query("commit");
    await client.end();
  };
}

test("a stopping process answers all earlier requests", async () => {
  const product = start();
  const url = await product.ready();
  const { organizationId, post } = await signUp(url, "drain@example.org");
  const sessions = await Promise.all(
    Array.from({ length: inFlight }, async () => {
      const reply = await post(`/api/organizations/${organizationId}/chat/sessions`, {
        type: "internal",
        title: "Drain",
      });
      return ((await reply.json()) as { id: string }).id;
    }),
  );
  const letGo = await holdQuestions();
  const statuses = Promise.all(
    sessions.map(async (id) => {
      const question = { role: "user", content: "How many days of leave?" };
      const reply = await post(`/api/chat/sessions/${id}/messages`, question);
      await reply.json();
      return reply.status;
    }),
  );
  await vi.waitFor(async () => {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    // The request for the metrics is one of them.
    expect(metrics).toContain(`http_requests_in_flight ${inFlight + 1}`);
  }, waitMs);
  product.kill("SIGTERM");
  await vi.waitFor(() => expect(fetch(`${url}/healthz`)).rejects.toThrow("fetch failed"), waitMs);
  await letGo();
  expect(await statuses).toEqual(Array.from({ length: inFlight }, () => 201));
  expect(await product.ended).toBe(0);
  expect(product.output()).not.toMatch(/driver has already been destroyed|"level":50/);
});

test("a stopping process ends event streams, and exits after the timeout", async () => {
  const product = start({ DRAIN_MS: "1000" });
  const url = await product.ready();
  const { organizationId, cookie } = await signUp(url, "lines@example.org");
  const [line] = (await once(
    get(`${url}/api/organizations/${organizationId}/events`, { headers: { cookie } }),
    "response",
  )) as [IncomingMessage];
  line.resume();
  const lineEnded = once(line, "end");
  product.kill("SIGTERM");
  await lineEnded;
  expect(await product.ended).toBe(0);
});

test("connections without a request are closed at once", async () => {
  const product = start();
  const url = await product.ready();
  const { organizationId, post } = await signUp(url, "silent@example.org");
  const opened = await post(`/api/organizations/${organizationId}/chat/sessions`, {});
  const { id } = (await opened.json()) as { id: string };
  const silent = connect(Number(new URL(url).port), "127.0.0.1");
  await once(silent, "connect");
  const letGo = await holdQuestions();
  const answered = post(`/api/chat/sessions/${id}/messages`, { content: "How many days of leave?" });
  await vi.waitFor(async () => {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toContain("http_requests_in_flight 2");
  }, waitMs);
  product.kill("SIGTERM");
  // Otherwise it would be cut at the timeout, together with the question.
  await once(silent.resume(), "close");
  await letGo();
  expect((await answered).status).toBe(201);
  expect(await product.ended).toBe(0);
});

test("it answers while draining, but is not ready; a second signal stops it at once", async () => {
  const product = start({ DRAIN_MS: "60000" });
  const url = await product.ready();
  // A terminal and npm both forward one Ctrl-C: two signals within a second.
  product.kill("SIGINT");
  product.kill("SIGTERM");
  await vi.waitFor(async () => {
    const ready = await fetch(`${url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([503, { status: "stopping" }]);
    expect(ready.headers.get("connection")).toBe("close");
  }, waitMs);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  const again = setInterval(() => product.kill("SIGTERM"), 1_200);
  expect(await product.ended).toBe(1);
  clearInterval(again);
});
