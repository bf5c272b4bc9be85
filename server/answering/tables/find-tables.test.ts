import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { tableSources } from "./table-sources.ts";
import { startTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { alone } from "../../../test/table-questions.ts";
import { TestCollection } from "../../../test/collection.ts";
import { withTenant } from "../../database/database.ts";
import { answerFromTables } from "./answer-from-tables.ts";
import { composeHelp } from "../extractive/compose-help.ts";
import { rankUnits } from "../extractive/rank-units.ts";
import { describeUnits } from "../extractive/unit-features.ts";
import { weighQuery } from "../extractive/weighted-query.ts";
import { findTables } from "./find-tables.ts";
import type { TableCandidate } from "./table-candidate.ts";

let database: TestDatabase;
let collection: TestCollection;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  collection = await TestCollection.create(database.db);
});

const tariff = [
  "# Travel policy",
  "## Hotels",
  "Table 1. Limits for a room",
  "City | Limit per night",
  "Cape Town, 1 May to 30 September | R 1 650,00",
  "Cape Town, 1 October to 30 April | R 2 150,00",
  "Bloemfontein | R 1 120,00",
  "East London | R 1 190,00",
].join("\n");

/** Answers from the tables of the passages, in one transaction as in a turn. */
async function ask(from: TestCollection, question: string): Promise<TableCandidate[]> {
  const found = await from.ask(question);
  const tables = await withTenant(database.db, from.organizationId, (trx) =>
    findTables(trx, from.organizationId, found.passages),
  );
  return answerFromTables(alone(question), found.terms, tables);
}

describe("tables of retrieved documents", () => {
  test("give the cell with its row, its column and its position on the page", async () => {
    await collection.add("Travel.pdf", tariff);
    const [best] = await ask(collection, "hotel in cape town in december, whats the limit a night?");
    expect(best?.content).toBe("Cape Town, 1 October to 30 April, limit per night: R 2 150,00");
    const page = tariff.replaceAll(/^#+ /gmu, "");
    const [cell] = best?.cells ?? [];
    expect(page.slice(cell?.start, cell?.end)).toBe("R 2 150,00");
    const [row] = best?.rows ?? [];
    expect(page.slice(row?.start, row?.end)).toBe("Cape Town, 1 October to 30 April | R 2 150,00");
  });

  test("mark the deciding cell in the quoted row", async () => {
    const { id } = await collection.add("Travel.pdf", tariff);
    const [best] = await ask(collection, "limit per night in bloemfontein?");
    const text = tariff.replaceAll(/^#+ /gmu, "");
    const sources = await withTenant(database.db, collection.organizationId, async (trx) => {
      const version_id = best?.versionId ?? id;
      const page = {
        organization_id: collection.organizationId,
        version_id,
        page: 1,
        text,
        width: 1,
        height: 1,
      };
      await trx.insertInto("document_pages").values(page).execute();
      return best === undefined ? [] : tableSources(trx, collection.organizationId, best);
    });
    const [row] = sources;
    const [cell] = row?.cells ?? [];
    expect(row?.quote).toBe("Bloemfontein | R 1 120,00");
    expect(text.slice(cell?.start, cell?.end)).toBe("R 1 120,00");
  });

  test("finds no tables of another organization", async () => {
    await collection.add("Travel.pdf", tariff);
    const other = await TestCollection.create(database.db);
    const { passages } = await collection.ask("what is the limit in Bloemfontein?");
    const tables = await withTenant(database.db, other.organizationId, (trx) =>
      findTables(trx, other.organizationId, passages),
    );
    expect(passages.length).toBeGreaterThan(0);
    expect(tables).toEqual([]);
  });

  test("belong to the current version, and are deleted with it", async () => {
    const { id } = await collection.add("Travel.pdf", tariff);
    const newer = tariff.replace("R 1 120,00", "R 1 300,00");
    await collection.index({ id, name: "Travel.pdf" }, await collection.createVersion(id, 2), newer);
    const [best] = await ask(collection, "limit per night in bloemfontein?");
    expect(best?.content).toBe("Bloemfontein, limit per night: R 1 300,00");
    const { organizationId } = collection;
    const stored = await withTenant(database.db, organizationId, (trx) =>
      trx
        .selectFrom("document_tables")
        .select("number")
        .where("organization_id", "=", organizationId)
        .execute(),
    );
    expect(stored).toHaveLength(1);
  });

  test("know the seasons in another table of their document", async () => {
    const filler = Array.from(
      { length: 40 },
      (_, at) => `Paragraph ${at} is about life jackets and how to wear them.`,
    );
    const text = [
      "# Seasons",
      "Season | Dates",
      "Calm | 1 February – 30 November",
      "Busy | 1 December – 31 January",
      "# Life jackets",
      ...filler,
      "# Boats by the day",
      "Boat | Calm | Busy",
      "Canoe | R 210,00 | R 340,00",
    ].join("\n");
    await collection.add("Boats.pdf", text);
    const question = "what is a canoe in January?";
    const found = await collection.ask(question);
    const passages = found.passages.filter(({ text: shown }) => shown.includes("Canoe"));
    const tables = await withTenant(database.db, collection.organizationId, (trx) =>
      findTables(trx, collection.organizationId, passages),
    );
    expect(tables).toHaveLength(1);
    expect(answerFromTables(alone(question), found.terms, tables)[0]?.content).toBe("Canoe, Busy: R 340,00");
  });

  test("give a row its headings if another passage shows them", async () => {
    const rows = Array.from(
      { length: 60 },
      (_, at) => `Coach ${at + 1} | ${at + 20} | R${at + 300} | R${at + 900}`,
    );
    const heading = "Coach | Seats | Half day (5 hours) | Full day (10 hours)";
    await collection.add("Hire.pdf", ["# Hiring a coach", heading, ...rows].join("\n"));
    const found = await collection.ask("coach 57");
    const tables = await withTenant(database.db, collection.organizationId, (trx) =>
      findTables(trx, collection.organizationId, found.passages),
    );
    const units = describeUnits(weighQuery("coach 57", found), found.passages, { tables });
    const contents = units.map(({ unit }) => unit.composed.content);
    expect(contents).toContain("Coach 57 – Seats: 76; Half day (5 hours): R356; Full day (10 hours): R956");
    expect(units.filter(({ unit }) => unit.text.startsWith("Coach 57"))[0]?.unit.composed.spans).toHaveLength(
      1,
    );
    // The quotes that may help show the headings too.
    const [help] = composeHelp(rankUnits(units), found.passages);
    expect(help?.quote).toBe("Coach 57 – Seats: 76; Half day (5 hours): R356; Full day (10 hours): R956");
    expect(found.passages.some(({ text }) => text.includes("Coach 57 | 76 | R356"))).toBe(true);
  });
});
