import { describe, expect, test } from "vitest";
import { alone, best, tablesOf, termsOf } from "../../../test/table-questions.ts";
import { prefersTable, rankTables } from "../extractive/rank-tables.ts";
import { answerFromTables } from "./answer-from-tables.ts";

const contributions = `
Table 1. Contribution per month
Option | Income per month | Main member | Child
Acorn | R 0 to R 9 500 | R 1 184 | R 496
Acorn | R 9 501 to R 14 200 | R 1 472 | R 588
Acorn | R 14 201 and more | R 1 968 | R 742
Oak | Any income | R 3 418 | R 1 247`;

const exit = `
Full months completed | Early exit fee
0 to 5 | R 2 400,00
6 to 11 | R 1 800,00
12 to 17 | R 1 200,00`;

const rooms = `
Table 2. Rooms
Room | Seats | Weekday | Saturday
Heron | 12 | R 450,00 | R 600,00
Ibis | 30 | R 900,00 | –
Stork | 80 | R 1 700,00 | R 2 100,00`;

const halls = `
Table 3. Halls
Hall | Usual rent | Standing order | December | Card
Heron | R 450,00 | R 430,00 | R 600,00 | 1.5%
Ibis | R 900,00 | R 860,00 | R 990,00 | 1.5%`;

const approvers = `
Approver | Limit | Paid within
Team leader | R 2 000 | 3 days
Head of department | R 25 000 | 10 days`;

const premiums = `
Parent's age | Premium | Cover
Up to 59 | R 150 | R 10 000
60 to 69 | R 220 | R 10 000
70 to 79 | R 310 | R 5 000`;

describe("a look-up", () => {
  test("finds the band that an income lies in", () => {
    const found = best(contributions, "I earn R12 000, what does Acorn cost for the main member?");
    expect(found?.content).toBe("Acorn, R 9 501 to R 14 200, Main member: R 1 472");
  });

  test("finds the band that a number of months lies in", () => {
    expect(best(exit, "8 months in and I want out, what is the exit fee?")?.content).toContain("R 1 800,00");
  });

  test("returns the whole row if the question names no column", () => {
    const found = best(rooms, "what does the Heron room cost?");
    expect(found?.kind).toBe("row");
    expect(found?.content).toContain("R 450,00");
    expect(found?.content).toContain("R 600,00");
  });

  test("returns each cell that may be meant, with less certainty than a single one", () => {
    const question = "what does the Heron room cost?";
    const cells = answerFromTables(alone(question), termsOf(question), tablesOf(rooms)).filter(
      ({ kind }) => kind === "cell",
    );
    const ofHeron = cells.filter(({ content }) => content.startsWith("Heron"));
    expect(ofHeron.map(({ content }) => content)).toEqual(
      expect.arrayContaining(["Heron, Weekday: R 450,00", "Heron, Saturday: R 600,00"]),
    );
    for (const { features } of ofHeron) expect(features.onlyColumn).toBeLessThan(1);
    expect(best(rooms, "what does the Heron cost on a Saturday?")?.features).toMatchObject({
      onlyColumn: 1,
      columnNamed: 1,
    });
  });

  test("finds a row by the initials of its name, and by an age in bare numbers", () => {
    expect(best(approvers, "up to how much may the HOD approve?")?.content).toContain("R 25 000");
    expect(best(premiums, "whats the premium, my mom is 70")?.content).toContain("R 310");
  });

  test("scores a row lower that the question does not name", () => {
    const named = best(rooms, "price of the Stork on a Saturday");
    const other = best(rooms, "price of the pelican on a Saturday");
    expect(named?.content).toBe("Stork, Saturday: R 2 100,00");
    expect(named?.estimate ?? 0).toBeGreaterThan((other?.estimate ?? 0) + 0.2);
  });

  test.each([
    ["another month", "the Heron in July, what about it?", "R 450,00", "R 600,00"],
    ["an excluded column", "the Ibis, not by card, what about it?", "R 900,00", "1.5%"],
    ["prices other than the named one", "price of the Ibis, a standing order", "R 860,00", "R 900,00"],
  ])("returns a row without %s", (_what, question, shown, leftOut) => {
    const candidates = answerFromTables(alone(question), termsOf(question), tablesOf(halls));
    const row = candidates.find(({ kind, features }) => kind === "row" && features.isRow === 1);
    expect(row).toMatchObject({ isPart: true, content: expect.stringContaining(shown) as string });
    expect(row?.content).not.toContain(leftOut);
  });

  test("is preferred to its verbatim row in the text", () => {
    const [part] = rankTables(
      answerFromTables(alone("the Heron in July"), termsOf("the Heron in July"), tablesOf(halls)).filter(
        ({ isPart }) => isPart,
      ),
    );
    if (part === undefined) throw new Error("no candidate is a part of a row");
    part.candidate.features.isBestUnit = 1;
    expect(prefersTable([part], { confidence: 0.99, isRow: true })).toBe(true);
  });

  test("returns the positions of row and cell", () => {
    const [table] = tablesOf(rooms);
    const found = best(rooms, "price of the Stork on a Saturday");
    const row = table?.table.rows[2];
    expect(found?.rows).toEqual([{ page: 1, start: row?.start, end: row?.end }]);
    expect(found?.cells).toHaveLength(1);
  });
});

