import { describe, expect, test } from "vitest";
import type { BilingualLanguage } from "../../language/bilingual.ts";
import { hasSameFacts } from "./same-facts.ts";

const faithful: [BilingualLanguage, string, string][] = [
  ["af", "The fee is R 1,250.00 from 1 March.", "Die fooi is R 1 250,00 vanaf 1 Maart."],
  ["pt", "You have two weeks until Friday.", "Tem 2 semanas até sexta-feira."],
  ["zu", "Northwind Standard costs $65.00 per paycheck.", "I-Northwind Standard ibiza u-$65.00 eholweni."],
  ["zu", "We are open on Monday from 08:00.", "Sivula ngoMsombuluko ngo-08:00."],
  ["xh", "Call 0800 123 456 in January.", "Tsalela ku-0800 123 456 ngoJanuwari."],
  ["st", "Human Resources answers within 5 days.", "Ba Human Resources ba araba matsatsing a 5."],
  ["tn", "Send form HR-12 to leave@example.org.", "Romela foromo HR-12 go leave@example.org."],
  ["af", "Human Resources approves leave.", "Menslike Hulpbronne keur verlof goed."],
  ["af", "Dogs are not allowed.", "Honde word nie toegelaat nie."],
  ["pt", "You may not cancel after 30 days.", "Não pode cancelar após 30 dias."],
  ["zu", "The fee is not refunded.", "Imali ayibuyiselwa."],
  ["zu", "Dogs are not allowed.", "Izinja azivunyelwe."],
  ["zu", "Employees work until Friday.", "Abasebenzi basebenza kuze kube nguLwesihlanu."],
  ["zu", "You may cancel within 30 days.", "Ungakhansela ezinsukwini ezingu-30."],
  ["xh", "You will not be charged.", "Awusayi kuhlawuliswa."],
  ["xh", "Parents collect their children.", "Abazali bathatha abantwana babo."],
  ["st", "You do not pay for delivery.", "Ha o lefelle ho romelwa."],
  ["st", "If you are ill you phone your manager.", "Ha o kula o letsetsa mookamedi wa hao."],
  ["tn", "We do not work on Sunday.", "Ga re dire ka Tshipi."],
  ["tn", "Pay after buying the goods.", "Duela morago ga go reka dithoto."],
];

const altered: [string, BilingualLanguage, string, string][] = [
  ["another amount", "af", "The fee is R 1,250.00.", "Die fooi is R 1 350,00."],
  ["another currency", "pt", "The fee is R 500.", "A taxa é de US$ 500."],
  ["another weekday", "zu", "We are open on Monday.", "Sivula ngoLwesibili."],
  ["another month", "tn", "It ends in March.", "Go fela ka Moranang."],
  ["a missing number", "xh", "You get 15 days.", "Ufumana iintsuku."],
  ["another code", "st", "Use form HR-12.", "Sebedisa foromo HR-21."],
  ["another company", "zu", "Northwind pays for it.", "I-Southwind iyakhokha."],
  ["an extra name", "tn", "The refund is paid.", "Madi a duelwa ke Makro."],
  ["the opposite", "af", "Dogs are not allowed.", "Honde word toegelaat."],
  ["the opposite", "pt", "You may cancel.", "Não pode cancelar."],
  ["the opposite", "zu", "Dogs are not allowed.", "Izinja zivunyelwe."],
  ["the opposite", "zu", "You pay for delivery.", "Awukhokhi ukulethwa."],
  ["the opposite", "zu", "You will be paid.", "Ngeke ukhokhelwe."],
  ["the opposite", "xh", "We do not open on Monday.", "Sivula ngoMvulo."],
  ["the opposite", "xh", "You pay for delivery.", "Awuhlawuli ukuziswa."],
  ["the opposite", "st", "You do not pay for delivery.", "O lefella ho romelwa."],
  ["the opposite", "st", "The deposit is refunded.", "Depositi eseng e kgutliswang."],
  ["the opposite", "tn", "We do not work on Sunday.", "Re dira ka Latshipi."],
  ["the opposite", "tn", "You pay for delivery.", "Ga o duelele go romelwa."],
];

describe("a translation", () => {
  test.each(faithful)(
    "accepts a translation into %s with the same facts: %s",
    (language, english, translation) => {
      expect(hasSameFacts(english, translation, language)).toBe(true);
    },
  );
  test.each(altered)("rejects a translation with %s (%s): %s", (_what, language, english, translation) => {
    expect(hasSameFacts(english, translation, language)).toBe(false);
  });
});
