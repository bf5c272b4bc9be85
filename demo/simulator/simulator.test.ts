import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  eventually,
  startBusiness,
  startWhatsappServer,
  uploadForCustomers,
  type Business,
  type WhatsappServer,
} from "../../test/whatsapp.ts";
import { Phones, type Phone } from "./phones.ts";
import { serveSimulator } from "./serve.ts";
import { Simulator } from "./simulator.ts";

let server: WhatsappServer;
let business: Business;
let folder: string;
let address: string;
let waId: string;
let page: Awaited<ReturnType<typeof serveSimulator>>;
beforeAll(async () => {
  server = await startWhatsappServer();
  business = await startBusiness(server);
  await uploadForCustomers(business.account, "Price List.pdf");
  folder = await mkdtemp(path.join(tmpdir(), "sizana-simulator-"));
  const { webhookUrl, appSecret } = business;
  const { phoneNumberId } = business.integration;
  const phones = new Phones(path.join(folder, "phones.json"));
  const simulator = new Simulator(server.graph, { webhookUrl, appSecret, phoneNumberId }, phones);
  // The port is in use by the product, so the simulator must choose another one.
  const taken = Number(new URL(server.url).port);
  page = await serveSimulator(simulator, { host: "127.0.0.1", port: taken });
  address = `http://127.0.0.1:${page.port}`;
  waId = (await act({ do: "add", name: "Thandi Nkosi" })).waId;
});
afterAll(async () => {
  page.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function post(body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${address}/do`, { method: "POST", headers, body: JSON.stringify(body) });
}

async function act(body: object): Promise<Phone> {
  const reply = await post(body);
  expect(reply.status).toBe(200);
  return (await reply.json()) as Phone;
}

/** The messages on the phone, once they look right. */
const shown = (looksRight: (messages: Phone["messages"]) => boolean): Promise<Phone["messages"]> =>
  eventually(async () => {
    const { messages } = await act({ do: "look", waId });
    return looksRight(messages) && messages;
  });

test("a customer writes and is answered, and the product learns what was read", async () => {
  await act({ do: "write", waId, text: "How much is the wheelbarrow?" });
  const [question, answer] = await shown(
    (messages) => messages.length === 2 && messages[0]?.status === "read" && messages[1]?.status === "read",
  );
  expect(question).toMatchObject({ from: "customer" });
  expect(answer?.text).toContain("1 249,00");
  await eventually(async () => {
    const rows = await business.rows((trx) => trx.selectFrom("outbox").select("delivery").execute());
    return rows.every(({ delivery }) => delivery === "read");
  });
});

test("a customer chooses from a list, sends an attachment and switches the phone off", async () => {
  await act({ do: "write", waId, text: "thank you, bye" });
  const asked = (await shown((messages) => messages.some(({ listButton }) => listButton !== null))).at(-1);
  expect(asked?.choices).toHaveLength(5);
  await act({ do: "choose", waId, wamid: asked?.wamid, choiceId: asked?.choices[0]?.id });
  await shown((messages) => messages.at(-1)?.text === "Thank you for your rating!");
  const ratings = await business.rows((trx) => trx.selectFrom("feedback").select("rating").execute());
  expect(ratings).toEqual([{ rating: 5 }]);
  await act({ do: "switch", waId, on: false });
  await act({ do: "attach", waId, attachment: "voice message" });
  const last = (await shown((messages) => messages.at(-1)?.from === "business")).at(-1);
  expect(last).toMatchObject({ status: "sent", text: expect.stringContaining("I can only read text") });
  await act({ do: "switch", waId, on: true });
  await shown((messages) => messages.at(-1)?.status === "read");
});

test("a page of another site can't write as a customer", async () => {
  const reply = await post({ do: "write", waId, text: "Let me in" }, { origin: "https://elsewhere.example" });
  expect(reply.status).toBe(404);
  expect((await post({ do: "write", waId: "27", text: "Nobody" })).status).toBe(400);
  expect((await fetch(address)).headers.get("content-type")).toContain("text/html");
});
