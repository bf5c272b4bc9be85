import fc from "fast-check";
import { expect, test } from "vitest";
import type { DocumentPage } from "../../../contract/documents.ts";
import { findQuote, markedBlocks, rangesOfQuote, rectanglesOf } from "./highlight.ts";

const page: DocumentPage = {
  page: 3,
  width: 595,
  height: 842,
  text: "Leave\nFive days of leave. Ten days of leave.",
  boxes: [],
};

test("finds a quote at its given position, even if the words occur twice", () => {
  const start = page.text.lastIndexOf("days of leave");
  expect(findQuote(page, "days of leave", { start, end: start + 13 })).toEqual({ start, end: start + 13 });
});

test("finds a quote by its words if its position has shifted", () => {
  expect(findQuote(page, "Ten days", { start: 0, end: 8 })).toEqual({ start: 26, end: 34 });
});

test("finds no position for a quote that is not on the page", () => {
  expect(findQuote(page, "Twenty days", { start: 0, end: 11 })).toBeNull();
});

test("finds a quote in other words at its position, if most words there are its own", () => {
  const range = { start: 6, end: 25 };
  expect(findQuote(page, "Leave: 1 Five days of leave.", range)).toEqual(range);
  expect(findQuote(page, "Ask for five days.", range)).toBeNull();
});

test("marks the cells of a quoted row, even if the row has shifted", () => {
  const quote = { quote: "Ten days of leave", start: 20, end: 37, cells: [{ start: 24, end: 28 }] };
  expect(rangesOfQuote(page, quote)).toEqual([
    { start: 26, end: 43 },
    { start: 30, end: 34 },
  ]);
});

test("cuts a partly covered line in proportion to its characters", () => {
  const line = { start: 10, end: 20, x: 50, y: 100, width: 200, height: 12 };
  const next = { start: 21, end: 31, x: 50, y: 114, width: 100, height: 12 };
  const after = { start: 32, end: 40, x: 50, y: 128, width: 80, height: 12 };
  expect(rectanglesOf([line, next, after], { start: 15, end: 26 })).toEqual([
    { x: 150, y: 100, width: 100, height: 12 },
    { x: 50, y: 114, width: 50, height: 12 },
  ]);
});

test("marked blocks contain the whole text and mark exactly the ranges", () => {
  const range = fc
    .tuple(fc.nat(60), fc.nat(60))
    .map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) }));
  const text = fc
    .array(fc.constantFrom("a", "b", " ", "\n"), { maxLength: 50 })
    .map((characters) => characters.join(""));
  fc.assert(
    fc.property(text, fc.array(range, { maxLength: 3 }), (whole, ranges) => {
      const blocks = markedBlocks(whole, ranges);
      const joined = blocks.map((pieces) => pieces.map((piece) => piece.text).join("")).join("\n");
      expect(joined).toBe(whole);
      const marked = blocks.flat().filter((piece) => piece.marked);
      const expected = [...whole].filter(
        (character, at) => character !== "\n" && ranges.some(({ start, end }) => start <= at && at < end),
      );
      expect(marked.map((piece) => piece.text).join("")).toBe(expected.join(""));
    }),
  );
});
