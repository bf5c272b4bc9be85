import { expect, test } from "vitest";
import { inBatches } from "./in-batches.ts";

/** Batches of names, each of which ends when it is told to; one with "poison" in it fails. */
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

test("who comes alone waits for nobody, and who comes meanwhile shares the next batch", async () => {
  const { together, endNext } = recorder();
  const all = Promise.all(["a", "b", "c"].map((name) => together("one", name)));
  expect(await endNext()).toEqual(["a"]);
  expect(await endNext()).toEqual(["b", "c"]);
  expect(await all).toEqual(["A", "B", "C"]);
  expect(await endNext()).toBeUndefined();
});

test("different keys are never in one batch and do not wait for each other", async () => {
  const { together, endNext } = recorder();
  const all = Promise.all([together("one", "a"), together("other", "b"), together("one", "c")]);
  expect([await endNext(), await endNext(), await endNext()]).toEqual([["a"], ["b"], ["c"]]);
  expect(await all).toEqual(["A", "B", "C"]);
});

test("of a batch that fails each is tried alone, and only the one to blame fails", async () => {
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
