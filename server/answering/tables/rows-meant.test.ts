import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { alone, best, tablesOf, termsOf } from "../../../test/table-questions.ts";
import { answerFromTables } from "./answer-from-tables.ts";
import {
  startTestOrganization,
  writeDocument,
  type TestOrganization,
} from "../../../test/organization-with-documents.ts";

const prices = writeDocument([
  [
    { heading: "Swimming and court hire" },
    { row: ["Ticket", "Price", "Valid on"], header: true },
    { row: ["Sauna, first hour", "R140", "every day"] },
    { row: ["Sauna, each further hour", "R60", "every day"] },
    { row: ["Squash court, members", "R45", "weekdays"] },
    { row: ["Towel", "R15", "every day"] },
    { row: ["Towel and locker", "R25", "every day"] },
    { heading: "Delivery of hired equipment" },
    { row: ["Area", "Delivery fee", "Minimum order"], header: true },
    { row: ["Umlazi", "R30", "R300"] },
    { row: ["Pinetown", "R45", "R450"] },
    { row: ["Ballito", "R60", "R600"] },
  ],
]);

const areas = `
Area | Delivery fee | Minimum order
Umlazi | R30 | R300
Pinetown | R45 | R450
Ballito | R60 | R600`;

const hours = `
Shop | Weekdays | Saturday
Umlazi | 08:00–17:00 | 08:00–13:00
Pinetown | 08:00–18:00 | closed`;

describe("a question that several rows of a table answer", () => {
  let database: TestDatabase;
  let organization: TestOrganization;

  beforeAll(async () => {
    database = await startTestDatabase();
    organization = await startTestOrganization(database.url);
    await organization.add("Prices.docx", prices);
  });
  afterAll(async () => {
    await organization.close();
    await database.drop();
  });

  test("is answered by all rows that have its words", async () => {
    const { content, sources } = await organization.ask("sauna price");
    expect(content).toBe("Sauna, first hour: R140; Sauna, each further hour: R60");
    expect(sources).toHaveLength(2);
  });

  test("is answered by the whole column if it names no row", () => {
    const found = best(areas, "how much is the delivery fee?");
    expect(found?.content).toBe("Delivery fee – Umlazi: R30; Pinetown: R45; Ballito: R60");
  });

  test("is not taken for a choice if it asks for a time", () => {
    const found = best(hours, "what time are you open on saturday?");
    expect(found?.content).toBe("Saturday – Umlazi: 08:00–13:00; Pinetown: closed");
  });

  test("is answered by the row whose whole name it has", async () => {
    const { content } = await organization.ask("how much is a towel?");
    expect(content).toContain("R15");
    expect(content).not.toContain("R25");
  });

  test("is answered by one row if it names that one", async () => {
    const { content } = await organization.ask("what is the delivery fee to Ballito?");
    expect(content).toContain("R60");
    expect(content).not.toContain("R30");
  });
});

const stands = `
Area | Longest stay | Charge | If you stay longer
Kerb | 5 minutes | Free | R100
Coach bay | 30 minutes | R60 | R45`;

test("a row keeps amounts below other headings than the synonym of a word asked for", () => {
  const question = "how much is the fee at the coach bay after 30 minutes";
  const rows = answerFromTables(alone(question), termsOf(question), tablesOf(stands)).filter(
    ({ kind }) => kind === "row",
  );
  expect(rows[0]?.content).toBe("Coach bay – Longest stay: 30 minutes; R60; If you stay longer: R45");
});

const scents = `
Table 1. Garden plants
Plant | Price each | Pot
Lavender | R 35,00 | 15 cm
Rosemary | R 42,00 | 15 cm

Table 2. Soaps
Scent | Price each | Weight
Lavender | R 68,00 | 120 g
Lemon | R 64,00 | 120 g`;

test("two rows of one name in two tables are both meant, with the names of the tables", () => {
  expect(best(scents, "how much is lavender?")?.content).toBe(
    "Table 1. Garden plants: Lavender – Price each: R 35,00; Pot: 15 cm\nTable 2. Soaps: Lavender – Price each: R 68,00; Weight: 120 g",
  );
  expect(best(scents, "how much is lavender among the soaps?")?.content).not.toContain("R 35,00");
});

const visits = `
Visit | Weekday | Fee
Video visit with a doctor | R320 | none
Child under 6, doctor | R350 | R40
Doctor, 15 minutes | R430 | R40`;

test("a row is named whole without the measure in its label", () => {
  expect(best(visits, "how much is a doctor on a weekday?")?.content).toBe(
    "Doctor, 15 minutes, Weekday: R430",
  );
});

test("a no is shown with its heading, even if that says little", () => {
  const question = "video visit";
  const shown = answerFromTables(alone(question), termsOf(question), tablesOf(visits));
  expect(shown.map(({ content }) => content)).toContain(
    "Video visit with a doctor – Weekday: R320; Fee: none",
  );
});
