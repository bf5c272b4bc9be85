import { afterAll, beforeAll, expect, test } from "vitest";
import { startEmbeddingServer, type EmbeddingServer } from "./embedding-server.ts";
import { learnWordSpace, spaceSettings } from "./word-space.ts";

const texts = ["doctor", "nurse", "surgeon"].flatMap((healer) =>
  ["engine", "wheel", "brake"].flatMap((part) => [
    `The ${healer} treats a patient in the hospital ward with medicine.`,
    `The mechanic mends the ${part} of a lorry in the garage with tools.`,
  ]),
);

let server: EmbeddingServer;
beforeAll(async () => {
  server = await startEmbeddingServer(learnWordSpace(texts, { ...spaceSettings, learnt: 4 }));
});
afterAll(() => server.close());

async function embed(input: string[]): Promise<number[][]> {
  const response = await fetch(`${server.url}/embeddings`, {
    method: "POST",
    body: JSON.stringify({ model: "stand-in", input }),
  });
  const { data } = (await response.json()) as { data: { index: number; embedding: number[] }[] };
  return data.map(({ embedding }) => embedding);
}

const cosine = (a: number[] = [], b: number[] = []) =>
  a.reduce((sum, value, k) => sum + value * (b[k] ?? 0), 0);

test("words in similar contexts are near each other", async () => {
  const [nurse, surgeon, brake] = await embed(["nurse", "surgeon", "brake"]);
  expect(cosine(nurse, nurse)).toBeCloseTo(1);
  expect(cosine(nurse, surgeon)).toBeGreaterThan(cosine(nurse, brake) + 0.2);
});

test("the same text always has the same vector, unknown words included", async () => {
  const [one, other, unread] = await embed(["a nurse", "a nurse", "zeppelin"]);
  expect(one).toEqual(other);
  expect(cosine(unread, unread)).toBeCloseTo(1);
});
