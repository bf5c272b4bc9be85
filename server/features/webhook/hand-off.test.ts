import { Document as WordDocument, Packer, Paragraph } from "docx";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiKeyCreated } from "../../../contract/api-keys.ts";
import { WebhookAnswer } from "../../../contract/webhook.ts";
import { signUp, type Account } from "../../../test/accounts.ts";
import { uploadDocument, waitForDocument } from "../../../test/documents.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";

const returns = "Customers may return unworn shoes within thirty days of the purchase.";
const askReturns = {
  question: "Within how many days may customers return unworn shoes?",
  type: "external",
};
const askUnknown = { question: "Do you sell giraffes?", type: "external" };

let server: TestServer;
let account: Account;
let key: string;
beforeAll(async () => {
  server = await startTestServer();
  account = await signUp(server);
  const document = new WordDocument({ sections: [{ children: [new Paragraph(returns)] }] });
  const file = { name: "Returns.docx", bytes: await Packer.toBuffer(document) };
  const { id } = await uploadDocument(account, file, "external");
  expect(await waitForDocument(account, id)).toMatchObject({ status: "completed" });
  ({ key } = await createKey(account));
});
afterAll(() => server.close());

async function createKey(of: Account, form: object = {}): Promise<ApiKeyCreated> {
  const permissions = { internal: true, external: true };
  const url = `/api/organizations/${of.organizationId}/api-keys`;
  const reply = await of.request("POST", url, { name: "Site", permissions, ...form });
  if (reply.statusCode !== 201) throw new Error(reply.body);
  return reply.json<ApiKeyCreated>();
}

interface Call {
  key?: string;
  headers?: Record<string, string>;
}

const post = (url: string, payload: object, { key: used = key, headers = {} }: Call = {}) =>
  server.app.inject({
    method: "POST",
    url,
    headers: { authorization: `Bearer ${used}`, ...headers },
    payload,
  });
const askForPerson = (payload: object, call?: Call) => post("/api/webhook/hand-off", payload, call);

async function answerTo(payload: object, call?: Call): Promise<WebhookAnswer> {
  const reply = await post("/api/webhook/chat", payload, call);
  if (reply.statusCode !== 200) throw new Error(`${reply.statusCode} ${reply.body}`);
  return WebhookAnswer.parse(reply.json());
}

describe("asking for a person", () => {
  test("is offered where the documents hold no answer, and makes one ticket of the conversation", async () => {
    expect((await answerTo(askReturns)).handOff).toBeNull();
    const { conversationId, handOff } = await answerTo(askUnknown);
    expect(handOff).toBe(`${server.context.config.publicUrl}/api/webhook/hand-off`);
    const wish = { conversationId, customerName: "Thandi", customerEmail: "thandi@example.org" };
    const [first, again] = [await askForPerson(wish), await askForPerson({ conversationId })];
    expect([first.statusCode, again.statusCode]).toEqual([201, 200]);
    expect(first.json()).toEqual({ ticketNumber: expect.stringMatching(/^TKT-\d{4}$/), conversationId });
    expect(again.json()).toEqual(first.json());
    const url = `/api/organizations/${account.organizationId}/tickets`;
    const [ticket] = (await account.request("GET", url)).json<object[]>();
    expect(ticket).toMatchObject({
      title: askUnknown.question,
      sessionId: conversationId,
      customerName: "Thandi",
      customerEmail: "thandi@example.org",
    });
    const inbox = await account.request("GET", `/api/conversations/${conversationId}`);
    expect(inbox.json<{ personRequestedAt: string | null }>().personRequestedAt).not.toBeNull();
  });

  test("needs a key of the organization that may ask this kind of documents", async () => {
    const { conversationId } = await answerTo(askUnknown);
    const stranger = await createKey(await signUp(server));
    const forStaff = await createKey(account, { permissions: { internal: true, external: false } });
    for (const of of [stranger, forStaff]) {
      expect((await askForPerson({ conversationId }, { key: of.key })).statusCode).toBe(404);
    }
  });
});
