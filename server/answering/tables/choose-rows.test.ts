import { describe, expect, test } from "vitest";
import { alone, best, tablesOf, termsOf } from "../../../test/table-questions.ts";
import { answerFromTables } from "./answer-from-tables.ts";

const rooms = `
Table 2. Rooms
Room | Seats | Weekday | Saturday
Heron | 12 | R 450,00 | R 600,00
Ibis | 30 | R 900,00 | –
Stork | 80 | R 1 700,00 | R 2 100,00`;

const pumps = `
Table 1. Pumps
Model 2026 | Pump voltage | Flow | Weight | Price
Ibis 10 | 24 V | 40 l | 31 kg | R 2 400,00
Heron 4 | 48 V | 90 l | 52 kg | R 1 900,00`;

describe("a choice", () => {
  test.each([
    ["which room is the cheapest on a weekday?", "Heron, Weekday: R 450,00 (lowest of 3, Table 2. Rooms)"],
    [
      "which room is the most expensive on a weekday?",
      "Stork, Weekday: R 1 700,00 (highest of 3, Table 2. Rooms)",
    ],
    ["which rooms are under R1000 on a weekday?", "Heron (R 450,00) and Ibis (R 900,00) (Table 2. Rooms)"],
    // "Pump" covers the heading of a column whose numbers are no prices.
    ["what is the cheapest pump", "Heron 4: R 1 900,00 (lowest of 2, Table 1. Pumps)", pumps],
    ["which pump is the heaviest", "Heron 4, Weight: 52 kg (highest of 2, Table 1. Pumps)", pumps],
    ["is the heron or the ibis pump cheaper", "Heron 4: R 1 900,00 (lowest of 2, Table 1. Pumps)", pumps],
    ["what pump costs less", "Heron 4: R 1 900,00 (lowest of 2, Table 1. Pumps)", pumps],
    ["strongest flow of a pump", "Heron 4, Flow: 90 l (highest of 2, Table 1. Pumps)", pumps],
    ["which rooms can we have on a saturday?", "Heron (R 600,00) and Stork (R 2 100,00) (Table 2. Rooms)"],
  ])("%s", (question, content, table = rooms) => {
    expect(best(table, question)?.content).toBe(content);
  });

  test("never offers a row beyond the limit", () => {
    const found = answerFromTables(
      alone("do you have a room under R500 on a weekday?"),
      termsOf("do you have a room under R500 on a weekday?"),
      tablesOf(rooms),
    )[0];
    expect(found?.content).toContain("R 450,00");
    expect(found?.content).not.toContain("R 900,00");
  });
});

const limits = `
Table 3. Limits per night
Town | Limit per night
Bloemfontein | R 1 120,00
East London | R 1 190,00
Gqeberha | R 1 240,00
Upington | R 980,00`;

const articles = `
Table 4. Articles
Article | Cash
Lumo television, 43 inch | R 4 790,00
Lumo television, 55 inch | R 7 690,00
Lumo television, 65 inch | R 11 990,00
Kestrel twin tub, 8 kg | R 2 790,00
Kestrel front loader, 7 kg | R 6 450,00
Kestrel front loader, 9 kg | R 8 390,00
Kestrel top loader, 13 kg | R 7 100,00`;

const halls = `
Table 5. Halls
Hall | Weekday | Saturday
Civic centre (450) | R 1 900,00 | R 2 900,00
Riverside hall (120) | R 400,00 | R 650,00
Station hall (300) | R 700,00 | Closed`;

const branches = `
Table 6. Branches
Branch | Weekdays | Trading hours
Hatfield | 07:00-17:00 | 07:00-01:00
Melville | 08:00-17:00 | 09:00-23:00
Sandton | 08:00-16:00 | 09:00-22:30`;

const leave = `
Table 7. Notice
Grade | Notice
Trainee | 48 hours
Clerk | 2 weeks
Manager | 1 month`;

