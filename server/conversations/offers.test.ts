import { afterAll, beforeAll, expect, test } from "vitest";
import { ChatExchange, type ChatMessage, type ChatSession } from "../../contract/conversations.ts";
import type { Ticket } from "../../contract/tickets.ts";
import { addWordDocument } from "../../test/documents.ts";
import {
  startBusiness,
  startWhatsappServer,
  type Business,
  type WhatsappServer,
} from "../../test/whatsapp.ts";

const missing = "who won the rugby world cup in 1995";

let server: WhatsappServer;
let business: Business;
beforeAll(async () => {
  server = await startWhatsappServer();
  business = await startBusiness(server);
  const sentences = [
    "A repair takes three working days.",
    "To rent a canoe costs R80 per day.",
    "To rent a kayak costs R95 per day.",
  ];
  await addWordDocument(business.account, "Rent.docx", sentences, "external");
});
afterAll(() => server.close());

/** Writes in a new conversation; the reply is the one to the last message. */
async function say(...contents: string[]) {
  const { account } = business;
  const organization = `/api/organizations/${account.organizationId}`;
  const session = await account.request("POST", `${organization}/chat/sessions`, { type: "external" });
  const sessionId = session.json<ChatSession>().id;
  let message: ChatMessage | undefined;
  for (const content of contents) {
    const reply = await account.request("POST", `/api/chat/sessions/${sessionId}/messages`, { content });
    message = ChatExchange.parse(reply.json()).assistantMessage ?? undefined;
  }
  const tickets = (await account.request("GET", `${organization}/tickets`)).json<Ticket[]>();
  const ticket = tickets.find((each) => each.sessionId === sessionId);
  return { content: message?.content, kind: message?.metadata?.kind, ticket };
}

test.each(["yes please", "yes", "ja asseblief", "ok yes pls connect me"])(
  "the offer of a person is accepted: %s",
  async (yes) => {
    const { kind, ticket } = await say(missing, yes);
    expect(kind).toBe("hand_off");
    expect(ticket?.title).toBe(missing);
  },
);

test.each(["no thanks", "no its fine", "ok thanks", "never mind"])(
  "the offer of a person is not accepted: %s",
  async (no) => {
    expect(await say(missing, no)).toMatchObject({ kind: "small_talk", ticket: undefined });
  },
);

test("a yes to an answer accepts nothing", async () => {
  expect((await say("how long does a repair take", "yes")).kind).toBe("small_talk");
});

test("a correction continues the question before", async () => {
  const { content } = await say("what does it cost to rent a canoe", "no i meant the kayak");
  expect(content).toContain("R95");
  expect(content).not.toContain("R80");
});

test.each(["its been 6 days", "its been 2 weeks already"])(
  "who has waited longer than the rule says gets a person: %s",
  async (waited) => {
    expect((await say("how long does a repair take", waited)).kind).toBe("hand_off");
  },
);
