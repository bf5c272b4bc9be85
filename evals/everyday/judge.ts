import { containsKeys } from "./keys.ts";
import type { EverydayQuestion } from "./organizations.ts";

/** A longer answer is wrong, whatever it contains: it is too long for a person on a phone. */
const maxAnswerWords = 80;
/** The maximum for all of "This may help": quotes and the words around them. */
const maxHelpWords = 120;

const wordsOf = (text: string): number => text.split(/\s+/u).filter(Boolean).length;

/** Whether an answer is short enough and contains what a right one must. */
export function isRight(row: EverydayQuestion, content: string): boolean {
  return row.expect === "answer" && wordsOf(content) <= maxAnswerWords && containsKeys(row, content);
}

/** Whether "This may help" is short enough and contains the same. */
export function isHelpful(row: EverydayQuestion, words: string, quotes: string[]): boolean {
  const text = [words, ...quotes].join("\n");
  return row.expect === "answer" && wordsOf(text) <= maxHelpWords && containsKeys(row, text);
}
