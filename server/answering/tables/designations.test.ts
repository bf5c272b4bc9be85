import { describe, expect, test } from "vitest";
import { best } from "../../../test/table-questions.ts";

const zones = `
Delivery by zone
Zone | Areas | Delivery fee
A | Umhlanga, La Lucia | R 45
B | Pinetown, Westville | R 70
C, D | Hillcrest, Kloof | R 95`;

const grades = `
Pay by grade
Allowance | Grade A | Grades B and C | Grade D
Standby, per week | R 900 | R 1 200 | R 1 650
Telephone, per month | R 150 | R 200 | R 350`;

const units = `
Monthly rent
Branch | S | M | L
Paarl | R 620 | R 840 | R 1 150
Worcester | R 540 | R 690 | R 990
George | R 650 | R 870 | R 1 220`;

describe("a letter behind a noun", () => {
  test.each([
    [zones, "delivery fee zone b", "Zone B, Pinetown, Westville, delivery fee: R 70"],
    [zones, "what is the delivery fee for zone d?", "Zone C, D, Hillcrest, Kloof, delivery fee: R 95"],
    [grades, "standby per week for grade c", "Standby, per week, Grades B and C: R 1 200"],
  ])("names a row or column of the table: %#", (table, question, answer) => {
    expect(best(table, question)?.content).toBe(answer);
  });

  test("does not stand for the other rows", () => {
    expect(best(zones, "which areas are in zone a")?.content).not.toContain("Pinetown");
  });
});

describe("a letter alone", () => {
  test.each([
    ["at which of your branches is a M the cheapest", "Worcester, M: R 690 (lowest of 3"],
    ["which branches have a L between 1000 and 1250 rand", "Paarl (R 1 150) and George (R 1 220)"],
    ["my budget is R800 max and i need a M, i dont mind driving. where can i go", "Worcester, M: R 690"],
    ["what does size s cost in paarl", "Paarl, S: R 620"],
  ])("names a column with this heading: %s", (question, answer) => {
    expect(best(units, question)?.content).toContain(answer);
  });
});
