import { stem } from "../language/stem.ts";
import { stopWordsOf, type Language } from "../language/languages.ts";
import { synonymStemsOf } from "../language/synonyms.ts";
import { detectAnswerLanguage } from "../language/answer-language.ts";
import { lexiconMatches } from "../language/lexicon.ts";
import { tokenize } from "../language/tokenize.ts";
import type { IndexReader, TermRange } from "./index-reader.ts";
import type { KnownTerm } from "./postings-cache.ts";
import { formsOf, questionWeights, withVariants, type QuestionWord, type Variant } from "./question.ts";
import { areForms, corrections, isEnglish, prefixRange, respell, spellingRanges } from "./spelling.ts";

/** The weight of longer words that begin with a word of the question ("coronavirus" for "corona"). */
const prefixWeight = 0.3;
const minPrefixLength = 4;
const maxPrefixed = 12;
/** Only this many unknown words are corrected; more mean that the question is about another subject. */
const maxUnknownWords = 4;

interface ExpandOptions {
  /** In how many chunks a word occurs, at most. */
  frequencyOf: (word: QuestionWord) => number;
  /** The languages of the documents. */
  languages: readonly Language[];
}

/**
 * For words that few or no documents contain, finds other terms of the index: longer words that begin with them, the
 * two parts of a compound or measure, and the correct spelling. A misspelt stop word is left out.
 */
export async function expandRareWords(
  words: QuestionWord[],
  options: ExpandOptions & { index: Pick<IndexReader, "terms">; maxFrequency: number },
): Promise<QuestionWord[]> {
  const { index, frequencyOf, maxFrequency, languages } = options;
  const sparse = words.filter(
    (word) =>
      frequencyOf(word) <= maxFrequency && (/^\p{L}+$/u.test(word.word) || measureOf(word.word) !== null),
  );
  const unknown = new Set(sparse.filter((word) => frequencyOf(word) === 0).slice(0, maxUnknownWords));
  const ranges = sparse.flatMap((word) => {
    const parts = unknown.has(word) ? splitRanges(word.word, languages) : [];
    if (measureOf(word.word) !== null) return parts;
    const spellings = unknown.has(word) ? formsOf(word).flatMap(spellingRanges) : [];
    return [...formsOf(word).flatMap(prefixRanges), ...spellings, ...parts];
  });
  if (ranges.length === 0) return words;
  const known = await index.terms(ranges);
  return words.flatMap((word) => {
    if (!sparse.includes(word)) return [word];
    if (measureOf(word.word) !== null) return split(word, known, languages) ?? [word];
    if (!unknown.has(word)) return [withPrefixed(word, known)];
    return (
      respell(word, languages) ??
      split(word, known, languages) ??
      (isMisspeltStopWord(word, languages) ? [] : [withPrefixed(correct(word, known, languages), known)])
    );
  });
}

/**
 * Adds English synonyms to words that few documents contain. A frequent word needs none, and each synonym costs
 * reading its postings. Synonyms that the question contains itself are left out.
 */
export function withSynonyms(
  words: QuestionWord[],
  { frequencyOf, maxFrequency, languages }: ExpandOptions & { maxFrequency: number },
): QuestionWord[] {
  if (!languages.includes("en")) return words;
  const present = new Set(words.flatMap((word) => word.variants.map((variant) => variant.term)));
  return words.map((word) => {
    if (frequencyOf(word) > maxFrequency) return word;
    const others = synonymStemsOf(word.word).filter((term) => !present.has(term));
    return withVariants(word, others, questionWeights.synonym);
  });
}

/** At most this many terms of the lexicon are read from the index for one question. */
const maxLexiconTerms = 40;
/** Scales the weights of the lexicon's terms for a word that occurs in the documents, which needs them less. */
const knownWordFactor = 0.3;

/**
 * Adds the documents' formal terms for everyday words and phrases of an English question ("money back", "off sick").
 * The terms for a phrase are added to each of its content words; a phrase of function words only ("how much is")
 * becomes a word of its own with a low weight.
 */
export function withLexicon(
  words: QuestionWord[],
  { question, frequencyOf, languages }: ExpandOptions & { question: string },
): QuestionWord[] {
  if (!languages.includes("en") || detectAnswerLanguage(question) !== "en") return words;
  const tokens = tokenize(question).map(({ word }) => word);
  const expanded = new Map(words.map((word) => [word.word, word]));
  const present = new Set(words.flatMap(formsOf));
  const added: QuestionWord[] = [];
  let left = maxLexiconTerms;
  for (const { from, to, formal } of lexiconMatches(tokens)) {
    const variants = formal.flatMap((stems, rank) =>
      stems.map((term): Variant => ({
        term,
        weight: (questionWeights.lexicon * 0.85 ** rank) / Math.sqrt(stems.length),
      })),
    );
    // Terms that the question contains itself are not added.
    const chosen = variants.filter(({ term }) => !present.has(term)).slice(0, left);
    left -= chosen.length;
    if (chosen.length === 0) continue;
    const covered = tokens.slice(from, to).filter((token) => expanded.has(token));
    for (const token of covered) {
      const word = expanded.get(token) as QuestionWord;
      const factor = frequencyOf(word) > 0 ? knownWordFactor : 1;
      const others = chosen.map((variant) => ({ ...variant, weight: variant.weight * factor }));
      expanded.set(token, { ...word, variants: joinVariants(word.variants, others) });
    }
    if (covered.length === 0)
      added.push({
        word: tokens.slice(from, to).join(" "),
        position: from,
        weight: questionWeights.lexiconPhrase,
        emphasis: 1,
        variants: joinVariants([], chosen),
        correction: null,
      });
  }
  return [...words.map((word) => expanded.get(word.word) ?? word), ...added];
}

