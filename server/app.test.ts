import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { signUp } from "../test/accounts.ts";
import { multipart } from "../test/documents.ts";
import { waitMs } from "../test/patience.ts";
import { startTestServer, type TestServer } from "../test/server.ts";
import { buildApp, closeApp } from "./app.ts";
import { openDatabase } from "./database/database.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
afterAll(() => server.close());

describe("errors have one shape", () => {
  const json = { "content-type": "application/json" };
  test.each([
    [{ method: "POST", url: "/api/auth/sign-in", headers: json, payload: "{" }, 400, "invalid_json"],
    [{ method: "POST", url: "/api/auth/sign-in", headers: json, payload: "" }, 400, "invalid_json"],
    [
      { method: "POST", url: "/api/auth/sign-in", headers: { "content-type": "text/csv" }, payload: "a,b" },
      415,
      "unsupported_media_type",
    ],
    [
      {
        method: "POST",
        url: "/api/auth/sign-in",
        headers: json,
        payload: JSON.stringify("x".repeat(1_100_000)),
      },
      413,
      "too_large",
    ],
    [{ method: "POST", url: "/api/auth/sign-in", headers: json, payload: "[]" }, 400, "invalid_request"],
    [{ method: "GET", url: "/api/auth/user" }, 401, "unauthorized"],
    [{ method: "GET", url: "/api/nothing/here" }, 404, "not_found"],
    [{ method: "GET", url: "/api/nothing/here", headers: { accept: "text/html" } }, 404, "not_found"],
    [{ method: "PATCH", url: "/api/auth/user" }, 404, "not_found"],
    [{ method: "GET", url: "/api/documents/%ff" }, 400, "bad_request"],
  ] as const)("%j", async (request, status, code) => {
    const reply = await server.app.inject(request);
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([status, code]);
    expect(reply.json()).toMatchObject({ message: expect.any(String) });
  });

  test("an invalid request names the field in words", async () => {
    const account = await signUp(server);
    const post = async (url: string, payload: object): Promise<string> =>
      (await account.request("POST", url, payload)).json<{ message: string }>().message;
    const organization = `/api/organizations/${account.organizationId}`;
    expect(await post(`${organization}/chat/sessions`, { type: "both" })).toBe(
      "The type must be internal or external.",
    );
    expect(await post(`${organization}/business-config`, {})).toBe("Enter the business type.");
    expect(await post(`${organization}/tickets`, { customerName: 5 })).toBe(
      "The customer name must be text.",
    );
    expect(await post("/api/auth/sign-in", { email: "thandi@example.org" })).toBe("Enter the password.");
    expect(await post(`${organization}/invitations`, { email: "thandi@example.org", role: "boss" })).toBe(
      "The role must be admin, agent or viewer.",
    );
  });

  test("unexpected errors disclose nothing", async () => {
    const { db } = server.context;
    const broken = await buildApp({
      ...server.context,
      db: new Proxy(db, {
        get: () => {
          throw new Error("secret");
        },
      }),
    });
    const reply = await broken.inject({
      method: "POST",
      url: "/api/auth/sign-in",
      payload: { email: "a@example.org", password: "x" },
    });
    expect(reply.statusCode).toBe(500);
    expect(reply.json()).toEqual({ code: "internal", message: "Internal Server Error" });
    await broken.close();
  });
});

test("without its database the server is alive but not ready, and sends Retry-After", async () => {
  const away = openDatabase("postgres://nobody@127.0.0.1:1/nothing", { max: 1 });
  const app = await buildApp({ ...server.context, db: away });
  expect((await app.inject("/healthz")).statusCode).toBe(200);
  const ready = await app.inject("/readyz");
  expect([ready.statusCode, ready.json<{ database: string }>().database]).toEqual([503, "down"]);
  const payload = { email: "a@example.org", password: "x" };
  const reply = await app.inject({ method: "POST", url: "/api/auth/sign-in", payload });
  expect([reply.statusCode, reply.headers["retry-after"]]).toEqual([503, "5"]);
  expect(reply.json()).toMatchObject({ code: "unavailable" });
  await app.close();
  await away.destroy();
});

test("refuses new work while the event loop lags, and stays alive", async () => {
  const config = { ...server.context.config, maxEventLoopDelayMs: 50 };
  const app = await buildApp({ ...server.context, config });
  let isBusy = true;
  const work = (): void => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    if (isBusy) setImmediate(work);
  };
  onTestFinished(async () => {
    isBusy = false;
    await app.close();
  });
  work();
  const refused = await vi.waitUntil(async () => {
    const reply = await app.inject("/api/auth/user");
    return reply.statusCode === 503 && reply;
  }, waitMs);
  expect([refused.json<{ code: string }>().code, refused.headers["retry-after"]]).toEqual([
    "overloaded",
    "5",
  ]);
  expect((await app.inject("/healthz")).statusCode).toBe(200);
  isBusy = false;
  await vi.waitUntil(async () => (await app.inject("/api/auth/user")).statusCode === 401, waitMs);
});

test("every reply has the security headers", async () => {
  const { headers } = await server.app.inject("/");
  const policy = String(headers["content-security-policy"]);
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/script-src[^;]*unsafe|https?:/);
  expect(headers).toMatchObject({ "x-content-type-options": "nosniff", "x-frame-options": "DENY" });
});

test("closing the app cuts a request that doesn't end in time", async () => {
  const app = await buildApp(server.context);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  const closed = once(socket, "close");
  socket
    .resume()
    .write(
      "POST /api/auth/sign-in HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{",
    );
  await vi.waitFor(async () => {
    // The request for the metrics is one of them.
    expect((await server.app.inject("/metrics")).body).toContain("http_requests_in_flight 2");
  }, waitMs);
  await closeApp(app, 100);
  await closed;
});

