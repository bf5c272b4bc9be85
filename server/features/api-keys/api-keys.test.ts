import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiKey, ApiKeyCreated } from "../../../contract/api-keys.ts";
import { signUp, type Account } from "../../../test/accounts.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import { buildApp } from "../../app.ts";
import { openContext } from "../../context.ts";
import { openDatabase, withTenant } from "../../database/database.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
afterAll(() => server.close());

const both = { internal: true, external: true };
const external = { internal: false, external: true };
const urlOf = (account: Account) => `/api/organizations/${account.organizationId}/api-keys`;

async function createKey(account: Account, form: object = {}): Promise<ApiKeyCreated> {
  const reply = await account.request("POST", urlOf(account), {
    name: "Our shop",
    permissions: both,
    ...form,
  });
  if (reply.statusCode !== 201) throw new Error(reply.body);
  return reply.json<ApiKeyCreated>();
}

const listKeys = async (account: Account) => (await account.request("GET", urlOf(account))).json<ApiKey[]>();

/** The status of a request with an empty body: 400 if the key is accepted, otherwise 401. */
const use = async (key: string, app: TestServer["app"] = server.app) =>
  (
    await app.inject({
      method: "POST",
      url: "/api/webhook/chat",
      headers: { authorization: `Bearer ${key}` },
      payload: {},
    })
  ).statusCode;

describe("a key", () => {
  test("is shown once, and only its hash is stored", async () => {
    const account = await signUp(server);
    const { key, ...rest } = await createKey(account, { name: "  Our shop  " });
    expect(key).toMatch(/^siz_[0-9A-Za-z]{36}$/);
    expect(rest).toEqual({
      id: expect.any(String),
      name: "Our shop",
      permissions: both,
      prefix: key.slice(0, 12),
      createdAt: expect.any(String),
      lastUsed: null,
      isActive: true,
      expiresAt: null,
      allowedOrigins: [],
    });
    const listed = await account.request("GET", urlOf(account));
    expect(listed.json()).toEqual([rest]);
    const { rows } = await withTenant(server.context.db, account.organizationId, (trx) =>
      sql<{ stored: string }>`select api_keys::text as stored from api_keys`.execute(trx),
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.stored).not.toContain(key.slice(12));
  });

  test.each([
    ["a blank name", { name: "   " }],
    ["a name of 101 characters", { name: "n".repeat(101) }],
    ["no permissions", { permissions: undefined }],
    ["neither permission", { permissions: { internal: false, external: false } }],
    ["an origin and permission for internal documents", { allowedOrigins: ["https://shop.example"] }],
    [
      "an origin and permission for internal documents only",
      { permissions: { internal: true, external: false }, allowedOrigins: ["https://shop.example"] },
    ],
    ["an expiry date in the past", { expiresAt: "2020-01-01T00:00:00Z" }],
    ["an origin with a path", { permissions: external, allowedOrigins: ["https://shop.example/path"] }],
    ["any origin", { permissions: external, allowedOrigins: ["*"] }],
  ])("is refused with %s", async (_what, bad) => {
    const account = await signUp(server);
    const reply = await account.request("POST", urlOf(account), {
      name: "Our shop",
      permissions: both,
      ...bad,
    });
    expect(reply.statusCode).toBe(400);
    expect(await listKeys(account)).toEqual([]);
  });

  test("a key with allowed origins never queries internal documents", async () => {
    const account = await signUp(server);
    const { key } = await createKey(account, {
      permissions: external,
      allowedOrigins: ["https://shop.example"],
    });
    await changeKeys(account, { may_ask_internal: true });
    const reply = await server.app.inject({
      method: "POST",
      url: "/api/webhook/chat",
      headers: { authorization: `Bearer ${key}` },
      payload: { question: "What is the salary of the director?", type: "internal" },
    });
    expect(reply.statusCode).toBe(403);
  });

  test("without any permission is refused", async () => {
    const account = await signUp(server);
    const { key } = await createKey(account);
    await changeKeys(account, { may_ask_internal: false, may_ask_external: false });
    expect(await use(key)).toBe(401);
  });

  test("has a name of up to 100 characters", async () => {
    const account = await signUp(server);
    expect((await createKey(account, { name: "n".repeat(100) })).name).toHaveLength(100);
  });

  test("records its last use at most once a minute", async () => {
    const account = await signUp(server);
    const { key } = await createKey(account);
    expect(await use(key)).toBe(400);
    const first = (await listKeys(account))[0]?.lastUsed ?? "";
    expect(Date.parse(first)).toBeGreaterThan(Date.now() - 60_000);
    expect(await use(key)).toBe(400);
    expect((await listKeys(account))[0]?.lastUsed).toBe(first);
    await changeKeys(account, { last_used_at: new Date(Date.now() - 61_000) });
    expect(await use(key)).toBe(400);
    expect(Date.parse((await listKeys(account))[0]?.lastUsed ?? "")).toBeGreaterThanOrEqual(
      Date.parse(first),
    );
  });

  test("stops when it expires and is listed as inactive", async () => {
    const account = await signUp(server);
    const { key } = await createKey(account, { expiresAt: new Date(Date.now() + 60_000).toISOString() });
    expect(await use(key)).toBe(400);
    await changeKeys(account, { expires_at: new Date(Date.now() - 1) });
    expect(await use(key)).toBe(401);
    expect(await listKeys(account)).toMatchObject([{ isActive: false }]);
  });
});

