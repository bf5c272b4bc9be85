import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { Invitation } from "../../../contract/identity.ts";
import { TicketDetail, type TicketMessage } from "../../../contract/tickets.ts";
import { signUp, type Account } from "../../../test/accounts.ts";
import { administer } from "../../../test/database-server.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import { startSmtpServer, type TestSmtpServer } from "../../../test/smtp.ts";
import { eventually } from "../../../test/whatsapp.ts";

let server: TestServer;
let withoutMail: TestServer;
let smtp: TestSmtpServer;
let account: Account;
beforeAll(async () => {
  smtp = await startSmtpServer();
  server = await startTestServer({
    environment: { SMTP_URL: smtp.url, MAIL_FROM: "Acme <help@example.org>" },
  });
  withoutMail = await startTestServer({ worker: false });
  account = await signUp(server);
});
afterAll(async () => {
  await server.close();
  await withoutMail.close();
  await smtp.close();
});

async function create(form: object, as = account): Promise<string> {
  const url = `/api/organizations/${as.organizationId}/tickets`;
  return (await as.request("POST", url, form)).json<{ id: string }>().id;
}

async function reply(id: string, content: string, as = account): Promise<TicketMessage> {
  const sent = await as.request("POST", `/api/tickets/${id}/messages`, { content });
  expect(sent.statusCode).toBe(201);
  return sent.json();
}

async function read(id: string): Promise<TicketDetail> {
  return TicketDetail.parse((await account.request("GET", `/api/tickets/${id}`)).json());
}

/** The thread, once its last message has this delivery. */
const settled = (id: string, delivery: TicketMessage["delivery"]) =>
  eventually(async () => {
    const { messages } = await read(id);
    return messages.at(-1)?.delivery === delivery ? messages : null;
  });

test("emails a reply to a ticket created by hand, with its number in the subject", async () => {
  const customerEmail = "naledi@example.org";
  const id = await create({ title: "The zip is broken", customerEmail });
  const content = "Bring it along.\n\nWe mend <zips> & poles.";
  expect(await reply(id, content)).toMatchObject({ kind: "reply", delivery: "mailing" });
  const { text, source } = await smtp.mailTo(customerEmail);
  expect(source).toContain("Subject: [TKT-0001] The zip is broken");
  expect(text.replaceAll("\r\n", "\n")).toContain(`${content}\n\n— Acme Retail\nYour request: TKT-0001`);
  await settled(id, "mailed");
  // Notes and the customer's own messages are not sent.
  for (const kind of ["note", "customer"]) {
    await account.request("POST", `/api/tickets/${id}/messages`, { kind, content: "Not for the mail" });
  }
  expect((await read(id)).messages.map(({ delivery }) => delivery)).toEqual(["mailed", null, null]);
  expect(smtp.offered).toEqual([customerEmail]);
});

