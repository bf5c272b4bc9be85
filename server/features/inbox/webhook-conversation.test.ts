import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ApiKeyCreated } from "../../../contract/api-keys.ts";
import type { Conversation } from "../../../contract/inbox.ts";
import type { WebhookAnswer, WebhookConversation } from "../../../contract/webhook.ts";
import { signUp, type Account } from "../../../test/accounts.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import { addWordDocument } from "../../../test/documents.ts";
import { eventually, uploadForCustomers } from "../../../test/whatsapp.ts";
import { withTenant } from "../../database/database.ts";

const refund = { question: "How long does a refund take by card?", answer: "five to seven working days" };

let server: TestServer;
let owner: Account;
let key: string;
beforeAll(async () => {
  server = await startTestServer();
  owner = await signUp(server);
  await uploadForCustomers(owner, "Returns Policy.docx");
  const form = { name: "Web shop", permissions: { internal: false, external: true } };
  const created = await owner.request("POST", `/api/organizations/${owner.organizationId}/api-keys`, form);
  key = ApiKeyCreated.parse(created.json()).key;
});
afterAll(() => server.close());

const act = (id: string, what: string, body: object = {}) =>
  owner.request("POST", `/api/conversations/${id}/${what}`, body);

async function askWebhook(question: string, conversationId?: string): Promise<WebhookAnswer> {
  const reply = await server.app.inject({
    method: "POST",
    url: "/api/webhook/chat",
    headers: { authorization: `Bearer ${key}` },
    payload: { question, type: "external", conversationId },
  });
  expect(reply.statusCode).toBe(200);
  return reply.json();
}

describe("a conversation over the webhook", () => {
  const read = async (id: string, query = "", bearer = key): Promise<WebhookConversation> => {
    const reply = await server.app.inject({
      method: "GET",
      url: `/api/webhook/conversations/${id}?${query}`,
      headers: { authorization: `Bearer ${bearer}` },
    });
    expect(reply.statusCode).toBe(200);
    return reply.json();
  };

  test("returns a person's answer, and goes back to the assistant afterwards", async () => {
    const { conversationId: id } = await askWebhook(refund.question);
    await act(id, "take-over");
    expect(await askWebhook("Is somebody there?", id)).toMatchObject({ answered: false, sources: [] });
    const { messages: known, takenOver } = await read(id);
    expect([takenOver, known.map(({ from }) => from)]).toEqual([true, ["customer", "assistant", "customer"]]);
    await act(id, "messages", { content: "I am." });
    const news = await read(id, `after=${known.at(-1)?.id}`);
    expect(news.messages).toMatchObject([{ from: "person", content: "I am." }]);
    await act(id, "release");
    expect(await askWebhook(refund.question, id)).toMatchObject({ answered: true });
    expect((await read(id)).takenOver).toBe(false);
  });

  test("is not continued by the assistant after a person has replied", async () => {
    const prices = ["The kettle braai costs R 1 899. The warranty on the kettle braai is five years."];
    await addWordDocument(owner, "Braais.docx", prices, "external");
    await addWordDocument(owner, "Garden.docx", ["The wheelbarrow costs R 1 249."], "external");
    const { conversationId: id } = await askWebhook("I want to speak to a human");
    await askWebhook("how long is the warranty on the kettle braai?", id);
    await act(id, "take-over");
    await act(id, "messages", { content: "Five years." });
    await act(id, "release");
    const { answer } = await askWebhook("thanks, and whats the price of the wheelbarrow", id);
    expect(answer).toContain("R 1 249");
    expect(answer).not.toContain("braai");
  });

  test("is read only by keys with permission for its audience", async () => {
    const { conversationId } = await askWebhook("hello");
    const form = { name: "Intranet", permissions: { internal: true, external: false } };
    const reply = await owner.request("POST", `/api/organizations/${owner.organizationId}/api-keys`, form);
    const stranger = await signUp(server);
    const theirs = await stranger.request("POST", `/api/organizations/${stranger.organizationId}/api-keys`, {
      ...form,
      permissions: { internal: true, external: true },
    });
    for (const made of [reply, theirs]) {
      const headers = { authorization: `Bearer ${ApiKeyCreated.parse(made.json()).key}` };
      const url = `/api/webhook/conversations/${conversationId}`;
      expect((await server.app.inject({ method: "GET", url, headers })).statusCode).toBe(404);
    }
  });

  test("taken over during answering is answered by the person only", async () => {
    const { conversationId: id } = await askWebhook("hello");
    const sessions = (busyUntil: Date | null) =>
      withTenant(server.context.db, owner.organizationId, (trx) =>
        trx.updateTable("conversations").set({ busy_until: busyUntil }).where("id", "=", id).execute(),
      );
    // Another question of the conversation is being answered, so this one waits for its turn.
    await sessions(new Date(Date.now() + 60_000));
    const before = (await conversationOf(id)).lastMessageAt;
    const asked = askWebhook(refund.question, id);
    await eventually(async () => (await conversationOf(id)).lastMessageAt !== before);
    await act(id, "take-over");
    await sessions(null);
    expect(await asked).toMatchObject({ answered: false, sources: [] });
    expect((await read(id)).messages.map(({ from }) => from)).toEqual(["customer", "assistant", "customer"]);
  });

  const conversationOf = async (id: string): Promise<Conversation> =>
    (await owner.request("GET", `/api/conversations/${id}`)).json();
});
