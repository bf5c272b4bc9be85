import { expect, test } from "vitest";
import { conditionsOfPattern, PatternIndex, type PatternConditions } from "./pattern-index.ts";

const sets = new Map<string, PatternConditions>();
sets.set("person", conditionsOfPattern("human | real person | agent", sets));

function canMatch(pattern: string, message: string): boolean {
  const patterns = new PatternIndex([{ pattern, conditions: conditionsOfPattern(pattern, sets) }]);
  return patterns.of(new Set(message.split(" "))).length === 1;
}

test.each([
  ["speak (to) {person}", "can an agent speak up", true],
  ["speak (to) {person}", "can i speak up", false],
  ["[talk | speak] ... {person}", "hello there", false],
  ["{person} (please)", "an agent", true],
  ["(kindly) call", "kindly help", false],
  ["ngi*funa umuntu", "ngiyafuna usizo", false],
  ["*funa", "ngiyafuna usizo", true],
  ["speak ... [human | agent]", "let me speak up", false],
  ["speak ... [human | agent]", "may i speak to an agent", true],
  ["k*lum*a", "khulumana", true],
  ["k*lum*a", "kluma", true],
  ["... #", "anything at all", true],
])('knows whether "%s" can match "%s": %s', (pattern, message, expected) => {
  expect(canMatch(pattern, message)).toBe(expected);
});
