import { expect, test } from "vitest";
import { inBatches } from "./in-batches.ts";

/** Records batches of names. Each ends when the test tells it to; one that contains "poison" fails. */
function recorder() {
  const batches: { names: string[]; end: () => void }[] = [];
  const together = inBatches(async (names: string[]) => {
    await new Promise<void>((end) => batches.push({ names, end }));
    if (names.includes("poison")) throw new Error(`failed: ${names.join(" ")}`);
    return names.map((name) => name.toUpperCase());
  });
  const endNext = async (): Promise<string[] | undefined> => {
    const batch = batches.shift();
    batch?.end();
    await new Promise(setImmediate);
    return batch?.names;
  };
  return { together, endNext };
}

test("a single item starts at once, and items that arrive meanwhile share a batch", async () => {
  const { together, endNext } = recorder();
  const all = Promise.all(["a", "b", "c"].map((name) => together("one", name)));
  expect(await endNext()).toEqual(["a"]);
  expect(await endNext()).toEqual(["b", "c"]);
  expect(await all).toEqual(["A", "B", "C"]);
  expect(await endNext()).toBeUndefined();
});

test("items with different keys are in separate batches and don't wait", async () => {
  const { together, endNext } = recorder();
  const all = Promise.all([together("one", "a"), together("other", "b"), together("one", "c")]);
  expect([await endNext(), await endNext(), await endNext()]).toEqual([["a"], ["b"], ["c"]]);
  expect(await all).toEqual(["A", "B", "C"]);
});

test("items of a failed batch are retried alone, and only the bad one fails", async () => {
  const { together, endNext } = recorder();
  const all = Promise.allSettled(["a", "b", "poison", "c"].map((name) => together("one", name)));
  const batches = [];
  for (let names = await endNext(); names !== undefined; names = await endNext()) batches.push(names);
  expect(batches).toEqual([["a"], ["b", "poison", "c"], ["b"], ["poison"], ["c"]]);
  expect((await all).map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
});
