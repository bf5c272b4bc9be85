import { expect, test } from "vitest";
import { findProblems } from "../../scripts/specification-coverage.ts";

const tests: Record<string, string> = {
  "a.test.ts": 'test("it works", () => {});\ntest.each([1])("%d works", () => {});',
};
const check = (...rows: string[]) =>
  findProblems(
    ["| § | Point | Test file | Test |", "| --- | --- | --- | --- |", ...rows].join("\n"),
    (file) => {
      return tests[file] ?? null;
    },
  );

test("accepts rows that name a test", () => {
  expect(check("| 1 | A point | `a.test.ts` | it works |", "| 2 | More | `a.test.ts` | %d works |")).toEqual(
    [],
  );
});

test.each([
  ["an empty table", [], "there is no row"],
  ["no test", ["| 1 | A point | `a.test.ts` |  |"], "has an empty cell"],
  ["no section", ["|  | A point | `a.test.ts` | it works |"], "has an empty cell"],
  ["no such file", ["| 1 | A point | `b.test.ts` | it works |"], "does not exist"],
  ["no such test", ["| 1 | A point | `a.test.ts` | it wor |"], "is not a test in"],
])("finds %s", (_name, rows, problem) => {
  expect(check(...rows).join("\n")).toContain(problem);
});
