import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { envelope, messageFrom, text } from "../../../test/fake-graph-api/webhook.ts";
import {
  eventually,
  newCustomer,
  startBusiness,
  startWhatsappServer,
  uploadForCustomers,
  type Business,
  type WhatsappServer,
} from "../../../test/whatsapp.ts";
import { administer } from "../../../test/database-server.ts";

const refund = { question: "How long does a refund take by card?", answer: "five to seven working days" };
const card = { question: "How long is a gift card valid?", answer: "valid for three years" };

let server: WhatsappServer;
let business: Business;
beforeAll(async () => {
  server = await startWhatsappServer();
  business = await startBusiness(server);
  await uploadForCustomers(business.account, "Price List.pdf", "Returns Policy.docx");
});
afterAll(() => server.close());

const conversationOf = (waId: string) =>
  business.rows((trx) =>
    trx
      .selectFrom("conversations")
      .innerJoin("whatsapp_contacts as contact", "contact.conversation_id", "conversations.id")
      .selectAll("conversations")
      .where("wa_id", "=", waId)
      .executeTakeFirstOrThrow(),
  );

describe("an answer", () => {
  test("comes from the external documents, names its source and is saved", async () => {
    const customer = newCustomer();
    const wamid = await business.says(customer, refund.question);
    const [answer] = await server.graph.waitFor(customer.waId, 1);
    expect(answer?.text).toContain(refund.answer);
    expect(answer?.text).toMatch(/\n\nSource: Returns Policy, page \d+$/);
    expect(server.graph.receipts).toContain(wamid);
    const { id: conversationId } = await conversationOf(customer.waId);
    const [question, saved] = await business.messages(conversationId);
    expect(question).toMatchObject({ role: "user", content: refund.question });
    expect(saved).toMatchObject({
      role: "assistant",
      metadata: { answered: true, sources: [{ documentName: "Returns Policy.docx" }] },
    });
  });

  test("understands a follow-up from the earlier conversation", async () => {
    const customer = newCustomer();
    await business.says(customer, refund.question);
    await server.graph.waitFor(customer.waId, 1);
    await business.says(customer, "and by EFT?");
    const [, second] = await server.graph.waitFor(customer.waId, 2);
    expect(second?.text).toContain("EFT refunds two working days");
  });

  test("is given to each of several questions, in order, quoting the question", async () => {
    const customer = newCustomer();
    const at = Date.now() - 60_000;
    const questions = [refund.question, card.question];
    const messages = questions.map((body, index) =>
      messageFrom(customer, text(body), { at: new Date(at + index * 1000) }),
    );
    const payload = envelope(business.integration.phoneNumberId, {
      messages: messages.toReversed(),
      customers: [customer],
    });
    expect((await business.deliver(payload)).status).toBe(200);
    const [first, second] = await server.graph.waitFor(customer.waId, 2);
    expect(first?.text).toContain(refund.answer);
    expect(first?.message).toMatchObject({ context: { message_id: messages[0]?.["id"] } });
    expect(second?.text).toContain(card.answer);
  });

  test("goes to Meta's id of the user if no telephone number is known", async () => {
    const customer = { userId: "US.1349", name: "Sheena" };
    await business.says(customer, refund.question);
    const [answer] = await server.graph.waitFor("US.1349", 1);
    expect(answer?.message).toMatchObject({ recipient: "US.1349" });
    expect(answer?.message).not.toHaveProperty("to");
  });
});

