import { expect, test } from "vitest";
import { ReadingLine, type WaitingTask } from "./reading-line.ts";

const document = (name: string): WaitingTask => ({
  task: { kind: "prepare", path: name, documentName: name },
});
const drawing = (organizationId: string): WaitingTask => ({
  task: { kind: "render", path: organizationId, page: 1, widthPx: 100 },
  organizationId,
});
const anything = { drawingOnly: false, busyOrganizations: new Set<string>() };

function lineOf(...waiting: WaitingTask[]): ReadingLine<WaitingTask> {
  const line = new ReadingLine<WaitingTask>();
  for (const each of waiting) line.add(each);
  return line;
}

const order = (line: ReadingLine<WaitingTask>, options = anything) => {
  const taken: string[] = [];
  for (let next = line.take(options); next !== undefined; next = line.take(options))
    taken.push(next.task.path);
  return taken;
};

test("documents and drawings take turns", () => {
  const line = lineOf(drawing("a"), drawing("b"), drawing("c"), document("1"), document("2"));
  expect(order(line)).toEqual(["a", "1", "b", "2", "c"]);
});

test("an organization whose page is being drawn waits with its next one", () => {
  const line = lineOf(drawing("a"), drawing("b"), document("1"));
  expect(order(line, { ...anything, busyOrganizations: new Set(["a"]) })).toEqual(["b", "1"]);
});

test("the process that is kept for drawings takes no document", () => {
  expect(order(lineOf(document("1"), drawing("a")), { ...anything, drawingOnly: true })).toEqual(["a"]);
});
