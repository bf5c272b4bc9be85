import { expect, test } from "vitest";
import { retrievedPassage } from "../../../test/retrieved-passage.ts";
import { compose, readSentences } from "./compose-unit.ts";
import { plainText } from "./leading-marks.ts";

test.each([
  ["that ends with a colon", "We do not pay for:", "We do not pay for: treatment abroad"],
  ["that does not end", "The guarantee falls away where", "The guarantee falls away where: treatment abroad"],
  ["that is a sentence", "Some words before a list.", "treatment abroad"],
])("a list item gets the line before the list %s", (_what, line, expected) => {
  const passage = retrievedPassage("Rules.pdf", `${line}\n• glasses\n• treatment abroad`);
  const units = readSentences(passage);
  expect(compose(passage, units, units.length - 1, {}).answer.content).toBe(expected);
});

test.each(["4.1", "12.", "4.1A", "12A.", "1(c)", "4.2(a)(ii)", "C4.", "C4.1", "(a)"])(
  "the clause number %s is not part of the text",
  (mark) => expect(plainText(`${mark} Trailers are not allowed.`)).toBe("Trailers are not allowed."),
);

test.each(["A4 paper is free.", "R50. More for two.", "5A Smith Street", "3 Trailers are allowed."])(
  "%s begins with no clause number",
  (text) => expect(plainText(text)).toBe(text),
);

test.each(["C4.", "4.1A.", "12B."])("the clause number %s is no sentence", (mark) => {
  const passage = retrievedPassage("Rules.pdf", `${mark} Tips are shared. They are paid on Fridays.`);
  const texts = readSentences(passage).map(({ plain }) => plain);
  expect(texts).toEqual(["Tips are shared.", "They are paid on Fridays."]);
});

test.each([
  [
    "has its list",
    ["• waiters: 65%;", "• kitchen: 35%."],
    " It is shared as follows: waiters: 65%; kitchen: 35%.",
  ],
  ["is left out without a list", ["The next clause."], ""],
])("a lead-in at the end of an answer %s", (_what, after, end) => {
  const text = ["A service charge of 12% is added. It is shared as follows:", ...after].join("\n");
  const passage = retrievedPassage("Rules.pdf", text);
  const { answer } = compose(passage, readSentences(passage), 0, {});
  expect(answer.content).toBe(`A service charge of 12% is added.${end}`);
});
