import { readEntries } from "./language-data.ts";
import { once } from "./once.ts";

/** The classes that an English word is in, among words that mean alike. */
interface WordClasses {
  /** Some dozen words. */
  narrow: string;
  /** Some narrow classes. */
  wide: string;
}

const readClasses = once(() => {
  const classes = new Map<string, WordClasses>();
  readEntries("word-classes", "en").forEach(({ name, text }, place) => {
    for (const word of text.split(" ")) classes.set(word, { narrow: `#${place}`, wide: `##${name}` });
  });
  return classes;
});

/** The classes of an English word in lower case; undefined where it is in none. */
export const classesOf = (word: string): WordClasses | undefined => readClasses().get(word);
