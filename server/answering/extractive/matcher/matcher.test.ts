import { expect, test } from "vitest";
import { Matcher } from "./matcher.ts";
import { Matrices } from "./matrix.ts";
import { matchTokens, matchTokensOfQuestion, specialWords } from "./match-tokens.ts";

const matcher = new Matcher(new URL("../data/matcher.bin", import.meta.url));
const textOf = (text: string, heading = "") => ({ heading: matchTokens(heading), text: matchTokens(text) });
const scoresOf = (question: string, ...texts: string[]) =>
  matcher.score(
    question,
    "",
    texts.map((text) => textOf(text)),
  ) ?? [];

test("multiplies matrices of any height and adds the product", () => {
  const matrices = new Matrices();
  const [rows, inner, columns] = [3, 5, 32];
  const [x, w, out] = [rows * inner, inner * columns, rows * columns].map((size) =>
    matrices.allocate(size),
  ) as [Float32Array, Float32Array, Float32Array];
  x.forEach((_, at) => (x[at] = at - 7));
  w.forEach((_, at) => (w[at] = (at % 11) - 5));
  out.fill(1);
  matrices.multiplyAdd([x, w, out], { rows, inner, columns });
  const product = (row: number, column: number) =>
    Array.from(
      { length: inner },
      (_, k) => (x[row * inner + k] ?? 0) * (w[k * columns + column] ?? 0),
    ).reduce((sum, each) => sum + each, 1);
  for (const row of [0, 1, 2])
    for (const column of [0, 15, 16, 31]) expect(out[row * columns + column]).toBe(product(row, column));
});

test.each([
  ["how long can i take off when my baby is born", "Maternity leave is four consecutive months.", "Sick leave is thirty days in three years."],
  ["what do you charge to bring a fridge to my house", "Delivery of large appliances costs R 350.", "Large appliances have a guarantee of two years."],
  ["till when are you open on saturdays", "On Saturdays the shop trades from 08:00 to 13:00.", "On Saturdays there is a guard at the gate."],
  ["my card was stolen who do i phone", "A lost or stolen card must be reported on 0800 555 111.", "A replacement card costs R 160."],
])("prefers what answers: %s", (question, answer, other) => {
  const [own = 0, next = 0] = scoresOf(question, answer, other);
  expect(own).toBeGreaterThan(next);
}); // prettier-ignore

test("scores of a text don't depend on the texts and questions before it", () => {
  const texts = ["Delivery costs R 350.", "The shop is closed on Sundays.", "x ".repeat(500)];
  const [alone] = scoresOf("what is delivery", texts[0] ?? "");
  scoresOf(
    "are you open on sunday, and on which days is the depot open too, and till when, and who is there",
    ...texts,
  );
  expect(scoresOf("what is delivery", ...texts)[0]).toBe(alone);
});

test("a question without words has no scores, and a text without words is no answer", () => {
  expect(matcher.score("??", "", [textOf("Delivery costs R 350.")])).toBeNull();
  const [empty = 0, text = 0] = scoresOf("what is delivery", "", "Delivery costs R 350.");
  expect(empty).toBeLessThan(text);
});

test("reads values, contractions and chat spellings as words, in order", () => {
  const same = (one: string, other: string) =>
    expect(matchTokensOfQuestion(one).hashes).toEqual(matchTokensOfQuestion(other).hashes);
  same("Can't I pay 3 months?", "can not i pay 3 months");
  expect(matchTokens("R 1 250.00 or 12%").hashes).toEqual(matchTokens("R1250.00 or 12 %").hashes);
  expect(matchTokens("xqzt 42 ?").words).toEqual([
    specialWords.unknown,
    specialWords.number,
    specialWords.questionMark,
  ]);
});
