import { stem } from "../../language/stem.ts";
import { record, type Verdict } from "./verdict.ts";

const between = String.raw`(?: (?:an?|any|the|my|been|even|have|got|yet|in))*`;
/** What a question says is not there, or was not done: "I don't have an alarm", "not sterilised". */
const denial = new RegExp(
  String.raw`(?<!\p{L})(?:(?:no|without|cannot|(?:do|does|did|has|have|had|is|are|was|were|wo|ca)n['’]?t)${between} (\p{L}{4,})|(?:not|never)${between} (\p{L}{3,}ed)(?!\p{L}))`,
  "giu",
);
const negatingWords: ReadonlySet<string> = new Set(["no", "not", "non", "without"]);
const negatingPrefix = /^(?:un|non)(?=\p{L}{4})/u;

const stemOf = (word: string): string => stem(word, "en");

/** The stems of what a question denies. */
export const deniedIn = (question: string): string[] => [
  ...new Set(
    [...question.matchAll(denial)].map(([, thing, done]) => stemOf((thing ?? done ?? "").toLowerCase())),
  ),
];

/** Whether a name denies a word ("unsterilised", "no alarm", "non-member") or affirms it; null if it has no such word. */
function denies(name: string, denied: string): boolean | null {
  const words = name.toLowerCase().split(/[^\p{L}]+/u);
  for (const [at, word] of words.entries()) {
    if (stemOf(word) === denied) return negatingWords.has(words[at - 1] ?? "");
    if (negatingPrefix.test(word) && stemOf(word.replace(negatingPrefix, "")) === denied) return true;
  }
  return null;
}

/** If some names deny what the question denies and others affirm it, the former are meant: "unsterilised dog". */
export function judgeDenials(names: readonly string[], denied: readonly string[], verdicts: Verdict[]): void {
  for (const word of denied) {
    const found = names.map((name) => denies(name, word));
    if (!found.includes(true) || !found.includes(false)) continue;
    for (const [at, isDenied] of found.entries()) {
      const verdict = verdicts[at];
      if (isDenied !== null && verdict !== undefined) record(verdict, isDenied, 1);
    }
  }
}
