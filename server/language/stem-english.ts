/**
 * The English stemmer of Snowball (Porter2), step by step as described at https://snowballstem.org. It takes about
 * 1 µs per word; the package's stemmer, which is generated code, takes 15 µs. Both return the same stems.
 */
export function stemEnglish(word: string): string {
  const exception = exceptions.get(word);
  if (exception !== undefined || word.length < 3) return exception ?? word;
  const marked = markConsonants(word.startsWith("'") ? word.slice(1) : word);
  const regions = regionsOf(marked);
  const singular = withoutPlural(withoutApostrophe(marked));
  if (unchanged.has(singular)) return singular.replaceAll("Y", "y");
  let stemmed = withoutPastOrGerund(singular, regions);
  stemmed = /[^aeiouy][yY]$/.test(stemmed) && stemmed.length > 2 ? `${stemmed.slice(0, -1)}i` : stemmed;
  stemmed = replaceEnding(stemmed, secondStep, regions);
  stemmed = replaceEnding(stemmed, thirdStep, regions);
  stemmed = withoutEnding(stemmed, regions);
  return withoutLastLetter(stemmed, regions).replaceAll("Y", "y");
}

const exceptions: ReadonlyMap<string, string> = new Map(
  Object.entries({
    skis: "ski",
    skies: "sky",
    dying: "die",
    lying: "lie",
    tying: "tie",
    idly: "idl",
    gently: "gentl",
    ugly: "ugli",
    early: "earli",
    only: "onli",
    singly: "singl",
    ...Object.fromEntries(
      ["sky", "news", "howe", "atlas", "cosmos", "bias", "andes"].map((word) => [word, word]),
    ),
  }),
);
const unchanged: ReadonlySet<string> = new Set(
  "inning outing canning herring earring proceed exceed succeed".split(" "),
);

/** The start indexes of the regions that an ending must lie in to be removed. */
type Regions = ReturnType<typeof regionsOf>;

/** Writes a y at the beginning or after a vowel, where it is a consonant, as Y. */
function markConsonants(word: string): string {
  if (!word.includes("y")) return word;
  let marked = "";
  for (const letter of word)
    marked += letter === "y" && (marked === "" || isVowel(marked.at(-1))) ? "Y" : letter;
  return marked;
}

const isVowel = (letter: string | undefined): boolean => letter !== undefined && "aeiouy".includes(letter);
const special = /^(?:gener|commun|arsen)/;

function regionsOf(word: string) {
  const r1 = special.exec(word)?.[0].length ?? afterVowelAndConsonant(word, 0);
  return { r1, r2: afterVowelAndConsonant(word, r1) };
}

/** The index after the first consonant that follows a vowel; the end of the word if there is none. */
function afterVowelAndConsonant(word: string, from: number): number {
  let at = from;
  while (at < word.length && !isVowel(word[at])) at += 1;
  while (at < word.length && isVowel(word[at])) at += 1;
  return Math.min(word.length, at + 1);
}

/** Whether a word or the rest of one ends in a short syllable: "rap" does, "bow" does not. */
const endsShort = (word: string): boolean => /[^aeiouy][aeiouy][^aeiouywxY]$|^[aeiouy][^aeiouy]$/.test(word);

const withoutApostrophe = (word: string): string =>
  word.includes("'") ? word.replace(/'s'$|'s$|'$/, "") : word;

function withoutPlural(word: string): string {
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (word.endsWith("ied") || word.endsWith("ies")) return word.slice(0, word.length > 4 ? -2 : -1);
  if (!word.endsWith("s") || word.endsWith("us") || word.endsWith("ss")) return word;
  return /[aeiouy]./s.test(word.slice(0, -1)) ? word.slice(0, -1) : word;
}

const pastOrGerund = ["eedly", "ingly", "edly", "eed", "ing", "ed"];

function withoutPastOrGerund(word: string, { r1 }: Regions): string {
  const ending = pastOrGerund.find((each) => word.endsWith(each));
  if (ending === undefined) return word;
  const rest = word.slice(0, -ending.length);
  if (ending.startsWith("ee")) return rest.length >= r1 ? `${rest}ee` : word;
  if (!/[aeiouy]/.test(rest)) return word;
  if (/(?:at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(rest)) return rest.slice(0, -1);
  return rest.length === r1 && endsShort(rest) ? `${rest}e` : rest;
}

/** An ending, its replacement, and a condition: a pattern for the text before it, or that the ending lies in R2. */
type Ending = readonly [ending: string, instead: string, condition?: RegExp | "R2"];

/** Longest first, because only the longest ending of a word counts. */
const secondStep: readonly Ending[] = [
  ["ational", "ate"],
  ["ization", "ize"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["tional", "tion"],
  ["biliti", "ble"],
  ["lessli", "less"],
  ["entli", "ent"],
  ["ation", "ate"],
  ["alism", "al"],
  ["aliti", "al"],
  ["ousli", "ous"],
  ["iviti", "ive"],
  ["fulli", "ful"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["abli", "able"],
  ["izer", "ize"],
  ["ator", "ate"],
  ["alli", "al"],
  ["bli", "ble"],
  ["ogi", "og", /l$/],
  ["li", "", /[cdeghkmnrt]$/],
];
const thirdStep: readonly Ending[] = [
  ["ational", "ate"],
  ["tional", "tion"],
  ["alize", "al"],
  ["icate", "ic"],
  ["iciti", "ic"],
  ["ative", "", "R2"],
  ["ical", "ic"],
  ["ness", ""],
  ["ful", ""],
];

function replaceEnding(word: string, endings: readonly Ending[], { r1, r2 }: Regions): string {
  for (const [ending, instead, condition] of endings) {
    if (!word.endsWith(ending)) continue;
    const rest = word.slice(0, -ending.length);
    const isMet = condition === "R2" ? rest.length >= r2 : (condition?.test(rest) ?? true);
    return rest.length >= r1 && isMet ? rest + instead : word;
  }
  return word;
}

const endings = "ement ance ence able ible ment ant ent ism ate iti ous ive ize ion al er ic".split(" ");

function withoutEnding(word: string, { r2 }: Regions): string {
  const ending = endings.find((each) => word.endsWith(each));
  if (ending === undefined) return word;
  const rest = word.slice(0, -ending.length);
  return rest.length >= r2 && (ending !== "ion" || /[st]$/.test(rest)) ? rest : word;
}

function withoutLastLetter(word: string, { r1, r2 }: Regions): string {
  const rest = word.slice(0, -1);
  if (word.endsWith("e")) return rest.length >= r2 || (rest.length >= r1 && !endsShort(rest)) ? rest : word;
  return word.endsWith("ll") && rest.length >= r2 ? rest : word;
}
