import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "../../../test/database.ts";
import {
  startTestOrganization,
  writeDocument,
  type TestOrganization,
} from "../../../test/organization-with-documents.ts";
import type { EarlierMessage } from "../../language/follow-up.ts";

const priceList = writeDocument([
  [
    { heading: "Gas prices" },
    "Prices include VAT and are valid from 1 March.",
    { row: ["Cylinder", "Refill", "Deposit", "Delivery in town"], header: true },
    { row: ["9 kg cylinder", "R 330", "R 450", "R 60"] },
    { row: ["19 kg cylinder", "R 690", "R 700", "R 60"] },
    { row: ["48 kg cylinder", "R 1 740", "R 1 200", "R 90"] },
    { heading: "Returning a cylinder" },
    "The deposit is refunded in full if an empty cylinder is returned undamaged within two years.",
  ],
]);

const safety = writeDocument([
  [
    { heading: "Gas safety" },
    { heading: "In an emergency", level: 2 },
    "If you smell gas or a cylinder leaks, close the valve, open all windows and call 0800 111 427 at any hour.",
    "Never look for a leak with a flame.",
    { heading: "Storage", level: 2 },
    "Keep cylinders upright and outside, at least one metre from doors and drains.",
  ],
]);

describe("a new subject after another question", () => {
  let database: TestDatabase;
  let organization: TestOrganization;
  const afterPrice: EarlierMessage[] = [
    { role: "user", content: "how much is a 9 kg refill" },
    { role: "assistant", content: "9 kg cylinder – Refill: R 330" },
  ];

  beforeAll(async () => {
    database = await startTestDatabase();
    organization = await startTestOrganization(database.url);
    await organization.add("Price list.docx", priceList);
    await organization.add("Safety.docx", safety);
  });
  afterAll(async () => {
    await organization.close();
    await database.drop();
  });

  test.each(["my cylinder leaks", "i smell gas", "gas smell"])(
    "is answered without the earlier question: %s",
    async (question) => {
      const { content, answered } = await organization.ask(question, { history: afterPrice });
      expect(answered).toBe(true);
      expect(content).toContain("0800 111 427");
      expect(content).not.toContain("R 330");
    },
  );

  test.each([
    ["im in town", "R 60"],
    ["48 kg", "R 1 740"],
    ["my 19 kg one", "R 690"],
    ["and the deposit", "R 450"],
  ])("is not what adds a detail: %s", async (question, expected) => {
    const { content } = await organization.ask(question, { history: afterPrice });
    expect(content).toContain(expected);
  });
});
