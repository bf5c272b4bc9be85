import { expect, test } from "vitest";
import { alone, tablesOf, termsOf } from "../../../test/table-questions.ts";
import { answerFromTables } from "./answer-from-tables.ts";

const gyms = `
Table 30. Gyms
Gym | Monday – Friday | Sunday
Tern | 04:30 – 21:00 | closed
Gull | 06:00 – 19:30 | 08:00 – 12:00
Petrel | 05:15 – 22:30 | 08:00 – 13:00`;
const alarms = `
Table 31. Alarm parts
Part | Price | Warranty
Beam | R 410,00 | 12 months
Panel | R 1 890,00 | 36 months
Battery | R 730,00 | 36 months
Siren | R 260,00 | 24 months`;

test.each([
  [
    "which gyms open before 6 in the morning on weekdays?",
    gyms,
    "Tern (04:30 – 21:00) and Petrel (05:15 – 22:30)",
  ],
  ["which gyms are still open after 9 pm on weekdays?", gyms, "Petrel, Monday – Friday: 05:15 – 22:30"],
  [
    "I finish work at half past 7. which gyms are open after that on weekdays?",
    gyms,
    "Tern (04:30 – 21:00) and Petrel (05:15 – 22:30)",
  ],
  ["which gyms are open at 12 on sundays", gyms, "Petrel, Sunday: 08:00 – 13:00"],
  ["which gyms open at 8 on a sunday", gyms, "Gull (08:00 – 12:00) and Petrel (08:00 – 13:00)"],
  ["which gym closes at 9 pm on weekdays", gyms, "Tern, Monday – Friday: 04:30 – 21:00"],
  ["which parts can i get for 500 tops", alarms, "Beam (R 410,00) and Siren (R 260,00)"],
  ["which parts have 36 months warranty?", alarms, "Panel (36 months) and Battery (36 months)"],
])("%s", (question, table, expected) => {
  const lists = answerFromTables(alone(question), termsOf(question), tablesOf(table)).filter(
    ({ kind }) => kind === "list",
  );
  expect(lists.map(({ content }) => content)).toContainEqual(expect.stringContaining(expected));
});

test("a case that is supposed chooses no rows", () => {
  const question = "what is the warranty on a panel if i keep it for more than 24 months?";
  const found = answerFromTables(alone(question), termsOf(question), tablesOf(alarms));
  expect(found.map(({ kind }) => kind)).not.toContain("list");
  expect(found[0]?.content).toBe("Panel, warranty: 36 months");
});

test("what closes at a time is not open past it", () => {
  const question = "which gym is open past 12 on sundays";
  const found = answerFromTables(alone(question), termsOf(question), tablesOf(gyms));
  const closesThen = found.find(({ content }) => content === "Gull, Sunday: 08:00 – 12:00");
  expect(found[0]?.content).toContain("Petrel, Sunday: 08:00 – 13:00");
  expect(closesThen?.features).toMatchObject({ conditionsAgainst: 1 / 3, surelyMet: 1 / 3 });
});
