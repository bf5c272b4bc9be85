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

test("every text gets its vector, of length 1, in any order of the reply", async () => {
  const embeddings = await open();
  const texts = ["the lion sleeps", "a mouse eats cheese"];
  const vectors = await embeddings.embed(texts);
  expect(vectors.map((vector) => product(vector, vector))).toEqual([expect.closeTo(1), expect.closeTo(1)]);
  const question = await embeddings.embedQuestion("sleeps the lion");
  expect(product(question, vectors[0])).toBeCloseTo(1);
  expect(product(question, vectors[1])).toBeLessThan(0.5);
});

test("a question waits for its vector for the configured time", async () => {
  server = await startFakeEmbeddings();
  server.misbehave({ kind: "late", delayMs: 1_000 });
  expect(await openEmbeddings(server.configFor("words")).embedQuestion("where")).toHaveLength(64);
  server.misbehave({ kind: "hang" });
  const impatient = openEmbeddings({ ...server.configFor("words"), timeoutMs: 100 });
  await expect(impatient.embedQuestion("where")).rejects.toMatchObject({ fault: "timeout" });
});

test("many texts are sent in batches of limited number and length", async () => {
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

test("after a server has refused base64, requests ask for numbers", async () => {
  const embeddings = await open({ numbersOnly: true });
  const [vector] = await embeddings.embed(["a lion"]);
  await embeddings.embed(["a cat"]);
  expect(vector).toHaveLength(64);
  expect(server.requests.map((request) => request.encoding_format)).toEqual(["base64", "float", "float"]);
});

test("a refused text doesn't count as a failure of the server", async () => {
  const embeddings = await open({ maxTextLength: 10 });
  for (let time = 0; time < 7; time++) {
    await expect(embeddings.embed(["much too long for it"])).rejects.toMatchObject({ fault: "input" });
  }
  expect(await embeddings.embed(["short"])).toHaveLength(1);
});

describe("a server that fails", () => {
  test.each<[string, EmbeddingsFault, string, number]>([
    ["closes the connection", { kind: "drop" }, "unreachable", 2],
    ["closes the connection in the middle of a reply", { kind: "cut" }, "unreachable", 2],
    ["is overloaded", { kind: "refuse", httpStatus: 429, retryAfter: "0" }, "rate_limited", 2],
    [
      "asks for a longer wait than the timeout",
      { kind: "refuse", httpStatus: 429, retryAfter: "60" },
      "rate_limited",
      1,
    ],
    ["is broken", { kind: "refuse", httpStatus: 503, retryAfter: "0" }, "unavailable", 2],
    ["does not know the key", { kind: "refuse", httpStatus: 403 }, "rejected", 1],
    ["sends HTML", { kind: "say", body: "<html>" }, "garbage", 1],
    ["sends no vectors", { kind: "say", body: '{"data":[]}' }, "garbage", 1],
    [
      "sends something that is not a number",
      { kind: "say", body: '{"data":[{"index":0,"embedding":[1,null]}]}' },
      "garbage",
      1,
    ],
    ["sends vectors of different lengths", { kind: "uneven" }, "garbage", 1],
    ["leaves out a text", { kind: "one-less" }, "garbage", 1],
  ])("%s", async (_, fault, told, requests) => {
    const embeddings = await open();
    server.always(fault);
    await expect(embeddings.embed(["a lion", "a cat"])).rejects.toMatchObject({ fault: told });
    expect(server.requests).toHaveLength(requests);
  });

  test("is not asked again after a timeout", async () => {
    const embeddings = await open({}, { timeoutMs: 400 });
    server.always({ kind: "hang" });
    await expect(embeddings.embed(["a lion"])).rejects.toMatchObject({ fault: "timeout" });
    // On a busy machine there is none, if the timeout passes before the connection is open.
    expect(server.requests.length).toBeLessThan(2);
  });

  test("once is asked again after Retry-After", async () => {
    const embeddings = await open();
    server.misbehave({ kind: "refuse", httpStatus: 429, retryAfter: "0.05" });
    expect(await embeddings.embed(["a lion"])).toHaveLength(1);
    expect(server.requests).toHaveLength(2);
  });

  test("repeatedly opens the circuit, separately for questions and documents", async () => {
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

  test("because of a wrong key is reported as such", async () => {
    const embeddings = await open({}, { apiKey: "wrong" });
    await expect(embeddings.embedQuestion("where")).rejects.toMatchObject({ fault: "rejected" });
  });
});
