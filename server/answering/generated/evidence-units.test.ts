import { expect, test } from "vitest";
import { retrievedPassage } from "../../../test/retrieved-passage.ts";
import { checkSentence } from "./check-sentence.ts";
import { enumerationIn } from "./enumerations.ts";
import { factsOf } from "./facts.ts";
import { claimTokens } from "./judge/claim-tokens.ts";

const quoteFor = (text: string, claim: string, question = "what is it"): string | undefined =>
  checkSentence(claim, [retrievedPassage("Guide.pdf", text)], question)?.text;

const purposes =
  "The museum may hand your address to: (1) the police, where a theft from one of its halls has been reported and a " +
  "case number has been given to the guard on duty; (2) the insurer of a painting that was lent to us by another " +
  "museum and came to harm while you stood in front of it; (3) the friends of the museum, who send a letter in " +
  "spring and another in autumn; and (4) anybody whom a court names.";

test("quotes only the relevant items of a long inline list", () => {
  const claim =
    "It may also go to whom a court names and to the friends of the museum for letters in spring [1].";
  expect(quoteFor(purposes, claim)).toBe(
    "The museum may hand your address to: the friends of the museum, who send a letter in spring and another in " +
      "autumn; anybody whom a court names.",
  );
});

test.each([
  [
    "items that hold only together",
    "You get the key if: (a) you have paid; (b) you are 18; and (c) you signed.",
  ],
  ["an exception for all at the end", "We lend: (a) drills; (b) saws; (c) ladders, unless it is a Sunday."],
  ["numbers that do not follow each other", "See parts: (2) rent; (5) water; (9) power."],
  ["two items", "We lend: (a) drills; and (b) saws."],
])("takes no sentence apart with %s", (_, sentence) => {
  expect(enumerationIn(sentence)).toBeNull();
});

test("quotes an item under the sentence that announces its list", () => {
  const text =
    "The caretaker does not carry the following. Ask a removal firm for these.\n• Pianos and safes\n• Fridges with food";
  expect(quoteFor(text, "Pianos are not carried for you, and neither are safes, by the caretaker [1].")).toBe(
    "The caretaker does not carry the following: Pianos and safes.",
  );
});

test("quotes neither headings nor section numbers", () => {
  const text =
    "Parking fees\n4.2 Parking at the harbour costs R 12 an hour, and is watched by guards all night long.";
  expect(
    quoteFor(text, "Guards watch parking fees at the harbour only at night, and it costs R 12 an hour [1]."),
  ).toBe("Parking at the harbour costs R 12 an hour, and is watched by guards all night long.");
});

test("does not take a row with a sentence for column headings", () => {
  const text =
    "Desk | 020 000 1111, on weekdays.\nAt night | The same number, for emergencies only.\nSMS | 060 000 2222, for pictures.";
  expect(quoteFor(text, "Pictures can be sent by SMS to 060 000 2222 [1].")).toMatch(
    /^SMS, 060 000 2222, for pictures/u,
  );
});

test("recognizes a telephone number before a comma", () => {
  expect(factsOf("Call 060 000 2222, day or night")).toContain("telephone:600002222");
});

test("ends a clause at the word of in Afrikaans only", () => {
  const clauses = (text: string, language: "en" | "af") =>
    new Set(claimTokens(text, language).map(({ clause }) => clause)).size;
  expect(clauses("Members receive copies of meeting minutes", "en")).toBe(1);
  expect(clauses("Lede kry hul afskrifte uit die kantoor of per rekenaar in die biblioteek", "af")).toBe(2);
});
