import { bilingualLanguages, type BilingualLanguage } from "./bilingual.ts";
import { anyOf, readNamed } from "./language-data.ts";

const signs = new Map(bilingualLanguages.map((language) => [language, readSigns(language)]));

function readSigns(language: BilingualLanguage) {
  const read = (name: string) => readNamed("negations", [language], name);
  const behind = read("not behind");
  const notBehind = behind.length === 0 ? "" : String.raw`(?<!(?<!\p{L})(?:${anyOf(behind)})\s+)`;
  const word = (phrases: string[]) =>
    new RegExp(String.raw`(?<![\p{L}\p{N}])${notBehind}(?:${anyOf(phrases)})(?![\p{L}\p{N}])`, "iu");
  return { sure: word(read("denies")), possible: word([...read("denies"), ...read("may deny")]) };
}

/** Whether a text certainly contains a negation: a word or phrase with no other meaning. */
export const surelyDenies = (text: string, language: BilingualLanguage): boolean =>
  signs.get(language)?.sure.test(text) ?? false;

/** Whether a text may contain a negation. If false, it certainly has none. */
export const mayDeny = (text: string, language: BilingualLanguage): boolean =>
  signs.get(language)?.possible.test(text) ?? true;
