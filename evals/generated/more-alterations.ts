import { analyse } from "../../server/language/analyse.ts";
import { stopWordsOf } from "../../server/language/languages.ts";
import { knownWords, vectorInQuestion, wordSimilarities } from "../../server/language/word-vectors.ts";
import type { Recording } from "./recordings.ts";

/** Further kinds of errors in a sentence: who, of what, under which condition, two things exchanged. */
export type FurtherKind =
  | "numbers exchanged" | "another subject" | "condition" | "quantifier" | "duty" | "opposite" | "denial" | "party" | "dropped"; // prettier-ignore

export interface Changed {
  kind: FurtherKind;
  written: string;
  says: string;
}

const replacements: [FurtherKind, RegExp, string][] = [
  ["condition", /\bunless\b/u, "if"],
  ["condition", /\bonly if\b/u, "even if not"],
  ["condition", /\bonly\b/u, "also"],
  ["condition", /\bexcept\b/u, "including"],
  ["condition", /(?<=\w )if\b/u, "unless"],
  ["condition", /^If\b/u, "Unless"],
  ["condition", /(?<=\w )when\b/u, "unless"],
  ["condition", /^When\b/u, "Unless"],
  ["condition", /\buntil\b/u, "from"],
  ["condition", /\bfrom\b(?= \d)/u, "until"],
  ["condition", /\binstead of\b/u, "in addition to"],
  ["quantifier", /\ball\b/u, "some"],
  ["quantifier", /\bevery\b/u, "hardly any"],
  ["quantifier", /\beach\b/u, "only one"],
  ["quantifier", /\bany\b/u, "no"],
  ["quantifier", /\bboth\b/u, "neither"],
  ["quantifier", /\bonly\b/u, "always"],
  ["duty", /\bmust\b/u, "may"],
  ["duty", /\bmust\b/u, "need not"],
  ["duty", /\b(?:may|can)\b(?! not)/u, "must"],
  ["duty", /\b(?:has|have) to\b/u, "need not"],
  ["duty", /\bneeds?\b(?= (?:a|an|the|your|to|proof|two|three)\b)/u, "does not need"],
  ["party", /\b[Ww]e pay\b/u, "you pay"],
  ["party", /\b[Yy]ou pay\b/u, "we pay"],
  ["party", /\bby you\b/u, "by us"],
  ["denial", /\b(You|you|They|they|We|we) (?:get|have|pay|receive|need|lose|keep)\b/u, "$1 do not get"],
  ["denial", /\bcosts\b/u, "does not cost"],
  ["denial", /\bapplies\b/u, "does not apply"],
  ["denial", /\bcovers\b/u, "does not cover"],
  ["denial", /\bincludes\b/u, "does not include"],
  ["denial", /\b(?:free of charge|for free|free)\b/u, "at your own cost"],
  ["denial", /\bno (?=\p{L})/u, "a "],
  ["denial", /\bnever\b/u, "always"],
  ["denial", /\bcannot\b/u, "can"],
  ["denial", /\b(?:don't|doesn't|do not|does not)\b/u, "always"],
  ["opposite", /\bpaid\b/u, "unpaid"],
  ["opposite", /\bunpaid\b/u, "paid"],
  ["opposite", /\bincluded\b/u, "excluded"],
  ["opposite", /\binside\b/u, "outside"],
  ["opposite", /\badults?\b/u, "children"],
  ["opposite", /\bchild(?:ren)?\b/u, "adults"],
  ["opposite", /\bfirst\b/u, "last"],
  ["opposite", /\blast\b/u, "first"],
  ["opposite", /\bhigher\b/u, "lower"],
  ["opposite", /\bmonthly\b/u, "yearly"],
  ["opposite", /\bweekdays?\b/u, "weekends"],
  ["opposite", /\bexternal\b/u, "internal"],
]; // prettier-ignore

