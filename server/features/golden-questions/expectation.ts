import type { ComparedAnswer } from "../../../contract/golden-questions.ts";
import type { Answer } from "../../answering/extractive/answer.ts";
import { fold } from "../../language/fold.ts";
import { normaliseNumber } from "../../language/tokenise.ts";

/** What an answer has to hold, and what it may not. */
export interface Expectation {
  mustHold: readonly string[];
  mustNotHold: readonly string[];
}

const number = /\d{1,3}(?:[ \u00a0\u202f,.]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d+)*/gu;

/** As it is compared: "R 2 150,00" and "R2150" are the same, and so are words in capital letters. */
function comparable(text: string): string {
  const plain = fold(text)
    .replace(number, (match) => ` ${normaliseNumber(match)} `)
    .replace(/[^\p{L}\p{N}.]+/gu, " ")
    .replace(/\.(?!\d)/gu, " ");
  return ` ${plain.replace(/\s+/gu, " ").trim()} `;
}

/** Whether a phrase, or one of its alternatives, stands in the text as whole words. */
function holdsPhrase(text: string, phrase: string): boolean {
  return phrase.split("|").some((alternative) => {
    const wanted = comparable(alternative);
    return wanted.trim() !== "" && text.includes(wanted);
  });
}

/** Whether an answer is what a golden question wants: only an answer can be. */
export function meets({ answered, content }: Answer, { mustHold, mustNotHold }: Expectation): boolean {
  if (!answered) return false;
  const text = comparable(content);
  return (
    mustHold.every((phrase) => holdsPhrase(text, phrase)) &&
    !mustNotHold.some((phrase) => holdsPhrase(text, phrase))
  );
}

/** Whether two answers tell a reader the same. */
export function saysTheSame(
  one: Pick<Answer, "answered" | "content">,
  other: Pick<Answer, "answered" | "content">,
): boolean {
  return one.answered === other.answered && comparable(one.content) === comparable(other.content);
}

/** What is shown of an answer. */
export const toCompared = ({ answered, content }: Answer): ComparedAnswer => ({ answered, content });
