import { expect, test } from "vitest";
import { retrievedPassage } from "../../../test/retrieved-passage.ts";
import { checkSentence } from "./check-sentence.ts";
import { unknownWords } from "./names.ts";

const passage = (text: string) => retrievedPassage("Guide.pdf", text);

const isSaid = (text: string, claim: string, question = "how is it"): boolean => {
  const checked = checkSentence(claim, [passage(text)], question);
  return checked !== null && checked.isQuoted !== true;
};

const lending = "Books are lent for 21 days, DVDs for 7 days. Fines are R 2 a day.";
const meals = "The kitchen is open from 07:30 to 20:15. Guests pay at the desk.";
const papers = "Applicants bring an identity document and a bank statement to the interview in March.";
const garden = "Cake may be brought on Fridays if it was bought with a list of ingredients.";
const turns = "After one missed instalment we send an SMS; after three we hand the loan to attorneys.";

const loans = "Salaried applicants bring 3 payslips; the self-employed bring bank statements of 2 years.";

test.each([
  ["a number of the clause before it", lending, "DVDs are lent for 21 days [1]."],
  ["the end of a range for its beginning", meals, "The kitchen is open from 20:15 [1]."],
  ["and for or", papers, "Applicants bring an identity document or a bank statement to the interview in March [1]."],
  ["a condition left out", garden, "Cake may be brought on Fridays [1]."],
  ["a condition turned around", garden, "Cake may be brought on Fridays unless it was bought with a list of ingredients [1]."],
  ["one for three", turns, "After one missed instalment we hand the loan to attorneys [1]."],
  ["the papers of another group", loans, "If you are self-employed, bring 3 payslips [1]."],
  ["even if for unless", "Tents are put up on Saturdays unless a storm is forecast.", "Tents are put up on Saturdays even if a storm is forecast [1]."],
  ["if for unless", "The pool is heated unless the school has holidays.", "The pool is heated if the school has holidays [1]."],
  ["during for after", "After the probation of three months a welder gets a locker.", "During the probation of three months a welder gets a locker [1]."],
  ["the work of another person", "The ranger checks every permit at the bridge; permits are sold by the farm shop for R 90.", "The ranger sells permits for R 90 [1]."],
  ["a negated item as an affirmed one", "The voucher is good for meals, not drinks.", "The voucher is good for drinks, not meals [1]."],
  ["the price of another group", "School children travel free; others pay R 15.", "School children pay R 15 [1]."],
  ["plus for less", "The deposit is paid back less R 300.", "The deposit is paid back plus R 300 [1]."],
])("does not keep the model's words: %s", (_, text, claim) => {
  expect(isSaid(text, claim)).toBe(false);
}); // prettier-ignore

test.each([
  ["a sentence as it stands", lending, "Fines are R 2 a day [1]."],
  ["a sentence under its condition", garden, "Cake may be brought on Fridays if it was bought with a list of ingredients [1]."],
])("keeps the model's words: %s", (_, text, claim) => {
  expect(isSaid(text, claim)).toBe(true);
}); // prettier-ignore

test("accepts a claim whose words are spread over two clauses by ellipsis", () => {
  const checked = checkSentence("DVDs are lent for 7 days [1].", [passage(lending)], "how long for a DVD");
  expect(checked?.text).toMatch(/^DVDs (?:are lent )?for 7 days/);
});

test.each([
  ["isiZulu", "Abafundi abakhokhi uma bephethe ikhadi.", "Abafundi bakhokha uma bephethe ikhadi [1]."],
  ["isiZulu, as it stands", "Isitolo sivulwa ngo-08:00.", "Isitolo sivulwa ngo-08:00 [1]."],
  ["Sesotho", "Ha o ka fihla morao ho 09:00, monyako ha o bulwe.", "Ha o ka fihla morao ho 09:00, monyako o a bulwa [1]."],
])("quotes the documents in a language whose negations it cannot read (%s)", (_, text, claim) => {
  expect(isSaid(text, claim)).toBe(false);
}); // prettier-ignore

test("does not count contractions, numbers or function words as unknown", () => {
  const text = "Visitors pay R 40 and stay for 30 days at most; parcels are not kept for them.";
  const claim = "You've got thirty days, and we don't keep parcels; nobody else pays R 40.";
  expect(unknownWords(claim, [passage(text)], "")).toEqual({ names: [], words: [] });
});

test("quotes the documents for a freely worded claim", () => {
  const text = "The boat may be hired by members only. Lost oars are charged at R 350 each.";
  const checked = checkSentence("Losing an oar sets you back R 350 [1].", [passage(text)], "i lost an oar");
  expect(checked?.text).toBe("Lost oars are charged at R 350 each.");
});

test.each([
  ["an age", "The main member must be between 18 and 64 when joining.", "i'm 66 can i still join", "You can't join as the main member at 66, because the age limit for joining is 64 [1]."],
  ["a time within a range", "From 32 to 36 weeks you need a letter.", "i am 34 weeks pregnant", "At 34 weeks you need a letter [1]."],
])("quotes the documents about a case that the customer names: %s", (_, text, question, claim) => {
  expect(checkSentence(claim, [passage(text)], question)).toMatchObject({ text, isQuoted: true });
}); // prettier-ignore

test("rejects the customer's figure in place of the documents' figure", () => {
  const claim = "Tents are returned within 45 days with the slip [1].";
  const text = "Tents are returned within 30 days with the slip.";
  expect(checkSentence(claim, [passage(text)], "is it 45 days for tents")).toBeNull();
});

test("accepts a claim without a condition that the question already meets", () => {
  const text = "Students pay R 40 a day if they show a valid student card.";
  const question = "i have a valid student card to show, what do students pay";
  expect(isSaid(text, "Students pay R 40 a day [1].", question)).toBe(true);
});
