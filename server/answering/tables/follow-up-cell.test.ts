import { describe, expect, test } from "vitest";
import { tablesOf, termsOf } from "../../../test/table-questions.ts";
import { contextualize } from "../../language/follow-up.ts";
import { answerFromTables } from "./answer-from-tables.ts";

const packages = `
Table 1. Packages per month
Package | Contract | Prepaid | Installation
Farm 10 | R 899,00 | R 999,00 | R 950,00
Farm 25 | R 1 199,00 | R 1 299,00 | R 950,00
Town 25 | R 649,00 | R 719,00 | free`;

/** The cell or row that a follow-up to a question and its reply asks for. `words`: what is searched for. */
function asked(question: string, reply: string, followUp: string, text = packages, words?: string) {
  const { text: searched, earlier } = contextualize(followUp, [
    { role: "user", content: question },
    { role: "assistant", content: reply },
  ]);
  const query = { text: `${followUp}\n${earlier.messages}`, question: followUp, earlier };
  return answerFromTables(query, termsOf(words ?? searched), tablesOf(text)).find(
    ({ features }) => features.isFollowUp === 1,
  )?.content;
}

describe("a follow-up to a reply from a table", () => {
  const question = "what is farm 25 on contract";
  const reply = "Farm 25 costs R1 199 a month on contract.";

  test.each([
    ["and prepaid?", "Farm 25, Prepaid: R 1 299,00"],
    ["and farm 10", "Farm 10, Contract: R 899,00"],
    ["and town 25 prepaid?", "Town 25, Prepaid: R 719,00"],
  ])("%s asks for another row or column", (followUp, cell) => {
    expect(asked(question, reply, followUp)).toBe(cell);
  });

  test("asks for the whole row if the column was named by a word like per only", () => {
    const wages = `
Wages from March
Position | Hourly rate | Allowance per night
Waiter | R 31,20 | R 25,00
Barista | R 36,80 | R 30,00`;
    const row = "Waiter – Hourly rate: R 31,20; Allowance per night: R 25,00";
    expect(asked("what does a waiter get per shift", row, "and a barista", wages)).toBe(
      "Barista – Hourly rate: R 36,80; Allowance per night: R 30,00",
    );
  });

  test("asks for the row of a compound, not for one with a part of it", () => {
    const hire = `
Hire
Bicycle | Day | Week
City bicycle | R 220,00 | R 950,00
Mountain bike | R 340,00 | R 1 500,00
E-bike | R 650,00 | R 3 100,00`;
    const earlier = ["city bike for a week", "City bicycle, Week: R 950,00"] as const;
    expect(asked(...earlier, "and the e-bike", hire, "bike city week")).toBe("E-bike, Week: R 3 100,00");
  });

  test.each(["and how long does it take", "and how many working days does it take"])(
    "asks for the only value of the kind that it asks for: %s",
    (followUp) => {
      const services = `
Services
Service | Price | Ready in
Basic service | R 550,00 | 2 working days
Full service | R 1 150,00 | 4 working days`;
      const earlier = ["how much is a basic service", "Basic service, price: R 550,00"] as const;
      expect(asked(...earlier, followUp, services)).toBe("Basic service, ready in: 2 working days");
    },
  );

  test("asks for a heading with its own word before one with a related word", () => {
    const bikes = `
E-bikes
Model | Range (km) | Charging time (h) | Price (R)
Volt City | 50 | 4 | 19 990
Volt Trail | 75 | 5.5 | 34 500`;
    const earlier = ["range of the volt trail", "Volt Trail – Range: 75 km; R 34 500"] as const;
    expect(asked(...earlier, "how long to charge", bikes)).toBe("Volt Trail, charging time: 5.5 h");
  });

  test("asks for no cell if it names none", () => {
    expect(asked(question, reply, "and for pensioners?")).toBeUndefined();
  });

  test("asks for no cell if the reply names none", () => {
    expect(asked(question, "Please phone us.", "and prepaid?")).toBeUndefined();
  });
});
