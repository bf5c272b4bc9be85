import { answerLanguages } from "../../language/answer-language.ts";
import { spelledOut } from "../../language/calendar-names.ts";
import { fold } from "../../language/fold.ts";
import { readEntries } from "../../language/language-data.ts";
import { normalizeNumber } from "../../language/tokenize.ts";
import { inFull } from "../../language/values.ts";

const entries = answerLanguages.flatMap((language) => readEntries("numbers", language));

/** Number words, so that "two weeks" equals "2 weeks". Without "one", which is often no number. */
const numberWords: Readonly<Record<string, string>> = Object.fromEntries(
  entries.flatMap(({ name, text }) => (name === "fact" ? [] : [[fold(text), name]])),
);

/** Any number word, as part of a regular expression. */
export const numberWord = Object.keys(numberWords).join("|");

/** Words that are facts by themselves: parts of dates, magnitudes and frequencies. */
const factWords = new Set(entries.flatMap(({ name, text }) => (name === "fact" ? [text] : [])));

const currencies: readonly [name: string, sign: RegExp][] = [
  // "Price (R)", "Rate (R per night)" head columns of amounts.
  ["zar", /(?<![\p{L}\d])(?:R|ZAR)(?=\s?\d)|\brands?\b|\((?:in )?R(?:\s?(?:\/|per )[^()]*)?(?:, [^()]*)?\)/u],
  ["usd", /US\$|(?<![A-Z])\$(?=\s?\d)|\bUSD\b|\bdollars?\b/u],
  ["eur", /€|\bEUR\b|\beuros?\b/u],
  ["gbp", /£|\bGBP\b|\bpounds? sterling\b/u],
];

const address = /\b[a-z][a-z0-9+.-]*:\/\/[^\s<>"')\]]+|\bwww\.[^\s<>"')\]]+/giu;
const mail = /[\p{L}\d._%+-]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+/giu;
const host = /(?<![\p{L}\d@.-])[\p{L}\d-]+(?:\.[\p{L}\d-]+)*\.\p{L}{2,}(?:\/\S*)?/giu;
const number = /\d{1,3}(?:[ \u00a0\u202f,.'’]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d+)*/gu;
/** Letters and digits in one: model numbers, references, booking codes. */
const code = /[\p{L}\d]+(?:[-_/][\p{L}\d]+)*/gu;
const clockTime = /(?<![\d:])\d{1,2}[:h]\d{2}(?![\d:])/gu;
const telephone = /(?<![\d.,])\+?\(?\d{1,4}\)?(?:[ \u00a0.-]?\d{2,4}){2,4}(?!\d|,\d)/gu;
/** A number with its unit or currency is no code. */
const measure = /^(?:r|zar|usd|eur|gbp)?\d+(?:st|nd|rd|th|ste|de|[a-z]{1,4})?$/u;

/**
 * The facts of a text, which the documents must contain exactly: numbers, prices and their currency, dates, codes,
 * telephone numbers, addresses. They are normalized, so that "R 1,250.00" and "R1250" are equal.
 */
export function factsOf(text: string): Set<string> {
  const facts = new Set<string>();
  let rest = inFull(spelledOut(text.normalize("NFKC")));
  const take = (pattern: RegExp, nameOf: (match: string) => string) => {
    rest = rest.replace(pattern, (match) => {
      facts.add(nameOf(match));
      return " ";
    });
  };
  take(mail, (match) => `at:${match.toLowerCase()}`);
  take(address, (match) => `at:${bareAddress(match)}`);
  take(host, (match) => `at:${bareAddress(match)}`);
  for (const [name, sign] of currencies) if (sign.test(rest)) facts.add(`currency:${name}`);
  for (const [match] of rest.matchAll(code)) {
    // "24-month" is a number with its unit; "COVID-19-related" is the code before it.
    const folded = fold(match)
      .replace(/^(\d+)-(?=\p{L}{3,}$)/u, "$1 ")
      .replace(/-(?:specific|related|based)$/u, "");
    if (/^\d+ \p{L}+$/u.test(folded)) continue;
    if (/\p{L}/u.test(folded) && /\d/u.test(folded) && !measure.test(folded)) facts.add(`code:${folded}`);
    for (const word of folded.split(/[-_/]/)) {
      const value = numberWords[word];
      if (value !== undefined) facts.add(`number:${value}`);
      else if (factWords.has(word)) facts.add(`word:${word}`);
      else if (factWords.has(word.replace(/s$/u, ""))) facts.add(`word:${word.slice(0, -1)}`);
    }
  }
  take(clockTime, (match) => `time:${match.replace("h", ":").replace(/^0(?=\d)/u, "")}`);
  take(telephone, (match) => {
    const digits = match.replace(/\D/g, "");
    // If it is shorter or grouped like a price, it is read as numbers.
    return digits.length >= 9 && !/[.,]/.test(match)
      ? `telephone:${digits.slice(-9)}`
      : addNumbers(facts, match);
  });
  addNumbers(facts, rest);
  return facts;
}

function addNumbers(facts: Set<string>, text: string): string {
  let last = "";
  for (const [match] of text.matchAll(number)) {
    last = `number:${normalizeNumber(match)}`;
    facts.add(last);
  }
  return last;
}

function bareAddress(match: string): string {
  return match
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, "")
    .replace(/^www\./, "")
    .replace(/[.,;:!?/]+$/, "");
}
