import { rarityOf } from "../../language/common-words.ts";
import { isEnglishMeaning, type BilingualLanguage } from "../../language/bilingual.ts";
import { calendarNamesIn } from "../../language/calendar-names.ts";
import { analyse } from "../../language/analyse.ts";
import { fold } from "../../language/fold.ts";
import { mayDeny, surelyDenies } from "../../language/negation.ts";
import { factsOf } from "../generated/facts.ts";
import { hasNegation } from "../generated/fact-rules.ts";

/** An English word from this rarity on may be a name; a commoner one is translated like any other. */
const minNameRarity = 0.9;

/**
 * Whether a translation has the same numbers, money, dates, times, codes, addresses and names as the English text, and
 * the same negation: the facts that a customer acts on.
 */
export function hasSameFacts(english: string, translation: string, language: BilingualLanguage): boolean {
  const stripped = withoutPrefixes(translation);
  const [here, there] = [factsIn(english, "en"), factsIn(stripped, language)];
  // "One" and "a" are no numbers in English, but may be written as 1.
  there.delete("number:1");
  here.delete("number:1");
  if (here.size !== there.size || [...here].some((fact) => !there.has(fact))) return false;
  return hasSameNames(english, stripped) && hasSameNegation(english, translation, language);
}

function factsIn(text: string, language: BilingualLanguage | "en"): Set<string> {
  // Words such as "daily" and "percent" have no list in the other languages.
  const facts = [...factsOf(text)].filter((fact) => !fact.startsWith("word:"));
  return new Set([...facts, ...[...calendarNamesIn(text, language)].map((name) => `date:${name}`)]);
}

/** Removes the prefixes that Bantu languages put before a borrowed word: "ngo-08:00", "i-Northwind". */
const withoutPrefixes = (text: string): string =>
  text.replace(/(?<![\p{L}\p{N}])\p{L}\p{Ll}{0,5}-(?=[\p{N}\p{Lu}$€£])/gu, (prefix, at: number) =>
    // Kept as a word, so that a name after it does not begin the sentence.
    at === 0 ? `${prefix.slice(0, -1)} ` : "",
  );

const capitals = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}'’&]*/gu;

function capitalWords(text: string): { word: string; isFirst: boolean }[] {
  return [...text.matchAll(capitals)].map(({ 0: word, index }) => {
    const before = text.slice(0, index).trimEnd();
    return { word, isFirst: before === "" || /[.!?:"“]$/u.test(before) };
  });
}

/**
 * Whether the translation contains all names of the English text and adds none. It may have as many new capitalized
 * words as capitalized common English words and dates were translated.
 */
function hasSameNames(english: string, translation: string): boolean {
  const [foldedEnglish, foldedTranslation] = [fold(english), fold(translation)];
  const names = capitalWords(english).filter(({ word, isFirst }) => !isFirst || isNameAtBeginning(word));
  const isKept = ({ word }: { word: string }) => foldedTranslation.includes(fold(word));
  const lost = names.filter((each) => !isKept(each) && calendarNamesIn(each.word, "en").size === 0);
  if (lost.some(({ word }) => isRare(word))) return false;
  const own = capitalWords(translation).filter(
    ({ word, isFirst }) => !isFirst && word.length > 1 && !foldedEnglish.includes(fold(word)),
  );
  return own.length <= lost.length + calendarNamesIn(english, "en").size;
}

function isRare(word: string): boolean {
  const terms = analyse(word, "en").map(({ term }) => term);
  return terms.length > 0 && rarityOf(terms) >= minNameRarity;
}

/** Whether the first word of a sentence is a name: its capital letter alone says nothing. */
function isNameAtBeginning(word: string): boolean {
  if (/.[\p{Lu}\p{N}]/u.test(word)) return true;
  const folded = fold(word);
  return isRare(word) && !isEnglishMeaning(folded) && !isEnglishMeaning(folded.replace(/s$/u, ""));
}

/** "No later than", "only" and words with a negative meaning may be translated with or without a negation. */
const mayBeDenied =
  /\b(?:no|not|only|unless|until|except|forbidden|prohibited|impossible|unable|unavailable|invalid|refus\w+|exclud\w+|lack\w*|fail\w*)\b/iu;

/** Only certain differences count against a translation, because these languages have several forms of negation. */
function hasSameNegation(english: string, translation: string, language: BilingualLanguage): boolean {
  if (hasNegation(english)) return mayDeny(translation, language);
  return mayBeDenied.test(english) || !surelyDenies(translation, language);
}
