import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import {
  deliver,
  envelope,
  messageFrom,
  signatureOf,
  statusOf,
  text,
  toBytes,
} from "../../../test/fake-graph-api/webhook.ts";
import { administer } from "../../../test/database-server.ts";
import {
  eventually,
  newCustomer,
  startBusiness,
  startWhatsappServer,
  type Business,
  type WhatsappServer,
} from "../../../test/whatsapp.ts";
import { openDatabase, withTenant } from "../../database/database.ts";
import { deleteOldEvents } from "../../housekeeping.ts";

let server: WhatsappServer;
let business: Business;
beforeAll(async () => {
  server = await startWhatsappServer();
  business = await startBusiness(server, { webhookVerifyToken: "verify-me" });
});
afterAll(() => server.close());

const number = () => business.integration.phoneNumberId;
const hello = (customer = newCustomer()) =>
  envelope(number(), { messages: [messageFrom(customer, text("hello"))], customers: [customer] });

describe("verification", () => {
  const ask = (query: Record<string, string>, url = business.webhookUrl) =>
    fetch(`${url}?${new URLSearchParams(query).toString()}`);
  const right = { "hub.mode": "subscribe", "hub.challenge": "1158201444", "hub.verify_token": "verify-me" };

  test("replies with the raw challenge", async () => {
    const reply = await ask(right);
    expect(reply.status).toBe(200);
    expect(reply.headers.get("content-type")).toContain("text/plain");
    expect(await reply.text()).toBe("1158201444");
  });

  test.each([
    ["another token", { ...right, "hub.verify_token": "guess" }],
    ["another mode", { ...right, "hub.mode": "unsubscribe" }],
    ["no challenge", { "hub.mode": "subscribe", "hub.verify_token": "verify-me" }],
    ["nothing", {}],
  ])("refuses %s", async (_what, query) => {
    expect((await ask(query)).status).toBe(403);
  });

  test("accepts only tokens of the organization in the path", async () => {
    const other = await startBusiness(server, { webhookVerifyToken: "theirs" });
    expect((await ask(right, other.webhookUrl)).status).toBe(403);
    expect((await ask(right, `${server.url}/api/whatsapp/webhook/${randomUUID()}`)).status).toBe(403);
    expect((await ask(right, `${server.url}/api/whatsapp/webhook/none`)).status).toBe(403);
  });
});

test("limits guesses of tokens and signatures, but not Meta's deliveries", async () => {
  const one = await startBusiness(server, { webhookVerifyToken: "shoe" });
  const verify = (token: string) =>
    fetch(`${one.webhookUrl}?hub.mode=subscribe&hub.challenge=1&hub.verify_token=${token}`).then(
      ({ status }) => status,
    );
  const bytes = toBytes(
    envelope(one.integration.phoneNumberId, { messages: [messageFrom(newCustomer(), text("x"))] }),
  );
  const forge = async () => (await one.deliver(bytes, { signature: "sha256=00" })).status;
  for (let n = 0; n < 10; n += 1) expect([await verify(`guess${n}`), await forge()]).toEqual([403, 401]);
  expect([await verify("one more"), await forge()]).toEqual([429, 429]);
  // Even the right token is not compared any more.
  expect(await verify("shoe")).toBe(429);
  expect((await one.deliver(bytes, { signature: signatureOf(bytes, one.appSecret) })).status).toBe(200);
  expect(
    (await fetch(`${business.webhookUrl}?hub.mode=subscribe&hub.challenge=1&hub.verify_token=verify-me`))
      .status,
  ).toBe(200);
});

