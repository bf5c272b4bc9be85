import { likeliestLanguage, scoreAnswerLanguages, type AnswerLanguage } from "./answer-language.ts";
import { fold } from "./fold.ts";
import { readLines } from "./language-data.ts";
import { keepRecent, maxQuestionsAtOnce } from "./recent-map.ts";
import { stem } from "./stem.ts";
import { stopWordsOf } from "./stop-words.ts";

/** Languages from which questions are put into English; each has a lexicon in data/bilingual. */
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
  /** Whether a language model translated it; otherwise the lexicon replaced word by word. */
  isTranslation?: boolean;
}

interface Entry {
  english: string[];
}

interface Lexicon {
  phrases: Map<string, Entry>;
  /** Words without their endings and prefixes. */
  trunks: Map<string, Entry>;
  /** Verb roots, the longest first, by their first letter. */
  roots: Map<string, { root: string; entry: Entry }[]>;
}

const maxPhraseWords = 6;
const minTrunkLength = 3;
const maxQuestionLength = 1_000;
const stemmed: ReadonlySet<BilingualLanguage> = new Set(["af", "pt"]);
const nguni: ReadonlySet<BilingualLanguage> = new Set(["zu", "xh"]);

const lexicons = new Map<BilingualLanguage, Lexicon>();

/** A line of a file: word or phrase, a tab, English words by commas. A leading hyphen marks a verb root. */
function lexiconOf(language: BilingualLanguage): Lexicon {
  const known = lexicons.get(language);
  if (known !== undefined) return known;
  const lexicon: Lexicon = { phrases: new Map(), trunks: new Map(), roots: new Map() };
  for (const line of readLines("bilingual", language)) {
    const [phrase = "", meant = ""] = line.split("\t");
    const english = meant
      .split(",")
      .map((each) => each.trim())
      .filter((each) => each !== "");
    if (english.length === 0) continue;
    if (phrase.startsWith("-")) addRoot(lexicon, fold(phrase.slice(1).trim()), { english });
    else
      addPhrase(
        lexicon,
        language,
        wordsOf(phrase).map(({ folded }) => folded),
        { english },
      );
  }
  for (const roots of lexicon.roots.values()) roots.sort((a, b) => b.root.length - a.root.length);
  lexicons.set(language, lexicon);
  return lexicon;
}

function addRoot({ roots }: Lexicon, root: string, entry: Entry): void {
  if (root.length < 2) return;
  const initial = root[0] ?? "";
  roots.set(initial, [...(roots.get(initial) ?? []), { root, entry }]);
}

function addPhrase(lexicon: Lexicon, language: BilingualLanguage, words: string[], entry: Entry): void {
  const key = words.join(" ");
  if (key === "" || lexicon.phrases.has(key)) return;
  lexicon.phrases.set(key, entry);
  if (words.length !== 1) return;
  for (const trunk of trunksOf(key, language)) {
    if (trunk.length >= minTrunkLength && !lexicon.trunks.has(trunk)) lexicon.trunks.set(trunk, entry);
  }
}

interface Word {
  text: string;
  folded: string;
  /** Begins with a capital letter and is not the first word. */
  isName: boolean;
}

const wordPattern =
  /(?=[\p{L}\p{N}./-]*\p{N})[\p{L}\p{N}]+(?:[-./:,][\p{L}\p{N}]+)*%?|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;

/** Hyphens part words here: "i-appeal" and "ama-hearing aids" are English words behind a prefix. */
function wordsOf(text: string): Word[] {
  return [...text.matchAll(wordPattern)].map((match, index) => ({
    text: match[0],
    folded: fold(match[0]),
    isName: index > 0 && /^\p{Lu}/u.test(match[0]),
  }));
}

const nounPrefix =
  /^(?:aba|ama|imi|izin|izim|izi|iz|isi|is|um|umu|ubu|uku|uk|ulu|ul|ili|il|in|im|ii|oo|aa|o|a|e|i|u)/;
const concord =
  /^(?:nga|ngo|nge|ngu|ng|kwa|kwe|kwi|kwo|kule|kulo|ku|na|ne|no|ya|ye|yo|wa|we|wo|la|le|lwe|lwo|lwa|lo|sa|se|so|za|ze|zo|ba|be|bo|ka|ke|ko|oka|oku|e)/;