describe("for operators", () => {
  test("it reports that it is alive and ready", async () => {
    expect((await server.app.inject("/healthz")).json()).toEqual({ status: "ok" });
    const reply = await server.app.inject("/readyz");
    expect(reply.json()).toEqual({ status: "ready", database: "ok", jobs: "ok", storage: "ok" });
  });

  test("a request keeps the id of its proxy, and gets a new one if that is invalid", async () => {
    const given = await server.app.inject({ url: "/healthz", headers: { "x-request-id": "edge-7f3a:1" } });
    expect(given.headers["x-request-id"]).toBe("edge-7f3a:1");
    const forged = await server.app.inject({ url: "/healthz", headers: { "x-request-id": 'a" b' } });
    expect(forged.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("metrics name no tenant, and are for private networks only", async () => {
    const account = await signUp(server);
    await account.request("GET", `/api/organizations/${account.organizationId}/analytics`);
    const reply = await server.app.inject("/metrics");
    expect(reply.body).toContain('route="/api/organizations/:organizationId/analytics"');
    expect(reply.body).toContain('jobs{queue="document.process",state="waiting"} 0');
    expect(reply.body).not.toContain(account.organizationId);
    expect((await server.app.inject({ url: "/metrics", remoteAddress: "203.0.113.9" })).statusCode).toBe(404);
    const through = (proxy: string, client: string) =>
      server.app.inject({ url: "/metrics", remoteAddress: proxy, headers: { "x-forwarded-for": client } });
    expect((await through("127.0.0.1", "10.0.0.9")).statusCode).toBe(200);
    expect((await through("127.0.0.1", "203.0.113.9")).statusCode).toBe(404);
    // A proxy that is not trusted.
    expect((await through("10.0.0.9", "10.0.0.9")).statusCode).toBe(404);
  });

  test("the log contains ids, but no text that anyone wrote", async () => {
    const lines: string[] = [];
    const stream = new Writable({
      write: (chunk, _encoding, done) => {
        lines.push(String(chunk));
        done();
      },
    });
    const app = await buildApp({ ...server.context, log: pino({ level: "debug" }, stream) });
    const account = await signUp({ ...server, app });
    const { organizationId } = account;
    const cookie = account.cookie.split("=")[1] ?? "";
    const session = await account.request("POST", `/api/organizations/${organizationId}/chat/sessions`, {
      title: "Salary talk",
    });
    await account.request("POST", `/api/chat/sessions/${session.json<{ id: string }>().id}/messages`, {
      content: "What does Thandi earn?",
    });
    await account.request("GET", `/api/organizations/${organizationId}/documents?search=dismissal`);
    const file = { name: "Warning letter.pdf", bytes: Buffer.from("%PDF-1.7") };
    await account.request(
      "POST",
      `/api/organizations/${organizationId}/documents/upload`,
      multipart({ type: "internal" }, file),
    );
    await app.inject({
      method: "POST",
      url: "/api/auth/sign-in",
      payload: { email: account.email, password: "a wrong guess" },
    });
    await app.inject({
      method: "POST",
      url: "/api/auth/sign-up",
      payload: { email: account.email, password: "another guess" },
    });
    await app.close();
    const log = lines.join("");
    expect(log).toContain(account.user.id);
    expect(log).toContain(organizationId);
    for (const secret of [
      account.email,
      "Salary",
      "Thandi",
      "dismissal",
      "Warning",
      "guess",
      cookie,
      "person-",
    ]) {
      expect(log).not.toContain(secret);
    }
  });
});

describe("the API reference", () => {
  test("has every route, with its errors", async () => {
    const { paths } = (await server.app.inject("/api/openapi.json")).json<{
      paths: Record<string, Record<string, { responses: object }>>;
    }>();
    for (const { method, url } of server.app.declaredRoutes) {
      if (method === "HEAD" || method === "OPTIONS") continue;
      const path = url.replace(/:(\w+)/g, "{$1}");
      expect(Object.keys(paths[path] ?? {}), `${method} ${path}`).toContain(method.toLowerCase());
    }
    expect(Object.keys(paths["/api/auth/sign-in"]?.["post"]?.responses ?? {})).toEqual([
      "200",
      "202",
      "default",
    ]);
  });

  test("names every operation once, verb first", async () => {
    const { paths } = (await server.app.inject("/api/openapi.json")).json<{
      paths: Record<string, Record<string, { summary?: string; operationId?: string }>>;
    }>();
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ at: `${method} ${path}`, ...operation })),
    );
    const isNamed = ({ summary = "", operationId = "" }: (typeof operations)[number]): boolean =>
      /^(?!The |An? |What |How |One |Its |Who )[A-Z][a-z]+ \w/u.test(summary) &&
      /^[a-z]+[A-Z][A-Za-z]*$/u.test(operationId);
    expect(operations.filter((operation) => !isNamed(operation))).toEqual([]);
    expect(operations.find(({ at }) => at === "get /api/auth/user")?.operationId).toBe("getSignedInUser");
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  test("is shown without loading anything from other servers", async () => {
    const page = await server.app.inject("/api/docs");
    expect(page.statusCode).toBe(200);
    expect(page.headers["content-security-policy"]).toMatch(/script-src 'self' 'nonce-/);
    expect(page.body.match(/(?:src|href)="([^"]*)"/g)?.filter((link) => link.includes("//"))).toEqual([]);
    const script = await server.app.inject("/api/docs/scalar.js");
    expect(script.headers["content-type"]).toContain("javascript");
  });
});