interface KeyColumns {
  last_used_at?: Date;
  expires_at?: Date;
  may_ask_internal?: boolean;
  may_ask_external?: boolean;
}

async function changeKeys(account: Account, set: KeyColumns): Promise<void> {
  await withTenant(server.context.db, account.organizationId, (trx) =>
    trx.updateTable("api_keys").set(set).where("organization_id", "=", account.organizationId).execute(),
  );
}

describe("revoking", () => {
  test("stops a key at once on every process and leaves it listed", async () => {
    const account = await signUp(server);
    const { id, key } = await createKey(account, {
      permissions: { internal: false, external: true },
      allowedOrigins: ["https://shop.example"],
    });
    const other = await createKey(account);
    const { config, log } = server.context;
    const context = await openContext(config, server.databaseUrl, log);
    const process = await buildApp(context);
    try {
      expect([await use(key), await use(key, process)]).toEqual([400, 400]);
      expect((await account.request("DELETE", `/api/api-keys/${id}`)).statusCode).toBe(204);
      expect([await use(key), await use(key, process)]).toEqual([401, 401]);
    } finally {
      await process.close();
      await context.close(1_000);
    }
    const keys = await listKeys(account);
    expect(keys.map((listed) => [listed.id, listed.isActive])).toEqual([
      [other.id, true],
      [id, false],
    ]);
    expect(await use(other.key)).toBe(400);
    expect((await account.request("DELETE", `/api/api-keys/${id}`)).statusCode).toBe(204);
  });

  test("is refused for another organization, and so is the list", async () => {
    const account = await signUp(server);
    const stranger = await signUp(server);
    const { id, key } = await createKey(account);
    expect((await stranger.request("DELETE", `/api/api-keys/${id}`)).statusCode).toBe(404);
    expect((await stranger.request("GET", urlOf(account))).statusCode).toBe(404);
    expect(await listKeys(stranger)).toEqual([]);
    expect(await use(key)).toBe(400);
  });
});

describe("the checksum", () => {
  test("refuses a mistyped key without asking the database", async () => {
    const account = await signUp(server);
    const { key } = await createKey(account);
    const mistyped = `siz_${key[4] === "a" ? "b" : "a"}${key.slice(5)}`;
    const owner = openDatabase(server.databaseUrl, { max: 1, role: null });
    try {
      await owner.transaction().execute(async (trx) => {
        // While this lock is held, any query for a key waits.
        await sql`lock table api_keys in access exclusive mode`.execute(trx);
        for (const bad of [mistyped, key.slice(0, -1), `${key}0`, "siz_", "x".repeat(5000)]) {
          expect(await use(bad)).toBe(401);
        }
      });
    } finally {
      await owner.destroy();
    }
    expect(await use(key)).toBe(400);
  });
});
