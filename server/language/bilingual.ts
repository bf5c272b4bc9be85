import { likeliestLanguage, scoreAnswerLanguages } from "./answer-language.ts";
import { fold } from "./fold.ts";
import { readLines } from "./language-data.ts";
import { once } from "../caching/once.ts";
import { keepRecent, maxQuestionsAtOnce } from "../caching/recent-map.ts";
import { stem } from "./stem.ts";
import { stopWordsOf } from "./languages.ts";

/** Languages whose questions are mapped to English words; each has a lexicon in data/bilingual. */
export const bilingualLanguages = ["af", "pt", "zu", "xh", "st", "tn"] as const;
export type BilingualLanguage = (typeof bilingualLanguages)[number];

/** A question in English words, to search English documents. */
export interface EnglishQuestion {
  /** The language it was asked in. */
  language: BilingualLanguage;
  /** English words in the order of the question; numbers, codes and names as they were written. */
  text: string;
  /** Other meanings of the original word, by the lower-case word of `text`. */
  alternatives: Map<string, string[]>;
  /** Lower-case words of `text` that the lexicon lacks: names, loan words or foreign words. */
  unsure: Set<string>;
  /** Whether a language model translated it; otherwise the lexicon replaced it word by word. */
  isTranslation?: boolean;
}

/** English meanings of a word or phrase, the likeliest first, separated by commas as in the file. */
type Meanings = string;

type Lexicon = ReturnType<typeof readLexicon>;

const meaningsIn = (meanings: Meanings): string[] => meanings.split(",").map((each) => each.trim());

const maxPhraseWords = 6;
const minBareLength = 3;
const maxTranslatedLength = 1_000;
/** Languages with a stemmer that removes endings; the others also use prefixes, and have no stemmer. */
const stemmed: ReadonlySet<BilingualLanguage> = new Set(["af", "pt"]);
/** isiZulu and isiXhosa, which have the same prefixes. */
const nguni: ReadonlySet<BilingualLanguage> = new Set(["zu", "xh"]);

const lexiconOf = keepRecent(bilingualLanguages.length, readLexicon);

/** Each line has a word or phrase, a tab, and English words separated by commas. A leading hyphen marks a verb root. */
function readLexicon(language: BilingualLanguage) {
  const phrases = new Map<string, Meanings>();
  const roots: { root: string; meanings: Meanings }[] = [];
  for (const line of readLines("bilingual", language)) {
    const [phrase = "", meanings = ""] = line.split("\t");
    const key = keyOf(phrase);
    if (phrase.startsWith("-")) roots.push({ root: key, meanings });
    else if (key !== "" && !phrases.has(key)) phrases.set(key, meanings);
  }
  const longestFirst = roots
    .filter(({ root }) => root.length >= 2)
    .toSorted((a, b) => b.root.length - a.root.length);
  return {
    /** Keys are the folded words of a phrase, joined by spaces. */
    phrases,
    /** Keys are the forms that `bareFormsOf` returns. Computed for the language of a question only. */
    bareWords: once(() => bareWordsOf(phrases, language)),
    /** Verb roots by first letter, the longest first. */
    roots: Map.groupBy(longestFirst, ({ root }) => root.slice(0, 1)),
  };
}

/** Most entries are plain words already: these need no splitting, which takes five times as long. */
const keyOf = (phrase: string): string =>
  /^[a-z]+(?: [a-z]+)*$/u.test(phrase) ? phrase : foldedText(wordsOf(phrase));

const foldedText = (words: readonly Word[]): string => words.map(({ folded }) => folded).join(" ");

function bareWordsOf(phrases: ReadonlyMap<string, Meanings>, language: BilingualLanguage) {
  const bareWords = new Map<string, Meanings>();
  for (const [key, meanings] of phrases) {
    if (key.includes(" ")) continue;
    for (const bare of bareFormsOf(key, language))
      if (bare.length >= minBareLength && !bareWords.has(bare)) bareWords.set(bare, meanings);
  }
  return bareWords;
}

type Word = ReturnType<typeof wordsOf>[number];

const wordPattern =
  /(?=[\p{L}\p{N}./-]*\p{N})[\p{L}\p{N}]+(?:[-./:,][\p{L}\p{N}]+)*%?|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;

/** Splits at hyphens too, because "i-appeal" and "ama-hearing aids" are English words after a prefix. */
function wordsOf(text: string) {
  return [...text.matchAll(wordPattern)].map((match, index) => ({
    text: match[0],
    folded: fold(match[0]),
    /** Begins with a capital letter and is not the first word. */
    isName: index > 0 && /^\p{Lu}/u.test(match[0]),
  }));
}

