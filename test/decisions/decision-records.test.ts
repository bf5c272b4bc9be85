import { expect, test } from "vitest";
import { findRecordProblems, indexOf } from "../../scripts/decisions/decision-records.ts";

const good = `# 0001. We decide

Date: 2026-11-22

Status: accepted

## Context

Because.

## Decision

This.

## Consequences

That.
`;
const problemsOf = (text: string) => findRecordProblems([{ name: "0001-we-decide.md", text }]);

test("accepts a record in the common form", () => {
  expect(problemsOf(good)).toEqual([]);
});

test("accepts a section about what was rejected at the end", () => {
  expect(problemsOf(`${good}\n## Rejected\n\nOther things.\n`)).toEqual([]);
});

test.each([
  ["another number", good.replace("0001", "0002"), 'begin with "# 0001. "'],
  ["another title", good.replace("We decide", "We can't decide"), "be called 0001-we-cant-decide.md"],
  ["no date", good.replace("Date: 2026-11-22", ""), "Date: YYYY-MM-DD"],
  ["no status", good.replace("Status: accepted", "Status: fine"), "Status: accepted"],
  ["a missing section", good.replace("## Context", "Context"), "Context, Decision, Consequences"],
  ["a dead link", good.replace("That.", "See [0009](0009-gone.md)."), "not to 0009-gone.md"],
])("rejects a record with %s", (_name, text, problem) => {
  expect(problemsOf(text).join()).toContain(problem);
});

test("lists every record with its status", () => {
  const index = indexOf([{ name: "0001-we-decide.md", text: good }]);
  expect(index).toContain("| [0001](0001-we-decide.md) | We decide | accepted |");
});
