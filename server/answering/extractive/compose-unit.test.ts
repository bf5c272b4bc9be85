import { expect, test } from "vitest";
import { retrievedPassage } from "../../../test/retrieved-passage.ts";
import { compose, readSentences } from "./compose-unit.ts";

test.each([
  ["that ends with a colon", "We do not pay for:", "We do not pay for: treatment abroad"],
  ["that does not end", "The guarantee falls away where", "The guarantee falls away where: treatment abroad"],
  ["that is a sentence", "Some words before a list.", "treatment abroad"],
])("a list item gets the line before the list %s", (_what, line, expected) => {
  const passage = retrievedPassage("Rules.pdf", `${line}\n• glasses\n• treatment abroad`);
  const units = readSentences(passage);
  expect(compose(passage, units, units.length - 1, {}).answer.content).toBe(expected);
});
