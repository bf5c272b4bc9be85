import { expect, test } from "vitest";
import { best } from "../../../test/table-questions.ts";

const licences = `
Dogs
Licence | Fee (R)
Dog licence, sterilised dog | 92.00
Dog licence, unsterilised dog | 486.00`;
const excesses = `
Excesses
Event | Excess
Burglary, alarm armed | R 1 500,00
Burglary, no alarm | R 3 500,00
Fire | R 1 000,00`;

test.each([
  ["by a prefix", licences, "licence for a dog that is not sterilised?", "486.00"],
  ["by a contraction", licences, "my dog isnt sterilised, what is the licence", "486.00"],
  ["by a word before it", excesses, "excess for burglary, we dont have an alarm", "R 3 500,00"],
])("a row that denies what the question denies %s is meant", (_what, table, question, value) => {
  expect(best(table, question)?.content).toContain(value);
});

test.each([
  [licences, "licence for a sterilised dog?", "92.00"],
  [excesses, "excess for burglary, the alarm was armed", "R 1 500,00"],
])("a row that affirms it is meant otherwise", (table, question, value) => {
  expect(best(table, question)?.content).toContain(value);
});
