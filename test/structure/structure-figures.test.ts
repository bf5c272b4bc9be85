import { expect, test } from "vitest";
import {
  brokenLimits,
  measureStructure,
  type StructureLimits,
} from "../../scripts/structure/structure-figures.ts";
import { findOwnTimeouts, wrongInTests } from "../../scripts/structure/test-rules.ts";

const percentiles = { fileLinesP95: 5, functionLinesP95: 3 };
const limits: StructureLimits = {
  server: percentiles,
  web: percentiles,
  longFiles: 0,
  manyParameters: 0,
  circles: 0,
  countingTables: 0,
  triggers: 0,
};
const check = (files: Record<string, string>) =>
  brokenLimits(measureStructure(new Map(Object.entries(files))), limits).join("\n");
const linesOf = (count: number) => "export const one = 1;\n".repeat(count);

test("accepts a small code base", () => {
  expect(
    check({ "server/a.ts": 'import { b } from "./b.ts";\n', "server/b.ts": "export const b = 1;\n" }),
  ).toBe("");
});

test("finds files over 400 lines", () => {
  expect(check({ "web/long.tsx": linesOf(401) })).toContain("1 files over 400 lines (web/long.tsx)");
});

test("finds files that are long on the whole", () => {
  expect(check({ "server/a.ts": linesOf(6) })).toContain("6 lines of a server file, 95th percentile");
});

test("finds long functions, in declarations, methods and constants", () => {
  for (const text of [
    "function a() {\n\n\n}\n",
    "class A {\na() {\n\n}}\nconst b = () => {\n\n\n};",
    "const a = () => {\n\n\n};\n",
  ])
    expect(check({ "web/a.ts": text })).toContain("4 lines of a web function, 95th percentile");
});

test("finds functions with five parameters", () => {
  expect(check({ "server/a.ts": "function a(b, c, d, e, f) {}" })).toContain("(a in server/a.ts)");
});

test("finds circles of imports, those of types included", () => {
  const files = {
    "server/a.ts": 'import type { B } from "./b.ts";',
    "server/b.ts": 'export { c } from "../web/c.ts";',
    "web/c.ts": 'import { a } from "../server/a.ts";',
  };
  expect(check(files)).toContain("1 import circles (server/a.ts and server/b.ts and web/c.ts)");
});

test("counts a feature's own files and folders", () => {
  const files = [
    "contract/api-keys.ts",
    "server/features/api-keys/routes.ts",
    "server/features/users/routes.ts",
  ];
  const { samples } = measureStructure(new Map(files.map((file) => [file, ""])));
  expect(samples).toContainEqual({ name: "API keys", files: 2, folders: 2 });
});

test("finds tables that store counts, and triggers", () => {
  const text =
    "create table counts (\n);\ncreate table users (\n);\ncreate trigger count_row after insert on users\n";
  const found = check({ "server/database/migrations/0001_baseline/01_accounts.sql": text });
  expect(found).toContain("1 tables that store counts");
  expect(found).toContain("1 triggers");
});

test("finds test files over 400 lines and test names over 80 characters", () => {
  const name = "a".repeat(81);
  const each = `test("short", () => {});\ntest.each([1, 2])("${name}", () => {});\n`;
  expect(wrongInTests("a.test.ts", each)).toEqual([
    `“${name}” in a.test.ts has 81 characters; the limit is 80.`,
  ]);
  expect(wrongInTests("a.test.ts", linesOf(401))).toEqual(["a.test.ts has 401 lines; the limit is 400."]);
});

test("finds test names that are fragments", () => {
  const name = "of another organization";
  expect(wrongInTests("a.test.ts", `test("${name}", () => {});`)).toEqual([
    `“${name}” in a.test.ts is a fragment; write a whole sentence.`,
  ]);
});

test("finds timeouts that a test sets for itself", () => {
  const limitMs = 5_000;
  const limited = `test("it", async () => {\n}, 60_000);\nexpect.poll(read, { timeout: ${limitMs} });`;
  expect(findOwnTimeouts("a.test.ts", limited)).toEqual([
    "Line 2 of a.test.ts sets a timeout; test/patience.ts has the one for all.",
    "Line 3 of a.test.ts sets a timeout; test/patience.ts has the one for all.",
  ]);
  expect(findOwnTimeouts("a.test.ts", "}, waitMs);")).toEqual([]);
});
