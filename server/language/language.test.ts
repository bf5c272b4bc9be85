import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { analyse, detectLanguage } from "./analyse.ts";
import { sentences } from "./sentences.ts";
import { tokenize } from "./tokenize.ts";

const words = (text: string) => tokenize(text).map(({ word }) => word);
const terms = (text: string, language: "en" | "de" | "fr" | "af" | "pt" | "und") =>
  analyse(text, language).map(({ term }) => term);

describe("words", () => {
  test.each([
    ["R 1 299,00", ["r", "1299"]],
    ["R1,299.50 incl. VAT", ["1299.5", "incl", "vat"]],
    ["1.299,00 €", ["1299"]],
    ["in 2019 300 people", ["in", "2019", "300", "people"]],
    ["section 4.2.1", ["section", "4.2.1"]],
    ["12.50%", ["12.5"]],
    ["AB-1234", ["ab1234"]],
    ["the employee's e-mail", ["the", "employee's", "email"]],
    ["https://example.org/a/b/leave", ["https", "example", "org", "a", "b", "leave"]],
    ["休暇", ["休暇"]],
    ["有給休暇", ["有給", "給休", "休暇"]],
  ])("finds the words of %s", (text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  test("words have valid, ordered offsets in any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        let before = 0;
        for (const { start, end, word } of tokenize(text)) {
          expect(start).toBeGreaterThanOrEqual(before);
          expect(end).toBeLessThanOrEqual(text.length);
          expect(word.length).toBeLessThanOrEqual(60);
          before = start;
        }
        analyse(text, "en");
        analyse(text, "fr");
      }),
    );
  });
});

describe("terms", () => {
  test.each([
    ["en", "The organisations' policies", "the organization's policy"],
    ["en", "colour of the licence", "color of the license"],
    ["de", "Die Kündigungen der Verträge", "Kündigung Vertrag"],
    ["fr", "l’assurance des employés", "assurances employé"],
    ["pt", "as férias dos trabalhadores", "férias trabalhador"],
    ["af", "die werknemers se betalings", "werknemer betaling"],
  ] as const)("stems are equal in %s: %s = %s", (language, a, b) => {
    expect(new Set(terms(a, language))).toEqual(new Set(terms(b, language)));
  });

  test("terms are the same without diacritics", () => {
    expect(terms("résumé", "und")).toEqual(terms("resume", "und"));
    expect(terms("Straße", "und")).toEqual(terms("strasse", "und"));
  });
});

describe("language", () => {
  test.each([
    ["en", "Employees are entitled to leave that has been approved by the manager."],
    ["de", "Die Beschäftigten haben Anspruch auf Urlaub, der vom Vorgesetzten genehmigt wird."],
    ["fr", "Les employés ont droit aux congés qui sont approuvés par le responsable."],
    ["af", "Die werknemer moet die verlofaansoek by die bestuurder indien voordat hy met verlof gaan."],
    ["nl", "De werknemer moet een aanvraag indienen bij de leidinggevende voordat hij met verlof gaat."],
    ["pt", "Os trabalhadores têm direito a férias que são aprovadas pelo responsável."],
    ["und", "AB-1234 99 CD-5678 42"],
    ["und", "従業員は年に二十日の有給休暇を取得できます。"],
    ["und", ""],
  ])("%s: %s", (language, text) => {
    expect(detectLanguage(text)).toBe(language);
  });
});

describe("sentences", () => {
  const split = (text: string) => sentences(text).map(({ start, end }) => text.slice(start, end));
  test.each([
    [
      "Dr. Smith paid R1.50. He left at 3 p.m. on Monday.",
      ["Dr. Smith paid R1.50.", "He left at 3 p.m. on Monday."],
    ],
    ["See e.g. section 3.2. Then sign!", ["See e.g. section 3.2.", "Then sign!"]],
    ["Is it paid? Yes.\nNext line", ["Is it paid?", "Yes.", "Next line"]],
    ["Das gilt z. B. für Azubis. Es gilt.", ["Das gilt z. B. für Azubis.", "Es gilt."]],
    ["休暇は十日です。申請は必要です。", ["休暇は十日です。", "申請は必要です。"]],
    ["", []],
  ])("%s", (text, expected) => {
    expect(split(text)).toEqual(expected);
  });
});

test.each([
  ["R50 000", ["50000"]],
  ["r150", ["150"]],
  ["R 50 000", ["50000"]],
  ["2 100 mg", ["2100", "2", "100", "mg"]],
  ["24th", ["24th", "24"]],
])("finds the words and numbers of %s", (text, expected) => {
  const found = tokenize(text).filter(({ word }) => word !== "r");
  expect(found.flatMap(({ word, parts }) => [word, ...parts])).toEqual(expected);
});
