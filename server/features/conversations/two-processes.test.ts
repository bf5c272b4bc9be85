import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { ChatExchange, ChatMessage } from "../../../contract/conversations.ts";
import { signUp } from "../../../test/accounts.ts";
import { addWordDocument } from "../../../test/documents.ts";
import { pieces, startFakeLanguageModel } from "../../../test/fake-language-model/language-model.ts";
import { startProduct, temporaryFolder } from "../../../test/product-process.ts";
import { startTestServer } from "../../../test/server.ts";

const content = "How many days of annual leave do full-time employees receive?";
const confirmed = "You receive 18 working days of paid annual leave in each leave cycle.";
const good = `SURE\n${confirmed.slice(0, -1)} [1].`;

/** Two processes share a database: this one, and a child process that receives the questions. */
test("stops and resumes an answer of one process through another", async () => {
  const model = await startFakeLanguageModel();
  const environment = {
    SECRET_KEY: "a secret key that both processes share",
    ...model.environment,
  };
  const server = await startTestServer({ environment });
  const other = startProduct({
    ...environment,
    ROLE: "web",
    DATABASE_URL: server.databaseUrl,
    DATA_DIR: await temporaryFolder(),
    PUBLIC_URL: server.context.config.publicUrl,
  });
  const account = await signUp(server);
  await addWordDocument(account, "Leave policy.docx", [
    "Full-time employees receive eighteen working days of paid annual leave in each leave cycle.",
  ]);
  const otherUrl = await other.ready();
  const openSession = async () => {
    const url = `/api/organizations/${account.organizationId}/chat/sessions`;
    return (await account.request("POST", url, {})).json<{ id: string }>().id;
  };
  const askOther = (conversationId: string, key: string, signal?: AbortSignal) =>
    fetch(`${otherUrl}/api/chat/sessions/${conversationId}/messages`, {
      method: "POST",
      headers: {
        cookie: account.cookie,
        origin: server.context.config.publicUrl,
        accept: "text/event-stream",
        "content-type": "application/json",
        "idempotency-key": key,
      },
      body: JSON.stringify({ content }),
      ...(signal === undefined ? {} : { signal }),
    });

  // The model would continue if it were not stopped.
  const over = Promise.withResolvers<void>();
  const begun = [...pieces(`${good} `), ...Array.from({ length: 20 }, () => "and ")];
  model.next({ kind: "write", pieces: [...begun, over.promise, "and so on"] });
  const stopped = await openSession();
  const stream = await askOther(stopped, randomUUID());
  let text = "";
  for await (const piece of (stream.body ?? new ReadableStream<Uint8Array>()).pipeThrough(
    new TextDecoderStream(),
  )) {
    if (!text.includes("event: delta") && `${text}${piece}`.includes("event: delta")) {
      const reply = await account.request("POST", `/api/chat/sessions/${stopped}/stop`);
      expect(reply.statusCode).toBe(204);
    }
    text += piece;
  }
  expect(text).toContain("event: done");
  const last = ChatMessage.parse(JSON.parse(text.trim().split("data: ").at(-1) ?? ""));
  expect(last).toMatchObject({ content: confirmed, metadata: { engine: "model" } });
  over.resolve();

  // Stopped before anything was confirmed: the document is quoted, which is not a failure.
  model.next({ kind: "stall", pieces: ["SURE\n", "You"] });
  const askedBefore = model.requests.length;
  const early = await openSession();
  const quote = askOther(early, randomUUID()).then((response) => response.text());
  await expect.poll(() => model.requests.length).toBe(askedBefore + 1);
  await account.request("POST", `/api/chat/sessions/${early}/stop`);
  const quoted = ChatMessage.parse(JSON.parse((await quote).trim().split("data: ").at(-1) ?? ""));
  expect(quoted.content).toContain("eighteen working days");
  expect(quoted.metadata).toMatchObject({ engine: "extractive", answered: true });
  expect(quoted.metadata?.fallback).toBeUndefined();

  // The connection is lost while the model writes; the browser asks again and reaches the other process.
  model.next({ kind: "write", pieces: pieces(good), everyMs: 40 });
  const asked = model.requests.length;
  const lost = await openSession();
  const key = randomUUID();
  const line = new AbortController();
  const reader = (await askOther(lost, key, line.signal)).body?.getReader();
  await reader?.read();
  await expect.poll(() => model.requests.length).toBe(asked + 1);
  line.abort();
  const headers = { "idempotency-key": key, "content-type": "application/json" };
  const payload = Buffer.from(JSON.stringify({ content }));
  const again = await account.request("POST", `/api/chat/sessions/${lost}/messages`, { headers, payload });
  const { assistantMessage } = ChatExchange.parse(again.json());
  expect(assistantMessage).toMatchObject({ content: confirmed, metadata: { engine: "model" } });
  expect(model.requests.length).toBe(asked + 1);
  const messages = await account.request("GET", `/api/chat/sessions/${lost}/messages`);
  expect(ChatMessage.array().parse(messages.json())).toHaveLength(2);
  await server.close();
  await model.close();
});
