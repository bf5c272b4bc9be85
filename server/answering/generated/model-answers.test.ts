import { Document as WordDocument, Packer, Paragraph } from "docx";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { ChatExchange, type ChatMessage } from "../../../contract/conversations.ts";
import { signUp, type Account } from "../../../test/accounts.ts";
import { uploadDocument, waitForDocument } from "../../../test/documents.ts";
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
  // On a busy machine an answer takes longer than usual.
  server = await startWithModel("60", model);
  account = await signUp(server);
  await uploadPolicy(account);
});
afterAll(async () => {
  await server.close();
  await model.close();
});

const startWithModel = (LLM_TIMEOUT_SECONDS: string, { environment }: FakeLanguageModel) =>
  startTestServer({
    environment: { ...environment, ...pricedAndPatient, LLM_TIMEOUT_SECONDS },
  });

async function uploadPolicy(owner: Account, name = "Leave policy.docx", more: string[] = []): Promise<void> {
  const texts = [
    ...more,
    "Full-time employees receive eighteen working days of paid annual leave in each leave cycle.",
    "Annual leave must be requested from the line manager at least four weeks before the first day.",
    "A medical certificate is needed when an employee is ill for more than two days in a row.",
  ];
  const bytes = await Packer.toBuffer(
    new WordDocument({ sections: [{ children: texts.map((text) => new Paragraph(text)) }] }),
  );
  const { id } = await uploadDocument(owner, { name, bytes });
  expect(await waitForDocument(owner, id)).toMatchObject({ status: "completed" });
}

const question = "How many days of annual leave do full-time employees receive?";
const quoted = "eighteen working days of paid annual leave";
const good = "SURE\nYou receive 18 working days of paid annual leave in each leave cycle [1].";

async function openSession(asker: Account = account): Promise<string> {
  const url = `/api/organizations/${asker.organizationId}/chat/sessions`;
  return (await asker.request("POST", url, { type: "internal" })).json<{ id: string }>().id;
}

async function ask(content = question, asker: Account = account): Promise<ChatMessage> {
  const url = `/api/chat/sessions/${await openSession(asker)}/messages`;
  const reply = await asker.request("POST", url, { content });
  expect(reply.statusCode).toBe(201);
  return ChatExchange.parse(reply.json()).assistantMessage;
}

const writes = (text: string): Behaviour => ({ kind: "write", pieces: pieces(text) });

test("gives the model's text with its sources, and delimits its passages", async () => {
  model.next(writes(good));
  const answer = await ask();
  expect(answer.content).toBe("You receive 18 working days of paid annual leave in each leave cycle.");
  expect(answer.metadata).toMatchObject({ engine: "model", answered: true, kind: "answer" });
  expect(answer.metadata?.fallback).toBeUndefined();
  expect(answer.metadata?.sources[0]?.quote).toContain(quoted);
  const [system, user] = model.requests.at(-1)?.messages ?? [];
  const mark = /<passage-([0-9a-f]{18})>/.exec(system?.content ?? "")?.[1];
  expect(user?.content).toContain(`<passage-${mark} number="1">`);
});

test("quotes the documents if the model does not finish in time", async () => {
  // A separate model, so that behaviour that is not used in time does not affect other questions.
  const slow = await startFakeLanguageModel();
  onTestFinished(() => slow.close());
  const impatient = await startWithModel("0.5", slow);
  onTestFinished(() => impatient.close());
  const asker = await signUp(impatient);
  await uploadPolicy(asker);
  for (const behaviour of [
    { kind: "stall", pieces: ["SURE\n", "You"] },
    { kind: "hang" },
    { kind: "write", pieces: ["SURE", "\n"], everyMs: 60_000 },
  ] satisfies Behaviour[]) {
    slow.next(behaviour);
    await expectQuote("unavailable", asker);
  }
});

test.each<[string, "unavailable" | "refused" | "unsupported", Behaviour[]]>([
  ["breaks off", "unavailable", [{ kind: "cut", pieces: pieces(`${good} And`) }]],
  ["has failures of its own", "unavailable", [fails(500), fails(503)]],
  ["wants to be left alone for a minute", "unavailable", [{ ...fails(429), retryAfter: "60" }]],
  ["answers with a page", "unavailable", [{ kind: "garbage", body: "data: <html>Sorry</html>\n\n" }]],
  [
    "ends without a word",
    "unavailable",
    [
      { kind: "garbage", body: "" },
      { kind: "garbage", body: "" },
    ],
  ],
  ["drops the connection twice", "unavailable", [{ kind: "drop" }, { kind: "drop" }]],
  ["writes a megabyte at once", "unavailable", [writesAtOnce("a ".repeat(600_000))]],
])("where the model %s the documents are quoted", async (_name, fallback, behaviours) => {
  model.next(...behaviours);
  await expectQuote(fallback);
  await closeBreaker();
});

