import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startFakeReranker, type FakeReranker, type RerankFault } from "../../test/fake-rerank/rerank.ts";
import { openReranker } from "./rerank.ts";

const texts = ["a lion", "a cat", "a mouse"];
const byLength = (_: string, text: string) => text.length / 10;

let server: FakeReranker;
afterEach(() => server.close());

function open({ apiKey = "secret", timeoutMs = 30_000 } = {}) {
  return openReranker({ baseUrl: server.url, apiKey, model: "judge-1", timeoutMs });
}

describe.each(["results", "bare"] as const)("a server that replies with %s", (shape) => {
  beforeEach(async () => {
    server = await startFakeReranker({ shape });
    server.judge(byLength);
  });

  test("scores every text, in the given order", async () => {
    expect(await open().score("big cats", texts)).toEqual([0.6, 0.5, 0.7]);
  });

  test("gets its own field name from the second question on", async () => {
    const reranker = open();
    await reranker.score("big cats", texts);
    const asked = server.requests.length;
    await reranker.score("big cats", texts);
    expect(server.requests.length).toBe(asked + 1);
    const last = server.requests.at(-1);
    expect(shape === "bare" ? last?.texts : last?.documents).toEqual(texts);
  });
});

describe("a server that fails", () => {
  beforeEach(async () => {
    server = await startFakeReranker();
    server.judge(byLength);
  });

  test.each<[string, RerankFault, string]>([
    ["is silent", { kind: "hang" }, "timeout"],
    ["breaks off before a word", { kind: "drop" }, "unreachable"],
    ["breaks off in the middle", { kind: "cut" }, "unreachable"],
    ["is overloaded", { kind: "refuse", httpStatus: 429 }, "rate_limited"],
    ["is broken", { kind: "refuse", httpStatus: 503 }, "unavailable"],
    ["talks rubbish", { kind: "say", body: "<html>" }, "garbage"],
    ["scores one text only", say([[0, 1]]), "garbage"],
    [
      "scores a text twice",
      say([
        [0, 1],
        [1, 1],
        [1, 2],
      ]),
      "garbage",
    ],
    [
      "scores a text that was not sent",
      say([
        [0, 1],
        [1, 1],
        [7, 2],
      ]),
      "garbage",
    ],
    [
      "sends scores that are not numbers",
      { kind: "say", body: '{"results":[{"index":0,"relevance_score":null}]}' },
      "garbage",
    ],
    ["says too much", { kind: "say", body: " ".repeat(300_000) }, "garbage"],
  ])("%s", async (_, fault, expected) => {
    server.misbehave(fault);
    const reranker = open(expected === "timeout" ? { timeoutMs: 200 } : {});
    await expect(reranker.score("big cats", texts)).rejects.toMatchObject({ fault: expected });
  });

  test("does not know the key", async () => {
    await expect(open({ apiKey: "wrong" }).score("big cats", texts)).rejects.toMatchObject({
      fault: "rejected",
    });
  });

  test("repeatedly is not asked for a while", async () => {
    const reranker = open();
    server.misbehave(...Array.from({ length: 5 }, () => ({ kind: "drop" }) as const));
    for (let i = 0; i < 5; i++) {
      await expect(reranker.score("big cats", texts)).rejects.toMatchObject({ fault: "unreachable" });
    }
    await expect(reranker.score("big cats", texts)).rejects.toMatchObject({ fault: "circuit_open" });
    expect(server.requests).toHaveLength(5);
  });
});

function say(scores: [number, number][]): RerankFault {
  const results = scores.map(([index, score]) => ({ index, relevance_score: score }));
  return { kind: "say", body: JSON.stringify({ results }) };
}
