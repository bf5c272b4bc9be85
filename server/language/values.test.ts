import { describe, expect, test } from "vitest";
import { askedValues } from "./asked-values.ts";
import { rangesIn } from "./ranges.ts";
import { toNumber, valuesIn } from "./values.ts";

describe("values in a text", () => {
  test.each([
    ["R 2 150,00 a night", "money", 2_150, "R"],
    ["R2,350.50", "money", 2_350.5, "R"],
    ["under 8 grand", "money", 8_000, "R"],
    ["30 working days", "duration", 30, "day"],
    ["19yr old", "duration", 19, "year"],
    ["twelve months", "duration", 12, "month"],
    ["an hour", "duration", 1, "hour"],
    ["1 h 45", "duration", 1.75, "hour"],
    ["2 hours and 30 minutes", "duration", 2.5, "hour"],
    ["12,5% off", "percent", 12.5, "%"],
    ["sold 170k", "number", 170_000, ""],
    ["120kg each", "distance", 120, "kg"],
    ["200 liter geyser", "distance", 200, "l"],
  ] as const)("%s is %s", (text, kind, number, unit) => {
    const [value] = valuesIn(text);
    expect([value?.kind, value?.low, value?.unit]).toEqual([kind, number, unit]);
  });

  test("a telephone number, an address and times are not numbers", () => {
    const kinds = valuesIn("0860 826 200, a@b.example, 07:30 to 6 pm").map(({ kind }) => kind);
    expect(kinds).toEqual(["telephone", "email", "time", "time"]);
  });

  test("reads thousands and decimals in any notation", () => {
    for (const text of ["1 234,50", "1,234.50", "1234.5", "1234,50"]) expect(toNumber(text)).toBe(1_234.5);
  });
});

describe("ranges in a text", () => {
  const includes = (text: string, value: number) =>
    rangesIn(text).some(({ low, high }) => value >= low && value <= high);

  test.each([
    ["R 9 501 to R 14 200", [9_501, 12_000, 14_200], [9_500, 14_201]],
    ["R 19 801 and more", [19_801, 1e6], [19_800]],
    ["The driver is younger than 21", [20], [21]],
    ["60 or older", [60, 75], [59]],
    ["more than 48 and up to 72 hours", [49, 72], [48, 73]],
    ["Car, first 400 km of a trip", [1, 400], [401]],
    ["81 - 120 guests", [81, 95, 120], [80, 121]],
    ["under 8 grand", [7_999], [8_000]],
    ["Up to age 6", [6], [7]],
    ["building plans, each m² above 200", [201], [200]],
    ["between 5 and 9 kg", [5, 7, 9], [4, 10]],
    ["tussen R5 000 en R9 000", [5_000, 9_000], [4_999]],
  ])("%s", (text, inside, outside) => {
    for (const value of inside) expect(includes(text, value)).toBe(true);
    for (const value of outside) expect(includes(text, value)).toBe(false);
  });

  test("times of day, dates, speeds and single numbers are not ranges of numbers", () => {
    for (const text of [
      "07:00 to 08:30",
      "1 October to 30 April",
      "from 1 October",
      "30/15 Mbps",
      "Monday to Friday",
      "terms 1 and 4",
      "Plans 500 and 1000 only",
    ])
      expect(rangesIn(text)).toEqual([]);
  });

  test("a range names its unit", () => {
    expect(rangesIn("1 001 - 1 500 kg")[0]?.unit).toBe("kg");
    expect(rangesIn("R500 - R2,999")[0]?.unit).toBe("R");
    expect(rangesIn("within 3 kms")[0]?.unit).toBe("km");
    expect(rangesIn("10 – 30 working days")[0]?.unit).toBe("day");
    expect(rangesIn("30 minutes to 2 hours")[0]).toMatchObject({ low: 0.5, high: 2, unit: "hour" });
    expect(rangesIn("more than 6 months, up to 1 year")[0]).toMatchObject({ high: 1, unit: "year" });
  });
});

describe("values that a question asks for", () => {
  test.each([
    ["how much is the sleep out money", "money"],
    ["what time does the late shift knock off", "time"],
    ["how many days leave do I get", "duration"],
    ["what percent do i get on beds", "percent"],
    ["who do i phone", "telephone"],
    ["when do they go back", "date"],
  ])("%s: %s", (question, kind) => {
    expect(askedValues(question)).toContain(kind);
  });
});