/** Noun class prefixes of isiZulu and isiXhosa: "um-" for a person, "ama-" for several things. */
const nounPrefix =
  /^(?:aba|ama|imi|izin|izim|izi|iz|isi|is|um|umu|ubu|uku|uk|ulu|ul|ili|il|in|im|ii|oo|aa|o|a|e|i|u)/;
/** Prefixes for "and", "with", "of", "by" and "in", which these languages attach to the noun. */
const concord =
  /^(?:nga|ngo|nge|ngu|ng|kwa|kwe|kwi|kwo|kule|kulo|ku|na|ne|no|ya|ye|yo|wa|we|wo|la|le|lwe|lwo|lwa|lo|sa|se|so|za|ze|zo|ba|be|bo|ka|ke|ko|oka|oku|e)/;
/** Locative endings ("-ini"), or the final vowel of a noun. */
const nounEnding = /(?:eni|ini|[aeiou])$/;
/** Noun class prefixes of Sesotho and Setswana. */
const sothoPrefix = /^(?:ba|bo|di|le|ma|me|mo|se|tsh|n|m)/;

/** The forms of a word without prefixes and endings, by which it is looked up. */
function bareFormsOf(word: string, language: BilingualLanguage): string[] {
  if (stemmed.has(language)) return [stem(word, language === "af" ? "af" : "pt")];
  if (nguni.has(language))
    return [word.replace(/(?:eni|ini|weni|wini|[aeiou])$/, "").replace(nounPrefix, "")];
  return [...new Set([word, word.replace(/(?:ng|eng|ing)$/, ""), word.replace(sothoPrefix, "")])];
}

/** As `bareFormsOf`, for a word of a question, which may begin with a prefix for "and", "with", "of" or "by". */
function questionFormsOf(word: string, language: BilingualLanguage): string[] {
  if (!nguni.has(language)) return bareFormsOf(word, language);
  const withoutConcord = new Set([word, word.replace(concord, "")]);
  return [...withoutConcord].flatMap((each) => [
    ...bareFormsOf(each, language),
    each.replace(nounEnding, ""),
  ]);
}

/** Prefixes of a verb root: subject, object, tense and negation. */
const verbPrefix =
  /^(?:(?:ha|ga|a|ka|nga|se|si|sa|ke|ki|o|u|i|e|ba|le|re|ri|li|lu|lo|di|zi|zo|bu|bo|ku|uku|ukw|ngi|ndi|ni|nd|ng|ya|yo|wa|wo|ma|mo|mi|me|m|n|to|tla|tlo|za|so|yi|wu|ye|we|aba|aku|ana|be|te|is|iz|il|in|kun|kuy|ngo|ngok|oku|eku|the|zii)*)$/;
/** Suffixes of a verb root, such as passive, "for someone", "can be" and past tense. */
const verbSuffix =
  /^(?:a|e|i|o|w|is|el|an|ek|ak|al|il|ets|ol|y|ng|se|ile|itse|ang|eng|iw|elw|isw|wa|we|isa|ela|ana|elo|iso|ini|eni)*$/;

/** Finds a verb by its root between the prefixes for its subject and the suffixes for its form. */
function verbOf(word: string, language: BilingualLanguage, { roots }: Lexicon): Meanings | undefined {
  if (stemmed.has(language)) return undefined;
  let best: { root: string; meanings: Meanings } | undefined;
  for (let at = 0; at < word.length - 1; at++) {
    const before = word.slice(0, at);
    for (const each of roots.get(word[at] ?? "") ?? []) {
      if (each.root.length <= (best?.root.length ?? 1) || !word.startsWith(each.root, at)) continue;
      const after = word.slice(at + each.root.length);
      if (verbPrefix.test(before) && verbSuffix.test(after)) best = each;
    }
  }
  return best?.meanings;
}

const minPartLength = 4;

/** The meanings of both parts of an Afrikaans compound, which an s may join: "gehoor-apparate", "verkoop-s-prys". */
function compoundOf(word: string, { phrases, bareWords }: Lexicon): Meanings[] {
  for (let at = word.length - minPartLength; at >= minPartLength; at--) {
    const [head, tail] = [word.slice(0, at), word.slice(at)];
    const second = phrases.get(tail) ?? bareWords().get(stem(tail, "af"));
    const first = phrases.get(head) ?? (head.endsWith("s") ? phrases.get(head.slice(0, -1)) : undefined);
    if (first !== undefined && second !== undefined) return [first, second];
  }
  return [];
}

