import { expect, test } from "vitest";
import { withUnbrokenAmounts } from "./unbroken.ts";

test.each([
  ["It costs R 2 499,00 per pair.", "It costs R\u00a02\u00a0499,00 per pair."],
  ["From R 12 345 678 in 12 months", "From R\u00a012\u00a0345\u00a0678 in 12 months"],
  ["Section R 2b, 10 20 30", "Section R\u00a02b, 10 20 30"],
])("amounts do not break: %s", (text, unbroken) => {
  expect(withUnbrokenAmounts(text)).toBe(unbroken);
});
