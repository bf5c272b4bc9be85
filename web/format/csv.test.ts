import { expect, test } from "vitest";
import { toCsv } from "./csv.ts";

test("quotes cells where necessary and escapes formulas", () => {
  const rows = [
    ["Name", "Note"],
    ["Café, Cape Town", 'She said "yes"\nand left'],
    ["=HYPERLINK(1)", null],
    ["+27 82 555 0101", -3],
  ];
  expect(toCsv(rows)).toBe(
    [
      "\uFEFFName,Note",
      '"Café, Cape Town","She said ""yes""\nand left"',
      "'=HYPERLINK(1),",
      "'+27 82 555 0101,-3",
      "",
    ].join("\r\n"),
  );
});
