import { expect, test } from "vitest";
import { needsOf, needTest, type Needs } from "./intent-needs.ts";

const sets = new Map<string, Needs>();
sets.set("person", needsOf("human | real person | agent", sets));

const holds = (pattern: string, message: string): boolean =>
  needTest(needsOf(pattern, sets))(new Set(message.split(" ")));

test.each([
  ["speak (to) {person}", "can i speak up", true],
  ["[talk | speak] ... {person}", "hello there", false],
  ["{person} (please)", "an agent", true],
  ["(kindly) call", "kindly help", false],
  ["ngi*funa umuntu", "ngiyafuna usizo", false],
  ["*funa", "ngiyafuna usizo", true],
  ["k*lum*a", "khulumana", true],
  ["k*lum*a", "kluma", true],
  ["... #", "anything at all", true],
])('"%s" in "%s": %s', (pattern, message, expected) => {
  expect(holds(pattern, message)).toBe(expected);
});
