import { describe, expect, test } from "vitest";
import { best } from "../../../test/table-questions.ts";

const shifts = `
Table 11. Shifts
Code | Hours | Allowance
D1 | 08:00 – 17:00 | none
E2 | 13:30 – 22:00 | R 65,00
N3 | 21:00 – 05:30 | R 165,00`;
const consultations = `
Table 12. Consultations
When | Price
07:00 – 18:00 | R 495,00
18:00 – 22:00 | R 1 150,00
22:00 – 07:00 | R 1 690,00`;
const prints = `
Table 13. Prints
Paper | 1 – 20 | 21 – 100 | 101 – 500
A4 in colour | R 7,50 | R 6,20 | R 4,60`;
const tiers = `
Table 14. Tiers
What counts | Bronze | Silver | Gold
Purchases in a year | R 0 – R 249 999 | R 250 000 – R 749 999 | R 750 000 – R 2 499 999
Rebate | none | 0.5% | 1.25%`;
const tents = `
Table 15. Tents
Code | Product | Price
CA-3001 | Dome tent, four persons | R 2 499,00
CA-3002 | Family tent, six persons | R 3 899,00
CA-3003 | Trail tent, two persons | R 1 799,00`;
const duties = `
Table 16. Transfer costs
Price of the house | Deeds office
R 0 – R 1 210 000 | R 520,00
R 1 210 001 – R 2 000 000 | R 1 740,00
R 2 000 001 – R 2 500 000 | R 2 310,00`;
const leaflets = `
Table 17. Leaflets
Leaflet | 50 | 200 | 800
Folded once | R 310,00 | R 940,00 | R 2 950,00`;
const engraving = `
Table 18. Engraving
Item | up to 30 | more than 30
Brass plate | R 95,00 | R 81,00`;
const oils = `
Table 19. Oil
Oil | Small | Large
Linseed | 2 l R 118,00 | 15 l R 690,00`;
const classes = `
Table 20. Hours
Class | Starts | Ends
Level A | 08:00 | 12:00
Levels 1 to 3 | 08:30 | 13:30
Levels 4 to 6 | 08:30 | 14:10`;
const notice = `
Table 21. Leaving early
Full months | 24-month contract | 36-month contract
1 to 12 | R 1 900,00 | R 2 600,00
13 to 24 | R 700,00 | R 1 800,00
25 to 36 | none | R 500,00`;
const leave = `
Table 22. Leave
Kind | Days
Annual, first two years | 15
Annual, from the third year | 18
Annual, from the eighth year | 22
Study | 5`;
const wages = `
Table 23. Wages
Post | Year 1 | Year 3 | Year 5
Baker | R 61,00 | R 66,50 | R 72,00`;
const stays = `
Table 24. A night
When | Price
1 May – 14 December | R 810,00
15 December – 5 January | R 1 430,00
6 January – 30 April | R 920,00`;

describe("the numbers and times of a question match", () => {
  test.each([
    ["hours that begin and end at the times", shifts, "extra for 9 at night till half past 5", "R 165,00"],
    ["hours that hold a time", consultations, "half past eleven at night, what price", "R 1 690,00"],
    ["months that no heading states", notice, "9 months into my 24 month deal, fee to leave?", "R 1 900,00"],
    ["the last of the steps reached", leave, "annual leave after 9 years, how many days", "22"],
    ["a numbered year", wages, "what does a baker get with 3 yrs", "R 66,50"],
    ["a day between two dates", stays, "price a night on 20 december", "R 1 430,00"],
    ["headings that follow each other", prints, "60 pages a4 in colour, price?", "21 – 100: R 6,20"],
    ["bands side by side", tiers, "our purchases were R900k, what counts", "Gold: R 750 000"],
    ["millions", duties, "house price R2.2 mil, deeds office?", "R 2 310,00"],
    ["a name with a number in it, beside its code", tents, "cheapest tent?", "Trail tent, two persons"],
  ])("%s", (_what, table, question, content) => {
    expect(best(table, question)?.content).toContain(content);
  });
});

test.each([
  ["steps of what is counted", prints, "60 pages a4 in colour, price?", { surelyMet: 1 / 3 }],
  ["thousands that are money", duties, "house of 900k, deeds office?", { surelyMet: 1 / 3 }],
  [
    "a number that stands over a column",
    leaflets,
    "200 folded once, how much?",
    { conditionsMet: expect.closeTo(0.2) as number },
  ],
  ["a range that has its name", classes, "when does level 3 end", { surelyMet: 1 / 3, surelyAgainst: 0 }],
  ["measures side by side", oils, "15 litres of linseed, how much?", { conditionsMet: 1 / 3 }],
])("a number is compared with %s", (_what, table, question, features) => {
  expect(best(table, question)?.features).toMatchObject(features);
});

test("a number selects one of two alternative cells", () => {
  expect(best(engraving, "5 brass plates, how much each?")?.content).toBe("Brass plate, up to 30: R 95,00");
});
