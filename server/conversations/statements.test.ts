import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApiKeyCreated } from "../../contract/api-keys.ts";
import type { WebhookAnswer } from "../../contract/webhook.ts";
import { signUp, type Account } from "../../test/accounts.ts";
import { addWordDocument } from "../../test/documents.ts";
import {
  eventually,
  newCustomer,
  startBusiness,
  startWhatsappServer,
  type WhatsappServer,
} from "../../test/whatsapp.ts";

const question = "Within how many days may customers return unworn shoes?";

let server: WhatsappServer;
let account: Account;
let statements: string[] = [];

/** Records every statement that the product sends. The message that begins a transaction counts as one. */
const send = pg.Client.prototype.query as (...args: unknown[]) => unknown;
pg.Client.prototype.query = function query(this: pg.Client, ...args: unknown[]) {
  const [sent] = args as [string | { text: string }];
  statements.push(typeof sent === "string" ? sent : sent.text);
  return send.apply(this, args);
} as typeof pg.Client.prototype.query;

beforeAll(async () => {
  server = await startWhatsappServer();
  account = await signUp(server);
  const text = "Customers may return unworn shoes within thirty days of the purchase.";
  await addWordDocument(account, "Returns.docx", [text], "external");
});
afterAll(async () => {
  pg.Client.prototype.query = send as typeof pg.Client.prototype.query;
  await server.close();
});

const ofQueueAndHeartbeats = /pgboss|pg_listening_channels|^select 1$/;

interface Counts {
  statements: number;
  commits: number;
}

/**
 * Counts the statements and commits of a request, including those that authenticate the caller. Returns the lowest of
 * four counts, since the process may do other work in between.
 */
async function count(work: () => Promise<unknown>): Promise<Counts> {
  const counts = [];
  for (let tries = 0; tries < 4; tries += 1) {
    statements = [];
    await work();
    const own = statements.filter((text) => !ofQueueAndHeartbeats.test(text));
    counts.push({ statements: own.length, commits: own.filter((text) => text === "commit").length });
  }
  return counts.toSorted((one, other) => one.statements - other.statements)[0] ?? expect.fail("no tries");
}

function expectAtMost(found: Counts, max: Counts): void {
  expect(found.statements).toBeLessThanOrEqual(max.statements);
  expect(found.commits).toBeLessThanOrEqual(max.commits);
}

test("answers in the chat with at most 10 statements", async () => {
  const url = `/api/organizations/${account.organizationId}/chat/sessions`;
  const { id } = (await account.request("POST", url, { type: "external" })).json<{ id: string }>();
  const messages = `/api/chat/sessions/${id}/messages`;
  const ask = async () => {
    const reply = await account.request("POST", messages, { role: "user", content: question });
    expect(reply.statusCode).toBe(201);
  };
  expectAtMost(await count(ask), { statements: 10, commits: 2 });
});

test("answers over the webhook with at most 5 statements, 10 in a known conversation", async () => {
  const form = { name: "Shop", permissions: { internal: false, external: true } };
  const made = await account.request("POST", `/api/organizations/${account.organizationId}/api-keys`, form);
  const headers = { authorization: `Bearer ${made.json<ApiKeyCreated>().key}` };
  const ask = async (conversationId?: string): Promise<WebhookAnswer> => {
    const payload = { question, type: "external", conversationId };
    const reply = await server.app.inject({ method: "POST", url: "/api/webhook/chat", headers, payload });
    expect(reply.statusCode).toBe(200);
    return reply.json();
  };
  expectAtMost(await count(() => ask()), { statements: 5, commits: 1 });
  const { conversationId } = await ask();
  expectAtMost(await count(() => ask(conversationId)), { statements: 10, commits: 2 });
});

test("streams an answer with at most 16 statements", async () => {
  const url = `/api/organizations/${account.organizationId}/chat/sessions`;
  const { id } = (await account.request("POST", url, { type: "external" })).json<{ id: string }>();
  const headers = { accept: "text/event-stream", "content-type": "application/json" };
  const ask = async () => {
    const payload = Buffer.from(JSON.stringify({ content: question }));
    const reply = await account.request("POST", `/api/chat/sessions/${id}/messages`, { headers, payload });
    expect(reply.body).toContain("event: done");
  };
  expectAtMost(await count(ask), { statements: 16, commits: 3 });
});

test("answers over WhatsApp with at most 42 statements", async () => {
  const business = await startBusiness(server);
  const text = "Customers may return unworn shoes within thirty days of the purchase.";
  await addWordDocument(business.account, "Returns.docx", [text], "external");
  const customer = newCustomer();
  let messages = 0;
  const isRecorded = (): boolean => {
    const sent = statements.findLastIndex((statement) => /update "outbox"[^]*'sent'/.test(statement));
    return sent !== -1 && statements.indexOf("commit", sent) !== -1;
  };
  const ask = async () => {
    await business.says(customer, question);
    await server.graph.waitFor(customer.waId, (messages += 1));
    await eventually(() => Promise.resolve(isRecorded()));
  };
  expectAtMost(await count(ask), { statements: 42, commits: 5 });
});
