import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "../../../test/database.ts";
import {
  startTestOrganization,
  writeDocument,
  type TestOrganization,
} from "../../../test/organization-with-documents.ts";

const documents = writeDocument([
  [
    { heading: "Plans" },
    { row: ["Plan", "Oldest entry", "Premium a month"], header: true },
    { row: ["Death", "70", "R210"] },
    { row: ["Severe illness", "55", "R180"] },
    { row: ["Disability", "60", "R150"] },
  ],
]);

describe("a superlative", () => {
  let database: TestDatabase;
  let organization: TestOrganization;

  beforeAll(async () => {
    database = await startTestDatabase();
    organization = await startTestOrganization(database.url);
    await organization.add("Plans.docx", documents);
  });
  afterAll(async () => {
    await organization.close();
    await database.drop();
  });

  test("in the heading of a column asks for a cell, not for a comparison", async () => {
    const { content } = await organization.ask("whats the oldest i can be for the severe illness plan");
    expect(content).toBe("Severe illness, oldest entry: 55");
  });
});
