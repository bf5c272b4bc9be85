import { toEnglish, wordsInEnglish, type EnglishQuestion } from "../language/bilingual.ts";
import { termsOf } from "../language/analyse.ts";
import type { Language } from "../language/languages.ts";
import { tokenize } from "../language/tokenize.ts";
import { withVariants, type QuestionWord } from "./question.ts";

/** The weight of each further meaning of a foreign word; the first has 1. */
const alternativeWeight = 0.5;

export interface SearchedQuestion {
  english: EnglishQuestion | null;
  /** The text that is searched for. */
  text: string;
  /** Words of it that come from earlier messages. */
  contextTerms: ReadonlySet<string>;
  /** Words of it that are left out if no document contains them. */
  unsure: ReadonlySet<string>;
}

/**
 * If there are English documents, translates a question in a language with a lexicon to English; its own words are kept
 * if some documents may be in that language. Other questions stay as they are. `translation` is a language model's
 * translation, if there is one.
 */
export function inDocumentsLanguage(
  question: string,
  contextWords: ReadonlySet<string>,
  languages: readonly Language[],
  translation?: string,
): SearchedQuestion {
  const english = languages.includes("en") ? toEnglish(question) : null;
  if (english === null) return { english, text: question, contextTerms: contextWords, unsure: new Set() };
  const mayBeInOwn = languages.some((language) => language === english.language || language === "und");
  const own = mayBeInOwn ? wordsOf(question) : [];
  const contextTerms = wordsInEnglish([...contextWords].join(" "), english.language).text;
  if (translation !== undefined) return searchTranslation(english, translation, contextTerms);
  return {
    english,
    text: [english.text, own.join(" ")].join("\n"),
    contextTerms: new Set([...contextWords, ...wordsOf(contextTerms)]),
    unsure: new Set([...english.unsure, ...own]),
  };
}

const wordsOf = (text: string): string[] => tokenize(text).map(({ word }) => word);

/** A language model's translation is searched as if the question had been asked in English. */
function searchTranslation({ language }: EnglishQuestion, asked: string, context: string): SearchedQuestion {
  const words = new Set(wordsOf(asked));
  const contextTerms = new Set(wordsOf(context).filter((word) => !words.has(word)));
  const unsure = new Set<string>();
  const english = { language, text: asked, alternatives: new Map(), unsure, isTranslation: true };
  return { english, text: [asked, [...contextTerms].join(" ")].join("\n"), contextTerms, unsure };
}

/** Adds the further meanings of the foreign words as variants. */
export function withAlternatives(
  words: QuestionWord[],
  english: EnglishQuestion | null,
  languages: readonly Language[],
): QuestionWord[] {
  if (english === null) return words;
  return words.map((word) => {
    const others = (english.alternatives.get(word.word) ?? []).map((each) => each.split(" ").at(-1) ?? "");
    const terms = others.flatMap((other) =>
      tokenize(other).flatMap((token) => languages.flatMap((language) => termsOf(token, language))),
    );
    return withVariants(word, terms, alternativeWeight);
  });
}
