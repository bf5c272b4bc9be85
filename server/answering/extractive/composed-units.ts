import { toLanguage } from "../../language/languages.ts";
import { readKnownWords } from "../../language/read-words.ts";
import { RecentMap } from "../../language/recent-map.ts";
import type { RetrievedPassage } from "../../retrieval/passage.ts";
import { compose, partsOf, readSentences } from "./compose.ts";
import { MeaningReader } from "./passage-meaning.ts";

/** The units of a passage with the answers composed around them, before its typed tables are known. */
export type ComposedUnits = ReturnType<typeof readUnits>;

/** As many as are found for some ten questions. */
const maxPassages = 200;
const recent = new RecentMap<string, ComposedUnits>(maxPassages);

/** Cached for a moment, because a passage is compared with the question first and then read. */
export function composeUnits(passage: RetrievedPassage): ComposedUnits {
  const key = `${passage.versionId}/${passage.ordinal}`;
  const known = recent.get(key);
  // A version that is processed again may be split into other chunks.
  if (known?.text === passage.text) return known;
  const units = readUnits(passage);
  recent.set(key, units);
  return units;
}

function readUnits(passage: RetrievedPassage) {
  const { text, headingPath } = passage;
  // Word vectors exist for English only.
  const isEnglish = toLanguage(passage.language) === "en";
  const wordsOf = (part: string): readonly number[] => (isEnglish ? readKnownWords(part) : []);
  const meaning = new MeaningReader(wordsOf(headingPath.join(" ")));
  const sentences = readSentences(passage);
  const compositions = sentences.map((_, at) => compose(passage, sentences, at, {}));
  return {
    text,
    sentences,
    compositions,
    wordsOf,
    meaning,
    /** Of each composed answer. */
    meanings: compositions.map((each) => meaning.read(partsOf(each, sentences).map(wordsOf))),
  };
}
