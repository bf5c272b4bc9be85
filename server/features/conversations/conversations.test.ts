import { setTimeout as delay } from "node:timers/promises";
import { Document as WordDocument, Packer, Paragraph } from "docx";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import {
  ChatExchange,
  ChatMessage,
  ChatSession,
  ChatSessionSummary,
} from "../../../contract/conversations.ts";
import { type Account, signUp, signUpMember } from "../../../test/accounts.ts";
import { startDatabaseProxy } from "../../../test/database-proxy.ts";
import { startTestDatabase } from "../../../test/database.ts";
import { uploadDocument, waitForDocument } from "../../../test/documents.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import { openDatabase, withTenant } from "../../database/database.ts";

let server: TestServer;
let account: Account;
beforeAll(async () => {
  server = await startTestServer();
  account = await signUp(server);
  const texts = [
    "Full-time employees receive eighteen working days of paid annual leave in each leave cycle.",
    "Annual leave must be requested from the line manager at least four weeks before the first day.",
    "A medical certificate is needed when an employee is ill for more than two days in a row.",
  ];
  const bytes = await Packer.toBuffer(
    new WordDocument({ sections: [{ children: texts.map((t) => new Paragraph(t)) }] }),
  );
  const { id } = await uploadDocument(account, { name: "Leave policy.docx", bytes });
  expect(await waitForDocument(account, id)).toMatchObject({ status: "completed" });
});
afterAll(() => server.close());

async function openSession(type = "internal"): Promise<ChatSession> {
  const url = `/api/organizations/${account.organizationId}/chat/sessions`;
  const reply = await account.request("POST", url, { type, title: `${type} Chat` });
  expect(reply.statusCode).toBe(201);
  return ChatSession.parse(reply.json());
}

const ask = (id: string, content: string) =>
  account.request("POST", `/api/chat/sessions/${id}/messages`, { role: "user", content });
const messagesOf = async (id: string): Promise<ChatMessage[]> =>
  ChatMessage.array().parse((await account.request("GET", `/api/chat/sessions/${id}/messages`)).json());

test("answers from the documents with the page, and saves both messages in order", async () => {
  const { id } = await openSession();
  const reply = await ask(id, "How many days of annual leave do full-time employees receive?");
  expect(reply.statusCode).toBe(201);
  const { userMessage, assistantMessage } = ChatExchange.parse(reply.json());
  expect(assistantMessage.content).toContain("eighteen working days");
  expect(assistantMessage.metadata).toMatchObject({ answered: true, engine: "extractive" });
  const [source] = assistantMessage.metadata?.sources ?? [];
  const page = await account.request(
    "GET",
    `/api/documents/${source?.documentId}/pages/${source?.page}?version=1`,
  );
  const { text } = page.json<{ text: string }>();
  expect(text.slice(source?.start, source?.end)).toBe(source?.quote);
  expect(await messagesOf(id)).toEqual([userMessage, assistantMessage]);
});

test("never answers from the other audience's documents", async () => {
  const { id } = await openSession("external");
  const reply = await ask(id, "How many days of annual leave do full-time employees receive?");
  const { assistantMessage } = ChatExchange.parse(reply.json());
  expect(assistantMessage.metadata).toMatchObject({ kind: "unknown", answered: false, sources: [] });
  expect(assistantMessage.metadata).not.toHaveProperty("confidence");
});

test("answers simultaneous questions one after the other", async () => {
  const { id } = await openSession();
  await Promise.all(["one", "two", "three", "four"].map((word) => ask(id, `What about leave ${word}?`)));
  const roles = (await messagesOf(id)).map(({ role }) => role);
  expect(roles).toEqual(Array.from({ length: 4 }, () => ["user", "assistant"]).flat());
});

/** Sets the lease, like another process that is answering in the session; null: it has answered. */
async function setLease(id: string, busyUntil: Date | null): Promise<void> {
  await withTenant(server.context.db, account.organizationId, (trx) =>
    trx.updateTable("conversations").set({ busy_until: busyUntil }).where("id", "=", id).execute(),
  );
}

test("waits while another process answers in the session", async () => {
  const { id } = await openSession();
  await setLease(id, new Date(Date.now() + 600_000));
  const reply = ask(id, "How much leave do I have?");
  await delay(200);
  expect(await messagesOf(id)).toEqual([]);
  await setLease(id, null);
  expect((await reply).statusCode).toBe(201);
  expect(await messagesOf(id)).toHaveLength(2);
});

test("refuses more than ten waiting questions in a session", async () => {
  const { id } = await openSession();
  await setLease(id, new Date(Date.now() + 600_000));
  let refused = 0;
  const asked = Array.from({ length: 14 }, async (_, index) => {
    const { statusCode } = await ask(id, `Question ${index}?`);
    if (statusCode === 429) refused += 1;
  });
  await expect.poll(() => refused).toBe(4);
  await setLease(id, null);
  await Promise.all(asked);
  expect(await messagesOf(id)).toHaveLength(20);
});

