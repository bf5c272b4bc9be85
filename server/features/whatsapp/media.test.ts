import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Conversation, ConversationMessage } from "../../../contract/inbox.ts";
import type { Ticket, TicketDetail } from "../../../contract/tickets.ts";
import { signUp } from "../../../test/accounts.ts";
import { uploadDocument } from "../../../test/documents.ts";
import type { MediaFault } from "../../../test/fake-graph-api/media.ts";
import { envelope, messageFrom, type Content } from "../../../test/fake-graph-api/webhook.ts";
import {
  eventually,
  newCustomer,
  startBusiness,
  startWhatsappServer,
  type Business,
  type WhatsappServer,
} from "../../../test/whatsapp.ts";

const maxBytes = 50_000;
let server: WhatsappServer;
let business: Business;
beforeAll(async () => {
  const environment = {
    MAX_CUSTOMER_FILE_BYTES: String(maxBytes),
    MAX_FILES_PER_ORGANIZATION: "1",
    MAX_BYTES_PER_ORGANIZATION: "1000",
    MAX_QUESTIONS_PER_MINUTE_PER_ORGANIZATION: "1",
  };
  server = await startWhatsappServer({ environment });
  business = await startBusiness(server);
});
afterAll(() => server.close());

const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(2000, 7)]);
const beginning = (text: string): Buffer =>
  Buffer.concat([Buffer.from(text, "latin1"), Buffer.alloc(500, 3)]);

async function conversationOf(waId: string): Promise<Conversation> {
  return eventually(async () => {
    const { account } = business;
    const url = `/api/organizations/${account.organizationId}/conversations?search=${waId.slice(-7)}`;
    return (await account.request("GET", url)).json<Conversation[]>()[0];
  });
}

async function messagesOf(waId: string): Promise<ConversationMessage[]> {
  const { id } = await conversationOf(waId);
  const url = `/api/conversations/${id}/messages?limit=100`;
  const all = (await business.account.request("GET", url)).json<ConversationMessage[]>();
  return all.filter(({ from }) => from === "customer");
}

/** The customer's only message, once its file is stored or missing. */
async function settled(waId: string) {
  return eventually(async () => {
    const [message] = await messagesOf(waId);
    return message?.file && message.file.state !== "waiting" ? { ...message, file: message.file } : null;
  });
}

const download = (url: string | null) => business.account.request("GET", url ?? "no address");

const sent = (type: string, id: string, more: object = {}): Content => ({
  type,
  [type]: { id, mime_type: "application/x-whatever", sha256: "x", ...more },
});

