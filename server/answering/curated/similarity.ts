import { expectedAnswers, type ExpectedAnswer } from "../../language/question-type.ts";
import { answerLanguages, detectAnswerLanguage } from "../../language/answer-language.ts";
import { fold } from "../../language/fold.ts";
import { framesQuestion } from "../../language/framing-words.ts";
import { readPhrases } from "../../language/language-data.ts";
import { stem } from "../../language/stem.ts";
import { stopWordsOf, toLanguage } from "../../language/languages.ts";
import { synonymStemsOf } from "../../language/synonyms.ts";
import { tokenize } from "../../language/tokenize.ts";
import { damerauLevenshtein } from "../../retrieval/spelling.ts";

export interface WordOfQuestion {
  word: string;
  term: string;
  /** 1; less for words that only frame the question, more for figures. */
  weight: number;
  synonyms: ReadonlySet<string>;
  /** Contains a digit: a size, a year, an article number. Matches only the same figure. */
  isFigure: boolean;
}

/** A question prepared for comparison with others. */
export type DescribedQuestion = ReturnType<typeof describeQuestion>;

const maxComparedLength = 600;
const maxWords = 40;
const framingWeight = 0.4;
const figureWeight = 1.5;

const negations = new RegExp(
  String.raw`(?<!\p{L})(?:${readPhrases("questions", answerLanguages)("negates")}|\p{L}+n['’]t)(?!\p{L})`,
  "iu",
);

/** Shared, because most of the many words in an index have no synonyms. */
const noTerms: ReadonlySet<string> = new Set();

/** Prepares a question for comparison. Any text is accepted; one without words has an empty key. */
export function describeQuestion(text: string) {
  const question = text.slice(0, maxComparedLength);
  const language = toLanguage(detectAnswerLanguage(question));
  const stopWords = stopWordsOf(language);
  const words: WordOfQuestion[] = [];
  const seen = new Set<string>();
  const key: string[] = [];
  for (const token of tokenize(question)) {
    key.push(fold(token.word));
    const pieces = token.parts.length > 0 && token.kind !== "number" ? token.parts : [token.word];
    for (const piece of pieces) {
      if (stopWords.has(piece) || words.length >= maxWords) continue;
      const isFigure = /\d/.test(piece);
      const term = isFigure ? fold(piece) : stem(piece, language);
      if (term === "" || seen.has(term)) continue;
      seen.add(term);
      const weight = isFigure ? figureWeight : framesQuestion(piece) ? framingWeight : 1;
      const others = language === "en" ? synonymStemsOf(piece) : [];
      const synonyms = others.length === 0 ? noTerms : new Set(others);
      words.push({ word: piece, term, weight, isFigure, synonyms });
    }
  }
  return {
    /** All its words, folded. Questions with the same key have the same words in the same order. */
    key: key.join(" "),
    words,
    expected: expectedAnswers(question),
    isNegated: negations.test(question),
  };
}

const synonymShare = 0.7;
const misspeltShare = 0.9;

/** How similar a word of one question is to a word of another, 0 to 1. */
function wordSimilarity(a: WordOfQuestion, b: WordOfQuestion): number {
  if (a.term === b.term) return 1;
  if (a.isFigure || b.isFigure) return 0;
  if (a.synonyms.has(b.term)) return synonymShare;
  return isMisspelt(a, b) ? misspeltShare : 0;
}

/** One typing error in words from five letters on, two from nine; the first letter is rarely wrong. */
function isMisspelt(a: WordOfQuestion, b: WordOfQuestion): boolean {
  if (a.word[0] !== b.word[0]) return false;
  const shorter = Math.min(a.word.length, b.word.length);
  if (shorter < 5) return false;
  const maxErrors = shorter >= 9 ? 2 : 1;
  return damerauLevenshtein(a.word, b.word, maxErrors) <= maxErrors;
}

/** The certainty for questions with the same words in the same order, and the maximum for others. */
export const sameWords = 0.98;
const maxOverlapScore = 0.95;

/** The confidence that two questions ask the same, 0 to 1. `rarity`: a further weight for each term. */
export function certaintyOf(
  asked: DescribedQuestion,
  known: DescribedQuestion,
  rarity: (term: string) => number = () => 1,
): number {
  if (asked.key !== "" && asked.key === known.key) return sameWords;
  // Only one of them is negated.
  if (asked.isNegated !== known.isNegated) return 0;
  const { figuresDiffer, overlap, shared, onlyAsked, onlyKnown } = compareWords(asked, known, rarity);
  if (figuresDiffer) return 0;
  // If each has a word that the other lacks, they are likely about different things: a tent, a stove.
  const swapped = Math.min(onlyAsked, onlyKnown) > 0.25 ? 0.85 : 1;
  const little = shared < 0.9 ? 0.85 : 1;
  const kinds = kindsAgree(asked.expected, known.expected);
  return Math.min(maxOverlapScore, overlap * kinds * swapped * little);
}

function compareWords(asked: DescribedQuestion, known: DescribedQuestion, rarity: (term: string) => number) {
  const weightOf = ({ term, weight }: WordOfQuestion) => weight * rarity(term);
  const unmatched = new Set(known.words);
  let shared = 0;
  let sharedKnown = 0;
  let figuresDiffer = false;
  for (const word of asked.words) {
    let best = 0;
    let match: WordOfQuestion | undefined;
    for (const other of unmatched) {
      const similarity = wordSimilarity(word, other);
      if (similarity > best) [best, match] = [similarity, other];
    }
    if (match === undefined) {
      figuresDiffer ||= word.isFigure;
      continue;
    }
    unmatched.delete(match);
    shared += best * weightOf(word);
    sharedKnown += best * weightOf(match);
  }
  figuresDiffer ||= [...unmatched].some(({ isFigure }) => isFigure);
  const left = sum(asked.words.map(weightOf));
  const right = sum(known.words.map(weightOf));
  return {
    figuresDiffer,
    /** Share of the weight of the words that both have (Dice), from 0 to 1. */
    overlap: left + right === 0 ? 0 : (shared + sharedKnown) / (left + right),
    /** Weight of the words that only one of them has. */
    onlyAsked: left - shared,
    onlyKnown: right - sharedKnown,
    /** Weight of the words that both have. */
    shared: (shared + sharedKnown) / 2,
  };
}

const sum = (numbers: number[]): number => numbers.reduce((total, each) => total + each, 0);

const decisive = ["date", "number", "money", "duration", "person", "place", "reason"] as const;

/** The factor if one asks for a particular kind of answer and the other does not. */
const oneSided = 0.85;

/** Whether they ask for the same kind of thing (when, where, how much): 1, less if not, 0 if surely not. */
function kindsAgree(a: ReadonlySet<ExpectedAnswer>, b: ReadonlySet<ExpectedAnswer>): number {
  const asked = decisive.filter((kind) => a.has(kind));
  const known = decisive.filter((kind) => b.has(kind));
  if (asked.length === 0 && known.length === 0) return 1;
  const others = asked.filter((kind) => !known.includes(kind)).length;
  const missing = known.filter((kind) => !asked.includes(kind)).length;
  if (others > 0 && missing > 0) return 0;
  return others === asked.length || missing === known.length ? oneSided : 1;
}
