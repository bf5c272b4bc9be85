import { randomInt, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { ChatMessage, ChatSessionSummary } from "../../contract/conversations.ts";
import type { Conversation, ConversationMessage } from "../../contract/inbox.ts";
import type { Ticket } from "../../contract/tickets.ts";
import { signUpMember, type Account } from "../../test/accounts.ts";
import { administer, databaseUrl } from "../../test/database-server.ts";
import { eventually, startWhatsappServer, type WhatsappServer } from "../../test/whatsapp.ts";
import { startWorker } from "../worker.ts";
import { baseline } from "./adopt-schema.ts";
import { openDatabase, withTenant, type Database } from "./database.ts";
import { migrate } from "./migrate.ts";

const ids = {
  organization: randomUUID(),
  stranger: randomUUID(),
  member: randomUUID(),
  chat: randomUUID(),
  chatAnswer: randomUUID(),
  handedOff: randomUUID(),
  handedOffQuestion: randomUUID(),
  empty: randomUUID(),
  webhook: randomUUID(),
  apiKey: randomUUID(),
  whatsapp: randomUUID(),
  whatsappAnswer: randomUUID(),
  whatsappQuestion: randomUUID(),
  whatsappImage: randomUUID(),
  integration: randomUUID(),
  ticket: randomUUID(),
  foreign: randomUUID(),
};
const phoneNumberId = String(randomInt(1e14, 2e14));
const waId = "27821234567";

/** Conversations of every channel as 0.1.0 stored them, with everything that refers to them. */
const rowsOf010 = `
  insert into organizations (id, name) values ('${ids.organization}', 'Acme Retail'), ('${ids.stranger}', 'Stranger');
  insert into users (id, email, password_hash) values ('${ids.member}', 'lerato@example.org', 'none');
  insert into memberships (organization_id, user_id, role) values ('${ids.organization}', '${ids.member}', 'agent');
  insert into chat_sessions (id, organization_id, audience, channel, user_id, title, created_at, handed_off_at) values
    ('${ids.chat}', '${ids.organization}', 'internal', 'chat', '${ids.member}', 'internal Chat', now() - interval '3 days', null),
    ('${ids.handedOff}', '${ids.organization}', 'external', 'chat', '${ids.member}', 'external Chat', now() - interval '2 days', now() - interval '1 day'),
    ('${ids.empty}', '${ids.organization}', 'internal', 'chat', '${ids.member}', 'internal Chat', now() - interval '1 hour', null),
    ('${ids.webhook}', '${ids.organization}', 'external', 'webhook', null, 'Where is my parcel?', now() - interval '2 hours', null),
    ('${ids.whatsapp}', '${ids.organization}', 'external', 'whatsapp', null, 'Thandi', now() - interval '1 hour', null),
    ('${ids.foreign}', '${ids.stranger}', 'external', 'webhook', null, 'A stranger asks', now(), null);
  insert into conversations (organization_id, session_id, owner_user_id, taken_over_at, person_requested_at,
    last_message_at, last_customer_message_at, answers_since_rating, rating_asked_at, rating_wanted, media_notice_at,
    send_allowance, allowance_at, channel, search_text) values
    ('${ids.organization}', '${ids.webhook}', '${ids.member}', now() - interval '1 hour', null,
      now() - interval '90 minutes', now() - interval '100 minutes', 2, null, false, null, 45, now(), 'webhook', 'where is my parcel?'),
    ('${ids.organization}', '${ids.whatsapp}', null, null, null,
      now() - interval '10 minutes', now() - interval '10 minutes', 1, now() - interval '2 days', false,
      now() - interval '50 minutes', 44, now() - interval '20 minutes', 'whatsapp', 'thandi +${waId}'),
    ('${ids.stranger}', '${ids.foreign}', null, null, now(), now(), now(), 0, null, false, null, 45, now(), 'webhook', 'a stranger asks');
  insert into chat_messages (organization_id, session_id, id, role, content, metadata, client_key, author_user_id) values
    ('${ids.organization}', '${ids.chat}', gen_random_uuid(), 'user', 'How many days of leave?', null, 'first', null),
    ('${ids.organization}', '${ids.chat}', '${ids.chatAnswer}', 'assistant', 'Eighteen days.',
      '{"kind":"answer","answered":true,"sources":[],"engine":"extractive","confidence":0.8,"latencyMs":5}', null, null),
    ('${ids.organization}', '${ids.handedOff}', '${ids.handedOffQuestion}', 'user', 'I want a person', null, null, null),
    ('${ids.organization}', '${ids.webhook}', gen_random_uuid(), 'user', 'Where is my parcel?', null, null, null),
    ('${ids.organization}', '${ids.webhook}', gen_random_uuid(), 'assistant', 'On its way.', null, null, '${ids.member}'),
    ('${ids.organization}', '${ids.whatsapp}', '${ids.whatsappImage}', 'user', '[image]', null, null, null),
    ('${ids.organization}', '${ids.whatsapp}', '${ids.whatsappAnswer}', 'assistant', 'Not answered yet',
      '{"kind":"small_talk","answered":true,"sources":[],"engine":"extractive","latencyMs":0}', null, null),
    ('${ids.organization}', '${ids.whatsapp}', '${ids.whatsappQuestion}', 'user', 'hello', null, null, null),
    ('${ids.stranger}', '${ids.foreign}', gen_random_uuid(), 'user', 'A stranger asks', null, null, null);
  insert into whatsapp_integrations (id, organization_id, business_name, phone_number_id, access_token, verify_token) values
    ('${ids.integration}', '${ids.organization}', 'Acme Retail', '${phoneNumberId}', 'none', 'none');
  insert into whatsapp_contacts (organization_id, integration_id, session_id, wa_id, profile_name) values
    ('${ids.organization}', '${ids.integration}', '${ids.whatsapp}', '${waId}', 'Thandi');
  insert into whatsapp_messages (organization_id, wamid, session_id, type, act, sent_at, answered_at, chat_message_id)
    values
      ('${ids.organization}', 'wamid.image', '${ids.whatsapp}', 'image', '{"kind":"media","media":"image","caption":null}',
        now() - interval '50 minutes', now() - interval '50 minutes', '${ids.whatsappImage}'),
      ('${ids.organization}', 'wamid.hello', '${ids.whatsapp}', 'text', '{"kind":"question","text":"hello"}',
        now() - interval '10 minutes', null, '${ids.whatsappQuestion}');
  insert into message_files (organization_id, chat_message_id, kind, media_id, state, reason) values
    ('${ids.organization}', '${ids.whatsappImage}', 'image', '1', 'missing', 'gone');
  insert into outbox (organization_id, session_id, chat_message_id, content, state, channel_message_id, delivery) values
    ('${ids.organization}', '${ids.whatsapp}', '${ids.whatsappAnswer}', '{"kind":"text","text":"Sent before"}', 'sent', 'wamid.sent', 'read'),
    ('${ids.organization}', '${ids.whatsapp}', '${ids.whatsappAnswer}', '{"kind":"text","text":"Waits in the outbox"}', 'waiting', null, null);
  insert into api_keys (id, organization_id, name, key_hash, prefix, may_ask_internal, may_ask_external) values
    ('${ids.apiKey}', '${ids.organization}', 'Shop', 'none', 'none', false, true);
  insert into webhook_requests (organization_id, api_key_id, idempotency_key, body_sha256, session_id) values
    ('${ids.organization}', '${ids.apiKey}', 'order-1', 'none', '${ids.webhook}');
  insert into ticket_counters values ('${ids.organization}', 1);
  insert into tickets (id, organization_id, number, title, priority, audience, session_id, copied_until, search_text)
    select '${ids.ticket}', '${ids.organization}', 1, 'I want a person', 'medium', 'external', '${ids.handedOff}', position, 'tkt-0001'
    from chat_messages where id = '${ids.handedOffQuestion}';
  insert into ticket_messages (organization_id, ticket_id, kind, content, chat_message_id) values
    ('${ids.organization}', '${ids.ticket}', 'customer', 'I want a person', '${ids.handedOffQuestion}');
  insert into feedback (organization_id, occasion, rating, source, session_id, created_at) values
    ('${ids.organization}', 'chat ${ids.chatAnswer}', 5, 'chat', '${ids.chat}', now() - interval '1 day'),
    ('${ids.organization}', 'webhook ${ids.webhook}', 2, 'chat', '${ids.webhook}', now());
`;

const referring = [
  "outbox",
  "message_files",
  "whatsapp_contacts",
  "whatsapp_messages",
  "webhook_requests",
  "tickets",
  "ticket_messages",
  "feedback",
  "counts",
];
type Row = Record<string, unknown>;

async function readAll(owner: Database, tables: readonly string[]): Promise<Map<string, Row[]>> {
  // The policy for backups lets the owner read the rows of all organizations.
  await sql`select set_config('app.backup', 'on', false)`.execute(owner);
  const found = new Map<string, Row[]>();
  for (const table of tables) {
    const { rows } = await sql<{ row: Row }>`
      select to_jsonb(each) as row from ${sql.table(table)} each order by to_jsonb(each)->>'id', to_jsonb(each)->>'wamid', 1
    `.execute(owner);
    found.set(
      table,
      rows.map(({ row }) => row),
    );
  }
  await sql`select set_config('app.backup', '', false)`.execute(owner);
  return found;
}

const newNames: Record<string, string> = {
  session_id: "conversation_id",
  chat_message_id: "message_id",
  act: "request",
};
const renamed = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [newNames[name] ?? name, value]));

