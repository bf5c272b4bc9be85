import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { ModelUsage } from "../../../contract/model-usage.ts";
import { TicketDetail, type TicketDraft } from "../../../contract/tickets.ts";
import { WebhookAnswer } from "../../../contract/webhook.ts";
import { addWordDocument } from "../../../test/documents.ts";
import {
  pieces,
  pricedAndPatient,
  startFakeLanguageModel,
  type Behaviour,
  type FakeLanguageModel,
} from "../../../test/fake-language-model/language-model.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import {
  eventually,
  newCustomer,
  startBusiness,
  startWhatsappServer,
  type Business,
  type WhatsappServer,
} from "../../../test/whatsapp.ts";

let model: FakeLanguageModel;
let server: WhatsappServer;
let business: Business;
let key: string;

const environment = () => ({ ...model.environment, ...pricedAndPatient });

beforeAll(async () => {
  model = await startFakeLanguageModel();
  server = await startWhatsappServer({ environment: environment() });
  business = await startBusiness(server);
  await addWordDocument(business.account, "Returns.docx", returns, "external");
  await addWordDocument(business.account, "Margins.docx", [secret], "internal");
  key = await createKey();
});
afterAll(async () => {
  await server.close();
  await model.close();
});

const returns = [
  "Customers may return unworn shoes within thirty days of the purchase.",
  "The refund for returned shoes is paid within five working days.",
];
const secret = "Unworn shoes that customers return are sold on with a margin of 61 percent.";
const question = "Within how many days may customers return unworn shoes?";
const good = "SURE\nYou may return unworn shoes within 30 days of the purchase [1].";
const worded = "You may return unworn shoes within 30 days of the purchase.";
const quoted = "within thirty days of the purchase";

const writes = (text: string, everyMs?: number): Behaviour => {
  return { kind: "write", pieces: pieces(text), ...(everyMs === undefined ? {} : { everyMs }) };
};
/** The breaker counts consecutive failures, so one good answer resets it. */
async function closeBreaker(): Promise<void> {
  model.next(writes(good));
  expect((await ask()).answer).toBe(worded);
}

type Fallback = "unavailable" | "refused" | "unsupported" | "budget";
const fails = (httpStatus: number, more: object = {}): Behaviour => ({ kind: "refuse", httpStatus, ...more });
const tooLong = JSON.stringify({ error: { code: "context_length_exceeded" } });
const faults: [string, Fallback, Behaviour[]][] = [
  ["has failures of its own", "unavailable", [fails(500), fails(503)]],
  ["is asked too often", "unavailable", [fails(429, { retryAfter: "60" })]],
  ["breaks off", "unavailable", [{ kind: "cut", pieces: pieces(`${good} And`) }]],
  ["answers with a page", "unavailable", [{ kind: "garbage", body: "data: <html>Sorry</html>\n\n" }]],
  ["cannot read that much", "unavailable", [fails(400, { body: tooLong })]],
];
const noes: [string, Fallback, string][] = [
  ["cites what it was not given", "unsupported", good.replace("[1]", "[9]")],
  ["finds no answer", "refused", "NONE"],
];

async function createKey(): Promise<string> {
  const url = `/api/organizations/${business.account.organizationId}/api-keys`;
  const form = { name: "Site", permissions: { internal: false, external: true } };
  return (await business.account.request("POST", url, form)).json<{ key: string }>().key;
}

async function ask({ app }: Pick<TestServer, "app"> = server, headers = {}): Promise<WebhookAnswer> {
  const reply = await app.inject({
    method: "POST",
    url: "/api/webhook/chat",
    headers: { authorization: `Bearer ${key}`, ...headers },
    payload: { question, type: "external" },
  });
  expect(reply.statusCode).toBe(200);
  return WebhookAnswer.parse(reply.json());
}

async function draftReply(audience: "internal" | "external" = "external"): Promise<TicketDraft> {
  const url = `/api/organizations/${business.account.organizationId}/tickets`;
  const form = { title: "Shoes", description: question, audience };
  const { id } = TicketDetail.parse((await business.account.request("POST", url, form)).json());
  return eventually(async () => {
    const { draft } = TicketDetail.parse(
      (await business.account.request("GET", `/api/tickets/${id}`)).json(),
    );
    return draft?.state === "ready" && draft;
  });
}

