import { analyse, detectLanguage } from "../../language/analyse.ts";
import { spelledOut } from "../../language/calendar-names.ts";
import { rarityOf } from "../../language/common-words.ts";
import { fold } from "../../language/fold.ts";
import { stopWordsOf, toLanguage, type Language } from "../../language/languages.ts";
import { synonymStemsOf } from "../../language/synonyms.ts";
import type { RetrievedPassage } from "../../retrieval/passage.ts";
import { numberWord } from "./facts.ts";

/** Rarer words must be in the passages or the question. */
const commonRarity = 0.7;

/** A word that is spelled letter by letter would evade every check of words. */
export function isSpelledOut(text: string): boolean {
  return /(?:(?<![\p{L}\p{N}])[\p{L}\p{N}](?![\p{L}\p{N}])[^\p{L}\p{N}]*){4,}/u.test(text);
}

/**
 * The uncommon words of a claim that neither the passages nor the question have: names, code words, words of another
 * subject. Names are recognized by their capital letter.
 */
export function unknownWords(text: string, passages: readonly RetrievedPassage[], question: string) {
  const texts = passages.flatMap((passage) => [passage.documentName, ...passage.headingPath, passage.text]);
  const known = [question, ...texts].map(spelledOut).join("\n");
  const ofPassages = passages.map(({ language }) => toLanguage(language));
  const languages = new Set<Language>(["en", detectLanguage(text), ...ofPassages]);
  const knownWords = new Set(fold(known).split(notInWord));
  const termsIn = (part: string) =>
    [...languages].flatMap((language) => analyse(part, language).map(({ term }) => term));
  const stems = new Set(termsIn(known));
  const names: string[] = [];
  const words: string[] = [];
  const own = spelledOut(text).replace(contracted, "");
  for (const [at, word] of own.split(notInWord).entries()) {
    // Numbers and amounts ("R4,380" is split at its comma) are compared as facts.
    if (word.length < 2 || /^R?\d+$/.test(word) || isNumberWord.test(word)) continue;
    if (knownWords.has(fold(word)) || everyday.has(word.toLowerCase())) continue;
    if ([...languages].some((language) => stopWordsOf(language).has(word.toLowerCase()))) continue;
    const terms = termsIn(word);
    if (terms.some((term) => stems.has(term))) continue;
    const rarity = rarityOf(terms);
    const isUnrelated = rarity > commonRarity && !isRelated(word, knownWords, stems);
    // The first word may be a name, too, if it is not a known word.
    const mayBeName = at > 0 || (isUnrelated && rarity === 1 && !/(?:ing|ed|ly|s)$/u.test(word));
    if (/^\p{Lu}/u.test(word) && mayBeName) names.push(word);
    else if (isUnrelated) words.push(word);
  }
  return { names, words };
}

const notInWord = /[^\p{L}\p{M}\p{N}]+/u;
/** The contracted word of "don't", "you've", "that's". */
const contracted = /(?<=\p{L})(?:n['’]t|['’](?:s|ve|ll|re|d|m))(?!\p{L})/giu;
const isNumberWord = new RegExp(`^(?:${numberWord})$`, "iu");
/** Comparisons follow from the passages without being stated there; the other words have no content of their own. */
const everyday = new Set(
  (
    "lowest highest cheapest dearest longest shortest soonest latest earliest fastest cheaper dearer earlier later told says " +
    "nothing nobody everyone everybody everything anyone anybody anything someone somebody something else plus " +
    "meanwhile ahead got put already together altogether whichever whatever whoever however " +
    "though although besides anyway somewhere anywhere elsewhere ever yourself itself themselves"
  ).split(" "),
);
const minPrefixLength = 5;

/** Whether a known word is related: "rent" for "rental", "moved" for "transferred". */
function isRelated(word: string, known: ReadonlySet<string>, stems: ReadonlySet<string>): boolean {
  if (synonymStemsOf(word.toLowerCase()).some((other) => stems.has(other))) return true;
  const folded = fold(word);
  const beginning = folded.slice(0, Math.max(minPrefixLength, folded.length - 5));
  if (folded.length <= minPrefixLength) return false;
  const isForm = (other: string) => folded.startsWith(other) && folded.length - other.length <= 4;
  return [...known].some((other) => other.length > 3 && (other.startsWith(beginning) || isForm(other)));
}