let owner: Database;
let databaseOf010: string;
let before: Map<string, Row[]>;
let after: Map<string, Row[]>;
let server: WhatsappServer;
let member: Account;

beforeAll(async () => {
  const serverUrl = inject("serverUrl");
  databaseOf010 = `test_${randomUUID().replaceAll("-", "")}`;
  await administer(serverUrl, `create database ${databaseOf010}`);
  const url = databaseUrl(inject("templateUrl"), databaseOf010);
  await migrate(url, { only: [baseline] });
  owner = openDatabase(url, { max: 1, role: null });
  await withTenant(owner, [ids.organization, ids.stranger], (trx) => sql.raw(rowsOf010).execute(trx));
  before = await readAll(owner, ["chat_sessions", "conversations", "chat_messages", ...referring]);
  await migrate(url);
  after = await readAll(owner, ["conversations", "messages", ...referring]);
  const database = { url, drop: async () => undefined };
  server = await startWhatsappServer({ worker: false, database });
  member = await signUpMember(server, ids.organization, { role: "owner" });
});
afterAll(async () => {
  await server.close();
  await owner.destroy();
  await administer(inject("serverUrl"), `drop database if exists ${databaseOf010} with (force)`);
});

test("no row of 0.1.0 is lost or changed, and ids stay", () => {
  // Later migrations have added columns.
  for (const table of referring)
    expect([table, after.get(table)]).toMatchObject([table, before.get(table)?.map(renamed)]);
  expect(after.get("messages")).toEqual(before.get("chat_messages")?.map(renamed));
  const withCustomers = new Map(before.get("conversations")?.map((row) => [row["session_id"], row]));
  expect(withCustomers.size).toBe(3);
  expect(after.get("conversations")).toHaveLength(6);
  for (const [at, session] of (before.get("chat_sessions") ?? []).entries()) {
    const { session_id: _id, ...rest } = withCustomers.get(session["id"]) ?? {};
    expect(after.get("conversations")?.[at]).toMatchObject({ ...session, ...rest });
  }
});

