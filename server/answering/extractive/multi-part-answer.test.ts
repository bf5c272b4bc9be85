import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "../../../test/database.ts";
import {
  startTestOrganization,
  writeDocument,
  type TestOrganization,
} from "../../../test/organization-with-documents.ts";
import { retrievedPassage } from "../../../test/retrieved-passage.ts";
import { termsOf } from "../../../test/table-questions.ts";
import { composeHelpOfParts } from "./compose-help.ts";
import { rankUnits } from "./rank-units.ts";
import { describeUnits } from "./unit-features.ts";
import { weighQuery } from "./weighted-query.ts";

const leave = writeDocument([
  [
    { heading: "Sick leave" },
    "Every employee has 30 days of paid sick leave in a cycle of 36 months.",
    "A doctor's note is needed:",
    { item: "• for more than two days in a row" },
    { item: "• for a second absence within eight weeks" },
    { item: "• for the day before or after a public holiday" },
    "Days without a note are unpaid.",
    { heading: "Maternity leave" },
    "Maternity leave is four months. It may start four weeks before the birth.",
    "After a stillbirth the employee has six weeks.",
  ],
]);

let database: TestDatabase;
let organization: TestOrganization;
const rules = writeDocument([
  [
    { heading: "House rules" },
    "All rooms are non-smoking, including vaping. A cleaning charge of R1 500 is added if someone smokes in a room.",
    "Quiet hours are from 22:00 to 07:00.",
    "Own alcohol may not be brought into the bars. One bottle of wine per table is allowed in the restaurant at a " +
      "corkage of R75.",
    "Lost room keys cost R120.",
  ],
]);

beforeAll(async () => {
  database = await startTestDatabase();
  organization = await startTestOrganization(database.url);
  await organization.add("Leave.docx", leave);
  await organization.add("Rules.docx", rules);
});
afterAll(async () => {
  await organization.close();
  await database.drop();
});

test("two parts do not get the same text if one has another one by itself", async () => {
  const { content } = await organization.ask("how many sick days do i get and do i need a note");
  expect(content).toContain("30 days");
  expect(content).toContain(
    "A doctor's note is needed: for more than two days in a row; for a second absence within eight weeks; " +
      "for the day before or after a public holiday",
  );
});

test("a text that answers both parts is enough", async () => {
  const { content } = await organization.ask("how long is maternity leave and when can it start?");
  expect(content).toBe("Maternity leave is four months. It may start four weeks before the birth.");
});

test("a part whose words no other text has is answered by what is given", async () => {
  const { content } = await organization.ask("can i smoke on the balcony? n whats the fine");
  expect(content).toBe(
    "All rooms are non-smoking, including vaping. A cleaning charge of R1 500 is added if someone smokes in a room.",
  );
});

test("what may help begins with the best quote of each part", () => {
  const [goods, lift, gate] = [
    "Builders use the goods lift of Block B.",
    "The firm of the lifts is on 0861 555 100.",
    "The gate's guards are on 012 555 0222.",
  ];
  const passages = [retrievedPassage("Rules.pdf", [goods, lift, gate].join("\n"))];
  const question = "number of the gate and of the lift";
  const query = weighQuery(question, { terms: termsOf(question), chunkCount: 1 });
  const units = rankUnits(describeUnits(query, passages)).toSorted((a, b) => a.index - b.index);
  const of = (...order: number[]) => ({ ranked: order.flatMap((at) => units[at] ?? []), table: null });
  const quotes = composeHelpOfParts(of(0, 1, 2), [of(2, 0), of(1, 0)], passages).map(({ quote }) => quote);
  expect(quotes).toEqual([gate, lift, goods]);
});
