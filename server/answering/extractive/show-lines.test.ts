import { expect, test } from "vitest";
import { retrievedPassage } from "../../../test/retrieved-passage.ts";
import { best, termsOf } from "../../../test/table-questions.ts";
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

test("a clause that another one follows ends with a full stop", () => {
  const text =
    "A claim must be sent:\n(a) within 30 days of the loss; and\n(b) with the invoice of the repair.";
  expect(shownOf(text, "how many days after the loss").help[0]).toBe(
    "A claim must be sent: within 30 days of the loss.",
  );
});

test("a question of two sentences is shown whole", () => {
  const text = "My locker key is lost.  What should I do?\nTell the desk. A new key costs R80.";
  expect(shownOf(text, "what should I do").help[0]).toBe(
    "My locker key is lost. What should I do? Tell the desk. A new key costs R80.",
  );
});

test("the title of a document is no help, and no heading is said twice", () => {
  const text = "Guide\nBullying\nBullying is reported to the principal on the same day.";
  expect(shownOf(text, "guide bullying").help).toEqual([
    "Bullying is reported to the principal on the same day.",
  ]);
});

test("a table's answer is shown with the note to its row", () => {
  const callOuts = `
Service | Price
Technician, office hours 1) | R550
Technician, weekend | R790

1) Charged only if the fault is on your side.`;
  const shown = (question: string): string[] => {
    const table = best(callOuts, question);
    if (table === undefined) return [];
    return showLines([{ content: table.content, table }], []).map(({ content }) => content);
  };
  expect(shown("technician in office hours price")).toEqual([
    "Technician, office hours: R550\nCharged only if the fault is on your side.",
  ]);
  expect(shown("technician weekend price")).toEqual(["Technician, weekend: R790"]);
});
