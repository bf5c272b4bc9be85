import { termsOf } from "../language/analyse.ts";
import type { Language } from "../language/languages.ts";
import { stopWordsOf } from "../language/stop-words.ts";
import { tokenise } from "../language/tokenise.ts";

/** A term of the index that stands for a word of the question, and how much it counts (at most 1). */
export interface Variant {
  term: string;
  weight: number;
}

/** One content word of the question with all that may stand for it. */
export interface QuestionWord {
  word: string;
  /** Place among all words of the question. */
  position: number;
  variants: Variant[];
  correction: string | null;
}

/** What is read of a question, in UTF-16 code units; and how many different words count. */
const longestQuestion = 4_000;
const mostWords = 32;

/**
 * The content words of a question, each once, as documents in these languages would be indexed.
 * Any text will do: what holds no words gives none.
 */
export function analyseQuestion(question: string, languages: readonly Language[]): QuestionWord[] {
  const words = new Map<string, QuestionWord>();
  const spoken = languages.length === 0 ? (["und"] as const) : languages;
  let position = 0;
  for (const token of tokenise(question.slice(0, longestQuestion))) {
    const terms = new Set<string>();
    for (const language of spoken) {
      for (const term of termsOf(token, language, stopWordsOf(language))) terms.add(term);
    }
    const key = [...terms].join(" ");
    if (terms.size > 0 && !words.has(key) && words.size < mostWords) {
      const variants = [...terms].map((term) => ({ term, weight: 1 }));
      words.set(key, { word: token.word, position, variants, correction: null });
    }
    position += 1;
  }
  return [...words.values()];
}