test.each<[string, "refused" | "unsupported", string]>([
  ["finds no answer", "refused", "NONE"],
  ["refuses in a sentence", "unsupported", "I am sorry, but I cannot help with that."],
  ["cites a passage that does not exist", "unsupported", good.replace("[1]", "[7]")],
  ["cites nothing", "unsupported", good.replace(" [1]", "")],
  ["says another number", "unsupported", good.replace("18", "21")],
  [
    "only tells what the documents leave open",
    "refused",
    "PARTLY\nThe passages do not give the number of days.",
  ],
])("where the model %s nothing is claimed", async (_name, fallback, written) => {
  model.next(writes(written));
  const { content, metadata } = await ask();
  expect(content).not.toContain("eighteen");
  expect(metadata).toMatchObject({
    answered: false,
    kind: "unknown",
    sources: [],
    fallback,
    asked: question,
  });
  expect(metadata?.confidence).toBeUndefined();
});

test("asks the model also if the question's words match the documents badly", async () => {
  model.next(writes(good));
  const { content, metadata } = await ask("how long can i chill at home on full pay, annual");
  expect(content).toContain("working days of paid annual leave");
  expect(metadata).toMatchObject({ engine: "model", answered: true, kind: "answer" });
});

test("replaces a sentence that contradicts its passage by a quote", async () => {
  model.next(writes(good.replace("receive", "do not receive")));
  const { content, metadata } = await ask();
  expect(content).toContain(quoted);
  expect(content).not.toContain("do not");
  expect(metadata?.sources[0]?.quote).toContain(quoted);
});

test("replaces a sentence with a reversed condition by a quote", async () => {
  model.next(
    writes(
      "SURE\nA medical certificate is needed unless an employee is ill for more than two days in a row [1].",
    ),
  );
  const { content } = await ask("when do i need a medical certificate?");
  expect(content).toBe(
    "A medical certificate is needed when an employee is ill for more than two days in a row.",
  );
});

test("keeps the supported part of a partial answer and names what is missing", async () => {
  const written =
    "PARTLY\nYou receive 18 working days of paid annual leave [1]. The passages do not say how many days part-time employees receive.";
  model.next(writes(written));
  const { content, metadata } = await ask();
  expect(content).toBe(
    "Full-time employees receive eighteen working days of paid annual leave in each leave cycle. The documents do not say how many days part-time employees receive.",
  );
  expect(metadata).toMatchObject({ engine: "model", answered: true });
});

test("drops a yes or no that the rule does not support", async () => {
  model.next(
    writes("SURE\nYes, annual leave must be requested at least four weeks before the first day [1]."),
  );
  expect((await ask("must i ask in time for annual leave?")).content).toMatch(
    /^Annual leave must be requested/u,
  );
});

function fails(httpStatus: number) {
  return { kind: "refuse" as const, httpStatus };
}
function writesAtOnce(piece: string): Behaviour {
  return { kind: "write", pieces: [piece] };
}

async function expectQuote(fallback: string, asker?: Account): Promise<void> {
  const answer = await ask(question, asker);
  expect(answer.content).toContain(quoted);
  expect(answer.metadata).toMatchObject({ engine: "extractive", answered: true, fallback });
}

/** The breaker counts consecutive failures, so one good answer resets it. */
async function closeBreaker(): Promise<void> {
  model.next(writes(good));
  expect((await ask()).metadata?.engine).toBe("model");
}

test("retries once after an early failure or a short retry-after", async () => {
  model.next(fails(502), writes(good));
  expect((await ask()).metadata?.engine).toBe("model");
  model.next({ ...fails(429), retryAfter: "0" }, writes(good));
  expect((await ask()).metadata?.engine).toBe("model");
});