test("stores and emails a reply once when it is repeated with the same key", async () => {
  const customerEmail = "zanele@example.org";
  const id = await create({ title: "The handle broke", customerEmail });
  const send = (message: object, idempotencyKey = "a") =>
    account.request("POST", `/api/tickets/${id}/messages`, {
      headers: { "idempotency-key": idempotencyKey, "content-type": "application/json" },
      payload: Buffer.from(JSON.stringify(message)),
    });
  const atOnce = await Promise.all([send({ content: "Once." }), send({ content: "Once." })]);
  await settled(id, "mailed");
  const again = await send({ content: "Once." });
  const sent = [...atOnce, again];
  expect(sent.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
  expect(new Set(sent.map((each) => each.json<TicketMessage>().id)).size).toBe(1);
  expect(again.json()).toMatchObject({ content: "Once.", delivery: "mailed" });
  for (const other of [{ content: "Twice." }, { content: "Once.", kind: "note" }]) {
    const refused = await send(other);
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([
      422,
      "idempotency_key_reused",
    ]);
  }
  await send({ content: "Once." }, "b");
  expect((await read(id)).messages.map(({ content }) => content)).toEqual(["Once.", "Once."]);
  await settled(id, "mailed");
  expect(smtp.offered.filter((address) => address === customerEmail)).toHaveLength(2);
});

test("emails a draft that is sent", async () => {
  const customerEmail = "sipho@example.org";
  const id = await create({ title: "Can I bring a giraffe?", customerEmail });
  const draftId = await eventually(async () => {
    const { draft } = await read(id);
    return draft?.state === "ready" && draft.id;
  });
  const body = { draftId, content: "Only a small one." };
  const sent = await account.request("POST", `/api/tickets/${id}/draft/send`, body);
  expect(sent.json()).toMatchObject({ fromDraft: true, delivery: "mailing" });
  expect((await smtp.mailTo(customerEmail)).text).toContain("Only a small one.");
});

test("shows that a mail server refused a reply, and retries a busy one", async () => {
  const id = await create({ customerEmail: "nobody@example.org" });
  smtp.behaviours.push("never");
  await reply(id, "Hello?");
  expect(await settled(id, "mail_failed")).toHaveLength(1);
  smtp.behaviours.push("later");
  await reply(id, "Hello again.");
  expect((await smtp.mailTo("nobody@example.org")).source).toMatch(/Subject: \[TKT-\d{4}\] Your request/);
  expect((await settled(id, "mailed")).map(({ delivery }) => delivery)).toEqual(["mail_failed", "mailed"]);
});

test("marks a reply as not sent without an address or a mail server", async () => {
  const unreachable = await create({});
  expect((await read(unreachable)).replyDelivery).toBe("no_address");
  expect(await reply(unreachable, "Hello")).toMatchObject({ delivery: "no_address" });
  const other = await signUp(withoutMail);
  const id = await create({ customerEmail: "naledi@example.org" }, other);
  expect((await other.request("GET", `/api/tickets/${id}`)).json()).toMatchObject({
    replyDelivery: "no_mail_server",
  });
  expect(await reply(id, "Hello", other)).toMatchObject({ delivery: "no_mail_server" });
});

test("stores a 21st reply to one address in a day, and says that it was not sent", async () => {
  const customerEmail = "flooded@example.org";
  const other = await signUp(server);
  const id = await create({ customerEmail }, other);
  const deliveries: unknown[] = [];
  for (let count = 1; count <= 21; count += 1)
    deliveries.push((await reply(id, `Reply ${count}`, other)).delivery);
  expect(deliveries).toEqual([...Array.from({ length: 20 }, () => "mailing"), "mail_limit"]);
  const ticket = await other.request("GET", `/api/tickets/${id}`);
  expect(TicketDetail.parse(ticket.json()).messages.at(-1)).toMatchObject({
    content: "Reply 21",
    delivery: "mail_limit",
  });
  await eventually(async () => smtp.offered.filter((address) => address === customerEmail).length === 20);
  expect(await reply(await create({ customerEmail }), "Hello")).toMatchObject({ delivery: "mailing" });
});

test("limits the emails of an organization per day, to a tenth in its first week", async () => {
  const limited = await startTestServer({
    worker: false,
    environment: {
      SMTP_URL: smtp.url,
      MAIL_FROM: "help@example.org",
      MAX_EMAILS_PER_DAY_PER_ORGANIZATION: "20",
    },
  });
  onTestFinished(() => limited.close());
  const owner = await signUp(limited);
  const invite = async (email: string) => {
    const url = `/api/organizations/${owner.organizationId}/invitations`;
    return (await owner.request("POST", url, { email })).json<Invitation>();
  };
  const answer = async (customerEmail: string) =>
    (await reply(await create({ customerEmail }, owner), "Hello", owner)).delivery;
  expect(await invite("one@example.org")).toMatchObject({ isMailed: true });
  expect(await answer("two@example.org")).toBe("mailing");
  expect(await answer("three@example.org")).toBe("mail_limit");
  const notMailed = await invite("four@example.org");
  expect(notMailed.isMailed).toBe(false);
  expect(notMailed.link).toContain("/sign-up?invitation=");
  await administer(limited.databaseUrl, "update organizations set created_at = now() - interval '8 days'");
  expect(await answer("three@example.org")).toBe("mailing");
  expect(await answer("five@example.org")).toBe("mailing");
});
