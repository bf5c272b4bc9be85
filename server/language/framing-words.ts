import { answerLanguages } from "./answer-language.ts";
import { readNamed } from "./language-data.ts";

/**
 * Words that only frame a question, such as "what HAPPENS if I NEED to GET…". Because documents rarely contain them,
 * they would outweigh the words that matter, so they count less.
 */
const framingWords: ReadonlySet<string> = new Set(readNamed("words", answerLanguages, "framing"));

/** Whether a lower-case word of a question only frames it, in any of the languages. */
export const framesQuestion = (word: string): boolean => framingWords.has(word);