test("asks a question once when it is repeated with the same key", async () => {
  const { id } = await openSession();
  const send = () =>
    server.app.inject({
      method: "POST",
      url: `/api/chat/sessions/${id}/messages`,
      headers: { cookie: account.cookie, "idempotency-key": "double-click" },
      payload: { content: "How much leave do I have?" },
    });
  const [first, second] = await Promise.all([send(), send()]);
  expect(second.json()).toEqual(first.json());
  expect(await messagesOf(id)).toHaveLength(2);
  const other = await server.app.inject({
    method: "POST",
    url: `/api/chat/sessions/${id}/messages`,
    headers: { cookie: account.cookie, "idempotency-key": "double-click" },
    payload: { content: "When is a medical certificate needed?" },
  });
  expect([other.statusCode, other.json<{ code: string }>().code]).toEqual([422, "idempotency_key_reused"]);
  expect(await messagesOf(id)).toHaveLength(2);
});

test("streams the answer on request", async () => {
  const { id } = await openSession();
  const reply = await fetch(`${server.url}/api/chat/sessions/${id}/messages`, {
    method: "POST",
    headers: { cookie: account.cookie, accept: "text/event-stream", "content-type": "application/json" },
    body: JSON.stringify({ content: "When is a medical certificate needed?" }),
  });
  expect(reply.headers.get("content-type")).toContain("text/event-stream");
  const events = (await reply.text())
    .trim()
    .split("\n\n")
    .map((block) => {
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
      return { event, data: JSON.parse(data ?? "null") as { content?: string; text?: string } };
    });
  expect(events.map(({ event }) => event)).toEqual(["message", "delta", "done"]);
  expect((await messagesOf(id)).map((message) => message.content)).toEqual([
    "When is a medical certificate needed?",
    events.at(-1)?.data.content,
  ]);
});

test("keeps the question and replies with an error when answering fails", async () => {
  const { id } = await openSession();
  // A table of the index is missing, as after a failed restore.
  const owner = openDatabase(server.databaseUrl, { max: 1, role: null });
  await sql`alter table collection_statistics rename to collection_statistics_away`.execute(owner);
  const reply = await ask(id, "How many days of annual leave do I receive?");
  await sql`alter table collection_statistics_away rename to collection_statistics`.execute(owner);
  await owner.destroy();
  expect(reply.statusCode).toBe(500);
  expect((await messagesOf(id)).map(({ role }) => role)).toEqual(["user"]);
  expect((await ask(id, "How many days of annual leave do I receive?")).statusCode).toBe(201);
});

test("answers a question once that is repeated after a later one", async () => {
  const { id } = await openSession();
  const headers = { "idempotency-key": "again", "content-type": "application/json" };
  const payload = Buffer.from(JSON.stringify({ content: "How much annual leave is there?" }));
  const send = () => account.request("POST", `/api/chat/sessions/${id}/messages`, { headers, payload });
  const owner = openDatabase(server.databaseUrl, { max: 1, role: null });
  await sql`alter table collection_statistics rename to collection_statistics_away`.execute(owner);
  expect((await send()).statusCode).toBe(500);
  await sql`alter table collection_statistics_away rename to collection_statistics`.execute(owner);
  await owner.destroy();
  await ask(id, "When is a medical certificate needed?");
  const first = ChatExchange.parse((await send()).json());
  expect(ChatExchange.parse((await send()).json())).toEqual(first);
  const said = await messagesOf(id);
  expect(said.map(({ role }) => role)).toEqual(["user", "user", "assistant", "assistant"]);
  expect([said[0], said[3]]).toEqual([first.userMessage, first.assistantMessage]);
});

