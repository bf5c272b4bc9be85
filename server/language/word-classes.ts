import { readEntries } from "./language-data.ts";
import { once } from "../caching/once.ts";

/** The groups of similar English words that a word belongs to, by their ids. */
interface WordClasses {
  /** A group of about a dozen words. */
  narrow: string;
  /** A group of several narrow classes. */
  wide: string;
}

const readClasses = once(() => {
  const classes = new Map<string, WordClasses>();
  readEntries("word-classes", "en").forEach(({ name, text }, place) => {
    for (const word of text.split(" ")) classes.set(word, { narrow: `#${place}`, wide: `##${name}` });
  });
  return classes;
});

/** The classes of a lower-case English word; undefined if it has none. */
export const classesOf = (word: string): WordClasses | undefined => readClasses().get(word);
