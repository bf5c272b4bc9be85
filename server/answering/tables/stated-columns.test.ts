import { describe, expect, test } from "vitest";
import { alone, best, tablesOf, termsOf } from "../../../test/table-questions.ts";
import { rankTables } from "../extractive/rank-tables.ts";
import { answerFromTables } from "./answer-from-tables.ts";

const premixes = `
Table 1. Premixes
Premix | Kosher | Halaal | Vegan | Gluten
Green premix | ✓ | ✓ | ✓ | –
Red premix | – | ✓ | – | ✓
Brown premix | ✓ | ✓ | – | ✓`;

const boards = `
Table 2. Boards
Board | 1 to 99 | 100 to 249 | 250 and more
Pine shelf | R 80,00 | R 74,00 | R 69,00
Oak shelf | R 120,00 | R 112,00 | —`;

const gates = `
Table 3. Gates
Gate | Province | Trucks | Cranes
Lion gate | Limpopo | Yes | No
Hill gate | Gauteng | Yes | Yes
Dune gate | Gauteng | Yes | No`;

describe("the column that a question states", () => {
  test.each([
    ["is the red premix kosher", "Red premix, Kosher: –", premixes],
    ["what does an oak shelf cost for 300", "Oak shelf, 250 and more: —", boards],
    [
      "which premixes are halaal",
      "Green premix, Red premix and Brown premix (Table 1. Premixes; Halaal: ✓)",
      premixes,
    ],
    ["which gates take trucks in gauteng", "Hill gate and Dune gate (Table 3. Gates; Trucks: Yes)", gates],
    ["which premixes are gluten free", "Green premix, Gluten: – (Table 1. Premixes)", premixes],
    ["any vegan options", "Green premix, Vegan: ✓ (Table 1. Premixes)", premixes],
    [
      "what kosher stuff do you have",
      "Green premix and Brown premix (Table 1. Premixes; Kosher: ✓)",
      premixes,
    ],
    ["which premixes have gluten", "Red premix and Brown premix (Table 1. Premixes; Gluten: ✓)", premixes],
    ["do you sell a gluten free brown premix", "Brown premix, Gluten: ✓", premixes],
  ])("%s", (question, content, table) => {
    expect(best(table, question)?.content).toBe(content);
  });
});

const returns = `
Table 4. Late returns
Days late | Fine
1 to 14 days | R 5,00
15 to 30 days | R 20,00
More than 60 days | R 90,00`;

const contracts = `
Table 5. Trackers
Vehicles | 12 months | 24 months
1 to 9 | R 189,00 | R 149,00
10 to 49 | R 169,00 | R 129,00`;

const bundles = `
Table 6. Firewood
Order | Price of a log
1-9 bundles | R 40,00
10+ bundles | R 35,00`;

describe("a number", () => {
  test("never gives a row that surely excludes it", () => {
    expect(best(returns, "what is the fine if i am 20 days late")?.content).toContain("R 20,00");
  });

  test("in a heading is never compared with the rows", () => {
    const { features } = best(contracts, "tracker price for 12 months") ?? {};
    expect(features?.conditionsAgainst).toBe(0);
  });

  test("is not compared with a count of bundles if it is in inches", () => {
    expect(best(bundles, "price of a 12 inch log for 4 bundles")?.content).toContain("R 40,00");
  });
});

const tunics = `
Table 7. Uniform
Item | Ages 4 – 7 | Ages 8 – 11 | Ages 12 – 15 | Guarantee
Tunic | R 180,00 | R 210,00 | R 240,00 | 6 months
Blazer | R 490,00 | R 540,00 | R 610,00 | 12 months`;

test("the cell in the only column that fits an age is preferred to the whole row", () => {
  const question = "tunic for my 9yr old how much";
  const candidates = answerFromTables(alone(question), termsOf(question), tablesOf(tunics));
  for (const { rows, features } of candidates)
    if (rows[0]?.start === tablesOf(tunics)[0]?.table.rows[0]?.start) features.isBestUnit = 1;
  expect(rankTables(candidates)[0]?.candidate.content).toBe("Tunic, Ages 8 – 11: R 210,00");
});

const offences = `
Table 8. Offences
Offence | First | Second | Third
Not wearing goggles | Warning | Final warning | Dismissal
Late | Counselling | Warning | Final warning`;

test("what somebody did not do excludes no column", () => {
  const question = "punishment for not wearing goggles second time";
  const candidates = answerFromTables(alone(question), termsOf(question), tablesOf(offences));
  const row = candidates.find(({ kind }) => kind === "row");
  expect(row?.content).toContain("Second: Final warning");
});

const pay = `
Table 6. Pay per hour
Job | Start | After 12 months | After 3 years | After 6 years | Overtime × 1,5
Driver | R 48,00 | R 50,40 | R 53,70 | R 57,30 | R 72,00
Packer | R 31,00 | R 32,10 | R 33,90 | R 36,20 | R 46,50`;

const moves = `
Table 7. Delivery
Distance | One item | Two to four items | Five or more
0 to 15 km | R 195,00 | R 260,00 | R 320,00
16 to 40 km | R 290,00 | R 355,00 | R 415,00`;

const feeds = `
Table 8. Feed
Feed | Member | Non-member | Collected in Welkom / Kimberley
Pig grower | R 372,00 | R 396,00 | R 360,00
Laying mash | R 402,00 | R 427,00 | R 388,00`;

const machines = `
Table 9. Card machines
Machine | Price | Rent | Battery
Go | R 1 199,00 | R 99,00 | 12 hours
Shop | R 2 490,00 | R 189,00 | none`;

test("two headings that a question joins are both answered", () => {
  expect(best(machines, "the go machine, what is the rent and the battery")?.content).toBe(
    "Go – Rent: R 99,00; Battery: 12 hours",
  );
});

describe("the column that a question means in other words", () => {
  test.each([
    ["forklift driver with 3 yrs, how much an hour", "Driver, After 3 years: R 53,70", pay],
    ["how much is overtime for a packer", "Packer, Overtime × 1,5: R 46,50", pay],
    ["how much to bring 3 things, we stay 30 km out", "16 to 40 km, Two to four items: R 355,00", moves],
    ["member price of pig grower", "Pig grower, Member: R 372,00", feeds],
    ["pig grower price, im not a member", "Pig grower, Non-member: R 396,00", feeds],
    [
      "price of laying mash, I collect in kimberley",
      "Laying mash, Collected in Welkom / Kimberley: R 388,00",
      feeds,
    ],
  ])("%s", (question, content, table) => {
    expect(best(table, question)?.content).toBe(content);
  });
});

const parcels = `
Table 9. Parcels
Parcel | Counter to door | Locker to locker | Locker to door
Small | R 95,00 | R 55,00 | R 89,00
Large | R 155,00 | R 95,00 | R 149,00`;

test("a heading that is stated as a whole leads those that share its words", () => {
  const { content, features } = best(parcels, "small parcel from a locker to a locker") ?? {};
  expect(content).toBe("Small, Locker to locker: R 55,00");
  expect(features?.onlyColumn).toBe(1);
});
