import { expect, test } from "vitest";
import { splitSentences } from "./sentences.ts";

const kindsOf = (lines: string[]) => splitSentences(lines.join("\n")).map(({ kind }) => kind);

test("does not take a numbered heading for an item of the list before it", () => {
  const lines = [
    "• Gift cards",
    "• Opened seed",
    "2. Defective products",
    "A product that is defective is repaired.",
  ];
  expect(kindsOf(lines)).toEqual(["list_item", "list_item", "heading", "prose"]);
});

test("finds no headings in a numbered list", () => {
  const lines = [
    "1. Fill in the form",
    "2. Sign it",
    "3. Bring it",
    "The form is at the desk, and in the app.",
  ];
  expect(kindsOf(lines)).toEqual(["list_item", "list_item", "list_item", "prose"]);
});
