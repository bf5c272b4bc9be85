import { toLanguage } from "../../language/languages.ts";
import { readKnownWords } from "../../language/read-words.ts";
import { RecentMap } from "../../caching/recent-map.ts";
import type { RetrievedPassage } from "../../retrieval/passage.ts";
import type { PassageRow } from "../tables/passage-rows.ts";
import { compose, headingsOver, readSentences } from "./compose-unit.ts";
import { cacheByPassage } from "./passage-cache.ts";
import { MeaningReader } from "./passage-meaning.ts";

/** About ten questions' worth of passages. */
const maxPassages = 200;

/**
 * The units of a passage with the answers composed around them, before its typed tables are known. Cached for a moment,
 * because a passage is compared with the question first and then read.
 */
export const composeUnits = cacheByPassage(
  new RecentMap<string, ReturnType<typeof readUnits>>(maxPassages),
  readUnits,
);

function readUnits(passage: RetrievedPassage) {
  // Word vectors exist for English only.
  const isEnglish = toLanguage(passage.language) === "en";
  const wordsOf = (part: string): readonly number[] => (isEnglish ? readKnownWords(part) : []);
  const meaning = new MeaningReader();
  const sentences = readSentences(passage);
  const headings = sentences.map((_, at) => headingsOver(passage, sentences, at));
  const indexes = new Map<string, number>();
  const indexOf = (path: string): number => {
    const index = indexes.get(path) ?? meaning.addHeading(wordsOf(path));
    indexes.set(path, index);
    return index;
  };
  const composeAt = (at: number, row: PassageRow | null = null) => {
    const { answer, parts } = compose(passage, sentences, at, { row });
    const read = meaning.read(parts.map(wordsOf), indexOf((headings[at] ?? []).join(" ")));
    return { answer, parts, meaning: read };
  };
  const units = sentences.map((_, at) => composeAt(at));
  return { text: passage.text, isEnglish, meaning, sentences, headings, units, composeAt };
}
