import { stopWordsOf } from "./languages.ts";

/** A letter that names one of several things: the "b" of "grade B", the "m" of "a unit in M". */
export interface Designation {
  /** The noun before it, in the singular and lower case; "" for a capital letter alone. */
  name: string;
  letter: string;
}

const designation = /(?<!\p{L})(\p{L}{3,}) ([a-z])(?![\p{L}\d'’])/giu;
const singular = (noun: string): string => noun.toLowerCase().replace(/s$/u, "");

/** A capital letter after a word in lower case, other than "I" and the "R" of rand. */
const capitalAlone = /(?<=\p{Ll} )(?![IR])\p{Lu}(?![\p{L}\d'’&.-])/gu;
const size = /(?<!\p{L})(?:size|maat|grootte) ([sml])(?![\p{L}\d'’])/giu;

/** The designations in a question: "zone C", "is plan b cheaper", "what is a M", "size l". */
export function designationsIn(question: string): Designation[] {
  const named = [...question.matchAll(designation)].flatMap(([, noun = "", letter = ""]) =>
    stopWordsOf("en").has(noun.toLowerCase()) ? [] : [{ name: singular(noun), letter: letter.toLowerCase() }],
  );
  const alone = [
    ...(question.match(capitalAlone) ?? []),
    ...[...question.matchAll(size)].map(([, each = ""]) => each),
  ];
  const letters = new Set(alone.map((letter) => letter.toLowerCase()));
  return [...named, ...[...letters].map((letter) => ({ name: "", letter }))];
}

const letters = String.raw`\p{Lu}\d?(?: ?(?:,|&|/|–|-|to|and|or) ?\p{Lu}\d?)*(?![\p{L}\d])`;
const onlyLetters = new RegExp(`^${letters}$`, "u");
const withNoun = new RegExp(String.raw`(?<!\p{L})(\p{L}{3,}) (${letters})`, "gu");
const ofSpan = /(\p{Lu})\d? ?(?:–|-|to) ?(\p{Lu})/gu;

/**
 * The letters that a text has beside a noun ("Grades A to C"), or as a cell below a heading with the noun. Without a
 * noun, the text must be nothing but letters.
 */
export function lettersOf(name: string, text: string, heading = ""): Set<string> {
  if (name === "") return new Set(onlyLetters.test(text) ? lettersIn(text) : []);
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
