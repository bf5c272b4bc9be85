import { maxQuestionLength } from "../../contract/limits.ts";
import { termsOf, detectLanguage } from "../language/analyse.ts";
import { framesQuestion } from "../language/framing-words.ts";
import { stopWordsOf, type Language } from "../language/languages.ts";
import { tokenize, type Token } from "../language/tokenize.ts";

/** A term of the index that counts as a match for a word of the question, and its weight (at most 1). */
export interface Variant {
  term: string;
  weight: number;
}

/** One content word of the question with all terms that count as a match. */
export interface QuestionWord {
  word: string;
  /** Index among all words of the question. */
  position: number;
  /** 1; less for a word that only frames the question. */
  weight: number;
  /** 1; less for a word that comes from an earlier message. */
  emphasis: number;
  variants: Variant[];
  correction: string | null;
}

/** The terms of the word as written, without synonyms and joined forms. */
export const formsOf = ({ variants }: QuestionWord): string[] =>
  variants.filter(({ weight }) => weight === 1).map(({ term }) => term);

/** The word with these terms as further variants, except those that it has. */
export function withVariants(word: QuestionWord, terms: readonly string[], weight: number): QuestionWord {
  const present = new Set(word.variants.map(({ term }) => term));
  const others = [...new Set(terms).difference(present)].map((term) => ({ term, weight }));
  return others.length === 0 ? word : { ...word, variants: [...word.variants, ...others] };
}

/** Of a question with more different words, the rest is ignored. */
const maxWords = 32;

/** Weights relative to a word of the question (1), measured with evals/retrieval.ts. */
export const questionWeights = {
  /** A word that only frames the question. */
  framing: 0.5,
  synonym: 0.2,
  /** The lexicon's terms for an everyday word or phrase, and for a phrase without a content word. */
  lexicon: 0.5,
  lexiconPhrase: 0.3,
  /** Two words written as one, or one with hyphens written without. */
  joined: 0.5,
};

type QuestionLanguage = ReturnType<typeof languageOf>;

/**
 * The languages to stem words in, and the stop words to leave out: those of the question's language or, if that is
 * unclear, of all languages of the documents. Otherwise "the" would be searched for in documents of an unknown
 * language, and "wat is dit" in any.
 */
function languageOf(question: string, known: readonly Language[]) {
  const languages = known.length === 0 ? (["und"] as const) : known;
  const asked = detectLanguage(question);
  const lists = (asked === "und" ? languages : [asked]).map(stopWordsOf);
  const stopWords = lists.reduce((all, list) => all.union(list));
  return { languages, stopWords };
}

/** The content words of a question, each once, with the terms that documents in these languages are indexed by. */
export function analyseQuestion(text: string, languages: readonly Language[]): QuestionWord[] {
  const question = text.slice(0, maxQuestionLength);
  const speech = languageOf(question, languages);
  const words: QuestionWord[] = [];
  const seen = new Set<string>();
  let previous: QuestionWord | undefined;
  let position = 0;
  for (const token of tokenize(question)) {
    for (const piece of pieces(token)) {
      const word = toWord(piece, position, speech);
      position += 1;
      if (word === null) {
        previous = undefined;
        continue;
      }
      if (token.parts.length > 0) addJoined(word, { ...token, parts: [] }, speech);
      if (previous !== undefined && joinable(previous, word)) {
        const kind = isMeasure(previous, word) ? "code" : piece.kind;
        const joined = { ...piece, kind, word: previous.word + word.word };
        addJoined(previous, joined, speech);
        addJoined(word, joined, speech);
      }
      const key = word.variants[0]?.term ?? "";
      if (!seen.has(key) && words.length < maxWords) words.push(word);
      seen.add(key);
      previous = word;
    }
  }
  return words;
}

/**
 * The emphasis of a word from an earlier message; a word of the question has 1. Together they get at most `contextShare`
 * times the emphasis of the question's own words.
 */
const contextEmphasis = 0.4;
const contextShare = 0.8;

/**
 * Lowers the emphasis of words from earlier messages: "can it be carried over?" is still about what is carried over, but
 * "what about vision exams?" no longer about hearing aids.
 */
export function downweightContext(words: QuestionWord[], contextWords: ReadonlySet<string>): QuestionWord[] {
  const context = new Set(
    [...contextWords].flatMap(tokenize).flatMap((token) => [token.word, ...token.parts]),
  );
  const contextCount = words.filter(({ word }) => context.has(word)).length;
  if (contextCount === 0) return words;
  const ownCount = words.length - contextCount;
  const emphasis =
    ownCount === 0 ? contextEmphasis : Math.min(contextEmphasis, (contextShare * ownCount) / contextCount);
  return words.map((word) => (context.has(word.word) ? { ...word, emphasis } : word));
}

/** Splits a hyphenated compound into its parts; the compound as a whole becomes a variant of each. */
function pieces(token: Token): Token[] {
  const parts = token.parts.filter((part) => part.length > 1);
  if (parts.length === 0) return [token];
  return parts.map((word) => ({
    ...token,
    word,
    parts: [],
    kind: /^\d+$/.test(word) ? "number" : token.kind,
  }));
}

function toWord(token: Token, position: number, speech: QuestionLanguage): QuestionWord | null {
  const variants = termsIn(token, speech).map((term) => ({ term, weight: 1 }));
  if (variants.length === 0) return null;
  const weight = framesQuestion(token.word) ? questionWeights.framing : 1;
  return { word: token.word, position, weight, emphasis: 1, variants, correction: null };
}

/** The terms that a word is indexed by in any of the languages. */
const termsIn = (token: Token, { languages, stopWords }: QuestionLanguage): string[] => [
  ...new Set(languages.flatMap((language) => termsOf(token, language, stopWords))),
];

/** "health care" may be written "healthcare", and "verlof beleid" "verlofbeleid". */
function joinable(a: QuestionWord, b: QuestionWord): boolean {
  if (isMeasure(a, b)) return true;
  return a.word !== b.word && /^\p{L}{3,20}$/u.test(a.word) && /^\p{L}{3,20}$/u.test(b.word);
}

/** A number and a short unit, which documents may write together: "9 kg" and "9kg". */
const isMeasure = (a: QuestionWord, b: QuestionWord): boolean =>
  /^\d{1,5}$/.test(a.word) && /^\p{L}{1,3}$/u.test(b.word);

/** Adds the terms of the joined form as variants. */
function addJoined({ variants }: QuestionWord, token: Token, speech: QuestionLanguage): void {
  for (const term of termsIn(token, speech))
    if (!variants.some((variant) => variant.term === term))
      variants.push({ term, weight: questionWeights.joined });
}
