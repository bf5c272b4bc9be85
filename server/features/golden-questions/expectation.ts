import type { ComparedAnswer, GoldenQuestion } from "../../../contract/golden-questions.ts";
import type { Answer } from "../../answering/answer.ts";
import { fold } from "../../language/fold.ts";
import { normalizeNumber } from "../../language/tokenize.ts";

const number = /\d{1,3}(?:[ \u00a0\u202f,.]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d+)*/gu;

/** Normalizes a text for comparison: "R 2 150,00" and "R2150" become the same, and so do upper and lower case. */
function comparable(text: string): string {
  const plain = fold(text)
    .replace(number, (match) => ` ${normalizeNumber(match)} `)
    .replace(/[^\p{L}\p{N}.]+/gu, " ")
    .replace(/\.(?!\d)/gu, " ");
  return ` ${plain.replace(/\s+/gu, " ").trim()} `;
}

/** Whether the text contains a phrase, or one of its alternatives, as whole words. */
function containsPhrase(text: string, phrase: string): boolean {
  return phrase.split("|").some((alternative) => {
    const wanted = comparable(alternative);
    return wanted.trim() !== "" && text.includes(wanted);
  });
}

/** Whether an answer is as a golden question expects; a message that does not answer the question never is. */
export function isAsExpected(
  { answered, content }: Answer,
  { mustHold, mustNotHold }: Pick<GoldenQuestion, "mustHold" | "mustNotHold">,
): boolean {
  if (!answered) return false;
  const text = comparable(content);
  return (
    mustHold.every((phrase) => containsPhrase(text, phrase)) &&
    !mustNotHold.some((phrase) => containsPhrase(text, phrase))
  );
}

/** Whether two answers are the same to a reader. */
export const isSameAnswer = (one: Answer, other: Answer): boolean =>
  one.answered === other.answered && comparable(one.content) === comparable(other.content);

/** The part of an answer that a comparison shows. */
export const toCompared = ({ answered, content }: Answer): ComparedAnswer => ({ answered, content });
