import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "../../../test/database.ts";
import {
  startTestOrganization,
  writeDocument,
  type TestOrganization,
} from "../../../test/organization-with-documents.ts";
import { retrievedPassage } from "../../../test/retrieved-passage.ts";
import { termsOf } from "../../../test/table-questions.ts";
import { composeHelp } from "./compose-help.ts";
import { composeLines } from "./answer-lines.ts";
import { rankUnits } from "./rank-units.ts";
import { describeUnits } from "./unit-features.ts";
import { weighQuery } from "./weighted-query.ts";

const kit = writeDocument([
  [
    { heading: "Kit" },
    "Harnesses are checked on Mondays. Each fitter has a box with a drill. Gloves are replaced every two months.",
    "The office books a taxi. It fetches the night staff at 22:30.",
  ],
]);

/** All in one passage. */
const gas = writeDocument([
  [
    { heading: "Gas" },
    { heading: "Leaks", level: 2 },
    "If you smell gas, close the valve and phone 0800 222 111, day and night.",
    { heading: "Returns", level: 2 },
    "Empty cylinders can be returned within 12 months.",
    { heading: "Warehouses", level: 2 },
    { heading: "Gqeberha", level: 3 },
    "Open from eight to four.",
  ],
]);

test("a quote that may help has the lead-in that excludes it", () => {
  const text = "What is not included:\n• Vehicles above 3 500 kg.\n• Pulling a car out of sand or mud.";
  const passages = [retrievedPassage("Roadside.pdf", text)];
  const query = weighQuery("tow from sand", { terms: termsOf("tow from sand"), chunkCount: 1 });
  const quotes = composeHelp(rankUnits(describeUnits(query, passages)), passages).map(({ quote }) => quote);
  expect(quotes).toContain("What is not included: Pulling a car out of sand or mud.");
  expect(quotes).not.toContain("Pulling a car out of sand or mud.");
});

test("a sentence that may answer in other words is not cut as an introduction", () => {
  const [ages, later] = ["Children under 12 come with an adult.", "Members of 65 years may swim from 05:30."];
  const passages = [retrievedPassage("Pool.pdf", `${ages} ${later}`)];
  const query = weighQuery("can kids swim alone", { terms: termsOf("swim"), chunkCount: 1 });
  const units = rankUnits(describeUnits(query, passages)).toSorted((a, b) => b.index - a.index);
  const linesOf = (probability: number) =>
    composeLines(
      units.map((unit) => ({ ...unit, probability: unit.index === 0 ? probability : 0.6 })),
      passages,
    ).map(({ content }) => content);
  expect(linesOf(0.4)).toEqual([`${ages} ${later}`]);
  expect(linesOf(0.05)).toEqual([later]);
});

test("a rule is followed by its exception if that has more words of the question", () => {
  const rule = "Whoever ends the plan in its first year pays the cancellation fee of R 500.";
  const exception = "Nothing is owed by members who were retrenched.";
  const passages = [retrievedPassage("Plan.pdf", rule), retrievedPassage("Hardship.pdf", exception)];
  const question = "cancellation fee of the plan if i was retrenched";
  const query = weighQuery(question, { terms: termsOf(question), chunkCount: 2 });
  const ranked = rankUnits(describeUnits(query, passages));
  const sure = ranked.map((unit, at) => ({ ...unit, probability: at === 0 ? 0.85 : 0.1 }));
  const linesOf = (weights: readonly number[]) =>
    composeLines(sure, passages, { weights }).map(({ content }) => content);
  expect(linesOf(query.weights)).toEqual([rule, exception]);
  expect(linesOf([])).toEqual([rule]);
});

let database: TestDatabase;
let organization: TestOrganization;
beforeAll(async () => {
  database = await startTestDatabase();
  organization = await startTestOrganization(database.url);
  await organization.add("Kit.docx", kit);
  await organization.add("Gas.docx", gas, "external");
});
afterAll(async () => {
  await organization.close();
  await database.drop();
});

test("an answer begins with the answering sentence, and so does its quote", async () => {
  const { content, sources } = await organization.ask("how often do we get new gloves");
  expect(content).toBe("Gloves are replaced every two months.");
  expect(sources.map(({ quote }) => quote)).toEqual([content]);
});

test("an answer begins with a sentence that the answering one refers to", async () => {
  const { content } = await organization.ask("when are the night staff fetched");
  expect(content).toBe("The office books a taxi. It fetches the night staff at 22:30.");
});

test("a sentence counts as standing under the headings of its own section only", async () => {
  const { content, sources } = await organization.ask("what must I do about leaks", { audience: "external" });
  expect(`${content} ${sources[0]?.quote}`).toContain("close the valve");
  expect(content).not.toContain("returned");
  const hours = await organization.ask("When are the warehouses open?", { audience: "external" });
  expect(hours).toMatchObject({ answered: true, content: "Open from eight to four." });
});

/** The lines of an answer that shows a list's items with these indexes among its passage's units. */
function linesOfItems(question: string, text: string, shown: readonly number[]): string[] {
  const passages = [retrievedPassage("Rules.pdf", text)];
  const query = weighQuery(question, { terms: termsOf(question), chunkCount: 1 });
  const ranked = rankUnits(describeUnits(query, passages))
    .map((unit) => ({ ...unit, probability: shown.includes(unit.index) ? 0.9 / shown.length : 0.01 }))
    .toSorted((a, b) => b.probability - a.probability);
  return composeLines(ranked, passages, { weights: query.weights }).map(({ content }) => content);
}

const pool = "Not allowed at the pool:\n• glass;\n• alcohol;\n• loud music;\n• ball games.";

test("a question about a list is answered with all its items", () => {
  const whole = "Not allowed at the pool: glass; alcohol; loud music; ball games.";
  expect(linesOfItems("what is not allowed at the pool", pool, [2])).toEqual([whole]);
  expect(linesOfItems("what is not allowed at the pool", pool, [1, 3])).toEqual([whole]);
});

test("a question about an item of a list is answered with that item", () => {
  const question = "is loud music allowed at the pool";
  expect(linesOfItems(question, pool, [3])).toEqual(["Not allowed at the pool: loud music;"]);
});

test("a quote that may help is the whole list if the question is about it", () => {
  const question = "what is not allowed at the pool";
  const passages = [retrievedPassage("Rules.pdf", pool)];
  const query = weighQuery(question, { terms: termsOf(question), chunkCount: 1 });
  const quotes = composeHelp(rankUnits(describeUnits(query, passages)), passages).map(({ quote }) => quote);
  expect(quotes).toEqual(["Not allowed at the pool: glass; alcohol; loud music; ball games."]);
});

test("a list that is too long for an answer ends with an ellipsis", () => {
  const items = Array.from(
    { length: 12 },
    (_, at) => `• the ${at + 1}th of the many things that are kept out;`,
  );
  const [line = ""] = linesOfItems("what is not allowed", ["Not allowed:", ...items].join("\n"), [1]);
  expect(line).toBe("Not allowed: the 1th of the many things that are kept out; …");
});
