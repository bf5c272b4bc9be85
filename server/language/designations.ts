import { stopWordsOf } from "./languages.ts";

/** A letter that names one of several things: the "b" of "grade B". */
export interface Designation {
  /** The noun before it, in the singular and lower case. */
  name: string;
  letter: string;
}

const designation = /(?<!\p{L})(\p{L}{3,}) ([a-z])(?![\p{L}\d'’])/giu;
const singular = (noun: string): string => noun.toLowerCase().replace(/s$/u, "");

/** The designations in a question: "zone C", "is plan b cheaper". */
export const designationsIn = (question: string): Designation[] =>
  [...question.matchAll(designation)].flatMap(([, noun = "", letter = ""]) =>
    stopWordsOf("en").has(noun.toLowerCase()) ? [] : [{ name: singular(noun), letter: letter.toLowerCase() }],
  );

const letters = String.raw`\p{Lu}\d?(?: ?(?:,|&|/|–|-|to|and|or) ?\p{Lu}\d?)*(?![\p{L}\d])`;
const onlyLetters = new RegExp(`^${letters}$`, "u");
const withNoun = new RegExp(String.raw`(?<!\p{L})(\p{L}{3,}) (${letters})`, "gu");
const ofSpan = /(\p{Lu})\d? ?(?:–|-|to) ?(\p{Lu})/gu;

/** The letters that a text has beside a noun ("Grades A to C"), or as a cell below a heading with the noun. */
export function lettersOf(name: string, text: string, heading = ""): Set<string> {
  const isBelow = heading.split(/[^\p{L}]+/u).some((word) => singular(word) === name);
  const beside = [...text.matchAll(withNoun)].flatMap(([, noun = "", list = ""]) =>
    singular(noun) === name ? [list] : [],
  );
  const lists = isBelow && onlyLetters.test(text) ? [text, ...beside] : beside;
  return new Set(lists.flatMap(lettersIn));
}

function lettersIn(list: string): string[] {
  const single = list.match(/\p{Lu}/gu) ?? [];
  const within = [...list.matchAll(ofSpan)].flatMap(([, from = "", to = ""]) => {
    const [first, last] = [from.charCodeAt(0), to.charCodeAt(0)];
    return Array.from({ length: Math.max(0, last - first) }, (_, at) => String.fromCharCode(first + at));
  });
  return [...single, ...within].map((letter) => letter.toLowerCase());
}
