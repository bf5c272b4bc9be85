import { sql, type RawBuilder } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { TicketMessage } from "../../../contract/tickets.ts";
import {
  eventually,
  newCustomer,
  startBusiness,
  startWhatsappServer,
  type Business,
  type WhatsappServer,
} from "../../../test/whatsapp.ts";
import { openDatabase, withTenant } from "../../database/database.ts";

let server: WhatsappServer;
beforeAll(async () => {
  server = await startWhatsappServer();
});
afterAll(() => server.close());

const reaction = { type: "reaction", reaction: { message_id: "wamid.1", emoji: "👍" } };

describe("two contacts that turn out to be one customer", () => {
  let business: Business;
  let waId: string;
  let userId: string;
  beforeEach(async () => {
    business = await startBusiness(server);
    waId = newCustomer().waId;
    userId = `US.${waId}`;
    await business.says({ waId }, "hello");
    await server.graph.waitFor(waId, 1);
    await business.says({ userId }, "I want to talk to a human, please!");
    await server.graph.waitFor(userId, 1);
  });

  const showsBoth = () => business.says({ waId, userId }, reaction);
  const contacts = () =>
    business.rows((trx) => trx.selectFrom("whatsapp_contacts").selectAll().orderBy("created_at").execute());
  const merged = () => eventually(async () => (await contacts()).length === 1);
  const second = async () => (await contacts())[1]?.conversation_id ?? "";

  test("keep their tickets, so that a reply reaches the customer", async () => {
    await showsBoth();
    await merged();
    const ticket = await business.rows((trx) =>
      trx.selectFrom("tickets").selectAll().executeTakeFirstOrThrow(),
    );
    const reply = await business.account.request("POST", `/api/tickets/${ticket.id}/messages`, {
      kind: "reply",
      content: "Here I am.",
    });
    expect(reply.json<TicketMessage>()).toMatchObject({ delivery: "conversation" });
    expect((await server.graph.waitFor(waId, 2)).at(-1)?.text).toContain("Here I am.");
  });

  test("get answers to messages that were waiting in either conversation", async () => {
    // Another process handles the conversation, and dies.
    await business.rows(async (trx) =>
      trx
        .updateTable("conversations")
        .set({ busy_until: sql`now() + interval '1 hour'`, handed_off_at: null })
        .where("id", "=", await second())
        .execute(),
    );
    await business.says({ userId }, "hello");
    await showsBoth();
    await merged();
    expect(await server.graph.waitFor(waId, 2)).toHaveLength(2);
  });

  test("keep a reply that a person writes at the same moment", async () => {
    const address = `/api/conversations/${await second()}`;
    await business.account.request("POST", `${address}/take-over`, {});
    const owner = openDatabase(server.databaseUrl, { max: 1, role: null });
    onTestFinished(() => owner.destroy());
    const { reply } = await withTenant(owner, business.account.organizationId, async (trx) => {
      const isLocked = async (condition: RawBuilder<unknown>) => {
        const { rows } = await sql`select from pg_locks where ${condition}
          and database = (select oid from pg_database where datname = current_database())`.execute(trx);
        return rows.length > 0;
      };
      await sql`lock table feedback in share mode`.execute(trx);
      await showsBoth();
      // The messages have been moved, and the conversation is still there.
      await eventually(() => isLocked(sql`relation = 'feedback'::regclass and not granted`));
      let isDone = false;
      const sent = business.account
        .request("POST", `${address}/messages`, { content: "Here I am." })
        .finally(() => (isDone = true));
      const isWaiting = sql`relation = 'conversations'::regclass and locktype = 'tuple'`;
      await eventually(async () => isDone || (await isLocked(isWaiting)));
      return { reply: sent };
    });
    expect((await reply).statusCode).toBe(404);
    await merged();
  });
});