describe.concurrent("what a customer sends", () => {
  test.each([
    ["image", jpeg, "image/jpeg", "image", "Picture.jpg"],
    ["image", beginning("\u0089PNG\r\n\u001a\n"), "image/png", "image", "Picture.png"],
    ["sticker", beginning("RIFF\0\0\0\0WEBPVP8 "), "image/webp", "image", "Sticker.webp"],
    ["audio", beginning("OggS\0"), "audio/ogg", "audio", "Voice message.ogg"],
    ["audio", beginning("\0\0\0\u0018ftypisom"), "audio/mp4", "audio", "Voice message.m4a"],
    ["video", beginning("\0\0\0\u0018ftypisom"), "video/mp4", "video", "Video.mp4"],
    ["video", beginning("\0\0\0\u0018ftyp3gp4"), "video/3gpp", "video", "Video.3gp"],
    ["document", beginning("%PDF-1.7"), "application/pdf", null, "Document.pdf"],
    // The claimed type is not trusted.
    ["image", beginning("<svg onload='alert(1)'/>"), "application/octet-stream", null, "Picture"],
    ["image", beginning("<!doctype html><script>"), "application/octet-stream", null, "Picture"],
  ] as const)("is stored with its detected type: %s as %#", async (type, bytes, mediaType, shownAs, name) => {
    const customer = newCustomer();
    await business.says(customer, sent(type, server.graph.media.add(bytes, "image/jpeg")));
    const { file } = await settled(customer.waId);
    expect(file).toMatchObject({ state: "stored", mediaType, shownAs, name, sizeBytes: bytes.length });
    const reply = await download(file.url);
    expect(reply.statusCode).toBe(200);
    expect(reply.rawPayload).toEqual(bytes);
    expect(reply.headers).toMatchObject({
      "content-type": mediaType,
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    });
    const disposition = reply.headers["content-disposition"];
    expect(disposition).toMatch(shownAs === null ? /^attachment; / : /^inline; /);
  });

  test("keeps a document's name and caption, in the inbox and in the ticket", async () => {
    const customer = newCustomer();
    const id = server.graph.media.add(beginning("%PDF-1.4"), "application/pdf");
    await business.says(customer, "I want to talk to a person");
    await server.graph.waitFor(customer.waId, 1);
    await business.says(
      customer,
      sent("document", id, { filename: "../Kwitansie é.pdf", caption: "My proof of payment" }),
    );
    const shown = await eventually(async () => {
      const file = (await messagesOf(customer.waId)).at(-1)?.file;
      return file?.state === "stored" ? file : null;
    });
    expect(shown).toMatchObject({ name: ".. Kwitansie é.pdf", caption: "My proof of payment" });
    expect((await download(shown.url)).headers["content-disposition"]).toContain("Kwitansie%20%C3%A9.pdf");
    const { account } = business;
    const inTicket = await eventually(async () => {
      const url = `/api/organizations/${account.organizationId}/tickets`;
      const tickets = (await account.request("GET", url)).json<Ticket[]>();
      const own = tickets.find(({ customerPhone }) => customerPhone === `+${customer.waId}`);
      const ticket = (await account.request("GET", `/api/tickets/${own?.id}`)).json<TicketDetail>();
      return ticket.messages.find(({ file }) => file !== null)?.file;
    });
    expect(inTicket).toEqual(shown);
  });

  test("is served in ranges, so that players can seek in it", async () => {
    const customer = newCustomer();
    const bytes = beginning("\0\0\0\u0018ftypisom");
    await business.says(customer, sent("video", server.graph.media.add(bytes, "video/mp4")));
    const { file } = await settled(customer.waId);
    const part = (headers: Record<string, string>) =>
      business.account.request("GET", file.url ?? "", { headers, payload: Buffer.alloc(0) });
    const whole = await part({});
    expect(whole.headers).toMatchObject({ "accept-ranges": "bytes", "content-length": String(bytes.length) });
    const etag = String(whole.headers["etag"]);
    for (const [range, from, to] of [
      ["bytes=0-1", 0, 2],
      ["bytes=100-", 100, bytes.length],
      ["bytes=-10", bytes.length - 10, bytes.length],
    ] as const) {
      const reply = await part({ range, "if-range": etag });
      expect([range, reply.statusCode, reply.headers["content-range"]]).toEqual([
        range,
        206,
        `bytes ${from}-${to - 1}/${bytes.length}`,
      ]);
      expect(reply.headers).toMatchObject({
        "content-type": "video/mp4",
        "content-length": String(to - from),
      });
      expect(reply.rawPayload).toEqual(bytes.subarray(from, to));
    }
    const other = await part({ range: "bytes=0-1", "if-range": '"of another file"' });
    expect([other.statusCode, other.rawPayload.length]).toEqual([200, bytes.length]);
    const beyond = await part({ range: `bytes=${bytes.length}-` });
    expect(beyond.statusCode).toBe(416);
    expect(beyond.headers["content-range"]).toBe(`bytes */${bytes.length}`);
    expect(beyond.json()).toMatchObject({ code: "range_not_satisfiable" });
  });

  test("is shown as text if it is a location or a list of contacts", async () => {
    const customer = newCustomer();
    const place = { latitude: -26.2041, longitude: 28.0473, name: "Depot", address: "1 Main Road" };
    await business.says(customer, { type: "location", location: place });
    const shared = [
      { name: { formatted_name: "Sipho Dube" }, phones: [{ phone: "+27 82 555 0101", type: "CELL" }] },
      { name: { formatted_name: "Office" }, phones: [{ phone: "+27 11 555 0100" }, { wa_id: "1" }] },
    ];
    await business.says(customer, { type: "contacts", contacts: shared });
    const [location, contacts] = await eventually(async () => {
      const messages = await messagesOf(customer.waId);
      return messages.length === 2 && messages;
    });
    expect(location?.content).toBe(
      "[location: Depot, 1 Main Road] -26.2041, 28.0473\nhttps://www.openstreetmap.org/?mlat=-26.2041&mlon=28.0473",
    );
    expect(contacts?.content).toBe("[contact] Sipho Dube, +27 82 555 0101\nOffice, +27 11 555 0100");
  });

  test.each([
    ["Meta states its size", true],
    ["its size is unknown", false],
  ])("is listed with its name and a reason when it is too large: %s", async (_how, hasSize) => {
    const customer = newCustomer();
    const bytes = Buffer.concat([Buffer.from("%PDF-1.4"), Buffer.alloc(maxBytes)]);
    const id = server.graph.media.add(bytes, "application/pdf", { hasSize });
    await business.says(customer, sent("document", id, { filename: "Statement.pdf" }));
    const { file } = await settled(customer.waId);
    expect(file).toMatchObject({
      name: "Statement.pdf",
      state: "missing",
      reason: "This file is larger than this server accepts.",
      sizeBytes: hasSize ? bytes.length : null,
      url: null,
    });
  });

  test("is recorded as missing when Meta no longer has it", async () => {
    const customer = newCustomer();
    await business.says(customer, sent("image", "404404404"));
    const { file } = await settled(customer.waId);
    expect(file).toMatchObject({ state: "missing", reason: "WhatsApp no longer has this file." });
  });

  test("is stored and answered even if the organization has reached its limits", async () => {
    const { account } = business;
    const upload = (name: string) => uploadDocument(account, { name, bytes: Buffer.from("%PDF-1.7") });
    await upload("First.pdf");
    await expect(upload("Second.pdf")).rejects.toThrow("413");
    const customer = newCustomer();
    const bytes = Buffer.concat([jpeg, Buffer.alloc(20_000, 1)]);
    await business.says(customer, sent("image", server.graph.media.add(bytes, "image/jpeg")));
    expect((await settled(customer.waId)).file).toMatchObject({ state: "stored", sizeBytes: bytes.length });
    const asking = Array.from({ length: 5 }, newCustomer);
    for (const each of asking) await business.says(each, "Do you sell giraffes?");
    for (const { waId } of asking) await server.graph.waitFor(waId, 1);
  });

  test("is hidden from other organizations", async () => {
    const customer = newCustomer();
    await business.says(customer, sent("image", server.graph.media.add(jpeg, "image/jpeg")));
    const { file } = await settled(customer.waId);
    const stranger = await signUp(server);
    const elsewhere = await startBusiness(server);
    for (const account of [stranger, elsewhere.account])
      expect((await account.request("GET", file.url ?? "")).statusCode).toBe(404);
    const theirs = newCustomer();
    await elsewhere.says(theirs, "hello");
    await server.graph.waitFor(theirs.waId, 1);
    const [own] = (
      await elsewhere.account.request(
        "GET",
        `/api/organizations/${elsewhere.account.organizationId}/conversations`,
      )
    ).json<Conversation[]>();
    const guessed = `/api/conversations/${own?.id}/files/${file.id}`;
    expect((await elsewhere.account.request("GET", guessed)).statusCode).toBe(404);
    expect((await server.app.inject({ method: "GET", url: file.url ?? "" })).statusCode).toBe(401);
    const rows = await elsewhere.rows((trx) => trx.selectFrom("message_files").selectAll().execute());
    expect(rows).toEqual([]);
  });
});

