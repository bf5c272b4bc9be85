import { expect, test } from "vitest";
import { ReadingQueue, type WaitingTask } from "./reading-queue.ts";

const document = (name: string): WaitingTask => ({
  task: { kind: "prepare", path: name, documentName: name },
});
const drawing = (organizationId: string): WaitingTask => ({
  task: { kind: "render", path: organizationId, page: 1, widthPx: 100 },
  organizationId,
});
const anything = { drawingOnly: false, busyOrganizations: new Set<string>() };

function queueOf(...waiting: WaitingTask[]): ReadingQueue<WaitingTask> {
  const queue = new ReadingQueue<WaitingTask>();
  for (const each of waiting) queue.add(each);
  return queue;
}

const order = (queue: ReadingQueue<WaitingTask>, options = anything) => {
  const taken: string[] = [];
  for (let next = queue.take(options); next !== undefined; next = queue.take(options))
    taken.push(next.task.path);
  return taken;
};

test("alternates between documents and drawings", () => {
  const queue = queueOf(drawing("a"), drawing("b"), drawing("c"), document("1"), document("2"));
  expect(order(queue)).toEqual(["a", "1", "b", "2", "c"]);
});

test("keeps a drawing waiting while another of its organization is drawn", () => {
  const queue = queueOf(drawing("a"), drawing("b"), document("1"));
  expect(order(queue, { ...anything, busyOrganizations: new Set(["a"]) })).toEqual(["b", "1"]);
});

test("gives no document to the process reserved for drawings", () => {
  expect(order(queueOf(document("1"), drawing("a")), { ...anything, drawingOnly: true })).toEqual(["a"]);
});