describe("a customer", () => {
  test("who starts with ten pictures gets one conversation and one notice", async () => {
    const customer = newCustomer();
    const image = (index: number) => ({
      type: "image",
      image: { id: String(index), mime_type: "image/jpeg", sha256: "x" },
    });
    await Promise.all(Array.from({ length: 10 }, (_, index) => business.says(customer, image(index))));
    await eventually(async () => {
      const taken = await business.rows((trx) =>
        trx
          .selectFrom("whatsapp_messages")
          .innerJoin(
            "whatsapp_contacts",
            "whatsapp_contacts.conversation_id",
            "whatsapp_messages.conversation_id",
          )
          .select("answered_at")
          .where("wa_id", "=", customer.waId)
          .execute(),
      );
      return taken.length === 10 && taken.every(({ answered_at: at }) => at !== null);
    });
    const told = await server.graph.waitFor(customer.waId, 1);
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain("I can only read text here");
    const contacts = await business.rows((trx) =>
      trx.selectFrom("whatsapp_contacts").selectAll().where("wa_id", "=", customer.waId).execute(),
    );
    expect(contacts).toHaveLength(1);
    const said = await business.messages(contacts[0]?.conversation_id);
    expect(said.filter(({ content }) => content === "[picture]")).toHaveLength(10);
  });

  test("known by number and by id gets one conversation once both appear together", async () => {
    const waId = newCustomer().waId;
    const userId = `US.${waId}`;
    await business.says({ waId }, "hello");
    await server.graph.waitFor(waId, 1);
    await business.says({ userId }, "hello");
    await server.graph.waitFor(userId, 1);
    await business.says({ waId, userId }, refund.question);
    await server.graph.waitFor(waId, 2);
    const contacts = await business.rows((trx) =>
      trx.selectFrom("whatsapp_contacts").selectAll().where("user_id", "=", userId).execute(),
    );
    expect(contacts).toMatchObject([{ wa_id: waId, user_id: userId }]);
    expect(await business.messages(contacts[0]?.conversation_id)).toHaveLength(6);
  });

  test("gets an answer to the caption of a picture", async () => {
    const customer = newCustomer();
    const caption = refund.question;
    await business.says(customer, {
      type: "image",
      image: { id: "1", mime_type: "image/jpeg", sha256: "x", caption },
    });
    const [answer] = await server.graph.waitFor(customer.waId, 1);
    expect(answer?.text).toContain(refund.answer);
  });

  test("who reacts or sends a sticker gets no answer", async () => {
    const customer = newCustomer();
    await business.says(customer, { type: "reaction", reaction: { message_id: "wamid.1", emoji: "👍" } });
    await business.says(customer, { type: "sticker", sticker: { id: "1" } });
    await business.says(customer, refund.question);
    const said = await server.graph.waitFor(customer.waId, 1);
    expect(said).toHaveLength(1);
    expect(said[0]?.text).toContain(refund.answer);
  });

  test.each([
    [
      "a voice message",
      { type: "audio", audio: { id: "1", mime_type: "audio/ogg; codecs=opus", sha256: "x", voice: true } },
    ],
    ["a video", { type: "video", video: { id: "1", mime_type: "video/mp4", sha256: "x" } }],
    [
      "a document",
      {
        type: "document",
        document: { id: "1", filename: "f.pdf", mime_type: "application/pdf", sha256: "x" },
      },
    ],
    ["a location", { type: "location", location: { latitude: -26.2, longitude: 28.04 } }],
    ["contacts", { type: "contacts", contacts: [{ name: { formatted_name: "A" } }] }],
    ["an order", { type: "order", order: { catalog_id: "1", product_items: [] } }],
    [
      "something that Meta cannot show",
      { type: "unsupported", errors: [{ code: 131051, title: "Message type unknown" }] },
    ],
    ["an unknown type", { type: "hologram", hologram: {} }],
  ])("who sends %s is told that the assistant only reads text", async (_what, content) => {
    const customer = newCustomer();
    await business.says(customer, content);
    const [notice] = await server.graph.waitFor(customer.waId, 1);
    expect(notice?.text).toContain("Please type your question.");
  });

  test("who presses a template's button is understood by its text", async () => {
    const customer = newCustomer();
    await business.says(customer, { type: "button", button: { payload: "p", text: refund.question } });
    const [answer] = await server.graph.waitFor(customer.waId, 1);
    expect(answer?.text).toContain(refund.answer);
  });
});