test("rows of other organizations stay hidden, even from the owner of the tables", async () => {
  const { rows } = await sql<{ relname: string }>`
    select relname from pg_class where relname in ('conversations', 'messages') and relforcerowsecurity
  `.execute(owner);
  expect(rows).toHaveLength(2);
  for (const db of [server.context.db, owner]) {
    const seen = await withTenant(db, ids.stranger, async (trx) => ({
      conversations: await trx.selectFrom("conversations").select("id").execute(),
      messages: await trx.selectFrom("messages").select("conversation_id as id").execute(),
    }));
    expect(seen).toEqual({ conversations: [{ id: ids.foreign }], messages: [{ id: ids.foreign }] });
  }
});

test("every conversation can be continued", async () => {
  const list = async <T>(url: string): Promise<T> => (await member.request("GET", url)).json<T>();
  const organization = `/api/organizations/${ids.organization}`;
  const inbox = await list<Conversation[]>(`${organization}/conversations`);
  expect(inbox.map(({ id }) => id)).toEqual([ids.whatsapp, ids.webhook]);
  expect(inbox[1]).toMatchObject({ owner: { email: "lerato@example.org" }, title: "Where is my parcel?" });
  expect(
    (await list<Conversation[]>(`${organization}/conversations?search=parcel`)).map(({ id }) => id),
  ).toEqual([ids.webhook]);
  expect(await list<object>(`${organization}/conversations/summary`)).toEqual({
    waiting: 0,
    takenOver: 1,
    mine: 0,
  });
  const said = await list<ConversationMessage[]>(`/api/conversations/${ids.webhook}/messages`);
  expect(said.map(({ from, content }) => `${from}: ${content}`)).toEqual([
    "customer: Where is my parcel?",
    "person: On its way.",
  ]);
  expect((await member.request("GET", `/api/conversations/${ids.chat}`)).statusCode).toBe(404);
  expect(await list<Ticket[]>(`${organization}/tickets`)).toMatchObject([
    { sessionId: ids.handedOff, channel: "chat" },
  ]);
  expect(await list<object>(`${organization}/analytics`)).toMatchObject({ stats: { chatSessions: 4 } });
  expect(await list<object[]>(`${organization}/feedback`)).toMatchObject([
    { conversationId: ids.webhook },
    { conversationId: null },
  ]);
  // Chats are only visible to their own member.
  const move = { user_id: member.user.id };
  await withTenant(server.context.db, ids.organization, (trx) =>
    trx.updateTable("conversations").set(move).where("user_id", "=", ids.member).execute(),
  );
  const chats = await list<ChatSessionSummary[]>(`${organization}/chat/sessions`);
  expect(chats.map(({ id, firstQuestion }) => [id, firstQuestion])).toEqual([
    [ids.handedOff, "I want a person"],
    [ids.chat, "How many days of leave?"],
  ]);
  const again = await member.request("POST", `/api/chat/sessions/${ids.chat}/messages`, {
    headers: { "content-type": "application/json", "idempotency-key": "first" },
    payload: Buffer.from('{"content":"How many days of leave?"}'),
  });
  expect(again.json<{ assistantMessage: ChatMessage }>().assistantMessage.id).toBe(ids.chatAnswer);
});

test("waiting WhatsApp messages and jobs of 0.1.0 are processed", async () => {
  const accessToken = "token-of-today";
  server.graph.numbers.set(phoneNumberId, accessToken);
  const url = `/api/organizations/${ids.organization}/whatsapp/${ids.integration}`;
  const saved = await member.request("PUT", url, { accessToken, webhookVerifyToken: "verify-me" });
  expect(saved.statusCode).toBe(200);
  await administer(
    server.databaseUrl,
    "update pgboss.job set data = data - 'conversationId' || jsonb_build_object('sessionId', data->>'conversationId') where name = 'whatsapp.continue'",
  );
  await startWorker(server.context);
  const delivered = await server.graph.waitFor(waId, 2);
  expect(delivered[0]?.text).toBe("Waits in the outbox");
  expect(delivered[1]?.text).toContain("Hello");
  await eventually(() =>
    withTenant(server.context.db, ids.organization, async (trx) => {
      const rows = await trx.selectFrom("outbox").select("state").execute();
      return rows.every(({ state }) => state === "sent");
    }),
  );
});
