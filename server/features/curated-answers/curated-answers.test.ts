import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ApiKeyCreated } from "../../../contract/api-keys.ts";
import type { Audience } from "../../../contract/common.ts";
import type { ChatExchange, ChatMessage } from "../../../contract/conversations.ts";
import type { CuratedAnswer, UnansweredGroup } from "../../../contract/curated-answers.ts";
import type { TicketDetail } from "../../../contract/tickets.ts";
import { signUp, type Account } from "../../../test/accounts.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import { eventually } from "../../../test/whatsapp.ts";
import { buildApp } from "../../app.ts";
import { openContext } from "../../context.ts";
import { withTenant } from "../../database/database.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const urlOf = (account: Account, noun = "curated-answers") =>
  `/api/organizations/${account.organizationId}/${noun}`;
const list = async (account: Account) =>
  (await account.request("GET", urlOf(account))).json<CuratedAnswer[]>();
const unanswered = async (account: Account, type: Audience = "external") =>
  (await account.request("GET", `${urlOf(account, "unanswered-questions")}?type=${type}`)).json<
    UnansweredGroup[]
  >();

const sundays = {
  type: "external" as Audience,
  question: "Do you deliver to Durban on Sundays?",
  wordings: ["Is there Sunday delivery in Durban?"],
  answer: "Yes, on Sundays between 09:00 and 13:00.",
};

async function write(account: Account, form: Partial<typeof sundays> = {}): Promise<CuratedAnswer> {
  const reply = await account.request("POST", urlOf(account), { ...sundays, ...form });
  expect(reply.statusCode).toBe(201);
  return reply.json();
}

async function openSession(account: Account, type: Audience): Promise<string> {
  const reply = await account.request("POST", urlOf(account, "chat/sessions"), { type });
  return reply.json<{ id: string }>().id;
}

async function ask(account: Account, content: string, type: Audience = "external"): Promise<ChatMessage> {
  const session = await openSession(account, type);
  const reply = await account.request("POST", `/api/chat/sessions/${session}/messages`, { content });
  return reply.json<ChatExchange>().assistantMessage;
}

describe("a curated answer", () => {
  test("is given and marked as curated until it is deleted", async () => {
    const account = await signUp(server);
    expect((await ask(account, sundays.question)).metadata).toMatchObject({ answered: false });
    const written = await write(account);
    expect(written).toMatchObject({ ...sundays, createdBy: { email: account.email } });
    const given = await ask(account, sundays.question);
    expect(given.content).toBe(sundays.answer);
    expect(given.metadata).toMatchObject({ engine: "curated", answered: true, kind: "answer", sources: [] });
    expect(given.metadata?.confidence).toBeGreaterThan(0.95);
    expect(await list(account)).toEqual([written]);
    await account.request("DELETE", `${urlOf(account)}/${written.id}`);
    expect((await ask(account, sundays.question)).metadata).toMatchObject({ answered: false });
    expect(await list(account)).toEqual([]);
  });

  test.each([
    "do you deliver on sundays to durban",
    "Hi! Do you deliver to Durban on Sundays please?",
    "Do you delivr to Durban on Sundays?",
    "Is there a delivery on Sunday in Durban?",
  ])("is given to a paraphrase: %s", async (question) => {
    const account = await signUp(server);
    await write(account);
    const given = await ask(account, question);
    expect(given.metadata).toMatchObject({ engine: "curated", answered: true });
    expect(given.content).toBe(sundays.answer);
  });

  test.each([
    "Do you deliver to Cape Town on Saturdays?",
    "Do you not deliver to Durban on Sundays?",
    "Why do you deliver to Durban?",
    "Do you open on Sundays?",
    "What does the delivery to Durban cost?",
  ])("is not given to another question: %s", async (question) => {
    const account = await signUp(server);
    await write(account);
    expect((await ask(account, question)).metadata?.engine).not.toBe("curated");
  });

  test("is found for a question in its language", async () => {
    const account = await signUp(server);
    await write(account, {
      question: "Hoeveel dae neem aflewering na Durban?",
      wordings: [],
      answer: "Twee dae.",
    });
    expect((await ask(account, "Hoeveel dae neem 'n aflewering na Durban")).content).toBe("Twee dae.");
  });

  test("is given only in its audience and organization", async () => {
    const account = await signUp(server);
    const stranger = await signUp(server);
    const { id } = await write(account);
    expect((await ask(account, sundays.question, "internal")).metadata).toMatchObject({ answered: false });
    expect((await ask(stranger, sundays.question)).metadata).toMatchObject({ answered: false });
    expect((await stranger.request("GET", urlOf(account))).statusCode).toBe(404);
    expect((await stranger.request("DELETE", `${urlOf(stranger)}/${id}`)).statusCode).toBe(404);
    const change = await stranger.request("PUT", `${urlOf(stranger)}/${id}`, sundays);
    expect(change.statusCode).toBe(404);
    const seen = await withTenant(server.context.db, stranger.organizationId, (trx) =>
      trx.selectFrom("curated_answers").select("id").execute(),
    );
    expect(seen).toEqual([]);
  });

  test("shows who changed it last, and is given in its current wording", async () => {
    const account = await signUp(server);
    const { id } = await write(account);
    const change = { question: sundays.question, wordings: [], answer: "No longer." };
    const reply = await account.request("PUT", `${urlOf(account)}/${id}`, change);
    expect(reply.json()).toMatchObject({ ...change, updatedBy: { email: account.email } });
    expect((await ask(account, sundays.question)).content).toBe("No longer.");
  });

  test("is unique per question and audience", async () => {
    const account = await signUp(server);
    await write(account);
    const again = await account.request("POST", urlOf(account), {
      ...sundays,
      question: "Do you deliver to durban, on Sundays",
    });
    expect([again.statusCode, again.json()]).toMatchObject([409, { code: "already_answered" }]);
    await write(account, { type: "internal" });
  });

  test("is known to every process", async () => {
    const account = await signUp(server);
    const other = await openContext(server.context.config, server.databaseUrl, server.context.log);
    const app = await buildApp(other);
    const askThere = async () => {
      const headers = { cookie: account.cookie, origin: server.context.config.publicUrl };
      const sessions = { method: "POST", url: urlOf(account, "chat/sessions"), headers } as const;
      const { id } = (await app.inject({ ...sessions, payload: { type: "external" } })).json<{
        id: string;
      }>();
      const reply = await app.inject({
        method: "POST",
        url: `/api/chat/sessions/${id}/messages`,
        headers,
        payload: { content: sundays.question },
      });
      return reply.json<ChatExchange>().assistantMessage.metadata?.engine;
    };
    expect(await askThere()).toBe("extractive");
    const { id } = await write(account);
    await expect.poll(askThere).toBe("curated");
    await account.request("DELETE", `${urlOf(account)}/${id}`);
    await expect.poll(askThere).toBe("extractive");
    await app.close();
    await other.close(1_000);
  });

  test("is given over the public webhook, too", async () => {
    const account = await signUp(server);
    await write(account);
    const key = ApiKeyCreated.parse(
      (
        await account.request("POST", urlOf(account, "api-keys"), {
          name: "Shop",
          permissions: { internal: false, external: true },
        })
      ).json(),
    );
    const reply = await server.app.inject({
      method: "POST",
      url: "/api/webhook/chat",
      headers: { authorization: `Bearer ${key.key}` },
      payload: { question: sundays.question, type: "external" },
    });
    expect(reply.json()).toMatchObject({ answer: sundays.answer, answered: true });
  });
});

