import { expect, test, vi } from "vitest";
import { openQuestionQueue, type QuestionQueue } from "./question-queue.ts";
import type { SlotLimits } from "./question-slots.ts";

/** Asks questions that run until `end` is called with their name; `began` has them in the order in which they began. */
function asker(queue: QuestionQueue) {
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
      return queue.run(organizationId, work, options);
    },
    async end(...names: string[]) {
      for (const name of names) ends.get(name)?.();
      // Lets everything that follows from it happen.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

const noLimit = { count: async () => undefined, refusal: () => null };
const limits: SlotLimits = { slots: 3, slotsWhenShared: 1, maxWaiting: 4 };

test("gives all slots to an organization that asks alone", async () => {
  const { ask, began, end } = asker(openQuestionQueue(noLimit, limits));
  const asked = ["1", "2", "3", "4"].map((name) => ask("a", name));
  await end();
  expect(began).toEqual(["1", "2", "3"]);
  await end("1", "2", "3", "4");
  await Promise.all(asked);
  expect(began).toEqual(["1", "2", "3", "4"]);
});

test("runs another organization's question next, however many wait before it", async () => {
  const { ask, began, end } = asker(openQuestionQueue(noLimit, limits));
  const asked = ["a1", "a2", "a3", "a4", "a5"].map((name) => ask("a", name));
  asked.push(ask("b", "b1"));
  await end("a1");
  expect(began.at(-1)).toBe("b1");
  // While b asks, a has one slot.
  await end("a2");
  expect(began).toEqual(["a1", "a2", "a3", "b1"]);
  await end("a3");
  expect(began.at(-1)).toBe("a4");
  await end("a4", "b1", "a5");
  await Promise.all(asked);
});

test("lets an organization that asks one by one go before a flood, but not forever", async () => {
  const { ask, began, end } = asker(openQuestionQueue(noLimit));
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
  // Never more than one question of the flood beside it.
  expect(began.slice(alone + 2)).toEqual(["b3", `a${alone}`]);
  await end("b3", `a${alone}`);
  await vi.waitFor(() => expect(began.at(-1)).toBe(`a${alone + 1}`));
  for (const name of names) await end(name);
  await Promise.all(asked);
});

test("lets organizations take turns", async () => {
  const { ask, began, end } = asker(openQuestionQueue(noLimit, { ...limits, slots: 1 }));
  const asked = ["a1", "a2"].map((name) => ask("a", name));
  asked.push(...["b1", "b2"].map((name) => ask("b", name)), ask("c", "c1"));
  for (const name of ["a1", "b1", "c1", "a2", "b2"]) await end(name);
  await Promise.all(asked);
  expect(began).toEqual(["a1", "b1", "c1", "a2", "b2"]);
});

test("refuses the latest question of the organization with the most when too many wait", async () => {
  const queue = openQuestionQueue(noLimit, { ...limits, slots: 1 });
  const { ask, end } = asker(queue);
  const asked = ["a0", "a1", "a2", "a3", "a4"].map((name) => ask("a", name));
  await expect(queue.admit("a")).rejects.toMatchObject({ status: 503 });
  await queue.admit("b");
  const patient = ask("a", "from a customer on WhatsApp", { mayBeRefused: false });
  const b = ask("b", "b1");
  await expect(asked[4]).rejects.toMatchObject({ status: 503, code: "overloaded" });
  for (const name of ["a0", "b1", "a1", "a2", "a3", "from a customer on WhatsApp"]) await end(name);
  await Promise.all([...asked.slice(0, 4), patient, b]);
});

test("frees the slot of a question that waits for something outside", async () => {
  const queue = openQuestionQueue(noLimit, { ...limits, slots: 1 });
  const model = Promise.withResolvers<string>();
  const steps: string[] = [];
  const first = queue.run("a", async (outside) => {
    steps.push("searched");
    steps.push(await outside(() => model.promise));
  });
  await queue.run("a", async () => {
    steps.push("another");
  });
  model.resolve("generated");
  await first;
  expect(steps).toEqual(["searched", "another", "generated"]);
});

test("frees the slot of a question that fails", async () => {
  const queue = openQuestionQueue(noLimit, { ...limits, slots: 1 });
  await expect(queue.run("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  const failing = queue.run("a", (outside) => outside(() => Promise.reject(new Error("no model"))));
  await expect(failing).rejects.toThrow("no model");
  expect(await queue.run("a", async () => "answered")).toBe("answered");
});
