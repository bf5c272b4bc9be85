import { readEntries } from "./language-data.ts";

/** Words and phrases by what they ask of a table: the data for answering/tables/question-operators.ts. */
const entries = Map.groupBy(readEntries("tables", "en"), ({ name }) => name);

const wordsOf = (name: string): string[] => (entries.get(name) ?? []).map(({ text }) => text);

const phrase = (name: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${wordsOf(name).join("|")})(?![\\p{L}\\p{N}])`, "iu");

/** The direction of a superlative, and what it compares; `any`: whatever the question asks for. */
export interface Superlative {
  direction: "min" | "max";
  over: "money" | "speed" | "mass" | "size" | "time" | "hour" | "percent" | "any";
  words: RegExp;
}

/** In order: the first that is found decides. */
export const superlatives: readonly Superlative[] = [...entries.keys()].flatMap((name) => {
  const [direction, over] = name.split(" ");
  if (direction !== "min" && direction !== "max") return [];
  return [{ direction, over: over as Superlative["over"], words: phrase(name) }];
});

/** Asks for one or several of the rows, not for a value of one. */
export const choosing = phrase("chooses");
/** What people want things to be free of, as a regular expression. */
export const freedOf = wordsOf("free of").join("|");
/** Headings in a price list whose numbers are not money. */
export const counting = phrase("counts");
/** Makes a number a minimum: "who may approve 95 000", "which hall holds 250". */
export const capacity = phrase("needs at least");

/** Headings of columns that contain a capacity. */
export const capacityHeading =
  /(?<!\p{L})(?:seats?|seating|guests?|people|persons?|adults|sleeps?|capacity|pax|places|delegates|passengers|occupancy|max(?:imum)?)(?!\p{L})/iu;

/** Words that only say what to do with the table; no row is named by them. */
export const operatorWords: ReadonlySet<string> = new Set(wordsOf("operates"));

/** The words of a question that a value of these kinds answers: an amount answers "how much" and "cost". */
export const kindWords = [...entries.keys()]
  .filter((name) => name.startsWith("said by "))
  .map((name) => ({ kinds: name.slice("said by ".length).split(", "), words: new Set(wordsOf(name)) }));
