import { Document as WordDocument, Packer, Paragraph } from "docx";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ChatExchange } from "../../contract/conversations.ts";
import { signUp, type Account } from "../../test/accounts.ts";
import { uploadDocument, waitForDocument } from "../../test/documents.ts";
import { startTestServer, type TestServer } from "../../test/server.ts";

let server: TestServer;
let account: Account;

beforeAll(async () => {
  server = await startTestServer();
  account = await signUp(server);
  const texts = [
    "Full-time employees receive eighteen working days of paid annual leave in each leave cycle.",
    "A medical certificate is needed when an employee is ill for more than two days in a row.",
    "The company bus costs R 45,00 a week and leaves the gate at 17:10.",
  ];
  const children = texts.map((text) => new Paragraph(text));
  const bytes = await Packer.toBuffer(new WordDocument({ sections: [{ children }] }));
  const { id } = await uploadDocument(account, { name: "Staff handbook.docx", bytes });
  expect(await waitForDocument(account, id)).toMatchObject({ status: "completed" });
});
afterAll(() => server.close());

/** The answer to the last of these messages. */
async function ask(...messages: [string, ...string[]]) {
  const url = `/api/organizations/${account.organizationId}/chat/sessions`;
  const { id } = (await account.request("POST", url, { type: "internal" })).json<{ id: string }>();
  const say = (content: string) => account.request("POST", `/api/chat/sessions/${id}/messages`, { content });
  let reply = await say(messages[0]);
  for (const content of messages.slice(1)) reply = await say(content);
  return ChatExchange.parse(reply.json()).assistantMessage;
}

test.each([
  ["Hoeveel kos die bus vir 'n week?", "In ons dokumente staan:", "R 45,00"],
  ["Ibhasi yenkampani ibiza malini ngeviki?", "Amadokhumenti ethu athi:", "R 45,00"],
  ["Ibhasi libiza malini ngesonto?", "Amadokhumenti ethu athi:", "R 45,00"],
  ["Bese e bitsa bokae ka beke?", "Ditokomane tsa rona di re:", "R 45,00"],
  ["Bese ya khamphani e bitsa bokae ka beke?", "Ditokomane tsa rona di re:", "R 45,00"],
  ["Quanto custa o autocarro por semana?", "Nos nossos documentos está escrito:", "R 45,00"],
])("%s is answered from an English document, with a sentence in its language", async (asked, said, quote) => {
  const { content, metadata } = await ask(asked);
  expect(content).toContain(quote);
  expect(content).toContain(said);
  expect(metadata?.sources[0]?.quote).toContain(quote);
});

test("an English question is answered without a remark about the language", async () => {
  expect((await ask("How much is the bus for a week?")).content).toMatch(/^The company bus costs/u);
});

test("a follow-up is answered in its own language, not in that of the question before", async () => {
  const { content } = await ask("Wat is die maatskappybus se weeklikse prys?", "malini i-company bus?");
  expect(content).toContain("Amadokhumenti ethu athi:");
  expect(content).not.toContain("In ons dokumente staan:");
});

test.each(["do u lend out bicycles", "Do u have parrots?", "r u a robot"])(
  "%s is replied to in English, although u is an Afrikaans word",
  async (asked) => {
    expect((await ask(asked)).content).toMatch(/^(?:Sorry|I'm an automated|I couldn't)/u);
  },
);

test("a question in formal Afrikaans is replied to in Afrikaans", async () => {
  expect((await ask("Verkoop u papegaaie?")).content).toMatch(/^(?:Jammer|Ek kon)/u);
});
