import { expect, test } from "vitest";
import { countOrdinals } from "./ordinal-ranges.ts";

test.each([
  ["Annual, first three years", "Annual, 0 to 2.99 years"],
  ["Annual, from the tenth year", "Annual, from 9 year"],
  ["First to fourth year", "0 to 3.99 year"],
  ["Third year and later", "from 2 year"],
  ["After the 1st month", "from 1 month"],
  ["Second claim within 12 months", "Second claim within 12 months"],
])("counts how many have passed: %s", (text, expected) => {
  expect(countOrdinals(text)).toBe(expected);
});
