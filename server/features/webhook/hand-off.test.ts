import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUp, type Account } from "../../../test/accounts.ts";
import { askReturns, createKey, startWebhookShop, type WebhookShop } from "../../../test/webhook-shop.ts";
import type { TestServer } from "../../../test/server.ts";

const askUnknown = { question: "Do you sell giraffes?", type: "external" };

let server: TestServer;
let account: Account;
let askForPerson: WebhookShop["askForPerson"];
let answerTo: WebhookShop["answerTo"];
beforeAll(async () => {
  ({ server, account, askForPerson, answerTo } = await startWebhookShop());
});
afterAll(() => server.close());

describe("asking for a person", () => {
  test("is offered if there is no answer, and makes one ticket", async () => {
    expect((await answerTo(askReturns)).handOff).toBeNull();
    const { conversationId, handOff } = await answerTo(askUnknown);
    expect(handOff).toBe(`${server.context.config.publicUrl}/api/webhook/hand-off`);
    const request = { conversationId, customerName: "Thandi", customerEmail: "thandi@example.org" };
    const [first, again] = [await askForPerson(request), await askForPerson({ conversationId })];
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

  test("makes a ticket with the last question as title, even if it was answered", async () => {
    const { conversationId } = await answerTo(askReturns);
    const { ticketNumber } = await answerTo({ ...askReturns, question: "agent please", conversationId });
    const url = `/api/organizations/${account.organizationId}/tickets?search=${ticketNumber}`;
    expect((await account.request("GET", url)).json()).toMatchObject([{ title: askReturns.question }]);
  });

  test("names the customer in the title if they have asked no question", async () => {
    const { conversationId } = await answerTo({ question: "Hello", type: "external" });
    const reply = await askForPerson({ conversationId, customerName: "Thandi" });
    const { ticketNumber } = reply.json<{ ticketNumber: string }>();
    const url = `/api/organizations/${account.organizationId}/tickets?search=${ticketNumber}`;
    expect((await account.request("GET", url)).json()).toMatchObject([
      { title: "Thandi asked for a person" },
    ]);
  });

  test("needs a key of the organization with permission for the audience", async () => {
    const { conversationId } = await answerTo(askUnknown);
    const stranger = await createKey(await signUp(server));
    const forStaff = await createKey(account, { permissions: { internal: true, external: false } });
    for (const of of [stranger, forStaff]) {
      expect((await askForPerson({ conversationId }, { key: of.key })).statusCode).toBe(404);
    }
  });
});