async function answersCounted(): Promise<number> {
  const url = `/api/organizations/${business.account.organizationId}/model-usage`;
  return ModelUsage.parse((await business.account.request("GET", url)).json()).answers;
}

test("webhook, WhatsApp and ticket get the model's words, each counted once", async () => {
  const before = await answersCounted();
  model.next(writes(good), writes(good), writes(good));
  const answer = await ask();
  expect(answer).toMatchObject({ answer: worded, answered: true, handOff: null });
  expect(answer.fallback).toBeUndefined();
  expect(answer.sources[0]?.quote).toContain(quoted);

  const customer = newCustomer();
  let isTyping = false;
  server.graph.onReceipt((_wamid, { typing }) => (isTyping = typing));
  await business.says(customer, question);
  const [delivered] = await server.graph.waitFor(customer.waId, 1);
  expect(delivered?.text).toMatch(
    /^You may return unworn shoes within 30 days of the purchase\.\n\n.*Returns/u,
  );
  expect(isTyping).toBe(true);
  const { metadata } = (await business.messages()).at(-1) ?? {};
  expect(metadata).toMatchObject({ engine: "model", answered: true });

  const draft = await draftReply();
  expect(draft).toMatchObject({ content: worded, answered: true, engine: "model" });
  expect(draft.confidence).toBeGreaterThan(0.3);
  expect(draft.sources[0]).toMatchObject({ documentName: "Returns.docx" });
  expect(await answersCounted()).toBe(before + 3);
});

test("answers staff from internal documents, but never customers", async () => {
  for (const { messages } of model.requests) expect(JSON.stringify(messages)).not.toContain("61 percent");
  model.next(writes("SURE\nUnworn shoes that customers return are sold on with a margin of 61 percent [1]."));
  expect(await draftReply("internal")).toMatchObject({ content: secret, engine: "model" });
  const { messages } = model.requests.at(-1) ?? {};
  expect(JSON.stringify(messages)).toContain("61 percent");
});

test.each(faults)(
  "a program is quoted the document, marked, where the model %s",
  async (_name, fallback, how) => {
    model.next(...how);
    const answer = await ask();
    expect(answer).toMatchObject({ answered: true, fallback });
    expect(answer.answer).toContain(quoted);
    await closeBreaker();
  },
);

test.each(faults)(
  "WhatsApp and tickets quote the document where the model %s",
  async (_name, fallback, how) => {
    const customer = newCustomer();
    model.next(...how);
    await business.says(customer, question);
    const [delivered] = await server.graph.waitFor(customer.waId, 1);
    expect(delivered?.text).toContain(quoted);
    expect((await business.messages()).at(-1)?.metadata).toMatchObject({ engine: "extractive", fallback });
    await closeBreaker();
    model.next(...how);
    const draft = await draftReply();
    expect(draft).toMatchObject({ engine: "extractive", fallback, answered: true });
    expect(draft.content).toContain(quoted);
    await closeBreaker();
  },
);

test.each(noes)(
  "nothing is claimed to programs and on WhatsApp where the model %s",
  async (_name, fallback, written) => {
    model.next(writes(written));
    const answer = await ask();
    expect(answer).toMatchObject({ answered: false, kind: "unknown", fallback, sources: [] });
    expect(answer.answer).not.toContain(quoted);
    const customer = newCustomer();
    model.next(writes(written));
    await business.says(customer, question);
    const [delivered] = await server.graph.waitFor(customer.waId, 1);
    expect(delivered?.text).not.toContain(quoted);
    expect((await business.messages()).at(-1)?.metadata).toMatchObject({ kind: "unknown", fallback });
  },
);

test("generates each of a customer's answers once, and in order", async () => {
  const customer = newCustomer();
  const refund = "The refund for returned shoes is paid within 5 working days.";
  model.next(writes(good, 20), writes(`SURE\n${refund.slice(0, -1)} [1].`));
  const asked = model.requests.length;
  await business.says(customer, question);
  await expect.poll(() => model.requests.length).toBe(asked + 1);
  await business.says(customer, "Within how many days is the refund for returned shoes paid?");
  const delivered = await server.graph.waitFor(customer.waId, 2);
  expect(delivered.map(({ text }) => text.split("\n")[0])).toEqual([worded, refund]);
  expect(model.requests.length).toBe(asked + 2);
});