test("saves a question once with its answer if the commit was not confirmed", async () => {
  const database = await startTestDatabase();
  const proxy = await startDatabaseProxy(database.url);
  const behind = await startTestServer({ worker: false, database: { ...database, url: proxy.url } });
  onTestFinished(() => behind.close());
  const person = await signUp(behind);
  const sessions = `/api/organizations/${person.organizationId}/chat/sessions`;
  const { id } = (await person.request("POST", sessions, {})).json<ChatSession>();
  const url = `/api/chat/sessions/${id}/messages`;
  expect((await person.request("POST", url, { content: "Who pays?" })).statusCode).toBe(201);
  proxy.loseCommitAfter("insert into messages");
  expect((await person.request("POST", url, { content: "And when?" })).statusCode).toBe(503);
  const said = (await person.request("GET", url)).json<ChatMessage[]>();
  expect(said.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
});

test("keeps a question whose commit failed before the answer", async () => {
  const { id } = await openSession();
  const owner = openDatabase(server.databaseUrl, { max: 1, role: null });
  await sql`
    create sequence commits;
    create function refuse_first() returns trigger language plpgsql security definer as $$ begin
      if nextval('public.commits') = 1 then raise exception 'refused'; end if;
      return null;
    end $$;
    create constraint trigger refuse_first after insert on messages deferrable initially deferred
      for each row execute function refuse_first()`.execute(owner);
  const headers = { accept: "text/event-stream", "content-type": "application/json" };
  const payload = Buffer.from(JSON.stringify({ content: "How much leave do I have?" }));
  const reply = await account.request("POST", `/api/chat/sessions/${id}/messages`, { headers, payload });
  await sql`drop trigger refuse_first on messages; drop function refuse_first; drop sequence commits`.execute(
    owner,
  );
  await owner.destroy();
  expect(reply.body).toContain("event: error");
  expect((await messagesOf(id)).map(({ role }) => role)).toEqual(["user"]);
});

test.each([
  { content: "" },
  { content: "   \n " },
  { content: "x".repeat(4001) },
  { content: "nul \u0000" },
  { role: "assistant", content: "x" },
  {},
])("refuses %j", async (body) => {
  const { id } = await openSession();
  expect((await account.request("POST", `/api/chat/sessions/${id}/messages`, body)).statusCode).toBe(400);
  expect(await messagesOf(id)).toEqual([]);
});

test("pages through long sessions from the end", async () => {
  const { id } = await openSession();
  for (let i = 0; i < 3; i += 1) await ask(id, `Leave ${i}?`);
  const url = `/api/chat/sessions/${id}/messages?limit=4`;
  const newest = await account.request("GET", url);
  const older = await account.request("GET", `${url}&cursor=${String(newest.headers["x-next-cursor"])}`);
  expect([...older.json<ChatMessage[]>(), ...newest.json<ChatMessage[]>()]).toEqual(await messagesOf(id));
  expect(older.headers["x-next-cursor"]).toBeUndefined();
});

test("hides a session from colleagues of the person who opened it", async () => {
  const { id } = await openSession();
  const colleague = await signUpMember(server, account.organizationId, { role: "admin" });
  expect((await colleague.request("GET", `/api/chat/sessions/${id}/messages`)).statusCode).toBe(404);
  const reply = await colleague.request("POST", `/api/chat/sessions/${id}/messages`, { content: "Hello?" });
  expect(reply.statusCode).toBe(404);
});

test("lists my sessions once they have messages", async () => {
  const url = `/api/organizations/${account.organizationId}/chat/sessions`;
  const empty = await openSession();
  const used = await openSession();
  await ask(used.id, "Hello");
  const ids = ChatSession.array()
    .parse((await account.request("GET", url)).json())
    .map(({ id }) => id);
  expect(ids[0]).toBe(used.id);
  expect(ids).not.toContain(empty.id);
});

test("lists my sessions with their first question, by type, in pages", async () => {
  const other = await signUp(server);
  const url = `/api/organizations/${other.organizationId}/chat/sessions`;
  for (const [type, content] of [
    ["internal", "One?"],
    ["external", "Two?"],
    ["internal", "Three?"],
    ["internal", "Four?"],
  ]) {
    const { id } = (await other.request("POST", url, { type })).json<{ id: string }>();
    await other.request("POST", `/api/chat/sessions/${id}/messages`, { content });
    await other.request("POST", `/api/chat/sessions/${id}/messages`, { content: "And then?" });
  }
  const asked: string[] = [];
  let cursor: string | undefined;
  do {
    const query = `?type=internal&limit=2${cursor === undefined ? "" : `&cursor=${encodeURIComponent(cursor)}`}`;
    const reply = await other.request("GET", `${url}${query}`);
    asked.push(
      ...ChatSessionSummary.array()
        .parse(reply.json())
        .map(({ firstQuestion }) => firstQuestion),
    );
    cursor = reply.headers["x-next-cursor"] as string | undefined;
  } while (cursor !== undefined);
  expect(asked).toEqual(["Four?", "Three?", "One?"]);
  for (const bad of ["x", "1/1", `${"9".repeat(17)}/${other.user.id}`]) {
    const reply = await other.request("GET", `${url}?cursor=${encodeURIComponent(bad)}`);
    expect([bad, reply.statusCode]).toEqual([bad, 400]);
  }
});

test("deletes a session without messages after a day", async () => {
  const [empty, used, recent] = [await openSession(), await openSession(), await openSession()];
  await ask(used.id, "Hello");
  await withTenant(server.context.db, account.organizationId, (trx) =>
    trx
      .updateTable("conversations")
      .set({ created_at: new Date(Date.now() - 90_000_000) })
      .where("id", "in", [empty.id, used.id])
      .execute(),
  );
  await openSession();
  const statuses = [];
  for (const { id } of [empty, used, recent]) {
    statuses.push((await account.request("GET", `/api/chat/sessions/${id}/messages`)).statusCode);
  }
  expect(statuses).toEqual([404, 200, 200]);
});
