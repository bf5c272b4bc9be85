import { expect, test, vi } from "vitest";
import { openQuestionLine, type QuestionLine } from "./question-line.ts";
import type { PlaceLimits } from "./question-places.ts";

/** Questions that end when they are told to, and the order in which they began. */
function asker(line: QuestionLine) {
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    began,
    ask(organizationId: string, name: string, options?: { mayBeRefused: boolean }): Promise<void> {
      const end = Promise.withResolvers<void>();
      ends.set(name, end.resolve);
      const work = async () => {
        began.push(name);
        await end.promise;
      };
      return line.run(organizationId, work, options);
    },
    async end(...names: string[]) {
      for (const name of names) ends.get(name)?.();
      // Everything that follows from it.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

const noLimit = { count: async () => undefined, refusal: () => null };
const limits: PlaceLimits = { places: 3, placesBesideOthers: 1, maxWaiting: 4 };

test("an organization alone has all places", async () => {
  const { ask, began, end } = asker(openQuestionLine(noLimit, limits));
  const asked = ["1", "2", "3", "4"].map((name) => ask("a", name));
  await end();
  expect(began).toEqual(["1", "2", "3"]);
  await end("1", "2", "3", "4");
  await Promise.all(asked);
  expect(began).toEqual(["1", "2", "3", "4"]);
});

test("another organization's question is next, whatever waits before it", async () => {
  const { ask, began, end } = asker(openQuestionLine(noLimit, limits));
  const asked = ["a1", "a2", "a3", "a4", "a5"].map((name) => ask("a", name));
  asked.push(ask("b", "b1"));
  await end("a1");
  expect(began.at(-1)).toBe("b1");
  // While b asks, a has one place.
  await end("a2");
  expect(began).toEqual(["a1", "a2", "a3", "b1"]);
  await end("a3");
  expect(began.at(-1)).toBe("a4");
  await end("a4", "b1", "a5");
  await Promise.all(asked);
});

test("a flood gives way to one that asks one by one, but not forever", async () => {
  const { ask, began, end } = asker(openQuestionLine(noLimit));
  const names = Array.from({ length: 30 }, (_, index) => `a${index}`);
  const asked = names.map((name) => ask("a", name));
  await end();
  const alone = began.length;
  asked.push(ask("b", "b1"));
  await end(...names.slice(0, alone));
  expect(began.slice(alone)).toEqual(["b1"]);
  asked.push(ask("b", "b2"));
  await end("b1");
  expect(began.slice(alone + 1)).toEqual(["b2"]);
  asked.push(ask("b", "b3"));
  await end("b2");
  // Never more than one beside it.
  expect(began.slice(alone + 2)).toEqual(["b3", `a${alone}`]);
  await end("b3", `a${alone}`);
  await vi.waitFor(() => expect(began.at(-1)).toBe(`a${alone + 1}`));
  for (const name of names) await end(name);
  await Promise.all(asked);
});

test("organizations take turns", async () => {
  const { ask, began, end } = asker(openQuestionLine(noLimit, { ...limits, places: 1 }));
  const asked = ["a1", "a2"].map((name) => ask("a", name));
  asked.push(...["b1", "b2"].map((name) => ask("b", name)), ask("c", "c1"));
  for (const name of ["a1", "b1", "c1", "a2", "b2"]) await end(name);
  await Promise.all(asked);
  expect(began).toEqual(["a1", "b1", "c1", "a2", "b2"]);
});

test("when too many wait, the last of the organization that has the most are refused", async () => {
  const line = openQuestionLine(noLimit, { ...limits, places: 1 });
  const { ask, end } = asker(line);
  const asked = ["a0", "a1", "a2", "a3", "a4"].map((name) => ask("a", name));
  await expect(line.admit("a")).rejects.toMatchObject({ status: 503 });
  await line.admit("b");
  const patient = ask("a", "from a customer on WhatsApp", { mayBeRefused: false });
  const b = ask("b", "b1");
  await expect(asked[4]).rejects.toMatchObject({ status: 503, code: "overloaded" });
  for (const name of ["a0", "b1", "a1", "a2", "a3", "from a customer on WhatsApp"]) await end(name);
  await Promise.all([...asked.slice(0, 4), patient, b]);
});

test("a question that waits for something else leaves its place to the next", async () => {
  const line = openQuestionLine(noLimit, { ...limits, places: 1 });
  const model = Promise.withResolvers<string>();
  const steps: string[] = [];
  const first = line.run("a", async (outside) => {
    steps.push("looked");
    steps.push(await outside(() => model.promise));
  });
  await line.run("a", async () => {
    steps.push("another");
  });
  model.resolve("worded");
  await first;
  expect(steps).toEqual(["looked", "another", "worded"]);
});

test("a question that fails leaves its place", async () => {
  const line = openQuestionLine(noLimit, { ...limits, places: 1 });
  await expect(line.run("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  const failing = line.run("a", (outside) => outside(() => Promise.reject(new Error("no model"))));
  await expect(failing).rejects.toThrow("no model");
  expect(await line.run("a", async () => "answered")).toBe("answered");
});