const approvals = `
Table 8. Approvals
Level | Write off debt
Clerk | R 750,00
Manager | R 15 000,00
Director | no limit`;

const classes = `
Table 9. Classes
Class | Day | Time | Minutes | Coach | Price
Spinning | Monday and Wednesday | 05:30 | 45 | Thandi | R 80
Yoga | Tuesday | 18:00 | 60 | Priya | R 95
Boxing | Saturday | 09:00 | 90 | Sipho | R 110
Aqua | Sunday | 08:00 | 40 | Priya | Free`;

const chalets = `
Table 10. Chalets
Chalet | Sleeps | Low season | Breakfast
Fynbos | 2 | R 850 | Included
Protea | 4 | R 1 300 | Included
Aloe | 6 | R 1 650 | R 95 each
Loft | 2 | R 990 | R 95 each`;

const authority = `
Table 12. Who may give away what
Who | Discount | Refund without slip
Shift supervisor | up to 8% | R 1 500
Branch manager | up to 12% | R 10 000
Regional manager | up to 20% | R 40 000`;

const cars = `
Table 13. Rates a day
Car | Gearbox | Low season
Picanto | manual | R 325
Starlet | automatic | R 420
Corolla | automatic | R 560`;

const materials = `
Table 14. Building materials
Product | Unit | Price
Cement and adhesives | |
Cement, general | bag | R 118
Cement, masonry | bag | R 104
Tile adhesive | bag | R 86
Sand | |
River sand | bag | R 45`;

const venues = `
Table 15. Venues
Venue | Saturday | Dance floor | Kitchen | Price
Library | 10:00 – 23:00 | no | – | R 7 900
Barn | 10:00 – 24:00 | yes | for caterers | R 21 000
Garden | 10:00 – 22:00 | yes | gas | R 34 000
Cellar | closed | no | – | R 5 500`;

const yards = `
Table 16. Yards
Yard | Saturday | Sunday | Parking
Durban | 08:00 – 13:00 | 09:00 – 12:00 | free
Pinetown | 08:00 – 12:00 | closed | none
Umhlanga | 09:00 – 15:00 | 10:00 – 14:00 | none
Ballito | closed | closed | free
Salt Rock | 08:00 – 12:00 | closed | none`;

/** The best candidate that compares rows. */
const comparisonIn = (table: string, question: string) =>
  answerFromTables(alone(question), termsOf(question), tablesOf(table)).find(
    ({ kind }) => kind === "choice" || kind === "list",
  );

const machines = `
Table 17. Hire
Generator | Half day | Day
Small | 195 | 290
Large | 330 | 495
On trailer | n/a | 1 350`;
const clinics = `
Table 18. Clinics
Clinic | Weekdays | Saturday
Animal hospital | day and night | day and night
Scottsville | 07:30 – 18:00 | 08:00 – 13:00
Howick | 08:00 – 17:30 | 08:30 – 12:00
Hilton | 08:00 – 17:30 | closed`;

const timetable = `
Table 19. Classes
Time | Class | Drop-in | Places
06:00 | Spin | R75 | 18
09:00 | Walking netball | R25 | 24
12:15 | Pilates | R60 | 12`;

const workshops = `
Table 3. Workshops
Date | Subject | Price | Members
9 January 2027 | Succulents and pots | R310 | R265
13 March 2027 | Bonsai for beginners | R540 | R480`;

const counters = `
Table 1. Baggage by time of purchase
Item | With the ticket | At the counter
Golf bag | R 320 | R 410
Hunting rifle | R 390 | not accepted
Trophy | R 600 | not accepted`;

const flats = `
Table 2. Our cottages and apartments
Unit | Area | Rent
Cottages | |
Kestrel | 60 m² | R 4 100
Heron | 55 m² | R 3 900
Apartments | |
Studio | 30 m² | R 3 200
One bedroom | 42 m² | R 3 700`;

const pay = `
Table 3. Shift pay
Code | Pay per shift
M1 | R 35
N2 | R 190
S4 | R 900 a week`;

