import { describe, expect, it } from "vitest";
import { questionParts } from "./question-parts.ts";

const textsOf = (question: string): string[] => questionParts(question).map(({ text }) => text);

describe("questionParts", () => {
  it("splits consecutive questions", () => {
    expect(textsOf("How much is the permit, where do I get it and till when is it valid?")).toEqual([
      "How much is the permit",
      "where do I get it",
      "till when is it valid",
    ]);
    expect(textsOf("Where is your office? What time do you open?")).toEqual([
      "Where is your office",
      "What time do you open",
    ]);
  });

  it("returns the subject of all parts", () => {
    expect(questionParts("my card was stolen. who do i phone n how long does a new one take")).toEqual([
      { text: "who do i phone", subject: "my card was stolen" },
      { text: "how long does a new one take", subject: "my card was stolen" },
    ]);
    expect(questionParts("the corner desk - how much cash, and what must i pay to rent it")).toEqual([
      { text: "how much cash", subject: "the corner desk" },
      { text: "what must i pay to rent it", subject: "the corner desk" },
    ]);
  });

  it("repeats the question for each of several things", () => {
    expect(textsOf("what is the allowance for managers, for drivers and for cleaners")).toEqual([
      "what is the allowance for managers",
      "what is the allowance for drivers",
      "what is the allowance for cleaners",
    ]);
    expect(textsOf("how much per day with my own tent, what after a week, and with a caravan")).toEqual([
      "how much per day with my own tent",
      "what after a week",
      "how much per day with a caravan",
    ]);
  });

  it("repeats the question for each value of a list", () => {
    expect(textsOf("how much for 3kg, 5kg and 9kg?")).toEqual([
      "how much for 3kg",
      "how much for 5kg",
      "how much for 9kg",
    ]);
    expect(textsOf("price of the 20 litre n 25 litre paint")).toEqual([
      "price of the 20 litre paint",
      "price of the 25 litre paint",
    ]);
    expect(textsOf("price of a 3kg and a 5kg refill")).toEqual([
      "price of a 3kg refill",
      "price of a 5kg refill",
    ]);
    expect(textsOf("how much is a parcel between 3kg and 5kg")).toEqual([]);
    expect(textsOf("my trip takes 2 days and 3 hours, how far is it")).toEqual([]);
    expect(textsOf("we need 5kg and 9kg, please send somebody")).toEqual([]);
  });

  it("counts the text before 'and how' as a part if it asks for a value", () => {
    expect(textsOf("price of a day pass and how long is it valid")).toEqual([
      "price of a day pass",
      "how long is it valid",
    ]);
    expect(textsOf("my gran died and how much will I get")).toEqual([]);
  });

  it("counts a condition after 'and' as a part", () => {
    expect(textsOf("what does a test cost and if I fail?")).toEqual(["what does a test cost", "if I fail"]);
    expect(textsOf("and if I fail, what does it cost?")).toEqual([]);
  });

  it("reads Afrikaans", () => {
    expect(textsOf("Hoeveel kos dit vir volwassenes en vir kinders, en tot wanneer is dit geldig?")).toEqual([
      "Hoeveel kos dit vir volwassenes",
      "Hoeveel kos dit vir kinders",
      "tot wanneer is dit geldig",
    ]);
  });

  it.each([
    "How much does it cost?",
    "my son, who is 10, how much does he pay?",
    "I owe you R14 000, what must I put down",
    "where and when do you open?",
    "do you have bread and milk",
    "",
  ])("returns no parts for a single question: %s", (question) => {
    expect(questionParts(question)).toEqual([]);
  });
});
