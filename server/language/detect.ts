import { languages, type Language } from "./languages.ts";
import { stopWordsOf } from "./stop-words.ts";
import { tokenise } from "./tokenise.ts";

/** UTF-16 code units of a document that are read to detect its language. */
const sampleLength = 20_000;
/** Running text is 35 to 55% stop words; a price list has a few, names and codes have none. */
const minShare = 0.03;
/** The text must contain this many times as many stop words of the language as of any other. */
const minLead = 1.2;

/**
 * The language of a text: the one with the most stop words in it. "und" if no language fits, such as for another
 * script, a table of codes, or a few words.
 */
export function detectLanguage(text: string): Language {
  const words = tokenise(text.slice(0, sampleLength)).filter((token) => token.kind === "word");
  if (words.length === 0) return "und";
  const counts = languages.map((language) => {
    const stopWords = stopWordsOf(language);
    return { language, hits: words.filter(({ word }) => stopWords.has(word)).length };
  });
  const [first, second] = counts.toSorted((a, b) => b.hits - a.hits);
  if (first === undefined || first.hits < Math.max(1, words.length * minShare)) return "und";
  return first.hits >= minLead * (second?.hits ?? 0) ? first.language : "und";
}