test("answers a question whose process died, after its lease expires", async () => {
  const customer = newCustomer();
  model.next(writes(good), writes(good));
  await business.says(customer, question);
  await server.graph.waitFor(customer.waId, 1);
  const id = await sessionOf(customer.waId);
  await business.rows((trx) =>
    trx
      .updateTable("conversations")
      .set({ busy_until: new Date(Date.now() + 2_000) })
      .where("id", "=", id)
      .execute(),
  );
  await business.says(customer, question);
  const [, second] = await server.graph.waitFor(customer.waId, 2);
  expect(second?.text).toContain(worded);
});

async function sessionOf(waId: string): Promise<string> {
  const { conversation_id: id } = await business.rows((trx) =>
    trx
      .selectFrom("whatsapp_contacts")
      .select("conversation_id")
      .where("wa_id", "=", waId)
      .executeTakeFirstOrThrow(),
  );
  return id ?? "";
}

test("lets a person take over while the model writes, and silences the assistant", async () => {
  const customer = newCustomer();
  const asked = model.requests.length;
  const rest = Promise.withResolvers<void>();
  model.next({
    kind: "write",
    pieces: [...pieces(good).slice(0, 3), rest.promise, ...pieces(good).slice(3)],
  });
  await business.says(customer, question);
  await expect.poll(() => model.requests.length).toBe(asked + 1);
  const id = await sessionOf(customer.waId);
  // The model goes on only after this has been answered.
  const reply = await business.account.request("POST", `/api/conversations/${id}/take-over`, {});
  expect(reply.statusCode).toBeLessThan(300);
  rest.resolve();
  await eventually(async () =>
    (await business.rows((trx) => trx.selectFrom("whatsapp_messages").selectAll().execute())).every(
      ({ answered_at: at }) => at !== null,
    ),
  );
  expect(server.graph.delivered.filter(({ to }) => to === customer.waId)).toEqual([]);
});

test("answers a WhatsApp message only once though its turn lost its lease", async () => {
  const customer = newCustomer();
  const { organizationId } = business.account;
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const asked = model.requests.length;
  for (const { promise } of [first, second])
    model.next({ kind: "write", pieces: [promise, ...pieces(good)] });
  await business.says(customer, question);
  await expect.poll(() => model.requests.length).toBe(asked + 1);
  const conversationId = await business.rows(async (trx) => {
    const { conversation_id: id } = await trx
      .selectFrom("whatsapp_contacts")
      .select("conversation_id")
      .where("wa_id", "=", customer.waId)
      .executeTakeFirstOrThrow();
    // As if the database had been unreachable for longer than a lease.
    await trx.updateTable("conversations").set({ busy_until: null }).where("id", "=", id).execute();
    await server.context.jobs.enqueue(trx, "whatsapp.continue", { organizationId, conversationId: id });
    return id;
  });
  await expect.poll(() => model.requests.length).toBe(asked + 2);
  first.resolve();
  await server.graph.waitFor(customer.waId, 1);
  const { busy_until: until } = await business.rows((trx) =>
    trx
      .selectFrom("conversations")
      .select("busy_until")
      .where("id", "=", conversationId)
      .executeTakeFirstOrThrow(),
  );
  // The turn that has started meanwhile keeps its own lease.
  expect(until).not.toBeNull();
  second.resolve();
  await expect.poll(async () => (await server.context.jobs.counts())["whatsapp.continue"]?.active).toBe(0);
  expect(await server.graph.waitFor(customer.waId, 1)).toHaveLength(1);
});

test("answers a webhook question only once though its turn lost its lease", async () => {
  const database = { url: server.databaseUrl, drop: async () => undefined };
  const other = await startTestServer({ environment: environment(), worker: false, database });
  onTestFinished(() => other.close());
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const asked = model.requests.length;
  for (const { promise } of [first, second])
    model.next({ kind: "write", pieces: [promise, ...pieces(good)] });
  const headers = { "idempotency-key": "asked again" };
  const early = ask(server, headers);
  await expect.poll(() => model.requests.length).toBe(asked + 1);
  // As if the process had been suspended for longer than a lease.
  await business.rows((trx) => trx.updateTable("conversations").set({ busy_until: null }).execute());
  const late = ask(other, headers);
  await expect.poll(() => model.requests.length).toBe(asked + 2);
  first.resolve();
  const answer = await early;
  expect(answer.answer).toBe(worded);
  second.resolve();
  expect(await late).toEqual(answer);
  const { conversationId } = answer;
  expect(await business.messages(conversationId)).toHaveLength(2);
});