describe("questions without an answer", () => {
  test("groups similar unanswered questions of an audience until they are answered", async () => {
    const account = await signUp(server);
    for (const question of [
      "Do you rent out tents?",
      "do you rent tents out",
      "Can I rent a tent?",
      "What is the warranty on a stove?",
      "Hello!",
    ]) {
      await ask(account, question);
    }
    await ask(account, "Who repairs the coffee machine?", "internal");
    const groups = await unanswered(account);
    expect(groups.map(({ count, channels }) => ({ count, channels }))).toEqual([
      { count: 3, channels: [{ channel: "chat", count: 3 }] },
      { count: 1, channels: [{ channel: "chat", count: 1 }] },
    ]);
    expect(groups[0]?.examples.length).toBeGreaterThan(0);
    expect(await unanswered(account, "internal")).toMatchObject([
      { type: "internal", question: "Who repairs the coffee machine?" },
    ]);
    await write(account, { question: groups[0]?.question ?? "", wordings: [], answer: "We do." });
    expect((await unanswered(account)).map(({ question }) => question)).toEqual([
      "What is the warranty on a stove?",
    ]);
  });

  test("lists no requests for a person and no drafts of replies", async () => {
    const account = await signUp(server);
    const { metadata } = await ask(account, "agent please");
    const { ticketId } = metadata ?? {};
    await account.request("POST", `/api/tickets/${ticketId}/draft`, {});
    await eventually(async () => {
      const ticket = (await account.request("GET", `/api/tickets/${ticketId}`)).json<TicketDetail>();
      return ticket.draft?.state === "ready";
    });
    expect(await unanswered(account)).toEqual([]);
  });

  test("hides a dismissed question until it is asked again", async () => {
    const account = await signUp(server);
    await ask(account, "Do you sell horses?");
    await ask(account, "Can I buy a horse with you?");
    const [group] = await unanswered(account);
    const url = `${urlOf(account, "unanswered-questions")}/dismiss`;
    const reply = await account.request("POST", url, { type: "external", question: group?.question });
    expect(reply.statusCode).toBe(204);
    expect((await unanswered(account)).map(({ question }) => question)).not.toContain(group?.question);
    await ask(account, group?.question ?? "");
    expect((await unanswered(account)).map(({ question }) => question)).toContain(group?.question);
  });

  test("hides unanswered questions from other organizations", async () => {
    const account = await signUp(server);
    await ask(account, "Do you rent out tents?");
    expect(await unanswered(await signUp(server))).toEqual([]);
  });
});
