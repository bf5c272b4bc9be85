import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { envelope, statusOf } from "../../../test/fake-graph-api/webhook.ts";
import { startTalk } from "../../../test/whatsapp-talk.ts";
import {
  eventually,
  startWhatsappServer,
  type Business,
  type WhatsappServer,
} from "../../../test/whatsapp.ts";

let server: WhatsappServer;
beforeAll(async () => {
  server = await startWhatsappServer();
});
afterAll(() => server.close());

describe.concurrent("statuses", () => {
  const orders = (names: string[]): string[][] =>
    names.length === 0
      ? [[]]
      : names.flatMap((name) =>
          orders(names.filter((other) => other !== name)).map((rest) => [name, ...rest]),
        );

  test("keeps the furthest status, in any order of arrival; failed is final", async () => {
    const { business, outbox, inState, says, waitUntilReached } = await startTalk(server);
    await says("hello");
    await waitUntilReached(1);
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
      await settled(business);
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
  });

  test("applies a status that arrives 50 times at once only once", async () => {
    const { business, inState, says, waitUntilReached, status } = await startTalk(server);
    await says("hello");
    const [message] = await waitUntilReached(1);
    await inState("sent");
    const wamid = message?.wamid ?? "";
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => status(wamid, index % 2 === 0 ? "read" : "delivered")),
    );
    await settled(business);
    expect(await inState("sent")).toMatchObject({ delivery: "read" });
    expect(
      await business.rows((trx) => trx.selectFrom("whatsapp_statuses").selectAll().execute()),
    ).toHaveLength(2);
  });

  test("keeps a status that arrives before the sending is recorded", async () => {
    const { business, inState, says, waitUntilReached, status } = await startTalk(server);
    await says("hello");
    const [message] = await waitUntilReached(1);
    const row = await inState("sent");
    const wamid = message?.wamid ?? "";
    // As if Meta's reply were still on its way.
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

  test("stores a failure with a readable reason", async () => {
    const { business, inState, says, waitUntilReached, status } = await startTalk(server);
    await says("hello");
    const [message] = await waitUntilReached(1);
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

  /** Waits until every delivery is ingested. */
  const settled = (business: Business) =>
    eventually(async () => {
      const rows = await business.rows((trx) =>
        trx.selectFrom("whatsapp_events").select("id").where("processed_at", "is", null).execute(),
      );
      return rows.length === 0;
    });
});