describe("a person", () => {
  test("is offered when the assistant has no answer, and requested by the button", async () => {
    const customer = newCustomer();
    await business.says(customer, "Who won the rugby world cup in 1995?");
    const [unknown] = await server.graph.waitFor(customer.waId, 1);
    expect(unknown?.message).toMatchObject({
      type: "interactive",
      interactive: {
        type: "button",
        action: { buttons: [{ reply: { id: "person", title: "Talk to a person" } }] },
      },
    });
    await business.says(customer, {
      type: "interactive",
      interactive: { type: "button_reply", button_reply: { id: "person", title: "Talk to a person" } },
    });
    const [, called] = await server.graph.waitFor(customer.waId, 2);
    expect(called?.text).toContain("I've handed this over to our team. Your reference is TKT-");
    const { id: conversationId, person_requested_at: requestedAt } = await conversationOf(customer.waId);
    expect(requestedAt).not.toBeNull();
    const tickets = () =>
      business.rows((trx) =>
        trx
          .selectFrom("tickets")
          .selectAll()
          .where("conversation_id", "=", conversationId)
          .where("status", "=", "open")
          .execute(),
      );
    const [ticket, ...more] = await tickets();
    expect([ticket, more]).toMatchObject([
      {
        title: "Who won the rugby world cup in 1995?",
        customer_name: "Thandi",
        customer_phone: `+${customer.waId}`,
      },
      [],
    ]);
    // Asking again keeps the ticket and adds the messages since.
    await business.says(customer, "I want to talk to a person");
    const customersWords = async () => {
      const rows = await business.rows((trx) =>
        trx
          .selectFrom("ticket_messages")
          .select(["kind", "content"])
          .where("ticket_id", "=", ticket?.id ?? "")
          .orderBy("position")
          .execute(),
      );
      return rows.filter(({ kind }) => kind === "customer").map(({ content }) => content);
    };
    await eventually(async () => (await customersWords()).length === 3);
    expect(await tickets()).toHaveLength(1);
    expect((await customersWords()).at(-1)).toBe("I want to talk to a person");
    const [, , confirmed, ...others] = await server.graph.waitFor(customer.waId, 3);
    expect([confirmed?.text, others]).toEqual([expect.stringContaining("has reached our team"), []]);
  });

  test.each([
    ["I want to talk to a human, please!", "Your reference is TKT-", "Ask the assistant"],
    ["Where is my order? I paid two weeks ago", "Your reference is TKT-", "Ask the assistant"],
    ["Ngifuna ukukhuluma nomuntu", "Inombolo yakho yereferensi ngu-TKT-", "Buza umsizi"],
  ])("is requested at once by %s, until the customer asks the assistant", async (request, told, button) => {
    const customer = newCustomer();
    await business.says(customer, request);
    const [called] = await server.graph.waitFor(customer.waId, 1);
    expect(called?.text).toContain(told);
    expect(called?.message).toMatchObject({
      interactive: { action: { buttons: [{ reply: { id: "assistant", title: button } }] } },
    });
    const { id: conversationId, person_requested_at: requestedAt } = await conversationOf(customer.waId);
    expect(requestedAt).not.toBeNull();
    const tickets = () =>
      business.rows((trx) =>
        trx
          .selectFrom("tickets")
          .select(["title", "status"])
          .where("conversation_id", "=", conversationId)
          .execute(),
      );
    expect(await tickets()).toEqual([{ title: request, status: "open" }]);
    await business.says(customer, "hello");
    await business.says(customer, {
      type: "interactive",
      interactive: { type: "button_reply", button_reply: { id: "assistant", title: button } },
    });
    await server.graph.waitFor(customer.waId, 3);
    // This was within a minute, and no one had worked on the ticket.
    expect(await tickets()).toEqual([{ title: request, status: "closed" }]);
    await business.says(customer, refund.question);
    const said = await server.graph.waitFor(customer.waId, 4);
    expect(said.at(-1)?.text).toContain(refund.answer);
  });

  test("silences the assistant until the conversation is released", async () => {
    const customer = newCustomer();
    await business.says(customer, "hello");
    await server.graph.waitFor(customer.waId, 1);
    const { id: conversationId } = await conversationOf(customer.waId);
    const own = (userId: string | null) =>
      business.rows((trx) =>
        trx
          .updateTable("conversations")
          .set({ owner_user_id: userId })
          .where("id", "=", conversationId)
          .execute(),
      );
    await own(business.account.user.id);
    const wamid = await business.says(customer, refund.question);
    await answered(wamid);
    expect(server.graph.receipts).not.toContain(wamid);
    await own(null);
    await business.says(customer, card.question);
    const said = await server.graph.waitFor(customer.waId, 2);
    expect(said.map((message) => message.text)).toEqual([
      expect.any(String),
      expect.stringContaining(card.answer),
    ]);
    expect(await business.messages(conversationId)).toHaveLength(5);
  });
});

