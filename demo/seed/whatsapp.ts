import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Conversation, ConversationMessage } from "../../contract/inbox.ts";
import { withTenant, type Database } from "../../server/database/database.ts";
import type { FakeGraphApi } from "../../test/fake-graph-api/graph-api.ts";
import { Phones, type Phone } from "../simulator/phones.ts";
import { Simulator } from "../simulator/simulator.ts";
import type { Api } from "./http.ts";
import { days, hours, moveIntoPast } from "./past.ts";

/** The credentials of the demo's number; saved in a file, because the product never shows them again. */
export interface DemoNumber {
  organizationId: string;
  phoneNumberId: string;
  accessToken: string;
  appSecret: string;
}

/** Connects the shop's number through the API. */
export async function connectNumber(api: Api): Promise<DemoNumber> {
  const organizationId = await api.organizationId();
  const secret = (): string => randomBytes(18).toString("base64url");
  const number = { phoneNumberId: "106540352242922", accessToken: secret(), appSecret: secret() };
  await api.call("POST", `/api/organizations/${organizationId}/whatsapp`, {
    businessName: "Thula Home & Outdoor",
    webhookVerifyToken: secret(),
    ...number,
  });
  return { organizationId, ...number };
}

/** The customers' phones, on a fake Graph API that knows the number. */
export async function openSimulator(
  graph: FakeGraphApi,
  number: DemoNumber,
  { address, file }: { address: string; file: string },
): Promise<Simulator> {
  graph.numbers.set(number.phoneNumberId, number.accessToken);
  const phones = new Phones(file);
  await phones.load();
  const webhookUrl = `${address}/api/whatsapp/webhook/${number.organizationId}`;
  return new Simulator(graph, { ...number, webhookUrl }, phones);
}

const answerTimeoutMs = 5_000;

/** Creates conversations in every stage: answered and rated, waiting for a person, with a person, and days ago. */
export async function seedConversations(
  api: Api,
  db: Database,
  simulator: Simulator,
  organizationId: string,
): Promise<void> {
  const { phones } = simulator;
  const thandi = phones.add("27825550142", "Thandi Nkosi");
  const ayesha = phones.add("27845550163", "Ayesha Patel");
  const sibusiso = phones.add("27725550189", "Sibusiso Dlamini");
  const pieter = phones.add("27835550117", "Pieter van der Merwe");
  phones.add("27715550158", "Naledi Khumalo");
  await Promise.all([
    talk(simulator, thandi, ["How much is the gas braai?", "Is the gas cylinder included?", "Thank you!"]),
    talk(simulator, ayesha, ["Can you mend a torn groundsheet while I wait?", "I want to talk to a person"]),
    talk(simulator, sibusiso, ["hello", "How long does a refund take by card?"]),
    talk(simulator, pieter, ["Do you deliver to Namibia?", "thanks, bye"]),
  ]);
  const find = async (phone: Phone): Promise<string> => {
    const path = `/api/organizations/${organizationId}/conversations?search=${phone.waId}`;
    return (await api.call<Conversation[]>("GET", path))[0]?.id ?? "";
  };
  const conversationPath = `/api/conversations/${await find(sibusiso)}`;
  await api.call("POST", `${conversationPath}/take-over`, {});
  const complaint = "My card was charged twice. Can somebody look at order TH-20977?";
  await simulator.write(sibusiso, complaint);
  await until(async () => {
    const messages = await api.call<ConversationMessage[]>("GET", `${conversationPath}/messages`);
    return messages.at(-1)?.content === complaint;
  });
  const content = "Hi Sibusiso, Lindiwe here. I see it; the second charge is being released by the bank.";
  await api.call("POST", `${conversationPath}/messages`, { content });
  await until(async () => received(sibusiso) >= 3);
  await withTenant(db, organizationId, async (trx) => {
    await moveIntoPast(trx, "conversation", await find(pieter), days(3));
    await moveIntoPast(trx, "conversation", await find(thandi), hours(5));
    await moveIntoPast(trx, "conversation", await find(sibusiso), hours(1));
  });
  for (const [phone, secondsAgo] of [
    [pieter, days(3)],
    [thandi, hours(5)],
    [sibusiso, hours(1)],
  ] as const) {
    for (const message of phone.messages) message.at -= secondsAgo * 1000;
    phones.changed(phone);
  }
}

/** Sends messages one by one, each after the previous one has been answered. */
async function talk(simulator: Simulator, phone: Phone, sentences: string[]): Promise<void> {
  for (const sentence of sentences) {
    const before = received(phone);
    await simulator.write(phone, sentence);
    await until(async () => received(phone) > before);
  }
}

const received = ({ messages }: Phone): number => messages.filter(({ from }) => from === "business").length;

async function until(done: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + answerTimeoutMs;
  while (!(await done()) && Date.now() < deadline) await delay(20);
}
