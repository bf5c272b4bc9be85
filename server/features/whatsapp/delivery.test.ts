import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startFakeGraphApi, type Fault } from "../../../test/fake-graph-api/graph-api.ts";
import { envelope, statusOf } from "../../../test/fake-graph-api/webhook.ts";
import { administer } from "../../../test/database-server.ts";
import {
  eventually,
  newCustomer,
  startBusiness,
  startWhatsappServer,
  type Business,
  type WhatsappServer,
} from "../../../test/whatsapp.ts";

let server: WhatsappServer;
let business: Business;
let customer: ReturnType<typeof newCustomer>;
beforeAll(async () => {
  server = await startWhatsappServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  business = await startBusiness(server);
  customer = newCustomer();
});

const outbox = () =>
  business.rows((trx) => trx.selectFrom("outbox").selectAll().orderBy("position").execute());
/** The only message of the business, once it is in one of these states. */
const inState = (...states: string[]) =>
  eventually(async () => {
    const [row] = await outbox();
    return row !== undefined && states.includes(row.state) && row;
  });
const busy: Fault = { kind: "garbage", httpStatus: 429 };
const refuse = (code: number, more: Partial<Fault> = {}): Fault =>
  ({ kind: "refuse", code, ...more }) as Fault;
const reached = () => server.graph.delivered.filter(({ to }) => to === customer.waId);
const attemptsAt = () =>
  server.graph.calls.filter(
    ({ body }) => (body as { to?: string }).to === customer.waId && "type" in (body as object),
  );
const status = (wamid: string, name: string, options = {}) =>
  business.deliver(
    envelope(business.integration.phoneNumberId, { statuses: [statusOf(wamid, name, options)] }),
  );
/** Lets a job that waits for its time run now. */
const hurry = () =>
  administer(
    server.databaseUrl,
    "update pgboss.job set start_after = now() where name like 'whatsapp.%' and state < 'active'",
  );
const setNextAttempt = (at: Date) =>
  business.rows((trx) =>
    trx.updateTable("outbox").set({ next_attempt_at: at }).where("state", "=", "waiting").execute(),
  );

describe("a message that Meta refuses", () => {
  test.each([2, 131000, 131016, 131053, 131057])("for the moment (%i) is sent again, once", async (code) => {
    server.graph.misbehave(refuse(code, { httpStatus: 500 }), customer.waId);
    await business.says(customer, "hello");
    expect(await inState("waiting", "sent")).toMatchObject({ error_code: code });
    await server.graph.waitFor(customer.waId, 1);
    expect(await inState("sent")).toMatchObject({ attempts: 2, error_code: null });
    expect(reached()).toHaveLength(1);
  });

  test("to the same customer too often (131056) waits 1, 4, 16 … seconds", async () => {
    for (let count = 0; count < 3; count += 1) server.graph.misbehave(refuse(131056), customer.waId);
    await business.says(customer, "hello");
    for (const [refusals, seconds] of [
      [1, 1],
      [2, 4],
      [3, 16],
    ] as const) {
      const row = await eventually(async () =>
        (await outbox()).find(({ attempts, state }) => attempts === refusals && state === "waiting"),
      );
      // It was decided between the refusal and now, however long that took.
      const nextMs = row.next_attempt_at.getTime();
      expect((nextMs - (attemptsAt().at(-1)?.at ?? 0)) / 1000).toBeGreaterThan(seconds - 0.2);
      expect((nextMs - Date.now()) / 1000).toBeLessThan(seconds + 3);
      await setNextAttempt(new Date());
      await hurry();
    }
    await server.graph.waitFor(customer.waId, 1);
  });

  test.each([
    ["a rate limit", refuse(130429, { retryAfterSeconds: 40 }), 40],
    ["an application limit", refuse(4), 2],
    ["a business limit", refuse(80007), 2],
    ["HTTP 429 without a word", busy, 2],
    ["spam", refuse(131048), 300],
  ])("because of %s quiets the whole number for a while", async (_what, fault, seconds) => {
    server.graph.misbehave(fault, customer.waId);
    await business.says(customer, "hello");
    const integration = await eventually(async () => {
      const row = await business.rows((trx) =>
        trx.selectFrom("whatsapp_integrations").selectAll().executeTakeFirstOrThrow(),
      );
      return row.paused_until !== null && row;
    });
    const untilMs = integration.paused_until?.getTime() ?? 0;
    expect((untilMs - (attemptsAt()[0]?.at ?? 0)) / 1000).toBeGreaterThan(seconds - 0.5);
    expect((untilMs - Date.now()) / 1000).toBeLessThan(seconds + 5);
    const [row] = await outbox();
    expect(row).toMatchObject({ attempts: row?.state === "sent" ? 1 : 0 });
  });

  test.each([131047, 131026, 131051, 100, 368, 131031])(
    "for good (%i) is given up with a reason",
    async (code) => {
      server.graph.misbehave(refuse(code), customer.waId);
      await business.says(customer, "hello");
      expect(await inState("failed")).toMatchObject({
        error_code: code,
        error_reason: expect.stringMatching(/\.$/),
      });
      expect(attemptsAt()).toHaveLength(1);
      // What comes after it goes out.
      await business.says(customer, "hello again");
      await server.graph.waitFor(customer.waId, 1);
    },
  );

  test.each([
    [0, "token_refused"],
    [190, "token_refused"],
    [10, "permission_missing"],
    [200, "permission_missing"],
    [299, "permission_missing"],
  ])("because of the token (%i) marks the integration broken until it is mended", async (code, problem) => {
    const seen: string[] = [];
    const stop = server.context.events.subscribe(business.account.organizationId, ({ type }) =>
      seen.push(type),
    );
    server.graph.misbehave(refuse(code, { httpStatus: 401 }), customer.waId);
    await business.says(customer, "hello");
    const url = `/api/organizations/${business.account.organizationId}/whatsapp`;
    const broken = await eventually(async () => {
      const [listed] = (await business.account.request("GET", url)).json<{ problem: object | null }[]>();
      return listed?.problem;
    });
    expect(broken).toMatchObject({ code: problem, message: expect.stringMatching(/access token/) });
    await eventually(async () => seen.includes("whatsapp.updated"));
    stop();
    await business.says(customer, "hello?");
    await eventually(async () => (await outbox()).length === 2);
    expect(attemptsAt()).toHaveLength(1);
    server.graph.numbers.set(business.integration.phoneNumberId, "new-token");
    const mended = await business.account.request("PUT", `${url}/${business.integration.id}`, {
      accessToken: "new-token",
    });
    expect(mended.json()).toMatchObject({ problem: null });
    await server.graph.waitFor(customer.waId, 2);
  });
});