const journeys = `
Table 4. Ferries
To | Crossings a week | Time | Fare
Robben Point | 28 | 0 h 40 | R 150
Seal Island | 9 | 1 h 50 | R 210
Far Harbour | 2 | 1 h 55 | R 190`;

const powers = `
Table 5. Limits of authority
What | Cashier | Supervisor | Manager
Discount on the price | none | up to 5% | up to 12%
Waive the delivery fee | no | up to R 200 | yes
Refund without slip | no | R 150 | R 2 000`;

const wards = `
Table 6. Guards for each post
Post | Guards per gate by night | Dogs
Harbour | 2 | 1 per hall
Depot | 9 | none
Warehouse | 4 | 1 per hall`;

describe("a choice returns", () => {
  test.each([
    [
      "rows with a negative value",
      counters,
      "which items can I not buy at the counter",
      "Hunting rifle (not accepted) and Trophy (not accepted)",
    ],
    ["a name next to its date", workshops, "dearest workshop?", "13 March 2027, Bonsai for beginners: R540"],
    [
      "rows without most words of an excluded name",
      clinics,
      "which clinics are open on a saturday, not the big animal hospital one",
      "Scottsville (08:00 – 13:00) and Howick (08:30 – 12:00)",
    ],
    ["rows that contain a name", classes, "which classes does Priya give?", "Yoga (Priya) and Aqua (Priya)"],
    ["a free row", classes, "which class has no price", "Aqua: Free"],
    [
      "numbers in the unit of their heading",
      classes,
      "any class under 50 minutes",
      "Spinning (45) and Aqua (40)",
    ],
    ["the longest by numbers in the unit of their heading", classes, "longest class?", "Boxing, minutes: 90"],
    ["rows with room for two", chalets, "room for 2 under R1000", "Fynbos (R 850, 2) and Loft (R 990, 2)"],
    ["the lowest rank that may approve", authority, "lowest rank that can okay 10% off", "Branch manager"],
    ["rows without an unwanted value", cars, "cheapest car that is not manual", "Starlet"],
    ["rows within a limit, without n/a", machines, "any generator under R400 a day", "Small, Day: 290"],
    [
      "rows without an excluded word",
      clinics,
      "which are open on a saturday, not the hospital",
      "Howick (08:30 – 12:00)",
    ],
    ["amounts for the same period", pay, "which shift pays the most", "N2, pay per shift: R 190"],
    ["hours and minutes together", journeys, "which crossing is the longest", "Far Harbour, time: 1 h 55"],
    ["the least money, not the least time", journeys, "cheapest ferry", "Robben Point, fare: R 150"],
    [
      "the lowest column that may approve",
      powers,
      "lowest rank that can give 10% off the price",
      "Manager, discount on the price: up to 12%",
    ],
    ["the smallest row with enough room", chalets, "which chalet sleeps 3 people", "Protea, sleeps: 4"],
    ["all rows with enough room", chalets, "which chalets sleep 3 people", "Protea (4) and Aloe (6)"],
    [
      "rows in the section of an excluded name",
      materials,
      "dearest product that isn't cement",
      "Tile adhesive: R 86",
    ],
    ["rows without a value excluded by isn't", cars, "cheapest car that isn't manual", "Starlet"],
    ["rows within a budget", flats, "got R3500 a month max, biggest rent i can get", "R 3 200"],
    ["rows not named by the words of a comparison", wards, "which has the most per gate", "Depot, "],
    ["rows of no more than an amount", chalets, "which chalets are not more than R900", "Fynbos"],
    [
      "a class by its name, not by its hour",
      timetable,
      "cheapest class",
      "09:00, Walking netball, drop-in: R25",
    ],
    ["closed rows", clinics, "what is shut on saturdays", "Hilton, Saturday: closed"],
    [
      "rows that meet two conditions",
      venues,
      "which venues are open on saturday and have a kitchen",
      "Barn (10:00 – 24:00, for caterers) and Garden (10:00 – 22:00, gas)",
    ],
    [
      "a row that is open and has what is named",
      yards,
      "which yards are open on sunday and have free parking",
      "Durban – Sunday: 09:00 – 12:00; Parking: free",
    ],
    ["the cheapest with a yes", venues, "cheapest venue with a dance floor", "Barn – Dance floor: yes"],
    [
      "rows of a sentence that is not negated",
      clinics,
      "I can't come in the week. Which clinics are open on saturday?",
      "Scottsville (08:00 – 13:00)",
    ],
    ["rows apart from one", rooms, "cheapest room on a weekday apart from the heron", "Ibis"],
    ["a price that most rows have", chalets, "cheapest chalet with breakfast", "Fynbos, low season: R 850"],
  ])("%s", (_what, table, question, content) => {
    expect(comparisonIn(table, question)?.content).toContain(content);
  });
});

