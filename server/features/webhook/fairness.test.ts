import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApiKeyCreated } from "../../../contract/api-keys.ts";
import { signUp, type Account } from "../../../test/accounts.ts";
import { startTestDatabase } from "../../../test/database.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import { withTenant } from "../../database/database.ts";

const perMinute = 3;
let server: TestServer;
let second: TestServer;
beforeAll(async () => {
  const database = await startTestDatabase();
  const environment = {
    MAX_QUESTIONS_PER_MINUTE_PER_ORGANIZATION: String(perMinute),
    SECRET_KEY: "the same secret key for both of the processes",
  };
  server = await startTestServer({ database, environment });
  second = await startTestServer({
    database: { url: database.url, drop: async () => undefined },
    environment,
    worker: false,
  });
});
afterAll(async () => {
  await second.close();
  await server.close();
});

const shop = "https://shop.example";

async function keyOf(account: Account): Promise<string> {
  const form = {
    name: "Site",
    permissions: { internal: false, external: true },
    allowedOrigins: [shop],
  };
  const url = `/api/organizations/${account.organizationId}/api-keys`;
  return (await account.request("POST", url, form)).json<ApiKeyCreated>().key;
}

const question = { question: "Do you sell giraffes?", type: "external" };

const ask = (key: string, at = server, payload: object = question) =>
  at.app.inject({
    method: "POST",
    url: "/api/webhook/chat",
    headers: { authorization: `Bearer ${key}`, origin: shop },
    payload,
  });

const minute = () => Math.floor(Date.now() / 60_000);

/** Runs within one minute of the clock, because questions are counted per minute. */
async function withinOneMinute(work: () => Promise<void>): Promise<void> {
  for (;;) {
    const began = minute();
    await work().catch((error: unknown) => {
      if (minute() === began) throw error;
    });
    if (minute() === began) return;
  }
}

test("limits an organization's questions per minute over all keys and processes", async () => {
  await withinOneMinute(async () => {
    const account = await signUp(server);
    const keys = [await keyOf(account), await keyOf(account)];
    const statuses: number[] = [];
    for (let n = 0; n < perMinute + 1; n += 1)
      statuses.push((await ask(keys[n % 2] ?? "", n % 2 === 0 ? server : second)).statusCode);
    expect(statuses).toEqual([200, 200, 200, 429]);
    const refused = await ask(keys[0] ?? "");
    expect(refused.json()).toMatchObject({ code: "too_many_requests" });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(60);
    // Even an invalid request: the limit is checked first for a key that was used before.
    expect((await ask(keys[0] ?? "", server, {})).statusCode).toBe(429);
    // The same organization's chat counts, too; another organization has its own limit.
    const session = await account.request(
      "POST",
      `/api/organizations/${account.organizationId}/chat/sessions`,
      { type: "internal", title: "internal Chat" },
    );
    const chat = `/api/chat/sessions/${session.json<{ id: string }>().id}/messages`;
    const asked = { role: "user", content: "Do you sell giraffes?" };
    expect((await account.request("POST", chat, asked)).statusCode).toBe(429);
    expect((await ask(await keyOf(await signUp(server)))).statusCode).toBe(200);
  });
});

test("hides an organization's question counts from other organizations", async () => {
  const [account, stranger] = [await signUp(server), await signUp(server)];
  await ask(await keyOf(account));
  const seenBy = ({ organizationId }: Account) =>
    withTenant(server.context.db, organizationId, (trx) =>
      trx.selectFrom("question_counts").select("organization_id").execute(),
    );
  expect(await seenBy(account)).toEqual([{ organization_id: account.organizationId }]);
  expect(await seenBy(stranger)).toEqual([]);
});

test("refuses an organization with too many waiting questions, but not another", async () => {
  const [busy, neighbour] = [await signUp(server), await signUp(server)];
  const [busyKey, neighbourKey] = [await keyOf(busy), await keyOf(neighbour)];
  const hold = Promise.withResolvers<void>();
  const { questions } = server.context;
  const surplus: unknown[] = [];
  const flood: Promise<unknown>[] = [];
  while (surplus.length === 0 && flood.length < 300) {
    const held = questions.run(busy.organizationId, () => hold.promise);
    flood.push(held.catch((error: unknown) => surplus.push(error)));
    await Promise.resolve();
  }
  const refused = await ask(busyKey);
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([503, "overloaded"]);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  const refusedAtOnce = await ask(busyKey, server, {});
  expect(refusedAtOnce.statusCode).toBe(503);
  expect(refusedAtOnce.headers["access-control-allow-origin"]).toBe(shop);
  const sessions = await withTenant(server.context.db, busy.organizationId, (trx) =>
    trx.selectFrom("conversations").select("id").execute(),
  );
  expect(sessions).toEqual([]);
  const answered = ask(neighbourKey);
  hold.resolve();
  expect((await answered).statusCode).toBe(200);
  await Promise.all(flood);
});