describe("a message whose fate is unknown", () => {
  test.each<[string, Fault]>([
    ["the connection broke after Meta had it", { kind: "deliver_and_drop" }],
    ["the connection broke before", { kind: "drop" }],
    ["a gateway gave up", { kind: "garbage", httpStatus: 504 }],
    ["the reply made no sense", { kind: "garbage", httpStatus: 200 }],
  ])("because %s is never sent again, and later ones are", async (_what, fault) => {
    server.graph.misbehave(fault, customer.waId);
    await business.says(customer, "hello");
    expect(await inState("unconfirmed")).toMatchObject({ attempts: 1 });
    await business.says(customer, "are you there?");
    await eventually(async () => (await outbox()).length === 2 && (await outbox())[1]?.state === "sent");
    await hurry();
    expect(attemptsAt()).toHaveLength(2);
    expect((await outbox())[0]?.state).toBe("unconfirmed");
  });

  test("is found out by its status", async () => {
    server.graph.misbehave({ kind: "deliver_and_drop" }, customer.waId);
    await business.says(customer, "hello");
    const row = await inState("unconfirmed");
    const wamid = reached()[0]?.wamid ?? "";
    await status(wamid, "delivered", { callback: row.id });
    expect(await inState("sent")).toMatchObject({ delivery: "delivered", channel_message_id: wamid });
  });

  test("because Meta cannot be reached at all is sent again: nothing has left", async () => {
    const gone = await startFakeGraphApi();
    await gone.close();
    const away = await startWhatsappServer({ environment: { WHATSAPP_GRAPH_URL: gone.url } });
    try {
      const one = await startBusiness(away);
      await one.says(customer, "hello");
      const row = await eventually(() =>
        one.rows((trx) => trx.selectFrom("outbox").selectAll().where("attempts", ">", 1).executeTakeFirst()),
      );
      expect(row.error_reason ?? "Can't reach Meta").toContain("Can't reach Meta");
    } finally {
      await away.close();
    }
  });
});