const wages = `
Position | Weekly wage | After 5 years
Commuter driver | R980 | R1 210
Night driver | R890 | R995`;

const refunds = `
You cancel | You get back
More than 72 hours before departure | 90%
72 to 24 hours before departure | 70%
24 to 2 hours before departure | 40%`;

const sizes = `
Size | Waist cm | Hips cm
M | 71-78 | 97-104
L | 79-88 | 105-113
XL | 89-98 | 114-121`;

describe("a condition", () => {
  test("is met by the last column that was reached", () => {
    const found = best(wages, "commuter driver for 7 years, whats my weekly?");
    expect(found?.content).toBe("Commuter driver, After 5 years: R1 210");
  });

  test("is met by a range that counts down", () => {
    const found = best(refunds, "I cancelled 2 days before, what do I get back?");
    expect(found?.content).toContain("70%");
  });

  test("is met by a range in the column that the question names", () => {
    expect(best(sizes, "which size am I, hips 110")?.content).toContain("L, Hips cm: 105-113");
  });

  test("is not met by a column that the question excludes", () => {
    const fares = `
Zones | Cash on the bus | Tap card
2 zones | R21.00 | R18.50
3 zones | R28.50 | R24.50`;
    const found = best(fares, "3 zones with the card and not cash");
    expect(found?.content).toContain("R24.50");
    expect(found?.content).not.toContain("R28.50");
  });

  test("is met by a column for those who are not what the question excludes", () => {
    const hire = `
Machine | Member | Non-member | Deposit
Post-hole borer | R290,00 | R350,00 | R500
Log splitter | R310,00 | R380,00 | R600`;
    expect(best(hire, "price of the log splitter, i am not a member")?.content).toContain("R380,00");
    expect(best(hire, "price of the log splitter for a member")?.content).toContain("R310,00");
  });
});

test("values get the units of their headings, and rand from the caption", () => {
  const repairs = `
Table 4. Repairs (R)
Phone | Battery | Screen (R/month) | Weight (kg) | SMS
Kudu 3 | 1 290 | 45 | 0.2 | 50
Kudu 4 | 1 490 | 60 | 0.3 | 80`;
  expect(best(repairs, "battery for the kudu 3, how much?")?.content).toBe("Kudu 3, Battery: R 1 290");
  expect(best(repairs, "how heavy is the kudu 4, weight?")?.content).toBe("Kudu 4, weight: 0.3 kg");
  const hire = `
Table 5. Hire (R)
Machine | Rate, Day | Rate, Week | Mass, kg
Saw | 330 | 1 250 | 12`;
  expect(best(hire, "how much is the saw for a week")?.content).toBe("Saw, Rate, Week: R 1 250");
  expect(best(hire, "mass of the saw")?.content).toBe("Saw, mass: 12 kg");
  expect(best(repairs, "how many sms with the kudu 4")?.content).toBe("Kudu 4, SMS: 80");
});

