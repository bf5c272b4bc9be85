import { afterAll, beforeAll, expect, test } from "vitest";
import { ChatExchange, type ChatMessage } from "../../../contract/conversations.ts";
import { signUp, type Account } from "../../../test/accounts.ts";
import { addWordDocument } from "../../../test/documents.ts";
import { startFakeReranker, type FakeReranker } from "../../../test/fake-rerank/rerank.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import { readConfig } from "../../config.ts";

let reranker: FakeReranker;
let server: TestServer;
let account: Account;

beforeAll(async () => {
  reranker = await startFakeReranker();
  const environment = { RERANK_BASE_URL: `${reranker.url}/`, RERANK_API_KEY: "secret" };
  server = await startTestServer({ environment });
  account = await signUp(server);
  await addWordDocument(account, "North.docx", [
    "Parking at the northern gate costs R 10 a day for visitors.",
  ]);
  await addWordDocument(account, "South.docx", [
    "Parking at the southern gate costs R 15 a day for visitors.",
  ]);
});
afterAll(async () => {
  await server.close();
  await reranker.close();
});

async function ask(asking = account): Promise<ChatMessage> {
  const sessions = `/api/organizations/${asking.organizationId}/chat/sessions`;
  const { id } = (await asking.request("POST", sessions, { type: "internal" })).json<{ id: string }>();
  const content = "What does parking cost a day?";
  const reply = await asking.request("POST", `/api/chat/sessions/${id}/messages`, { content });
  expect(reply.statusCode).toBe(201);
  return ChatExchange.parse(reply.json()).assistantMessage;
}

const firstSource = async () => (await ask()).metadata?.sources[0]?.documentName;

test("the answer is quoted from the passage that the reranker puts first", async () => {
  for (const gate of ["North", "South"]) {
    reranker.judge((_, text) => (text.includes(`${gate.toLowerCase()}ern`) ? 5 : 1));
    expect(await firstSource()).toBe(`${gate}.docx`);
  }
});

test("when the reranker fails, answers are as without it, and metrics show why", async () => {
  reranker.misbehave({ kind: "refuse", httpStatus: 503 });
  expect(await ask()).toMatchObject({ metadata: { answered: true } });
  const metrics = await server.app.inject({ url: "/metrics", remoteAddress: "127.0.0.1" });
  expect(metrics.body).toContain('retrieval_fallbacks_total{stage="rerank",fault="unavailable"} 1');
});

test("RERANK_TIMEOUT_SECONDS limits the wait for the reranker", async () => {
  const silent = await startFakeReranker();
  silent.misbehave({ kind: "hang" });
  const impatient = await startTestServer({
    environment: { RERANK_BASE_URL: silent.url, RERANK_API_KEY: "secret", RERANK_TIMEOUT_SECONDS: "0.1" },
  });
  const asking = await signUp(impatient);
  for (const gate of ["North", "South"])
    await addWordDocument(asking, `${gate}.docx`, [
      `Parking at the ${gate} gate costs R 10 a day for visitors.`,
    ]);
  expect(await ask(asking)).toMatchObject({ metadata: { answered: true } });
  const metrics = await impatient.app.inject({ url: "/metrics", remoteAddress: "127.0.0.1" });
  expect(metrics.body).toContain('retrieval_fallbacks_total{stage="rerank",fault="timeout"} 1');
  await impatient.close();
  await silent.close();
});

test.each(["0", "31", "soon"])("the start refuses %s as the reranker's timeout", (seconds) => {
  expect(() => readConfig({ RERANK_BASE_URL: "http://localhost", RERANK_TIMEOUT_SECONDS: seconds })).toThrow(
    "RERANK_TIMEOUT_SECONDS",
  );
});

test("without configuration, passages are found by words only", async () => {
  const plain = await startTestServer({ worker: false });
  expect(plain.context.retrieve).toBe(plain.context.retrieveByWords);
  await plain.close();
});

test("an incomplete configuration is reported", () => {
  expect(() => readConfig({ RERANK_MODEL: "judge" })).toThrow(
    "RERANK_BASE_URL is required when other RERANK variables are set",
  );
});
