import { afterEach, describe, expect, test } from "vitest";
import {
  startFakeEmbeddings,
  type EmbeddingsFault,
  type FakeEmbeddings,
  type FakeOptions,
} from "../../test/fake-embeddings/embeddings.ts";
import { openEmbeddings } from "./embeddings.ts";

let server: FakeEmbeddings;
afterEach(() => server.close());

async function open(options: FakeOptions = {}, { apiKey = "secret", timeoutMs = 30_000 } = {}) {
  server = await startFakeEmbeddings(options);
  const budget = { timeoutMs, retries: 1 };
  return openEmbeddings({ ...server.configFor("words"), apiKey }, { texts: budget, question: budget });
}

const product = (a: Float32Array = new Float32Array(), b: Float32Array = a): number =>
  a.reduce((sum, x, k) => sum + x * (b[k] ?? 0), 0);

test("every text has its vector, of length 1, whatever order the reply has", async () => {
  const embeddings = await open();
  const texts = ["the lion sleeps", "a mouse eats cheese"];
  const vectors = await embeddings.embed(texts);
  expect(vectors.map((vector) => product(vector, vector))).toEqual([expect.closeTo(1), expect.closeTo(1)]);
  const question = await embeddings.embedQuestion("sleeps the lion");
  expect(product(question, vectors[0])).toBeCloseTo(1);
  expect(product(question, vectors[1])).toBeLessThan(0.5);
});

test("a question waits for its vector as long as is set", async () => {
  server = await startFakeEmbeddings();
  server.misbehave({ kind: "late", delayMs: 1_000 });
  expect(await openEmbeddings(server.configFor("words")).embedQuestion("where")).toHaveLength(64);
  server.misbehave({ kind: "hang" });
  const impatient = openEmbeddings({ ...server.configFor("words"), timeoutMs: 100 });
  await expect(impatient.embedQuestion("where")).rejects.toMatchObject({ fault: "timeout" });
});

test("many texts are asked for in batches of bounded number and length", async () => {
  const embeddings = await open();
  const short = Array.from({ length: 70 }, (_, at) => `word ${at}`);
  const long = Array.from({ length: 7 }, () => "long".repeat(2_500));
  expect(await embeddings.embed([...short, ...long])).toHaveLength(77);
  for (const { input } of server.requests) {
    expect(input.length).toBeLessThanOrEqual(32);
    expect(input.join("").length).toBeLessThanOrEqual(32_000);
  }
  expect(await embeddings.embed([])).toEqual([]);
});

test("a server that refuses base64 is asked for numbers from then on", async () => {
  const embeddings = await open({ numbersOnly: true });
  const [vector] = await embeddings.embed(["a lion"]);
  await embeddings.embed(["a cat"]);
  expect(vector).toHaveLength(64);
  expect(server.requests.map((request) => request.encoding_format)).toEqual(["base64", "float", "float"]);
});

test("a text that it does not take is no fault of the server", async () => {
  const embeddings = await open({ maxTextLength: 10 });
  for (let time = 0; time < 7; time++) {
    await expect(embeddings.embed(["much too long for it"])).rejects.toMatchObject({ fault: "input" });
  }
  expect(await embeddings.embed(["short"])).toHaveLength(1);
});

describe("a server that fails", () => {
  test.each<[string, EmbeddingsFault, string, number]>([
    ["breaks off before a word", { kind: "drop" }, "unreachable", 2],
    ["breaks off in the middle", { kind: "cut" }, "unreachable", 2],
    ["is overloaded", { kind: "refuse", httpStatus: 429, retryAfter: "0" }, "rate_limited", 2],
    [
      "wants more patience than there is",
      { kind: "refuse", httpStatus: 429, retryAfter: "60" },
      "rate_limited",
      1,
    ],
    ["is broken", { kind: "refuse", httpStatus: 503, retryAfter: "0" }, "unavailable", 2],
    ["does not know the key", { kind: "refuse", httpStatus: 403 }, "rejected", 1],
    ["talks rubbish", { kind: "say", body: "<html>" }, "garbage", 1],
    ["says nothing", { kind: "say", body: '{"data":[]}' }, "garbage", 1],
    [
      "says what is no number",
      { kind: "say", body: '{"data":[{"index":0,"embedding":[1,null]}]}' },
      "garbage",
      1,
    ],
    ["has vectors of two lengths", { kind: "uneven" }, "garbage", 1],
    ["leaves a text out", { kind: "one-less" }, "garbage", 1],
  ])("%s", async (_, fault, told, requests) => {
    const embeddings = await open();
    server.always(fault);
    await expect(embeddings.embed(["a lion", "a cat"])).rejects.toMatchObject({ fault: told });
    expect(server.requests).toHaveLength(requests);
  });

  test("is silent: it is not asked again", async () => {
    const embeddings = await open({}, { timeoutMs: 400 });
    server.always({ kind: "hang" });
    await expect(embeddings.embed(["a lion"])).rejects.toMatchObject({ fault: "timeout" });
    // None where the machine is so busy that the time is over before the connection is there.
    expect(server.requests.length).toBeLessThan(2);
  });

  test("once is asked again when it said", async () => {
    const embeddings = await open();
    server.misbehave({ kind: "refuse", httpStatus: 429, retryAfter: "0.05" });
    expect(await embeddings.embed(["a lion"])).toHaveLength(1);
    expect(server.requests).toHaveLength(2);
  });

  test("again and again is left alone, by questions and documents each for themselves", async () => {
    const embeddings = await open();
    server.always({ kind: "say", body: "{}" });
    for (let time = 0; time < 5; time++) {
      await expect(embeddings.embedQuestion("where")).rejects.toMatchObject({ fault: "garbage" });
    }
    await expect(embeddings.embedQuestion("where")).rejects.toMatchObject({ fault: "circuit_open" });
    expect(server.requests).toHaveLength(5);
    server.always(null);
    expect(await embeddings.embed(["a lion"])).toHaveLength(1);
  });

  test("a wrong key is told apart", async () => {
    const embeddings = await open({}, { apiKey: "wrong" });
    await expect(embeddings.embedQuestion("where")).rejects.toMatchObject({ fault: "rejected" });
  });
});
