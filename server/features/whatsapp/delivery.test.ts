import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dayMs } from "../../../contract/limits.ts";
import { startFakeGraphApi, type Fault } from "../../../test/fake-graph-api/graph-api.ts";
import { startTalk } from "../../../test/whatsapp-talk.ts";
import {
  eventually,
  newCustomer,
  startBusiness,
  startWhatsappServer,
  type WhatsappServer,
} from "../../../test/whatsapp.ts";

let server: WhatsappServer;
beforeAll(async () => {
  server = await startWhatsappServer();
});
afterAll(() => server.close());

const busy: Fault = { kind: "garbage", httpStatus: 429 };
const refuse = (code: number, more: Partial<Fault> = {}): Fault =>
  ({ kind: "refuse", code, ...more }) as Fault;

describe.concurrent("a message that Meta refuses", () => {
  test.each([2, 131000, 131016, 131053, 131057])(
    "resends a message once after a temporary refusal (%i)",
    async (code) => {
      const { inState, says, misbehave, reached, waitUntilReached } = await startTalk(server);
      misbehave(refuse(code, { httpStatus: 500 }));
      await says("hello");
      expect(await inState("waiting", "sent")).toMatchObject({ error_code: code });
      await waitUntilReached(1);
      expect(await inState("sent")).toMatchObject({ attempts: 2, error_code: null });
      expect(reached()).toHaveLength(1);
    },
  );

  test("resends a message after 1, 4, 16 … seconds beyond a customer's limit (131056)", async () => {
    const { outbox, says, misbehave, waitUntilReached, attemptsAt, hurry, setNextAttempt } =
      await startTalk(server);
    for (let count = 0; count < 3; count += 1) misbehave(refuse(131056));
    await says("hello");
    for (const [refusals, seconds] of [
      [1, 1],
      [2, 4],
      [3, 16],
    ] as const) {
      const row = await eventually(async () =>
        (await outbox()).find(({ attempts, state }) => attempts === refusals && state === "waiting"),
      );
      // The time was chosen between the refusal and now, however long ago that is.
      const nextMs = row.next_attempt_at.getTime();
      expect((nextMs - (attemptsAt().at(-1)?.at ?? 0)) / 1000).toBeGreaterThan(seconds - 0.2);
      expect((nextMs - Date.now()) / 1000).toBeLessThan(seconds + 3);
      await setNextAttempt(new Date());
      await hurry();
    }
    await waitUntilReached(1);
  });

  test.each([
    ["a rate limit", refuse(130429, { retryAfterSeconds: 40 }), 40],
    ["an application limit", refuse(4), 2],
    ["a business limit", refuse(80007), 2],
    ["HTTP 429 without an error code", busy, 2],
    ["spam", refuse(131048), 300],
  ])("because of %s pauses the whole number for a while", async (_what, fault, seconds) => {
    const { business, outbox, says, misbehave, attemptsAt } = await startTalk(server);
    misbehave(fault);
    await says("hello");
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
    "permanently (%i) fails with a reason",
    async (code) => {
      const { inState, says, misbehave, waitUntilReached, attemptsAt } = await startTalk(server);
      misbehave(refuse(code));
      await says("hello");
      expect(await inState("failed")).toMatchObject({
        error_code: code,
        error_reason: expect.stringMatching(/\.$/),
      });
      expect(attemptsAt()).toHaveLength(1);
      // Later messages are still sent.
      await says("hello again");
      await waitUntilReached(1);
    },
  );

  test.each([
    [0, "token_refused"],
    [190, "token_refused"],
    [10, "permission_missing"],
    [200, "permission_missing"],
    [299, "permission_missing"],
  ])("because of the token (%i) marks the integration as broken until it is fixed", async (code, problem) => {
    const { business, outbox, says, misbehave, waitUntilReached, attemptsAt } = await startTalk(server);
    const seen: string[] = [];
    const stop = server.context.events.subscribe(business.account.organizationId, ({ type }) =>
      seen.push(type),
    );
    misbehave(refuse(code, { httpStatus: 401 }));
    await says("hello");
    const url = `/api/organizations/${business.account.organizationId}/whatsapp`;
    const broken = await eventually(async () => {
      const [listed] = (await business.account.request("GET", url)).json<{ problem: object | null }[]>();
      return listed?.problem;
    });
    expect(broken).toMatchObject({ code: problem, message: expect.stringMatching(/access token/) });
    await eventually(async () => seen.includes("whatsapp.updated"));
    stop();
    await says("hello?");
    await eventually(async () => (await outbox()).length === 2);
    expect(attemptsAt()).toHaveLength(1);
    server.graph.numbers.set(business.integration.phoneNumberId, "new-token");
    const mended = await business.account.request("PUT", `${url}/${business.integration.id}`, {
      accessToken: "new-token",
    });
    expect(mended.json()).toMatchObject({ problem: null });
    await waitUntilReached(2);
  });
});

describe.concurrent("a message whose delivery is unknown", () => {
  test.each<[string, Fault]>([
    ["the connection broke after Meta received it", { kind: "deliver_and_drop" }],
    ["the connection broke before Meta replied", { kind: "drop" }],
    ["a gateway gave up", { kind: "garbage", httpStatus: 504 }],
    ["the reply made no sense", { kind: "garbage", httpStatus: 200 }],
  ])("because %s is never resent, and later ones are sent", async (_what, fault) => {
    const { outbox, inState, says, misbehave, attemptsAt, hurry } = await startTalk(server);
    misbehave(fault);
    await says("hello");
    expect(await inState("unconfirmed")).toMatchObject({ attempts: 1 });
    await says("are you there?");
    await eventually(async () => (await outbox()).length === 2 && (await outbox())[1]?.state === "sent");
    await hurry();
    expect(attemptsAt()).toHaveLength(2);
    expect((await outbox())[0]?.state).toBe("unconfirmed");
  });

  test("is confirmed by a later status", async () => {
    const { inState, says, misbehave, reached, status } = await startTalk(server);
    misbehave({ kind: "deliver_and_drop" });
    await says("hello");
    const row = await inState("unconfirmed");
    const wamid = reached()[0]?.wamid ?? "";
    await status(wamid, "delivered", { callback: row.id });
    expect(await inState("sent")).toMatchObject({ delivery: "delivered", channel_message_id: wamid });
  });

  test("because Meta is unreachable is resent", async () => {
    const customer = newCustomer();
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

describe("sending", () => {
  test("stops 24 hours after the customer last wrote, checked when sending", async () => {
    const { business, inState, says, misbehave, waitUntilReached, attemptsAt, hurry, setNextAttempt } =
      await startTalk(server);
    misbehave(refuse(131000));
    await says("hello");
    await inState("waiting");
    await business.rows((trx) =>
      trx
        .updateTable("conversations")
        .set({ last_customer_message_at: new Date(Date.now() - dayMs) })
        .execute(),
    );
    await setNextAttempt(new Date());
    await hurry();
    expect(await inState("failed")).toMatchObject({ error_code: 131047 });
    expect(attemptsAt()).toHaveLength(1);
    // Any message from the customer reopens the window.
    await says("still there?");
    await waitUntilReached(1);
  });

  test("sends one customer 45 messages at once, then one in six seconds", async () => {
    const { business, outbox, inState, says, reached, waitUntilReached } = await startTalk(server);
    await says("hello");
    await waitUntilReached(1);
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

  test("keeps the order of a conversation even if one message has to be resent", async () => {
    const { inState, says, misbehave, waitUntilReached } = await startTalk(server);
    misbehave(refuse(131000));
    await says("hello");
    await inState("waiting");
    await says("how are you?");
    const texts = (await waitUntilReached(2)).map(({ text }) => text);
    expect(texts).toEqual(["Hello! How can I help you today?", expect.stringContaining("well")]);
  });
});