const contents = (table: string, question: string): string[] =>
  answerFromTables(alone(question), termsOf(question), tablesOf(table)).map(({ content }) => content);

test("a plural question gets no single cell", () => {
  const open = contents(clinics, "which clinics are open on a saturday?");
  expect(open).toContainEqual(expect.stringContaining("Scottsville (08:00 – 13:00)"));
  expect(open).not.toContainEqual(expect.stringMatching(/^Scottsville, saturday/u));
  const free = contents(halls, "which halls can we have on a saturday?");
  expect(free).toContainEqual(expect.stringContaining("Civic centre (450) (R 2 900,00) and Riverside hall"));
  expect(free).not.toContainEqual(expect.stringMatching(/^Riverside hall \(120\): saturday/u));
});

test("a price question gets no n/a", () => {
  const prices = contents(counters.replace("R 410", "n/a"), "how much is a golf bag at the counter?");
  expect(prices.length).toBeGreaterThan(0);
  expect(prices).not.toContainEqual(expect.stringMatching(/^Golf bag, at the counter/u));
});

test.each([
  [
    "the rows that a question names",
    materials,
    "which of your cements is the cheapest",
    "Cement, masonry: R 104",
  ],
  ["the rows of the section that a question names", flats, "cheapest cottage", "Heron, rent: R 3 900"],
])("%s are compared by themselves", (_which, table, question, content) => {
  const candidates = answerFromTables(alone(question), termsOf(question), tablesOf(table));
  expect(candidates.map((each) => each.content)).toContainEqual(expect.stringContaining(content));
  expect(candidates.map((each) => each.content)).not.toContainEqual(
    expect.stringContaining("Tile adhesive: R 86 (lowest"),
  );
});

describe("a comparison considers", () => {
  test.each([
    [
      "the rows that are listed, also by short names",
      limits,
      "which is cheapest: bloem, east london or gqeberha?",
      "Bloemfontein",
    ],
    ["the size in a name, within a limit", articles, "biggest television for under 8 grand cash", "55 inch"],
    [
      "the rows that are named best, with a comma too",
      articles,
      "front loader, which one is the bigger",
      "9 kg",
    ],
    [
      "rows within a budget, by the size in their names",
      articles,
      "only got R5000, which is the biggest television",
      "43 inch",
    ],
    [
      "rows with enough room for people",
      halls,
      "which hall is cheapest on a weekday for 250 people",
      "Station hall",
    ],
    ["hours past midnight", branches, "which branch has the latest trading hours?", "Hatfield"],
    ["durations, whatever their unit", leave, "who needs the shortest notice?", "Trainee"],
    ["no limit as the most", approvals, "who can write off R40 000?", "Director"],
  ])("%s", (_what, table, question, content) => {
    const found = comparisonIn(table, question);
    expect(found?.content).toContain(content);
    expect(found?.rows).toHaveLength(1);
  });

  test("negative values if the question is negated", () => {
    expect(best(halls, "which hall isn't open on a saturday?")?.content).toBe(
      "Station hall (300), Saturday: Closed (Table 5. Halls)",
    );
  });
});
