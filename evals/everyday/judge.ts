import { containsKeys } from "./keys.ts";
import type { EverydayQuestion } from "./organizations.ts";

/** An answer longer than this is not an answer to a person on a telephone, whatever it holds. */
const maxAnswerWords = 80;
/** What "This may help" may show in all, quotes and the words around them. */
const maxHelpWords = 120;

const wordsOf = (text: string): number => text.split(/\s+/u).filter(Boolean).length;

/** Whether an answer that was said holds what a right one must. */
export function isRight(row: EverydayQuestion, content: string): boolean {
  return row.expect === "answer" && wordsOf(content) <= maxAnswerWords && containsKeys(row, content);
}

/** Whether "This may help" shows all of that, in few words. */
export function isHelpful(row: EverydayQuestion, words: string, quotes: string[]): boolean {
  const text = [words, ...quotes].join("\n");
  return row.expect === "answer" && wordsOf(text) <= maxHelpWords && containsKeys(row, text);
}
