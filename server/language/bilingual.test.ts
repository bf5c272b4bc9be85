import { expect, test } from "vitest";
import { detectBilingualLanguage, toEnglish } from "./bilingual.ts";

test.each([
  ["af", "Hoeveel dae siekverlof kry ek in drie jaar?"],
  ["zu", "Ibhasi libiza malini ngenyanga?"],
  ["xh", "Ndingafumana njani imali yam?"],
  ["st", "Ke fumana malatsi a makae a khefu?"],
  ["tn", "Ke bona malatsi a le kae a boikhutso mo ngwageng?"],
  ["pt", "Quantos dias de férias tenho por ano?"],
])("a question in %s is told by its words", (language, question) => {
  expect(detectBilingualLanguage(question)).toBe(language);
});

test.each([
  "How many days of leave do I get?",
  "ok thanks a lot",
  "Wie viele Tage Urlaub habe ich?",
  "COVID-19?",
])("%s is in none of these languages", (question) => {
  expect(toEnglish(question)).toBeNull();
});

test("words are put into English; numbers, codes and names stay as they are", () => {
  const english = toEnglish("Hoeveel kos Weaver 50/50 op AB-1234 vir twee maande by Langlyn?");
  expect(english?.text).toContain("how much");
  expect(english?.text).toMatch(/Weaver 50\/50 .*AB-1234 .*two month.*Langlyn/u);
  expect(english?.unsure.has("langlyn")).toBe(true);
});

test("an English word behind a prefix is that word", () => {
  expect(toEnglish("I-Health Plus ikhokha malini ngama-hearing aids?")?.text).toMatch(
    /Health Plus pay .*hearing aids/u,
  );
});
