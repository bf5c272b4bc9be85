import { expect, test } from "vitest";
import { retrievedPassage } from "../../../test/retrieved-passage.ts";
import { termsOf } from "../../../test/table-questions.ts";
import { composeHelp } from "./compose-help.ts";
import { composeLines } from "./answer-lines.ts";
import { rankUnits } from "./rank-units.ts";
import { showLines } from "./show-lines.ts";
import { describeUnits } from "./unit-features.ts";
import { weighQuery } from "./weighted-query.ts";

/** What a text says about a question, as an answer and as quotes that may help. */
function shownOf(text: string, question: string) {
  const passages = [retrievedPassage("Guide.pdf", text)];
  const query = weighQuery(question, { terms: termsOf(question), chunkCount: 1 });
  const ranked = rankUnits(describeUnits(query, passages));
  const lines = showLines(composeLines(ranked, passages, { weights: query.weights }), passages);
  return {
    answer: lines.map(({ content }) => content).join("\n"),
    help: composeHelp(ranked, passages).map(({ quote }) => quote),
  };
}

const pool =
  "Do you teach toddlers?\nYes, from three months. A parent must be in the water.\nIs the pool heated?\nNo, except in July.";

test("a yes is shown with the question that it answers", () => {
  const { help, answer } = shownOf(pool, "do you teach adults to swim from three months");
  expect(answer).toMatch(/^Do you teach toddlers\? Yes, from three months\./u);
  expect(help[0]).toMatch(/^Do you teach toddlers\? Yes, from three months\./u);
});

test("the first sentence after a question of the customer stays", () => {
  const text =
    "Can I hire crutches?\nYes: R60 a week with a deposit of R250. Moon boots are sold, not hired.";
  expect(shownOf(text, "can i hire crutches").answer).toBe(
    "Can I hire crutches? Yes: R60 a week with a deposit of R250. Moon boots are sold, not hired.",
  );
});

test("a rule is shown with the exception behind it", () => {
  const rule =
    "A parcel that comes back because nobody was at home is delivered a second time for free on the next working day, if the driver could reach nobody on the number that the sender wrote on the label.";
  const exception = "This does not apply to furniture.";
  const { answer, help } = shownOf(`${rule} ${exception}`, "what if nobody is home for my parcel");
  expect(answer).toBe(`${rule} ${exception}`);
  expect(help).toEqual([`${rule} ${exception}`]);
});