/** The meanings of a word. A name is looked up only as it is written: the name "Naledi" does not mean "star". */
function lookUp(word: Word, language: BilingualLanguage, lexicon: Lexicon): Meanings[] {
  const exact = lexicon.phrases.get(word.folded);
  if (exact !== undefined) return [exact];
  if (/\d/.test(word.text) || word.isName) return [];
  const bare = questionFormsOf(word.folded, language)
    .map((each) => lexicon.bareWords().get(each))
    .find((each) => each !== undefined);
  const found = bare ?? verbOf(word.folded, language, lexicon);
  if (found !== undefined) return [found];
  return language === "af" ? compoundOf(word.folded, lexicon) : [];
}

/**
 * Replaces the words of a question with English words from the lexicon, for the search of English documents. This is
 * not a translation. Null if the question is in none of `bilingualLanguages`.
 */
export function toEnglish(question: string): EnglishQuestion | null {
  const text = question.slice(0, maxTranslatedLength);
  const language = detectBilingualLanguage(text);
  return language === null ? null : wordsInEnglish(text, language);
}

/** As `toEnglish`, for a text whose language is known. */
export function wordsInEnglish(text: string, language: BilingualLanguage): EnglishQuestion {
  const lexicon = lexiconOf(language);
  const words = wordsOf(text);
  const parts: string[] = [];
  const alternatives = new Map<string, string[]>();
  const unsure = new Set<string>();
  for (let at = 0; at < words.length;) {
    const { meanings, length } = meaningsAt(words, at, language, lexicon);
    const { text: own } = words[at] ?? { text: "" };
    if (meanings.length === 0 && (own.length > 2 || /\d|\p{Lu}/u.test(own))) {
      parts.push(own);
      if (!/\d/.test(own)) unsure.add(own.toLowerCase());
    }
    for (const [first = "", ...others] of meanings.map(meaningsIn)) {
      parts.push(first);
      const last = first.split(" ").at(-1)?.toLowerCase() ?? "";
      alternatives.set(last, [...(alternatives.get(last) ?? []), ...others]);
    }
    at += length;
  }
  return { language, text: parts.join(" "), alternatives, unsure };
}

/** The meanings of the longest phrase that begins at this word, or else of the word or its parts. */
function meaningsAt(words: Word[], at: number, language: BilingualLanguage, lexicon: Lexicon) {
  for (let length = Math.min(maxPhraseWords, words.length - at); length > 1; length--) {
    const meanings = lexicon.phrases.get(foldedText(words.slice(at, at + length)));
    if (meanings !== undefined) return { meanings: [meanings], length };
  }
  const word = words[at];
  const isEnglish = word === undefined || (stopWordsOf("en").has(word.folded) && word.folded.length > 2);
  return { meanings: isEnglish ? [] : lookUp(word, language, lexicon), length: 1 };
}

/** The weight of a word in the lexicon, relative to a function word of the language. */
const lexiconShare = 0.5;
const minScore = 0.9;

/**
 * The language of a question if it is one of `bilingualLanguages`, otherwise null. Counts function words, and words
 * that a lexicon has and English does not.
 */
export const detectBilingualLanguage = keepRecent(maxQuestionsAtOnce, (question: string) => {
  const scores = scoreAnswerLanguages(question);
  const byFunctionWords = likeliestLanguage(scores);
  // A language without a lexicon, such as German.
  if (byFunctionWords !== "en" && !bilingualLanguages.some((each) => each === byFunctionWords)) return null;
  const nonEnglish = wordsOf(question)
    .filter(({ text }) => !/\d/.test(text))
    .map(({ folded }) => folded)
    .filter((word) => word.length > 3 && !stopWordsOf("en").has(word) && !isEnglishMeaning(word));
  let best: BilingualLanguage | null = null;
  let bestScore = Math.max(minScore, scores.get("en") ?? 0);
  for (const language of bilingualLanguages) {
    const { phrases } = lexiconOf(language);
    const known = nonEnglish.filter((word) => phrases.has(word)).length;
    const score = (scores.get(language) ?? 0) + lexiconShare * known;
    if (score > bestScore) [best, bestScore] = [language, score];
  }
  return best;
});

const englishMeanings = once(() => {
  const texts = bilingualLanguages.map((language) => [...lexiconOf(language).phrases.values()].join(" "));
  return new Set(texts.flatMap((text) => fold(text).split(/[^\p{L}]+/u)));
});

/** Whether a lexicon has the word in an English meaning, so that it is known to be an English word. */
export const isEnglishMeaning = (word: string): boolean => englishMeanings().has(word);