const sothoPrefix = /^(?:ba|bo|di|le|ma|me|mo|se|di|tsh|n|m)/;

/** The word without its prefixes and endings: the candidates by which it is looked up, the longest first. */
function trunksOf(word: string, language: BilingualLanguage): string[] {
  if (stemmed.has(language)) return [stem(word, language === "af" ? "af" : "pt")];
  if (!nguni.has(language))
    return [...new Set([word, word.replace(/(?:ng|eng|ing)$/, ""), word.replace(sothoPrefix, "")])];
  const ended = word.replace(/(?:eni|ini|weni|wini|[aeiou])$/, "");
  return [...new Set([ended.replace(nounPrefix, "")])];
}

/** The same for a word in a question, which may have a prefix for "and", "with", "of" or "by". */
function askedTrunks(word: string, language: BilingualLanguage): string[] {
  if (!nguni.has(language)) return trunksOf(word, language);
  const bare = [word, ...[word.replace(concord, "")].filter((each) => each !== word)];
  return [
    ...new Set(
      bare.flatMap((each) => [...trunksOf(each, language), each.replace(/(?:eni|ini|[aeiou])$/, "")]),
    ),
  ];
}

const verbPrefix =
  /^(?:(?:ha|ga|a|ka|nga|se|si|sa|ke|ki|o|u|i|e|ba|le|re|ri|li|lu|lo|di|zi|zo|bu|bo|ku|uku|ukw|ngi|ndi|ni|nd|ng|ya|yo|wa|wo|ma|mo|mi|me|m|n|to|tla|tlo|zo|za|sa|so|yi|wu|ye|we|aba|aku|ana|be|e|te|is|iz|il|in|kun|kuy|ngo|ngok|oku|eku|the|i|zii|zi)*)$/;
const verbSuffix =
  /^(?:a|e|i|o|w|is|el|an|ek|ak|al|il|ets|ets|ol|y|ng|se|ile|itse|ets|ang|eng|ng|iw|elw|isw|wa|we|isa|ela|ana|elo|iso|ini|eni)*$/;

/** Finds a verb by its root between the prefixes for its subject and the suffixes for its form. */
function verbOf(word: string, language: BilingualLanguage, { roots }: Lexicon): Entry | undefined {
  if (stemmed.has(language)) return undefined;
  let best: { root: string; entry: Entry } | undefined;
  for (let at = 0; at < word.length - 1; at++) {
    const before = word.slice(0, at);
    for (const each of roots.get(word[at] ?? "") ?? []) {
      if (each.root.length <= (best?.root.length ?? 1) || !word.startsWith(each.root, at)) continue;
      const after = word.slice(at + each.root.length);
      if (verbPrefix.test(before) && verbSuffix.test(after)) best = each;
    }
  }
  return best?.entry;
}

const compoundJoint = /^s?$/;
const minPartLength = 4;

/** "gehoorapparate": both parts of an Afrikaans compound. */
function compoundOf(word: string, lexicon: Lexicon): Entry[] {
  for (let at = word.length - minPartLength; at >= minPartLength; at--) {
    const [head, tail] = [word.slice(0, at), word.slice(at)];
    const second = lexicon.phrases.get(tail) ?? lexicon.trunks.get(stem(tail, "af"));
    if (second === undefined) continue;
    const first =
      lexicon.phrases.get(head) ??
      (compoundJoint.test(head.slice(-1)) ? lexicon.phrases.get(head.slice(0, -1)) : undefined);
    if (first !== undefined) return [first, second];
  }
  return [];
}

function lookUp(word: Word, language: BilingualLanguage, lexicon: Lexicon): Entry[] {
  const exact = lexicon.phrases.get(word.folded);
  if (exact !== undefined) return [exact];
  if (/\d/.test(word.text)) return [];
  const trunk = askedTrunks(word.folded, language)
    .filter((each) => each.length >= minTrunkLength)
    .map((each) => lexicon.trunks.get(each))
    .find((each) => each !== undefined);
  if (trunk !== undefined && !word.isName) return [trunk];
  const verb = word.isName ? undefined : verbOf(word.folded, language, lexicon);
  if (verb !== undefined) return [verb];
  return language === "af" && !word.isName ? compoundOf(word.folded, lexicon) : [];
}

