import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "../../../test/database.ts";
import {
  startTestOrganization,
  writeDocument,
  type TestOrganization,
} from "../../../test/organization-with-documents.ts";

const cover = writeDocument([
  [
    { heading: "What each cover includes" },
    "Your schedule shows which of the three covers you have chosen for your car.",
    { row: ["Benefit", "Comprehensive", "Third Party, Fire and Theft", "Third Party Only"], header: true },
    { row: ["Hail, flood and storm", "Yes", "", ""] },
    { row: ["Fire, lightning and explosion", "Yes", "Yes", ""] },
    { row: ["Theft and hijacking", "Yes", "Yes", ""] },
    { row: ["Windscreen and windows", "Yes", "", ""] },
    { row: ["Damage to other people's property", "Yes", "Yes", "Yes"] },
  ],
]);

const cakes = writeDocument([
  [
    { heading: "Cakes to order" },
    { row: ["Cake", "Small", "Large", "Order before"], header: true },
    { row: ["Carrot cake", "R210", "R390", "2 days"] },
    { row: ["Cheesecake, baked", "R260", "–", "3 days"] },
    { row: ["Chocolate cake", "R190", "R340", "1 day"] },
  ],
]);

describe("a cell that is blank in a table of yes and no", () => {
  let database: TestDatabase;
  let organization: TestOrganization;

  beforeAll(async () => {
    database = await startTestDatabase();
    organization = await startTestOrganization(database.url);
    await organization.add("Motor cover.docx", cover);
    await organization.add("Cakes.docx", cakes);
  });
  afterAll(async () => {
    await organization.close();
    await database.drop();
  });

  test.each([
    [
      "is hail covered on third party fire and theft",
      "Hail, flood and storm – Comprehensive: Yes; Third Party, Fire and Theft, Third Party Only: –",
    ],
    [
      "do i get my windscreen with third party fire and theft",
      "Windscreen and windows – Comprehensive: Yes; Third Party, Fire and Theft, Third Party Only: –",
    ],
  ])("is answered by its row, not by one that the heading names: %s", async (question, row) => {
    const { content } = await organization.ask(question);
    expect(content).toBe(row);
  });

  test("is a dash in the row that is shown, in any table", async () => {
    const { content } = await organization.ask("what do you charge for the baked cheesecake");
    expect(content).toBe("Cheesecake, baked – Small: R260; Order before: 3 days; Large: –");
  });

  test("does not hide a row that a heading and the question name", async () => {
    const { content } = await organization.ask("is fire covered on third party fire and theft");
    expect(content).toBe("Fire, lightning and explosion, Third Party, Fire and Theft: Yes");
  });

  test("is not replaced by the cell under another heading with the same words", async () => {
    const { content } = await organization.ask("does third party only cover theft");
    expect(content).toContain("Theft and hijacking");
    expect(content).not.toBe("Theft and hijacking, Third Party, Fire and Theft: Yes");
  });
});