describe("a delivery", () => {
  const eventsOf = (of: Business) =>
    of.rows((trx) => trx.selectFrom("whatsapp_events").selectAll().execute());
  const deadLettersOf = (of: Business) =>
    of.rows((trx) => trx.selectFrom("whatsapp_dead_letters").selectAll().execute());

  test("refuses a delivery with a wrong, missing or foreign signature", async () => {
    const one = await startBusiness(server);
    const payload = envelope(one.integration.phoneNumberId, {
      messages: [messageFrom(newCustomer(), text("naïve"))],
    });
    const bytes = toBytes(payload);
    const right = signatureOf(bytes, one.appSecret);
    const wrong = [
      null,
      "",
      "sha256=",
      right.slice(0, -1),
      `${right}0`,
      right.toUpperCase(),
      right.replace("sha256=", "sha1=xx"),
      signatureOf(bytes, "another secret"),
      signatureOf(Buffer.concat([bytes, Buffer.from(" ")]), one.appSecret),
      // Signed after parsing and serializing it again.
      signatureOf(Buffer.from(JSON.stringify(payload)), one.appSecret),
      signatureOf(bytes, business.appSecret),
    ];
    for (const signature of wrong) expect((await one.deliver(bytes, { signature })).status).toBe(401);
    expect(await eventsOf(one)).toEqual([]);
    expect((await one.deliver(bytes, { signature: right })).status).toBe(200);
  });

  test("signed over the escaped bytes that Meta sends is accepted", async () => {
    const customer = newCustomer();
    await business.says(customer, "hello 👋 naïve / ç");
    await server.graph.waitFor(customer.waId, 1);
    expect((await business.messages()).some(({ content }) => content === "hello 👋 naïve / ç")).toBe(true);
  });

  test("refuses a delivery about a number of another organization", async () => {
    const theirs = await startBusiness(server, { appSecret: business.appSecret });
    const payload = envelope(number(), { messages: [messageFrom(newCustomer(), text("hello"))] });
    expect((await theirs.deliver(payload)).status).toBe(404);
    expect(await eventsOf(theirs)).toEqual([]);
  });

  test("gives each organization only its own messages of a mixed delivery", async () => {
    const theirs = await startBusiness(server, { appSecret: business.appSecret });
    const [stranger, customer] = [newCustomer(), newCustomer()];
    const foreign = envelope(number(), { messages: [messageFrom(stranger, text("hello"))] }) as {
      entry: object[];
    };
    const own = envelope(theirs.integration.phoneNumberId, {
      messages: [messageFrom(customer, text("hello"))],
    }) as { entry: object[] };
    expect((await theirs.deliver({ ...own, entry: [...foreign.entry, ...own.entry] })).status).toBe(200);
    await server.graph.waitFor(customer.waId, 1);
    const contacts = await theirs.rows((trx) =>
      trx.selectFrom("whatsapp_contacts").select("wa_id").execute(),
    );
    expect(contacts).toEqual([{ wa_id: customer.waId }]);
  });

  test("refuses a delivery for an organization without an app secret", async () => {
    const one = await startBusiness(server);
    const url = `/api/organizations/${one.account.organizationId}/whatsapp/${one.integration.id}`;
    await one.account.request("PUT", url, { appSecret: null });
    const reply = await one.deliver(envelope(one.integration.phoneNumberId, { messages: [] }), {
      signature: null,
    });
    expect(reply.status).toBe(403);
    expect(JSON.parse(reply.body)).toMatchObject({ code: "app_secret_missing" });
  });

  test("refuses a delivery for an unknown organization", async () => {
    for (const id of [randomUUID(), "none", "%00"]) {
      const reply = await deliver(`${server.url}/api/whatsapp/webhook/${id}`, hello(), {
        appSecret: business.appSecret,
      });
      expect(reply.status).toBeGreaterThanOrEqual(400);
      expect(reply.status).toBeLessThan(500);
    }
  });

  test("accepts a delivery of 3 MB, and not a byte more", async () => {
    const one = await startBusiness(server);
    const padded = (bytes: number): Buffer => Buffer.from('{"object":"x"}'.padEnd(bytes));
    expect((await one.deliver(padded(3 * 1024 * 1024))).status).toBe(200);
    expect((await one.deliver(padded(3 * 1024 * 1024 + 1))).status).toBe(413);
  });

  test.each([
    ["no JSON", Buffer.from("hello")],
    ["no bytes", Buffer.alloc(0)],
    ["bytes that are no text", Buffer.from([0xff, 0x00, 0xfe])],
    ["JSON of another shape", Buffer.from('{"object":"page","entry":[]}')],
    ["null", Buffer.from("null")],
    [
      "an entry of another shape",
      Buffer.from(
        '{"object":"whatsapp_business_account","entry":[{"changes":[{"field":"account_update","value":{"event":"X\\u0000"}}]}]}',
      ),
    ],
  ])("signed but of an unknown shape (%s) is answered 200 and stored", async (_what, bytes) => {
    const one = await startBusiness(server);
    expect((await one.deliver(bytes)).status).toBe(200);
    const [kept] = await eventually(async () => {
      const rows = await deadLettersOf(one);
      return rows.length > 0 && rows;
    });
    expect(kept?.reason).toBe("unknown shape");
  });

  test("is ingested with every entry, change, message, status and error", async () => {
    const customers = [newCustomer(), newCustomer(), newCustomer(), newCustomer()];
    const part = (index: number) => ({
      messages: [messageFrom(customers[index] ?? {}, text("hello"))],
      customers: [customers[index] ?? {}],
    });
    const one = envelope(number(), part(0), part(1)) as { entry: object[] };
    const two = envelope(number(), part(2), {
      ...part(3),
      statuses: [statusOf("wamid.X", "sent")],
      errors: [{ code: 130429 }],
    }) as { entry: object[] };
    expect((await business.deliver({ ...one, entry: [...one.entry, ...two.entry] })).status).toBe(200);
    for (const { waId } of customers) await server.graph.waitFor(waId, 1);
    const statuses = await business.rows((trx) => trx.selectFrom("whatsapp_statuses").selectAll().execute());
    expect(statuses).toMatchObject([{ wamid: "wamid.X", status: "sent" }]);
  });

  test("answers 299 of 300 messages and keeps the invalid one as a dead letter", async () => {
    const one = await startBusiness(server);
    const customers = Array.from({ length: 300 }, (_, index) => ({ waId: String(27_830_000_000 + index) }));
    const messages = customers.map((customer) => messageFrom(customer, text("hello")));
    messages[150] = { ...messages[150], id: { not: "an id" } };
    expect((await one.deliver(envelope(one.integration.phoneNumberId, { messages }))).status).toBe(200);
    const deadLetter = await eventually(async () => {
      const [row] = await deadLettersOf(one);
      return row;
    });
    expect(deadLetter).toMatchObject({ ordinal: 150 });
    expect(deadLetter.part.toString()).toContain("27830000150");
    const taken = await eventually(async () => {
      const events = await eventsOf(one);
      return (
        events[0]?.processed_at &&
        one.rows((trx) => trx.selectFrom("whatsapp_messages").select("wamid").execute())
      );
    });
    expect(taken).toHaveLength(299);
    expect(await deadLettersOf(one)).toHaveLength(1);
    for (const index of [0, 149, 151, 299]) await server.graph.waitFor(String(27_830_000_000 + index), 1);
    await eventually(async () => {
      const rows = await one.rows((trx) =>
        trx.selectFrom("outbox").select("state").where("state", "!=", "sent").execute(),
      );
      return rows.length === 0;
    });
  });

  test("keeps no dead letter of a delivery whose statements the database cancels", async () => {
    const one = await startBusiness(server);
    const { organizationId } = one.account;
    const customer = newCustomer();
    const owner = openDatabase(server.databaseUrl, { max: 1, role: null });
    onTestFinished(() => owner.destroy());
    await withTenant(owner, organizationId, async (trx) => {
      await sql`lock table whatsapp_messages in share mode`.execute(trx);
      await one.says(customer, "hello");
      await eventually(async () => {
        // As happens to a statement that has waited for a minute.
        await sql`select pg_cancel_backend(pid) from pg_locks
          where relation = 'whatsapp_messages'::regclass and not granted
            and database = (select oid from pg_database where datname = current_database())`.execute(trx);
        const { rows } = await sql`select from pgboss.job where name = 'whatsapp.receive' and state = 'retry'
          and group_id = ${organizationId}`.execute(trx);
        return rows.length > 0 || (await deadLettersOf(one)).length > 0;
      });
    });
    expect(await deadLettersOf(one)).toEqual([]);
    await server.graph.waitFor(customer.waId, 1);
  });

  test("keeps a delivery that the database keeps refusing as a dead letter", async () => {
    const one = await startBusiness(server);
    const customer = newCustomer();
    const owner = openDatabase(server.databaseUrl, { max: 1, role: null });
    onTestFinished(async () => {
      await sql`drop function if exists refuse cascade`.execute(owner);
      await owner.destroy();
    });
    await sql`create function refuse() returns trigger language plpgsql as $$ begin
      raise exception 'could not read block 0' using errcode = 'XX001'; end $$`.execute(owner);
    await sql`create trigger refuse before insert on whatsapp_messages for each row
      when (new.request ->> 'text' = 'refuse me') execute function refuse()`.execute(owner);
    await one.says(newCustomer(), "refuse me");
    await one.says(customer, "hello");
    const jobs = (set: string) =>
      sql`update pgboss.job set ${sql.raw(set)}
      where name = 'whatsapp.receive' and state = 'retry' and group_id = ${one.account.organizationId}
      returning id`.execute(owner);
    await eventually(async () => (await jobs("start_after = now()")).rows.length > 0);
    expect(await deadLettersOf(one)).toEqual([]);
    await eventually(async () => {
      await jobs("start_after = now(), retry_count = 10");
      return (await deadLettersOf(one)).length > 0;
    });
    await server.graph.waitFor(customer.waId, 1);
    expect(await deadLettersOf(one)).toMatchObject([{ reason: "not understood: error XX001" }]);
  });

  test("is deleted after 14 days, and its dead letters after 30, without a later one", async () => {
    const one = await startBusiness(server);
    const invalid = { ...messageFrom(newCustomer(), text("hello")), id: { not: "an id" } };
    await one.deliver(envelope(one.integration.phoneNumberId, { messages: [invalid] }));
    await one.says(newCustomer(), "hello");
    await eventually(async () => {
      const events = await eventsOf(one);
      return events.length === 2 && events.every(({ processed_at: at }) => at !== null);
    });
    const left = async (daysLater: number) => {
      await one.rows(async (trx) => {
        const back = sql`- make_interval(days => ${daysLater})`;
        await sql`update whatsapp_events set processed_at = processed_at ${back}`.execute(trx);
        await sql`update whatsapp_dead_letters set created_at = created_at ${back}`.execute(trx);
      });
      await deleteOldEvents(server.context.db);
      return [(await eventsOf(one)).length, (await deadLettersOf(one)).length];
    };
    expect(await left(13)).toEqual([2, 1]);
    // The event of a dead letter stays as long as that.
    expect(await left(2)).toEqual([1, 1]);
    expect(await left(16)).toEqual([1, 0]);
    expect(await left(0)).toEqual([0, 0]);
  });

  test("stores one message and one reply for a delivery that arrives 50 times at once", async () => {
    const customer = newCustomer();
    const payload = hello(customer);
    const replies = await Promise.all(Array.from({ length: 50 }, () => business.deliver(payload)));
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    // The same message in different bytes, as when Meta batches it again.
    const again = payload as { entry: object[] };
    await Promise.all(Array.from({ length: 50 }, (_, index) => business.deliver({ ...again, time: index })));
    const marker = newCustomer();
    await business.says(marker, "hello");
    await server.graph.waitFor(marker.waId, 1);
    await eventually(async () => (await eventsOf(business)).every(({ processed_at: at }) => at !== null));
    const contacts = await business.rows((trx) =>
      trx.selectFrom("whatsapp_contacts").selectAll().where("wa_id", "=", customer.waId).execute(),
    );
    expect(contacts).toHaveLength(1);
    expect(await business.messages(contacts[0]?.conversation_id)).toHaveLength(2);
    expect(server.graph.delivered.filter(({ to }) => to === customer.waId)).toHaveLength(1);
  });

  test("is deleted once it is ingested", async () => {
    const customer = newCustomer();
    await business.says(customer, "hello");
    await server.graph.waitFor(customer.waId, 1);
    await eventually(async () => (await eventsOf(business)).every(({ body }) => body === null));
  });

  test("is answered 503 while the database is down, and accepted afterwards", async () => {
    const away = await startWhatsappServer({ worker: false });
    try {
      const one = await startBusiness(away);
      const payload = envelope(one.integration.phoneNumberId, {
        messages: [messageFrom(newCustomer(), text("hi"))],
      });
      const url = new URL(away.databaseUrl);
      const name = url.pathname.slice(1);
      const others = new URL(url);
      others.pathname = "/postgres";
      await administer(others.href, `alter database ${name} with allow_connections false`);
      await administer(
        others.href,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      );
      expect((await one.deliver(payload)).status).toBe(503);
      await administer(others.href, `alter database ${name} with allow_connections true`);
      await eventually(async () => (await one.deliver(payload)).status === 200);
    } finally {
      await away.close();
    }
  });
});