describe("statuses", () => {
  const orders = (names: string[]): string[][] =>
    names.length === 0
      ? [[]]
      : names.flatMap((name) =>
          orders(names.filter((other) => other !== name)).map((rest) => [name, ...rest]),
        );

  test("in any order, alone or repeated, end with the furthest; failed is final", async () => {
    await business.says(customer, "hello");
    await server.graph.waitFor(customer.waId, 1);
    const { conversation_id: conversationId } = await inState("sent");
    const subsets = [
      ["sent"],
      ["delivered"],
      ["sent", "delivered", "read"],
      ["sent", "delivered", "read", "played"],
      ["sent", "delivered", "read", "failed"],
    ];
    const cases = subsets.flatMap((names) => orders(names));
    const rows = await business.rows((trx) =>
      trx
        .insertInto("outbox")
        .values(
          cases.map(() => ({
            organization_id: business.account.organizationId,
            conversation_id: conversationId,
            content: "{}",
            state: "sent",
            channel_message_id: `wamid.${randomUUID()}`,
          })),
        )
        .returning(["id", "channel_message_id"])
        .execute(),
    );
    for (let round = 0; round < 5; round += 1) {
      const statuses = cases.flatMap((names, at) => {
        const name = names[round];
        return name === undefined ? [] : [statusOf(rows[at]?.channel_message_id ?? "", name)];
      });
      if (statuses.length > 0)
        await business.deliver(envelope(business.integration.phoneNumberId, { statuses }));
      await settled();
    }
    const ranks = ["sent", "delivered", "read", "played", "failed"];
    const found = new Map((await outbox()).map((row) => [row.id, row]));
    cases.forEach((names, at) => {
      const furthest = ranks.findLast((rank) => names.includes(rank));
      const row = found.get(rows[at]?.id ?? "");
      expect([names.join(), row?.delivery, row?.state]).toEqual([
        names.join(),
        furthest,
        furthest === "failed" ? "failed" : "sent",
      ]);
    });
  }, 60_000);

  test("50 times at once change nothing more than once", async () => {
    await business.says(customer, "hello");
    const [message] = await server.graph.waitFor(customer.waId, 1);
    await inState("sent");
    const wamid = message?.wamid ?? "";
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => status(wamid, index % 2 === 0 ? "read" : "delivered")),
    );
    await settled();
    expect(await inState("sent")).toMatchObject({ delivery: "read" });
    expect(
      await business.rows((trx) => trx.selectFrom("whatsapp_statuses").selectAll().execute()),
    ).toHaveLength(2);
  });

  test("that come before the send is on record are not lost", async () => {
    await business.says(customer, "hello");
    const [message] = await server.graph.waitFor(customer.waId, 1);
    const row = await inState("sent");
    const wamid = message?.wamid ?? "";
    // As if the reply of Meta were still on its way.
    await business.rows((trx) =>
      trx
        .updateTable("outbox")
        .set({
          state: "sending",
          channel_message_id: null,
          sending_job: randomUUID(),
          sending_since: new Date(),
        })
        .execute(),
    );
    await status(wamid, "read", { callback: row.id });
    expect(await inState("sent")).toMatchObject({ delivery: "read", channel_message_id: wamid });
  });

  test("that say why a message failed are kept in words", async () => {
    await business.says(customer, "hello");
    const [message] = await server.graph.waitFor(customer.waId, 1);
    await inState("sent");
    await status(message?.wamid ?? "", "failed", { errorCode: 131047 });
    expect(await inState("failed")).toMatchObject({
      delivery: "failed",
      error_code: 131047,
      error_reason: expect.stringContaining("24 hours"),
    });
    await status(`wamid.${randomUUID()}`, "failed", { errorCode: 190 });
    await eventually(() =>
      business.rows((trx) =>
        trx
          .selectFrom("whatsapp_integrations")
          .select("problem")
          .where("problem", "=", "token_refused")
          .executeTakeFirst(),
      ),
    );
  });

  /** Waits until every delivery was taken in. */
  const settled = () =>
    eventually(async () => {
      const rows = await business.rows((trx) =>
        trx.selectFrom("whatsapp_events").select("id").where("processed_at", "is", null).execute(),
      );
      return rows.length === 0;
    });
});

describe("sending", () => {
  test("stops 24 hours after the customer last wrote, looked at when sending", async () => {
    server.graph.misbehave(refuse(131000), customer.waId);
    await business.says(customer, "hello");
    await inState("waiting");
    await business.rows((trx) =>
      trx
        .updateTable("conversations")
        .set({ last_customer_message_at: new Date(Date.now() - 24 * 3_600_000) })
        .execute(),
    );
    await setNextAttempt(new Date());
    await hurry();
    expect(await inState("failed")).toMatchObject({ error_code: 131047 });
    expect(attemptsAt()).toHaveLength(1);
    // Any message opens the window again.
    await business.says(customer, "still there?");
    await server.graph.waitFor(customer.waId, 1);
  });

  test("is done with one customer after 45 at once, and goes on one in six seconds", async () => {
    await business.says(customer, "hello");
    await server.graph.waitFor(customer.waId, 1);
    const { conversation_id: conversationId } = await inState("sent");
    const { organizationId } = business.account;
    await business.rows(async (trx) => {
      const content = JSON.stringify({ kind: "text", text: "news" });
      await trx
        .insertInto("outbox")
        .values(
          Array.from({ length: 50 }, () => ({
            organization_id: organizationId,
            conversation_id: conversationId,
            content,
          })),
        )
        .execute();
      await server.context.jobs.enqueue(trx, "whatsapp.continue", { organizationId, conversationId });
    });
    await eventually(async () => {
      const waiting = (await outbox()).filter(({ state }) => state === "waiting").length;
      const { send_allowance: tokens } = await business.rows((trx) =>
        trx.selectFrom("conversations").select("send_allowance").executeTakeFirstOrThrow(),
      );
      return waiting < 7 && tokens < 1;
    });
    expect(reached().length).toBeGreaterThanOrEqual(45);
    expect(reached().length).toBeLessThanOrEqual(49);
  });

  test("keeps the order of a conversation though one of them has to be tried again", async () => {
    server.graph.misbehave(refuse(131000), customer.waId);
    await business.says(customer, "hello");
    await inState("waiting");
    await business.says(customer, "how are you?");
    const texts = (await server.graph.waitFor(customer.waId, 2)).map(({ text }) => text);
    expect(texts).toEqual(["Hello! How can I help you today?", expect.stringContaining("well")]);
  });
});
