import { answerLanguages } from "./answer-language.ts";
import { readNamed } from "./language-data.ts";
import { toWords } from "./intent-patterns.ts";

const wordsOf = (text: string): string[] => toWords(text).trim().split(" ");
const wordsNamed = (name: string): ReadonlySet<string> =>
  new Set(readNamed("small-talk", answerLanguages, name).flatMap(wordsOf));

const accepting = wordsNamed("accepts");
const beside = wordsNamed("beside accepts");

/** Whether a message says yes and nothing else: "yes please", "ja asseblief". "Ok thanks" may end a conversation. */
export function saysYes(message: string): boolean {
  const words = wordsOf(message).filter((word) => word !== ".");
  return (
    words.some((word) => accepting.has(word)) &&
    words.every((word) => accepting.has(word) || beside.has(word))
  );
}