const cabins = `
Table 8. Cabins
Cabin | Guests | Price per night | Each extra child (2 to 11)
Family cabin | 4 | R 1 690,00 | R 145,00
Standard cabin | 2 | R 1 120,00 | R 145,00`;
const walks = `
Table 9. Walks
Walk | Length | Mon | Tue | Wed | Price, adult
River walk | 2½ hours | No | Yes | Yes | R 90,00
Hill walk | 1¾ hours | Yes | No | No | R 60,00`;

test("a number of people is not a word of a heading", () => {
  expect(best(cabins, "which one is the cheapest cabin for 2 people")?.content).toContain("R 1 120,00");
});

test("fractions are compared", () => {
  expect(best(walks, "which walk is the longest")?.content).toContain("River walk, length: 2½ hours");
});

test("a row names the columns with the same yes or no together", () => {
  const question = "what about the river walk";
  const contents = answerFromTables(alone(question), termsOf(question), tablesOf(walks)).map(
    ({ content }) => content,
  );
  expect(contents).toContain("River walk – Length: 2½ hours; Mon: No; Tue, Wed: Yes; Price, adult: R 90,00");
});

test("a price without a space is an amount, not a code", () => {
  expect(best(wages, "who has the lowest weekly wage?")?.content).toContain(
    "Night driver, Weekly wage: R890",
  );
});

test("there is no candidate without a table or a matching word", () => {
  expect(answerFromTables(alone("what time do you open?"), termsOf("what time do you open?"), [])).toEqual(
    [],
  );
  expect(best(exit, "who won the rugby?")).toBeUndefined();
});

test("two things out of thousands are compared by their names", () => {
  const rows = Array.from({ length: 4_500 }, (_, at) => `Gadget ${at} | R ${at},50`);
  const list = `\nTable 30. Gadgets\nName | Price\n${rows.join("\n")}`;
  expect(best(list, "which gadget is the cheapest, gadget 5 or gadget 7?")?.content).toContain("R 5,50");
});

test("the first rows of a table that is too large are read", () => {
  const rows = Array.from({ length: 60 }, (_, at) => `Row ${at} | ${"long ".repeat(2_000)}`);
  expect(tablesOf(`\nTable 31. Texts\nName | Text\n${rows.join("\n")}`)[0]?.table.rows).toHaveLength(39);
});

const plans = `
Table 9. Plans
What you get | Bronze | Silver | Gold
Monthly fee | R 95,00 | R 140,00 | R 210,00
Roadside help | No | Yes | Yes
Towing | 20 km | 50 km | 100 km`;

describe("columns set side by side", () => {
  test.each([
    ["which plan has the lowest monthly fee?", "Bronze, monthly fee: R 95,00 (lowest of 3, Table 9. Plans)"],
    ["on which plans do I get roadside help?", "Silver and Gold (Table 9. Plans; Roadside help: Yes)"],
  ])("%s", (question, content) => {
    const candidates = answerFromTables(alone(question), termsOf(question), tablesOf(plans));
    const found = candidates.find(({ features }) => features.isTurned === 1);
    const row = tablesOf(plans)[0]?.table.rows.find(({ cells }) =>
      question.includes(cells[0]?.text.toLowerCase() ?? ""),
    );
    expect(found?.content).toBe(content);
    expect(found?.rows).toEqual([{ page: 1, start: row?.start, end: row?.end }]);
  });
});
