import { readEntries } from "../../language/language-data.ts";

/** What words of a question ask of a table, by name: the data of question-operators.ts. */
const entries = Map.groupBy(readEntries("tables", "en"), ({ name }) => name);

const wordsOf = (name: string): string[] => (entries.get(name) ?? []).map(({ text }) => text);

const phrase = (name: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${wordsOf(name).join("|")})(?![\\p{L}\\p{N}])`, "iu");

/** Which way a superlative looks, and over what; `any` is whatever the question asks for. */
export interface Superlative {
  direction: "min" | "max";
  over: "money" | "speed" | "size" | "time" | "hour" | "percent" | "any";
  words: RegExp;
}

/** In order: the first that is found decides. */
export const superlatives: readonly Superlative[] = [...entries.keys()].flatMap((name) => {
  const [direction, over] = name.split(" ");
  if (direction !== "min" && direction !== "max") return [];
  return [{ direction, over: over as Superlative["over"], words: phrase(name) }];
});

/** A question for one or several of the rows, not for a value of one. */
export const choosing = phrase("chooses");
/** Headings of a list of prices whose numbers are no money. */
export const counting = phrase("counts");
/** What a number is then the least of: "who may approve 95 000", "which hall holds 250". */
export const capacity = phrase("needs at least");

/** Headings of columns that say so. */
export const capacityHeading =
  /(?<!\p{L})(?:seats?|seating|guests?|people|persons?|adults|sleeps?|capacity|pax|places|delegates|passengers|occupancy|max(?:imum)?)(?!\p{L})/iu;

/** Words that only operate on the table; no row is called by them. */
export const operatorWords: ReadonlySet<string> = new Set(wordsOf("operates"));

/** What the words of a question say when the value found is of a kind: they are answered by it. */
export const kindWords: readonly (readonly [kinds: readonly string[], words: ReadonlySet<string>])[] = [
  ...entries.keys(),
].flatMap((name) =>
  name.startsWith("said by ")
    ? [[name.slice("said by ".length).split(", "), new Set(wordsOf(name))] as const]
    : [],
);
