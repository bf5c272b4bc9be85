import { expect, test } from "vitest";
import { alone, tablesOf, termsOf } from "../../../test/table-questions.ts";
import { answerFromTables } from "./answer-from-tables.ts";
import type { ScoredUnit } from "./row-probabilities.ts";

const boats = `
Table 1. Boats by the day
Boat | Calm | Busy
Canoe | R 210 | R 340
Ferry | R 900 | R 1 450`;
const moorings = `
Table 2. Moorings
Berth | Small boat | Long boat
Inner quay | R 80 | R 150`;
const seasons = `
Table 3. The year
Season | From | To
Calm | 1 March 2026 | 30 November 2026
Busy | 1 December 2026 | 28 February 2027`;

const unit = (plain: string): ScoredUnit => ({
  unit: { row: null, plain },
  probability: 0.1,
  features: new Float64Array(),
});

const cellContent = (question: string, tables: string, definition: string): string | undefined =>
  answerFromTables(alone(question), termsOf(question), tablesOf(tables), [unit(definition)]).find(
    ({ kind }) => kind === "cell",
  )?.content;

test.each([
  ["months", "canoe in January, how much", boats, "Busy season: 1 December to 28 February.", "Busy: R 340"],
  ["days", "a canoe on Saturday?", boats, '"Busy" means every Friday and Saturday.', "Busy: R 340"],
  [
    "numbers",
    "inner quay for 14 m, price?",
    moorings,
    '"Small" is up to 9 m, "long" is more than 9 m.',
    "Long boat: R 150",
  ],
])("a heading means the %s that a sentence defines", (_what, question, tables, definition, cell) => {
  expect(cellContent(question, tables, definition)).toContain(cell);
});

test("a heading means the dates in another table", () => {
  expect(cellContent("canoe over new year, how much?", `${boats}\n${seasons}`, "Welcome!")).toContain(
    "Busy: R 340",
  );
});

test("a heading means the periods beside its name in another table", () => {
  const periods = `
Table 4. Periods
Season | When
Calm (low) | 1 February – 9 December
Busy | 10 December – 31 January; Easter weekend`;
  expect(cellContent("canoe on 20 december, how much?", `${boats}\n${periods}`, "Welcome!")).toContain(
    "Busy: R 340",
  );
  expect(cellContent("canoe over easter, how much?", `${boats}\n${periods}`, "Welcome!")).toContain(
    "Busy: R 340",
  );
  expect(cellContent("canoe on 3 december?", `${boats}\n${periods}`, "Welcome!")).toContain("Calm: R 210");
});
