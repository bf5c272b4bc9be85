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
  const lower = name.toLowerCase();
  // Most names lack it, and stems differ from their words in the last letter only.
  if (!lower.includes(denied.slice(0, -1))) return null;
  const words = lower.split(/[^\p{L}]+/u);
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

const nonName = /(?<!\p{L})non[- ]?(\p{L}{3,})/giu;
/** A cheap test for most names. */
const mayBeNon = /non/i;

/** Counts against "Non-member" if another name is "Member" and the question affirms the word: "the member price". */
export function judgeAffirmations(
  names: readonly string[],
  affirmed: ReadonlySet<string>,
  verdicts: Verdict[],
): void {
  for (const [at, name] of names.entries())
    for (const [, word = ""] of (mayBeNon.test(name) ? name : "").toLowerCase().matchAll(nonName)) {
      const verdict = verdicts[at];
      if (verdict === undefined || !affirmed.has(word.replace(/s$/u, ""))) continue;
      if (names.some((other) => countIn(other, [word]) > 0)) record(verdict, false, 1);
    }
}

/** Added to `against` for a row or column that the question excludes. */
export const exclusionWeight = 3;

/** What a name says that it is not: the "member" of "non-member". */
const deniedName = /(?<!\p{L})(?:non[- ]?|(?:no|not|without)[- ])\p{L}+/gu;

function countIn(name: string, words: readonly string[]): number {
  const stated = name.toLowerCase().replace(deniedName, "");
  const own = stated.split(/[^\p{L}]+/u);
  // A short word occurs inside too many others: "app" in "application".
  return words.filter((word) => (word.length > 3 ? stated.includes(word) : own.includes(word))).length;
}

/**
 * Counts against the names that contain most words of an excluded phrase ("not the hospital", "not manual"), unless all
 * do. `names`: the texts of the rows and, if none of them contains a word, their sections; or the column headings.
 */
export function judgeExclusions(
  names: readonly (readonly string[])[],
  excluded: readonly (readonly string[])[],
  verdicts: Verdict[],
): void {
  for (const words of excluded) {
    const counts = names.map((each) => each.map((name) => countIn(name, words)));
    const hits = counts.find((each) => each.some((found) => found > 0)) ?? [];
    const max = Math.max(...hits);
    if (hits.every((each) => each === max)) continue;
    for (const [at, verdict] of verdicts.entries()) if (hits[at] === max) verdict.against += exclusionWeight;
  }
}