/** Whether a word is an English function word, which is kept as it is. */
const isEnglishGrammar = (word: string): boolean => stopWordsOf("en").has(word) && word.length > 2;

/**
 * Replaces the words of a question by English ones from the lexicon, so that English documents can be searched. This
 * is no translation. Null for a question in any other language.
 */
export function toEnglish(question: string): EnglishQuestion | null {
  const text = question.slice(0, maxQuestionLength);
  const language = detectBilingualLanguage(text);
  return language === null ? null : wordsInEnglish(text, language);
}

/** The same for words whose language is known. */
export function wordsInEnglish(text: string, language: BilingualLanguage): EnglishQuestion {
  const lexicon = lexiconOf(language);
  const words = wordsOf(text);
  const parts: string[] = [];
  const alternatives = new Map<string, string[]>();
  const unsure = new Set<string>();
  for (let at = 0; at < words.length;) {
    const { entries, length } = entriesAt(words, at, language, lexicon);
    const word = words[at];
    if (
      entries.length === 0 &&
      word !== undefined &&
      (word.text.length > 2 || /\d|\p{Lu}/u.test(word.text))
    ) {
      parts.push(word.text);
      if (!/\d/.test(word.text)) unsure.add(word.text.toLowerCase());
    }
    for (const { english } of entries) {
      const [first = "", ...others] = english;
      parts.push(first);
      const last = first.split(" ").at(-1)?.toLowerCase() ?? "";
      alternatives.set(last, [...(alternatives.get(last) ?? []), ...others]);
    }
    at += length;
  }
  return { language, text: parts.join(" "), alternatives, unsure };
}

function entriesAt(
  words: Word[],
  at: number,
  language: BilingualLanguage,
  lexicon: Lexicon,
): { entries: Entry[]; length: number } {
  for (let length = Math.min(maxPhraseWords, words.length - at); length > 1; length--) {
    const key = words
      .slice(at, at + length)
      .map(({ folded }) => folded)
      .join(" ");
    const entry = lexicon.phrases.get(key);
    if (entry !== undefined) return { entries: [entry], length };
  }
  const word = words[at];
  if (word === undefined || isEnglishGrammar(word.folded)) return { entries: [], length: 1 };
  return { entries: lookUp(word, language, lexicon), length: 1 };
}

/** The weight of a word of the lexicon, where a function word of the language counts 1. */
const lexiconShare = 0.5;
const minScore = 0.9;

/**
 * The language of a question, where it is one of these: by function words, and by the words that the lexicons
 * know and English does not.
 */
export const detectBilingualLanguage = keepRecent(maxQuestionsAtOnce, detectLanguageOfLexicon);

function detectLanguageOfLexicon(question: string): BilingualLanguage | null {
  const scores = scoreAnswerLanguages(question);
  const certain = likeliestLanguage(scores);
  const words = wordsOf(question)
    .filter(({ text }) => !/\d/.test(text))
    .map(({ folded }) => folded);
  const unlike = words.filter(
    (word) => word.length > 3 && !stopWordsOf("en").has(word) && !isEnglishMeaning(word),
  );
  let best: { language: AnswerLanguage; score: number } = {
    language: certain,
    score: scores.get(certain) ?? 0,
  };
  if (certain === "en" || isBilingual(certain))
    best = { language: "en", score: Math.max(minScore, scores.get("en") ?? 0) };
  else return null;
  for (const language of bilingualLanguages) {
    const { phrases } = lexiconOf(language);
    const known = unlike.filter((word) => phrases.has(word)).length;
    const score = (scores.get(language) ?? 0) + lexiconShare * known;
    if (score > best.score) best = { language, score };
  }
  return isBilingual(best.language) ? best.language : null;
}

const isBilingual = (language: AnswerLanguage): language is BilingualLanguage =>
  bilingualLanguages.some((each) => each === language);

let meanings: Set<string> | undefined;

/** Whether any lexicon has the word as a meaning, so that it is known to be English. */
export function isEnglishMeaning(word: string): boolean {
  meanings ??= new Set(
    bilingualLanguages.flatMap((language) =>
      [...lexiconOf(language).phrases.values()].flatMap(({ english }) =>
        english.flatMap((each) => fold(each).split(/[^\p{L}]+/u)),
      ),
    ),
  );
  return meanings.has(word);
}