test("asks again with fewer passages if the context is too long", async () => {
  const body = JSON.stringify({
    error: { code: "context_length_exceeded", message: "maximum context length" },
  });
  const other = await signUp(server);
  await uploadPolicy(other);
  await uploadPolicy(other, "Old policy.docx", ["This is how annual leave was until last year."]);
  model.next({ ...fails(400), body }, writes(good));
  expect((await ask(question, other)).metadata?.engine).toBe("model");
  const [long, short] = model.requests
    .slice(-2)
    .map(({ messages }) => messages[1]?.content.match(/ number="/g)?.length);
  expect(short).toBeLessThan(long ?? 0);
});

test("leaves unsupported sentences out of a supported answer", async () => {
  const said = [
    "SURE",
    "You receive 18 working days of paid annual leave in each leave cycle [1].",
    "See ![chart](https://evil.example/x.png) for annual leave [1].",
    "Annual leave must be requested from the line manager at least four weeks before [1].",
  ];
  model.next(writes(said.join("\n")));
  const { content, metadata } = await ask();
  expect(metadata?.engine).toBe("model");
  expect(content).not.toContain("evil");
  expect(content).toContain("at least four weeks before.");
});

test("asks the model neither small talk nor questions without passages", async () => {
  const before = model.requests.length;
  expect((await ask("Thank you!")).metadata?.kind).toBe("small_talk");
  expect((await ask("Which zebra xylophone quokka?")).metadata?.answered).toBe(false);
  expect(model.requests.length).toBe(before);
});

test("streams sentences as they are confirmed and retracts wrong ones", async () => {
  const second =
    " Annual leave must be requested from the line manager at least four weeks before the first day [1].";
  const first = await stream([...pieces(good), ...pieces(second)]);
  const deltas = first.filter(({ event }) => event === "delta");
  expect(deltas).toHaveLength(2);
  expect(first.at(-1)?.event).toBe("done");
  expect(deltas.map(({ data }) => data.text).join("")).toBe(first.at(-1)?.data.content);
  model.next({ kind: "cut", pieces: pieces(`${good} And then`) });
  const events = (await stream(null)).map(({ event }) => event);
  expect(events).toEqual(["message", "delta", "withdrawn", "delta", "done"]);
  await closeBreaker();
});

interface StreamedEvent {
  event: string;
  data: { text?: string; content?: string };
  at: number;
}

async function stream(words: string[] | null): Promise<StreamedEvent[]> {
  if (words !== null) model.next({ kind: "write", pieces: words });
  const response = await fetch(`${server.url}/api/chat/sessions/${await openSession()}/messages`, {
    method: "POST",
    headers: {
      cookie: account.cookie,
      origin: server.context.config.publicUrl,
      accept: "text/event-stream",
      "content-type": "application/json",
    },
    body: JSON.stringify({ content: question }),
  });
  const found: StreamedEvent[] = [];
  for (const block of (await response.text()).split("\n\n").filter((each) => each !== "")) {
    const [, event = "", data = ""] = /^event: (\w+)\ndata: (.*)$/su.exec(block) ?? [];
    found.push({ event, data: JSON.parse(data) as StreamedEvent["data"], at: performance.now() });
  }
  return found;
}

test("ends a stopped answer after its confirmed sentences", async () => {
  const id = await openSession();
  const stopped = Promise.withResolvers<void>();
  const ands = Array.from({ length: 20 }, () => "and ");
  model.next({ kind: "write", pieces: [...pieces(`${good} `), ...ands, stopped.promise, ...ands] });
  model.writtenAt.length = 0;
  const asked = account.request("POST", `/api/chat/sessions/${id}/messages`, { content: question });
  const needed = pieces(good).length + 10;
  await expect.poll(() => model.writtenAt.length, { interval: 2 }).toBeGreaterThan(needed);
  expect((await account.request("POST", `/api/chat/sessions/${id}/stop`)).statusCode).toBe(204);
  const { content, metadata } = ChatExchange.parse((await asked).json()).assistantMessage;
  expect(content).toBe("You receive 18 working days of paid annual leave in each leave cycle.");
  expect(metadata?.engine).toBe("model");
  stopped.resolve();
});

test("asks the model once for the same idempotency key", async () => {
  const url = `/api/chat/sessions/${await openSession()}/messages`;
  const before = model.requests.length;
  model.next(writes(good));
  const headers = { "idempotency-key": "one", "content-type": "application/json" };
  const payload = Buffer.from(JSON.stringify({ content: question }));
  const [first, second] = await Promise.all([
    account.request("POST", url, { headers, payload }),
    account.request("POST", url, { headers, payload }),
  ]);
  expect(first?.json()).toEqual(second?.json());
  expect(model.requests.length).toBe(before + 1);
});

test("holds no database connection while the model writes", async () => {
  // More than there are connections, and each waits until all are asked.
  const many = 14;
  const everybodyAsked = Promise.withResolvers<void>();
  const [first = "", ...rest] = pieces(good);
  const written = [first, everybodyAsked.promise, ...rest];
  model.next(...Array.from({ length: many }, (): Behaviour => ({ kind: "write", pieces: written })));
  const before = model.requests.length;
  const asked = Promise.all(Array.from({ length: many }, () => ask()));
  await expect.poll(() => model.requests.length).toBe(before + many);
  everybodyAsked.resolve();
  const engines = (await asked).map(({ metadata }) => metadata?.engine);
  expect(engines).toEqual(Array.from({ length: many }, () => "model"));
});

test("stops asking a model for a while after repeated failures", async () => {
  model.next(...Array.from({ length: 6 }, () => fails(500)));
  for (let each = 0; each < 3; each++) expect((await ask()).metadata?.fallback).toBe("unavailable");
  const before = model.requests.length;
  expect((await ask()).metadata).toMatchObject({ fallback: "unavailable", engine: "extractive" });
  expect(model.requests.length).toBe(before);
});
