import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ModelUsage } from "../../../contract/model-usage.ts";
import type { ChatExchange, ChatMessage } from "../../../contract/conversations.ts";
import { signUp, type Account } from "../../../test/accounts.ts";
import { addWordDocument } from "../../../test/documents.ts";
import {
  pieces,
  pricedAndPatient,
  startFakeLanguageModel,
  type Behaviour,
  type FakeLanguageModel,
} from "../../../test/fake-language-model/language-model.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";

let model: FakeLanguageModel;
let server: TestServer;
let account: Account;

beforeAll(async () => {
  model = await startFakeLanguageModel();
  server = await startTestServer({ environment: { ...model.environment, ...pricedAndPatient } });
  account = await signUp(server);
  await addWordDocument(account, "Returns.docx", returns, "external");
});
afterAll(async () => {
  await server.close();
  await model.close();
});
beforeEach(() => void model.requests.splice(0));

const returns = [
  "Customers may return unworn shoes within 30 days of the purchase.",
  "The refund for returned shoes is paid within 5 working days of Monday inspections by Sole Doctors.",
];
const asked = "Binne hoeveel dae mag ek skoene terugbring?";
const inEnglish = "Within how many days may I return shoes?";
const answered = "SURE\nYou may return unworn shoes within 30 days of the purchase [1].";
const english = "You may return unworn shoes within 30 days of the purchase.";
const afrikaans = "Jy mag ongedraagde skoene binne 30 dae ná die aankoop terugbring.";

const writes = (text: string): Behaviour => ({ kind: "write", pieces: pieces(text) });

async function ask(content: string, as: Account = account): Promise<ChatMessage> {
  const path = `/api/organizations/${as.organizationId}/chat/sessions`;
  const { id } = (await as.request("POST", path, { type: "external" })).json<{ id: string }>();
  const reply = await as.request("POST", `/api/chat/sessions/${id}/messages`, { content });
  return reply.json<ChatExchange>().assistantMessage;
}

async function answersCounted(): Promise<number> {
  const url = `/api/organizations/${account.organizationId}/model-usage`;
  return ModelUsage.parse((await account.request("GET", url)).json()).answers;
}

const promptOf = (at: number): string =>
  (model.requests[at]?.messages ?? []).map(({ content }) => content).join("\n");

describe("a question in another language than the documents'", () => {
  test("is answered and checked in English, and shown in the customer's language", async () => {
    const before = await answersCounted();
    model.next(writes(inEnglish), writes(answered), writes(`1. ${afrikaans}`));
    const message = await ask(asked);
    expect(message.content).toBe(afrikaans);
    expect(message.metadata).toMatchObject({ engine: "model", answered: true });
    expect(message.metadata?.sources[0]?.quote).toBe(returns[0]);
    expect(model.requests).toHaveLength(3);
    expect(promptOf(0)).toContain(asked);
    expect(promptOf(0)).not.toContain("unworn");
    expect(promptOf(1)).toContain(inEnglish);
    // The prompt for the translation of an answer contains no document and no question that could influence it.
    expect(promptOf(2)).toContain(english);
    expect(promptOf(2)).not.toContain(asked);
    expect(promptOf(2)).not.toContain("inspections");
    expect(await answersCounted()).toBe(before + 1);
  });

  test.each([
    ["another number", "Jy mag ongedraagde skoene binne 45 dae ná die aankoop terugbring."],
    ["an extra number", "Jy mag ongedraagde skoene binne 30 dae, of 60 vir lede, terugbring."],
    ["an added name", "Jy mag ongedraagde skoene binne 30 dae by Makro terugbring."],
    ["a negation", "Jy mag ongedraagde skoene binne 30 dae nie terugbring nie."],
    ["an address", "Jy mag ongedraagde skoene binne 30 dae terugbring by www.evil.example."],
  ])("is answered in English, introduced, if its translation has %s", async (_name, wrong) => {
    model.next(writes(inEnglish), writes(answered), writes(`1. ${wrong}`));
    const message = await ask(asked);
    expect(message.content).toBe(`In ons dokumente staan:\n${english}`);
  });

  test("is answered in English if only its isiZulu translation is negated", async () => {
    const denied = "Awukwazi ukubuyisela izicathulo ezinsukwini ezingu-30.";
    model.next(writes(inEnglish), writes(answered), writes(`1. ${denied}`));
    const message = await ask("Ngingazibuyisela izicathulo engizithengile, zingaki izinsuku?");
    expect(message.content).toBe(`Amadokhumenti ethu athi:\n${english}`);
    const affirmed = "Ungabuyisela izicathulo ezinsukwini ezingu-30 uzithengile.";
    model.next(writes(inEnglish), writes(answered), writes(`1. ${affirmed}`));
    expect((await ask("Ngingazibuyisela izicathulo engizithengile, zingaki izinsuku?")).content).toBe(
      affirmed,
    );
  });

  test("keeps a sentence in English if its translation has other facts", async () => {
    const second = "The refund is paid within 5 working days.";
    const both = `${answered} ${second.slice(0, -1)} [1].`;
    const wrong = "Die terugbetaling geskied binne 15 werksdae.";
    model.next(writes(inEnglish), writes(both), writes(`1. ${afrikaans}\n2. ${wrong}`));
    // The claim omits what the five days are counted from, so the document is quoted.
    const quoted =
      "The refund for returned shoes is paid within 5 working days of Monday inspections by Sole Doctors.";
    expect((await ask(asked)).content).toBe(`${afrikaans} ${quoted}`);
  });

  test.each<[string, Behaviour]>([
    ["refuses", { kind: "refuse", httpStatus: 500 }],
    ["writes an essay", writes("I can help. ".repeat(60))],
    ["writes nothing", writes(" ")],
  ])("is searched with the lexicon if the model %s", async (_name, behaviour) => {
    model.next(behaviour, writes("NONE"));
    const message = await ask(asked);
    expect(message.metadata).toMatchObject({ fallback: "refused", answered: false });
    model.next(writes(inEnglish), writes(answered), writes(`1. ${afrikaans}`));
    expect((await ask(asked)).content).toBe(afrikaans);
  });

  test("is answered without the model if the budget is used up", async () => {
    const poor = await signUp(server);
    await addWordDocument(poor, "Returns.docx", returns, "external");
    const url = `/api/organizations/${poor.organizationId}/model-usage`;
    const { statusCode } = await poor.request("PUT", `${url}/budget`, { budgetMicros: 0 });
    expect(statusCode).toBeLessThan(300);
    const message = await ask(asked, poor);
    expect(model.requests).toEqual([]);
    expect(message.metadata).toMatchObject({ fallback: "budget" });
  });

  test("does not translate an English question", async () => {
    model.next(writes(answered));
    expect((await ask(inEnglish)).content).toBe(english);
    expect(model.requests).toHaveLength(1);
  });

  test("does not translate a question in the documents' language", async () => {
    const own = await signUp(server);
    await addWordDocument(
      own,
      "Terugstuur.docx",
      [
        "Kliënte mag ongedraagde skoene binne 30 dae ná die aankoop terugbring.",
        "Die terugbetaling vir skoene wat teruggebring is, word binne 5 werksdae gedoen.",
      ],
      "external",
    );
    model.next(writes("SURE\nJy mag ongedraagde skoene binne 30 dae ná die aankoop terugbring [1]."));
    expect((await ask(asked, own)).content).toContain("30 dae");
    expect(model.requests).toHaveLength(1);
  });
});