test("loses and duplicates none of a hundred files, whatever Meta does", async () => {
  const faults: MediaFault[][] = [
    [],
    [{ kind: "expired" }],
    [{ kind: "broken_address" }],
    [{ kind: "broken_download" }],
    [{ kind: "half" }],
    [{ kind: "refuse", code: 131_000, httpStatus: 500 }],
    [{ kind: "refuse", code: 130_429, httpStatus: 429 }],
    [{ kind: "refuse", code: 100, httpStatus: 400 }],
    [{ kind: "half" }, { kind: "expired" }],
  ];
  const customers = Array.from({ length: 10 }, newCustomer);
  const files = Array.from({ length: 100 }, (_, index) =>
    Buffer.concat([jpeg, Buffer.from(`number ${index}`)]),
  );
  const { phoneNumberId } = business.integration;
  const deliveries = customers.map((customer, at) => {
    const messages = files
      .slice(at * 10, at * 10 + 10)
      .map((bytes, index) =>
        messageFrom(
          customer,
          sent(
            "image",
            server.graph.media.add(bytes, "image/jpeg", { faults: faults[(at + index) % 9] ?? [] }),
          ),
        ),
      );
    return { messages, all: envelope(phoneNumberId, { messages, customers: [customer] }) };
  });
  await Promise.all(deliveries.map(({ all }) => business.deliver(all)));
  // Meta repeats the delivery with different bytes.
  for (const { messages } of deliveries)
    await business.deliver(envelope(phoneNumberId, { messages: messages.slice(2, 5) }));
  const found = await eventually(async () => {
    const all = (await Promise.all(customers.map(({ waId }) => messagesOf(waId)))).flat();
    return all.length >= 100 && all.every(({ file }) => file?.state === "stored") && all;
  });
  expect(found).toHaveLength(100);
  const contents = await Promise.all(found.map(async ({ file }) => (await download(file?.url ?? null)).body));
  expect(contents.toSorted()).toEqual(files.map(String).toSorted());
  expect([...server.graph.media.downloads.values()].every((count) => count === 1)).toBe(true);
});