/** Each term once, with its highest weight. */
function joinVariants(own: Variant[], others: Variant[]): Variant[] {
  const weights = new Map(own.map(({ term, weight }) => [term, weight]));
  for (const { term, weight } of others) weights.set(term, Math.max(weight, weights.get(term) ?? 0));
  return [...weights].map(([term, weight]) => ({ term, weight }));
}

function prefixRanges(term: string): TermRange[] {
  if (term.length < minPrefixLength) return [];
  return [{ ...prefixRange(term), minLength: term.length + 1, maxLength: 48 }];
}

function withPrefixed(word: QuestionWord, known: KnownTerm[]): QuestionWord {
  const present = new Set(word.variants.map((variant) => variant.term));
  const starts = formsOf(word).filter((form) => form.length >= minPrefixLength);
  const longer = known
    .filter(({ term }) => !present.has(term) && starts.some((start) => term.startsWith(start)))
    .toSorted((a, b) => b.versions - a.versions || (a.term < b.term ? -1 : 1))
    .slice(0, maxPrefixed)
    .map(({ term }) => term);
  return withVariants(word, longer, prefixWeight);
}

function correct(word: QuestionWord, known: KnownTerm[], languages: readonly Language[]): QuestionWord {
  const isWord = isEnglish(word, languages);
  const found = formsOf(word).flatMap((term) =>
    corrections(term, known).filter((each) => !isWord || areForms(term, each.term)),
  );
  const [best] = found.toSorted((a, b) => a.distance - b.distance);
  if (best === undefined) return word;
  const variants = found.map(({ term, distance }): Variant => ({ term, weight: distance === 1 ? 0.9 : 0.7 }));
  return {
    ...word,
    variants: [...variants, ...word.variants.filter((variant) => variant.weight < 1)],
    correction: best.term,
  };
}

/** Whether one letter is missing from a stop word ("shuld"). A word of three letters must have no vowel ("wht"). */
function isMisspeltStopWord(questionWord: QuestionWord, languages: readonly Language[]): boolean {
  const { word } = questionWord;
  if (isEnglish(questionWord, languages)) return false;
  if (word.length < 4 && (word.length < 3 || /[aeiouy]/.test(word))) return false;
  const isMisspelt = (stopWord: string) =>
    stopWord.length === word.length + 1 && stopWord[0] === word[0] && isWithoutOne(stopWord, word);
  return languages.some((language) => [...stopWordsOf(language)].some(isMisspelt));
}

function isWithoutOne(longer: string, shorter: string): boolean {
  let at = 0;
  while (at < shorter.length && longer[at] === shorter[at]) at += 1;
  return longer[at] !== "'" && longer.slice(at + 1) === shorter.slice(at);
}

type Halves = [left: string, right: string];

/** The number and the unit of a word such as "3kg", which documents may write apart; null if it is none. */
function measureOf(word: string): Halves | null {
  const [, number = "", unit = ""] = /^(\d+)(\p{L}{1,6})$/u.exec(word) ?? [];
  return unit === "" ? null : [number, unit];
}

const minHalfLength = 4;

/** The possible pairs of words in a compound or measure; German and Afrikaans may join words with an s. */
function halves(word: string): Halves[] {
  const measure = measureOf(word);
  if (measure !== null) return [measure];
  if (word.length > 30) return [];
  const found: Halves[] = [];
  for (let at = minHalfLength; at <= word.length - minHalfLength; at++) {
    const left = word.slice(0, at);
    const right = word.slice(at);
    found.push([left, right]);
    if (left.endsWith("s") && left.length > minHalfLength + 1) found.push([left.slice(0, -1), right]);
  }
  return found;
}

function splitRanges(word: string, languages: readonly Language[]): TermRange[] {
  return halves(word)
    .flat()
    .flatMap((half) => languages.map((language) => stem(half, language)))
    .map((term) => ({ low: term, high: `${term}\u0001`, minLength: term.length, maxLength: term.length }));
}

/** The word as two known halves, of which the shorter is as long as possible; undefined if there are none. */
function split(word: QuestionWord, known: KnownTerm[], languages: readonly Language[]) {
  const terms = new Set(known.map(({ term }) => term));
  const stems = (half: string) =>
    [...new Set(languages.map((language) => stem(half, language)))].filter((term) => terms.has(term));
  const [best] = halves(word.word)
    .filter((pair) => pair.every((half) => stems(half).length > 0))
    .toSorted((a, b) => Math.min(b[0].length, b[1].length) - Math.min(a[0].length, a[1].length));
  return best?.map((half, offset) => ({
    ...word,
    word: half,
    position: word.position + offset / 2,
    variants: stems(half).map((term) => ({ term, weight: 1 })),
    correction: best.join(" "),
  }));
}
