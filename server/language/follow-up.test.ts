import { describe, expect, test } from "vitest";
import { contextualize, nothingEarlier, type EarlierMessage } from "./follow-up.ts";

const history: EarlierMessage[] = [
  { role: "user", content: "Hi" },
  { role: "assistant", content: "Hello! How can I help you today?" },
  { role: "user", content: "Does the Gold plan cover hospital stays?" },
  { role: "assistant", content: "The Gold plan covers hospital stays in full." },
  { role: "user", content: "Thanks!" },
  { role: "assistant", content: "You're welcome!" },
];

describe("contextualize", () => {
  test.each([
    "and for children?",
    "how long?",
    "why?",
    "What about the price?",
    "does it cover dentists?",
    "What does that cost?",
    "en vir kinders?",
    "and if we are late because the bridge is closed and the road flooded?",
    "my wife is on the family one",
    "even for learners who come to the morning classes in winter?",
    "even for learners who come in winter?",
    "saturday",
    "i have six kids",
    "so what do I pay then",
    "although I joined last month?",
    "silver option?",
    "ok n bronze",
  ])("adds the subject of earlier messages: %s", (question) => {
    const { text, contextWords, earlier } = contextualize(question, history);
    expect(text.startsWith(question)).toBe(true);
    expect(earlier.messages).toBe("Does the Gold plan cover hospital stays?");
    expect([...contextWords]).toEqual(expect.arrayContaining(["gold", "plan"]));
    expect(contextWords).not.toContain("thanks");
  });

  test.each([
    "How do I submit an expense claim?",
    "What is the waiting period for new members of the Silver plan?",
    "Which documents must be sent with a claim for a car accident?",
    "And what is the refund policy for online purchases made in December?",
    "Is there a parking garage at the Sandton branch?",
    "What does it cost to print in colour?",
    "is it fine if my daughter has braids",
    "i lost the slip for my new kettle, can I still bring it back?",
    "what do they charge for lost cards?",
    "my card is lost, is it blocked?",
    "i smell gas",
    "my kid is sick today",
    "what if i was 10 min late for clocking",
    "ek is siek vandag",
    "🤬",
  ])("adds nothing to a question that is clear on its own: %s", (question) => {
    expect(contextualize(question, history)).toEqual({
      text: question,
      contextWords: new Set(),
      earlier: nothingEarlier,
    });
  });

  test("an emoji in between does not hide what a follow-up refers to", () => {
    const withEmoji = [...history, { role: "user", content: "🤬" } as const];
    expect(contextualize("and for children?", withEmoji)).toEqual(
      contextualize("and for children?", history),
    );
  });

  test("adds only search words to a message that may be clear on its own", () => {
    const { contextWords, earlier } = contextualize("whats for lunch", history);
    expect([...contextWords]).toEqual(expect.arrayContaining(["gold", "plan"]));
    expect(earlier.messages).toBe("");
  });

  test("returns the last reply", () => {
    const { earlier } = contextualize("and for children?", history.slice(0, 4));
    expect(earlier.reply).toBe("The Gold plan covers hospital stays in full.");
  });

  test("goes further back while the earlier messages are follow-ups too", () => {
    const { contextWords } = contextualize("and dentists?", [
      ...history,
      { role: "user", content: "and for children?" },
      { role: "assistant", content: "Yes." },
    ]);
    expect([...contextWords]).toEqual(expect.arrayContaining(["children", "gold", "hospital"]));
  });

  test("adds nothing to the first question", () => {
    expect(contextualize("why?", []).text).toBe("why?");
  });

  test.each([
    ["and sunday", "till when are you open on saturday", "till when are you open on "],
    ["and in december?", "what are the pool hours in July", "what are the pool hours in "],
    ["and if i am 22", "what do i pay if i am 35", "what do i pay if i am "],
    ["and for parking?", "may i park on sunday", "may i park on sunday"],
    ["in december?", "when may the pool be used", "when may the pool be used"],
  ])("%s replaces what the earlier message says of the same kind", (question, before, kept) => {
    const { earlier } = contextualize(question, [{ role: "user", content: before }]);
    expect(earlier.messages).toBe(kept);
  });
});
