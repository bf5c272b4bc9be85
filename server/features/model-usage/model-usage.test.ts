import { Document as WordDocument, Packer, Paragraph } from "docx";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ChatExchange } from "../../../contract/conversations.ts";
import { ModelUsage } from "../../../contract/model-usage.ts";
import { signUp, type Account } from "../../../test/accounts.ts";
import { uploadDocument, waitForDocument } from "../../../test/documents.ts";
import {
  startFakeLanguageModel,
  type FakeLanguageModel,
} from "../../../test/fake-language-model/language-model.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";

let model: FakeLanguageModel;
let server: TestServer;
let account: Account;

beforeAll(async () => {
  model = await startFakeLanguageModel();
  model.otherwise(() => "SURE\nDelivery takes three working days [1].");
  const environment = {
    LLM_BASE_URL: model.url,
    LLM_API_KEY: "secret",
    LLM_MODEL: "fake",
    LLM_PRICE_INPUT: "10",
    LLM_PRICE_OUTPUT: "40",
  };
  server = await startTestServer({ environment });
  account = await signUp(server);
  const text = "Delivery takes three working days to all towns.";
  const bytes = await Packer.toBuffer(new WordDocument({ sections: [{ children: [new Paragraph(text)] }] }));
  const { id } = await uploadDocument(account, { name: "Delivery.docx", bytes });
  expect(await waitForDocument(account, id)).toMatchObject({ status: "completed" });
});
afterAll(async () => {
  await server.close();
  await model.close();
});

const urlOf = (organizationId: string) => `/api/organizations/${organizationId}/model-usage`;

async function readUsage(of: Account = account): Promise<ModelUsage> {
  return ModelUsage.parse((await of.request("GET", urlOf(of.organizationId))).json());
}

async function ask() {
  const url = `/api/organizations/${account.organizationId}/chat/sessions`;
  const { id } = (await account.request("POST", url, {})).json<{ id: string }>();
  const content = "How many working days does delivery take?";
  const reply = await account.request("POST", `/api/chat/sessions/${id}/messages`, { content });
  return ChatExchange.parse(reply.json()).assistantMessage.metadata;
}

test("tokens and money are counted, and the budget warns and then stops the model", async () => {
  expect(await readUsage()).toMatchObject({ model: { name: "fake", currency: "ZAR" }, answers: 0 });
  expect((await ask())?.engine).toBe("model");
  const used = await readUsage();
  expect(used).toMatchObject({ answers: 1, budgetMicros: null, state: "within" });
  expect(used.costMicros).toBe(used.inputTokens * 10 + used.outputTokens * 40);
  const put = (budgetMicros: number | null) =>
    account.request("PUT", `${urlOf(account.organizationId)}/budget`, { budgetMicros });
  const near = await put(Math.floor(used.costMicros * 1.2));
  expect(ModelUsage.parse(near.json()).state).toBe("near");
  await put(used.costMicros);
  expect(await readUsage()).toMatchObject({ state: "used_up", budgetMicros: used.costMicros });
  const asked = model.requests.length;
  expect(await ask()).toMatchObject({ engine: "extractive", answered: true, fallback: "budget" });
  expect(model.requests.length).toBe(asked);
  expect((await put(-1)).statusCode).toBe(400);
  await put(null);
  expect((await ask())?.engine).toBe("model");
});

test("use and budget are not from another organization", async () => {
  const stranger = await signUp(server);
  expect(await readUsage(stranger)).toMatchObject({ answers: 0, costMicros: 0, budgetMicros: null });
  const body = { budgetMicros: 0 };
  const reply = await stranger.request("PUT", `${urlOf(account.organizationId)}/budget`, body);
  expect(reply.statusCode).toBe(404);
  expect((await readUsage()).budgetMicros).toBeNull();
});
