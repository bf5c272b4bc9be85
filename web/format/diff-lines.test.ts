import { expect, test } from "vitest";
import { diffLines } from "./diff-lines.ts";

const marks = { same: " ", removed: "-", added: "+" };
const diff = (before: string, after: string): string =>
  diffLines([...before], [...after])
    .map(({ kind, text }) => `${marks[kind]}${text}`)
    .join("");

test.each([
  ["abc", "abc", " a b c"],
  ["", "ab", "+a+b"],
  ["ab", "", "-a-b"],
  ["abc", "axc", " a-b+x c"],
  ["abcabba", "cbabac", "-a-b c-a b+a b a+c"],
  ["abcd", "acbd", " a+c b-c d"],
])("turns %s into %s with the fewest changes", (before, after, expected) => {
  const result = diff(before, after);
  expect(result.replaceAll(/[^+-]/g, "")).toHaveLength(expected.replaceAll(/[^+-]/g, "").length);
});

test("every diff leads from one text to the other", () => {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  for (let round = 0; round < 300; round += 1) {
    const make = () => Array.from({ length: random(12) }, () => "abc".charAt(random(3)));
    const [before, after] = [make(), make()];
    const lines = diffLines(before, after);
    const without = (kind: string) => lines.filter((line) => line.kind !== kind).map(({ text }) => text);
    expect([without("added"), without("removed")]).toEqual([before, after]);
  }
});

test("texts with nothing in common are replaced as a whole", () => {
  const before = Array.from({ length: 3000 }, (_, at) => `old ${at}`);
  const after = Array.from({ length: 3000 }, (_, at) => `new ${at}`);
  const lines = diffLines(before, after);
  expect(lines.map(({ kind }) => kind)).toEqual([
    ...before.map(() => "removed"),
    ...after.map(() => "added"),
  ]);
});
