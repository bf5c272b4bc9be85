import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "../../../test/database.ts";
import {
  startTestOrganization,
  writeDocument,
  type TestOrganization,
} from "../../../test/organization-with-documents.ts";

const kit = writeDocument([
  [
    { heading: "Kit" },
    "Harnesses are checked on Mondays. Each fitter has a box with a drill. Gloves are replaced every two months.",
    "The office books a taxi. It fetches the night staff at 22:30.",
  ],
]);

let database: TestDatabase;
let organization: TestOrganization;
beforeAll(async () => {
  database = await startTestDatabase();
  organization = await startTestOrganization(database.url);
  await organization.add("Kit.docx", kit);
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
