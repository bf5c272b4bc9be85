import { expect, test } from "vitest";
import { detectBilingualLanguage, toEnglish } from "./bilingual.ts";

test.each([
  ["af", "Hoeveel dae siekverlof kry ek in drie jaar?"],
  ["zu", "Ibhasi libiza malini ngenyanga?"],
  ["xh", "Ndingafumana njani imali yam?"],
  ["st", "Ke fumana malatsi a makae a khefu?"],
  ["tn", "Ke bona malatsi a le kae a boikhutso mo ngwageng?"],
  ["pt", "Quantos dias de férias tenho por ano?"],
])("detects %s by the words of a question", (language, question) => {
  expect(detectBilingualLanguage(question)).toBe(language);
});

test.each([
  "How many days of leave do I get?",
  "ok thanks a lot",
  "Wie viele Tage Urlaub habe ich?",
  "COVID-19?",
])("does not map %s to English words", (question) => {
  expect(toEnglish(question)).toBeNull();
});

test("maps words to English and keeps numbers, codes and names", () => {
  const english = toEnglish("Hoeveel kos Weaver 50/50 op AB-1234 vir twee maande by Langlyn?");
  expect(english?.text).toContain("how much");
  expect(english?.text).toMatch(/Weaver 50\/50 .*AB-1234 .*two month.*Langlyn/u);
  expect(english?.unsure.has("langlyn")).toBe(true);
});

test("recognizes an English word after a prefix", () => {
  expect(toEnglish("I-Health Plus ikhokha malini ngama-hearing aids?")?.text).toMatch(
    /Health Plus pay .*hearing aids/u,
  );
});