describe("a rating", () => {
  const rated = (conversationId: string) =>
    business.rows((trx) =>
      trx.selectFrom("feedback").selectAll().where("conversation_id", "=", conversationId).execute(),
    );

  test("is requested when the customer says thanks, stored once, and can be corrected", async () => {
    const customer = newCustomer();
    await business.says(customer, refund.question);
    await server.graph.waitFor(customer.waId, 1);
    await business.says(customer, "Thank you, goodbye!");
    const [, , request] = await server.graph.waitFor(customer.waId, 3);
    if (request?.message.type !== "interactive" || request.message.interactive.type !== "list")
      throw new Error("no list came");
    const rows = request.message.interactive.action.sections.flatMap((section) => section.rows);
    expect(rows.map(({ title }) => title)).toEqual([
      "★★★★★ Excellent",
      "★★★★ Good",
      "★★★ Okay",
      "★★ Poor",
      "★ Very poor",
    ]);
    const choose = (index: number) =>
      business.says(customer, {
        type: "interactive",
        interactive: { type: "list_reply", list_reply: rows[index] },
      });
    await choose(0);
    await server.graph.waitFor(customer.waId, 4);
    await choose(3);
    const said = await server.graph.waitFor(customer.waId, 5);
    expect(said.at(-1)?.text).toBe("Thank you for your rating!");
    const { id: conversationId } = await conversationOf(customer.waId);
    expect(await rated(conversationId)).toMatchObject([
      { rating: 2, source: "whatsapp", customer_phone: `+${customer.waId}` },
    ]);
    // Thanks again within a day: no second request.
    await business.says(customer, "thanks");
    expect((await server.graph.waitFor(customer.waId, 6)).at(-1)?.message.type).toBe("text");
  });

  test("does not store a rating that was never requested", async () => {
    const customer = newCustomer();
    const id = "rating:0b0c8e4e-7d0b-4a1e-9d5e-0c3c3f1f2a3b:1";
    const content = {
      type: "interactive",
      interactive: { type: "list_reply", list_reply: { id, title: "★" } },
    };
    await answered(await business.says(customer, content));
    expect(await rated((await conversationOf(customer.waId)).id)).toEqual([]);
  });

  test("is requested after the conversation has been quiet for half an hour", async () => {
    const customer = newCustomer();
    await business.says(customer, card.question);
    await server.graph.waitFor(customer.waId, 1);
    const { id: conversationId } = await conversationOf(customer.waId);
    await business.rows((trx) =>
      trx
        .updateTable("conversations")
        .set({ last_message_at: new Date(Date.now() - 31 * 60_000) })
        .where("id", "=", conversationId)
        .execute(),
    );
    // Makes the job that runs after half an hour due now.
    await administer(
      server.databaseUrl,
      `update pgboss.job set start_after = now() where name = 'whatsapp.continue' and data ->> 'conversationId' = '${conversationId}'`,
    );
    const [, request] = await server.graph.waitFor(customer.waId, 2);
    expect(request?.text).toBe("How was this conversation?");
  });
});

/** Waits until no message waits for the assistant. */
function answered(wamid: string): Promise<boolean> {
  return eventually(async () => {
    const row = await business.rows((trx) =>
      trx.selectFrom("whatsapp_messages").select("answered_at").where("wamid", "=", wamid).executeTakeFirst(),
    );
    return row?.answered_at != null;
  });
}