const number =
  /(?<![\p{L}\d.,[])(?:R ?)?\d{1,3}(?:[ ,]\d{3})+(?:[.,]\d{2})?|(?<![\p{L}\d.,:[])(?:R ?)?\d+(?:[.,]\d+)?(?![\d\]:])/gu;

/** Further changes of a sentence with its citations. */
export function furtherChanges(original: string, recording: Recording): Changed[] {
  return [
    ...replacements.flatMap(([kind, pattern, by]) => {
      const found = pattern.exec(original);
      if (found === null) return [];
      const put = found[0].replace(pattern, by);
      const written =
        original.slice(0, found.index) +
        (found.index === 0 ? capital(put) : put) +
        original.slice(found.index + found[0].length);
      return written === original ? [] : [{ kind, written, says: put }];
    }),
    ...droppedConditions(original, recording.question),
    ...exchangedNumbers(original),
    ...otherSubjects(original, recording),
  ];
}

/** Drops a condition at the end or the beginning, unless the question mentions it and so allows that. */
const conditionAtEnd =
  /,? (?:but )?(?:only |also )?(?:if|unless|provided|except|as long as|tensy|indien|mits)\b[^.;]*(?=(?: \[\d+\])+\.?$)/u;
const conditionAtStart = /^(?:If|Unless|Once|Only if) [^,]{10,80}, /u;

function droppedConditions(original: string, question: string): Changed[] {
  const asked = new Set(analyse(question, "en").map(({ term }) => term));
  return [conditionAtEnd, conditionAtStart].flatMap((pattern) => {
    const found = pattern.exec(original);
    if (found === null || analyse(found[0], "en").some(({ term }) => asked.has(term))) return [];
    const written = capital(original.replace(pattern, ""));
    return written.split(" ").length < 6 ? [] : [{ kind: "dropped" as const, written, says: "" }];
  });
}

const capital = (text: string): string => text.replace(/^\p{Ll}/u, (first) => first.toUpperCase());

/** Swaps two numbers of the same kind. */
function exchangedNumbers(original: string): Changed[] {
  const found = [...original.matchAll(number)].filter(([each]) => each.length > 0);
  for (const [at, one] of found.entries()) {
    const other = found
      .slice(at + 1)
      .find((each) => each[0] !== one[0] && each[0].startsWith("R") === one[0].startsWith("R"));
    if (other === undefined) continue;
    const written =
      original.slice(0, one.index) + other[0] + original.slice(one.index + one[0].length, other.index) + one[0] +
      original.slice(other.index + other[0].length); // prettier-ignore
    return [{ kind: "numbers exchanged", written, says: other[0] }];
  }
  return [];
}

const wordPattern = /(?<![\p{L}\d[])\p{L}{3,}(?![\p{L}\d])/gu;
const minLikeness = 0.45;
const maxPerSentence = 3;

/** Replaces a word of the sentence by a similar word of the passages ("manager" for "supervisor"). */
function otherSubjects(original: string, { passages }: Recording): Changed[] {
  const stop = stopWordsOf("en");
  const own = new Set(analyse(original, "en").map(({ term }) => term));
  const others = new Set(
    passages.flatMap(({ text }) => [...text.matchAll(wordPattern)].map(([word]) => word.toLowerCase())),
  );
  const list: Changed[] = [];
  for (const match of original.matchAll(wordPattern)) {
    const word = match[0];
    const index = indexOf(word);
    if (stop.has(word.toLowerCase()) || index === null || !others.has(word.toLowerCase())) continue;
    const vector = vectorInQuestion(index);
    let best: string | null = null;
    let most = minLikeness;
    for (const other of others) {
      const at = indexOf(other);
      const term = analyse(other, "en")[0]?.term;
      if (at === null || term === undefined || own.has(term) || other.endsWith("s") !== word.endsWith("s"))
        continue;
      const [likeness = 0] = wordSimilarities([vector], [at]);
      if (likeness > most) [best, most] = [other, likeness];
    }
    if (best === null) continue;
    const put = /^\p{Lu}/u.test(word) ? capital(best) : best;
    list.push({
      kind: "another subject",
      written: original.slice(0, match.index) + put + original.slice(match.index + word.length),
      says: put,
    });
  }
  const step = Math.max(1, Math.ceil(list.length / maxPerSentence));
  return list.filter((_, at) => at % step === 0);
}

const known = new Map<string, number | null>();
function indexOf(word: string): number | null {
  const folded = word.toLowerCase();
  let found = known.get(folded);
  if (found === undefined) {
    found = knownWords(folded)[0] ?? null;
    known.set(folded, found);
  }
  return found;
}
