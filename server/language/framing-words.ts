import { answerLanguages } from "./answer-language.ts";
import { readNamed } from "./language-data.ts";

/**
 * Words that frame a question rather than say what it is about: "what HAPPENS if I NEED to GET…".
 * Rare in documents, they would outweigh the words that matter; they count less, not nothing.
 */
const framingWords: ReadonlySet<string> = new Set(readNamed("words", answerLanguages, "framing"));

/** Whether a lower-case word of a question only frames it, in any of the languages. */
export function framesQuestion(word: string): boolean {
  return framingWords.has(word);
}
