import type { BilingualLanguage } from "./bilingual.ts";
import { fold } from "./fold.ts";
import { once } from "../caching/once.ts";
import { readLines } from "./language-data.ts";

/** The spellings of each name in the order of the year or week; keys are such as "zu months". */
const namesOf = once(() => {
  const lines = readLines("calendar", "names").map((line) => line.split("\t"));
  return new Map(
    lines.map(([key = "", names = ""]) => [key, names.split(" ").map((each) => each.split("|").map(fold))]),
  );
});

const kinds = ["months", "days"] as const;

/** The English names in full, in lower case. */
export const englishNames = (kind: (typeof kinds)[number]): string[] =>
  (namesOf().get(`en ${kind}`) ?? []).map(([name = ""]) => name);

const abbreviations = once(() => {
  const spellings = kinds.flatMap((kind) => namesOf().get(`en ${kind}`) ?? []);
  return new Map(spellings.flatMap(([name = "", ...short]) => short.map((each) => [each, name] as const)));
});

/** Expands abbreviated English days and months: "Mon", "Sept". */
export const spelledOut = (text: string): string =>
  text.replace(/\b(\p{Lu})(\p{Ll}{2,4})\b/gu, (word, first: string) => {
    const name = abbreviations().get(word.toLowerCase());
    return name === undefined ? word : first + name.slice(1);
  });

const hasWord = (text: string, word: string): boolean =>
  new RegExp(`(?<![\\p{L}])${word}(?![\\p{L}])`, "u").test(text);

/**
 * The months and weekdays that a text names, by their English names. English names count in every language, because
 * people borrow them. In isiZulu and isiXhosa a name may follow prefixes within a word.
 */
export function calendarNamesIn(text: string, language: BilingualLanguage | "en"): Set<string> {
  const folded = fold(text);
  const found = new Set<string>();
  for (const kind of kinds) {
    const own = language === "en" ? undefined : namesOf().get(`${language} ${kind}`);
    for (const [at, name] of englishNames(kind).entries()) {
      // In lower case, "may" is mostly the verb.
      const isEnglish =
        name === "may" ? language === "en" && /(?<!\p{L})May(?!\p{L})/u.test(text) : hasWord(folded, name);
      const isOwn = own?.[at]?.some((each) => isNamed(folded, each, language)) ?? false;
      if (isEnglish || isOwn) found.add(name);
    }
  }
  return found;
}

function isNamed(folded: string, name: string, language: BilingualLanguage | "en"): boolean {
  return language === "zu" || language === "xh" ? folded.includes(name) : hasWord(folded, name);
}