describe("while the number is inactive", () => {
  test("keeps messages and files, shown as held, and answers once it is active again", async () => {
    const own = await startBusiness(server);
    const { account, integration } = own;
    const url = `/api/organizations/${account.organizationId}/whatsapp/${integration.id}`;
    await account.request("PUT", url, { isActive: false });
    const customer = newCustomer();
    const read = async () => {
      const list = `/api/organizations/${account.organizationId}/conversations`;
      const [conversation] = (await account.request("GET", list)).json<Conversation[]>();
      const messages = `/api/conversations/${conversation?.id}/messages`;
      return conversation && (await account.request("GET", messages)).json<ConversationMessage[]>();
    };
    await own.says(customer, "hello");
    await own.says(customer, sent("image", server.graph.media.add(jpeg, "image/jpeg")));
    const held = await eventually(async () => {
      const messages = await read();
      return messages?.[1]?.file?.state === "stored" && messages;
    });
    expect(held).toMatchObject([
      { content: "hello", isHeld: true },
      { content: "[picture]", isHeld: true },
    ]);
    const rows = await own.rows((trx) => trx.selectFrom("whatsapp_messages").select("answered_at").execute());
    expect(rows).toEqual([{ answered_at: null }, { answered_at: null }]);
    expect(server.graph.delivered.filter(({ to }) => to === customer.waId)).toEqual([]);
    await account.request("PUT", url, { isActive: true });
    await server.graph.waitFor(customer.waId, 2);
    expect((await read())?.every(({ isHeld }) => !isHeld)).toBe(true);
  });
});
