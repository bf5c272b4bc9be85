import { describe, expect, test } from "vitest";
import { documentOf } from "../../../test/collection.ts";
import { readTables } from "../../../document-reader/tables/read-tables.ts";
import { withValues } from "../../ingestion/tables/prepare-tables.ts";
import { stem } from "../../language/stem.ts";
import { stopWordsOf } from "../../language/stop-words.ts";
import { tokenise } from "../../language/tokenise.ts";
import type { QueryTerm } from "../../retrieval/passage.ts";
import { answerFromTables } from "./answer-from-tables.ts";
import type { RetrievedTable } from "./retrieved-table.ts";
import type { TableCandidate } from "./table-candidate.ts";

function tablesOf(text: string): RetrievedTable[] {
  return readTables(documentOf(text)).map((table, number) => ({
    documentId: "document",
    documentName: "Document.pdf",
    versionId: "version",
    version: 1,
    number,
    language: "en",
    passage: 0,
    passageScore: 1,
    table: withValues(table),
  }));
}

/** Terms as a retrieval without synonyms gives them. */
function termsOf(question: string): QueryTerm[] {
  const stopWords = stopWordsOf("en");
  return tokenise(question)
    .flatMap(({ word, parts }) => [word, ...parts])
    .filter((word) => !stopWords.has(word) && word.length > 1)
    .map((word) => ({
      word,
      variants: [stem(word, "en")],
      correction: null,
      idf: 4,
      emphasis: 1,
      chunkFrequency: 1,
    }));
}

function best(table: string, question: string): TableCandidate | undefined {
  return answerFromTables(question, termsOf(question), tablesOf(table))[0];
}

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

describe("a look-up", () => {
  test("finds the band that an income lies in", () => {
    const found = best(contributions, "I earn R12 000, what does Acorn cost for the main member?");
    expect(found?.content).toBe("Acorn, R 9 501 to R 14 200, main member: R 1 472");
  });

  test("finds the band that a number of months lies in", () => {
    expect(best(exit, "8 months in and I want out, what is the exit fee?")?.content).toContain("R 1 800,00");
  });

  test("tells the whole row where the question names no column", () => {
    const found = best(rooms, "what does the Heron room cost?");
    expect(found?.kind).toBe("row");
    expect(found?.content).toContain("R 450,00");
    expect(found?.content).toContain("R 600,00");
    expect(found?.evidence.onlyColumn).toBeLessThan(1);
  });

  test("is less sure of a row that the question does not name", () => {
    const named = best(rooms, "price of the Stork on a Saturday");
    const other = best(rooms, "price of the pelican on a Saturday");
    expect(named?.content).toBe("Stork, saturday: R 2 100,00");
    expect(named?.score ?? 0).toBeGreaterThan((other?.score ?? 0) + 0.2);
  });

  test("knows where row and cell stand", () => {
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
  test("is met by the last step of the columns that was reached", () => {
    const found = best(wages, "commuter driver for 7 years, whats my weekly?");
    expect(found?.content).toBe("Commuter driver, after 5 years: R1 210");
  });

  test("is met by a range that counts down", () => {
    const found = best(refunds, "I cancelled 2 days before, what do I get back?");
    expect(found?.content).toContain("70%");
  });

  test("is met by a range in the column that the question names", () => {
    expect(best(sizes, "which size am I, hips 110")?.content).toContain("L, hips cm: 105-113");
  });

  test("is not met by a column that the question leaves out", () => {
    const fares = `
Zones | Cash on the bus | Tap card
2 zones | R21.00 | R18.50
3 zones | R28.50 | R24.50`;
    const found = best(fares, "3 zones with the card and not cash");
    expect(found?.content).toContain("R24.50");
    expect(found?.content).not.toContain("R28.50");
  });
});

test("a price without a space is an amount, not a code", () => {
  expect(best(wages, "who has the lowest weekly wage?")?.content).toContain(
    "Night driver: weekly wage: R890",
  );
});

describe("a choice", () => {
  test.each([
    ["which room is the cheapest on a weekday?", "Heron: weekday: R 450,00 (lowest of 3, Table 2. Rooms)"],
    [
      "which room is the most expensive on a weekday?",
      "Stork: weekday: R 1 700,00 (highest of 3, Table 2. Rooms)",
    ],
    ["which rooms are under R1000 on a weekday?", "Heron (R 450,00) and Ibis (R 900,00) (Table 2. Rooms)"],
    ["which rooms can we have on a saturday?", "Heron (R 600,00) and Stork (R 2 100,00) (Table 2. Rooms)"],
  ])("%s", (question, content) => {
    expect(best(rooms, question)?.content).toBe(content);
  });

  test("never offers what is beyond the limit", () => {
    const found = answerFromTables(
      "do you have a room under R500 on a weekday?",
      termsOf("do you have a room under R500 on a weekday?"),
      tablesOf(rooms),
    )[0];
    expect(found?.content).toContain("R 450,00");
    expect(found?.content).not.toContain("R 900,00");
  });
});

test("without a table, or a word that one holds, there is no candidate", () => {
  expect(answerFromTables("what time do you open?", termsOf("what time do you open?"), [])).toEqual([]);
  expect(best(exit, "who won the rugby?")).toBeUndefined();
});
