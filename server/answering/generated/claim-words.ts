import { readEntries, readPatterns } from "../../language/language-data.ts";

/** The source of a regular expression for the words of this name in `language/data/claims`. */
export const claimWords = readPatterns("claims", "words");

const entries = readEntries("claims", "words");

/** Regular expressions by the rest of their name after this beginning, in the order of the file. */
export const claimPatterns = (beginning: string): (readonly [rest: string, RegExp])[] =>
  entries
    .filter(({ name }) => name.startsWith(`${beginning} `))
    .map(({ name, text }) => [name.slice(beginning.length + 1), new RegExp(text, "u")]);
