import { languages, type Language } from "./languages.ts";
import { stopWordsOf } from "./stop-words.ts";
import { tokenise } from "./tokenise.ts";

/** Enough of a document to tell its language by, in UTF-16 code units. */
const sampleLength = 20_000;
/** Running text is 35 to 55% stop words; a list of names or prices has next to none. */
const leastShare = 0.1;

/**
 * The language of a text by the share of its words that are stop words of each language; "und"
 * where no list fits (another language or script, a table of codes, a handful of words).
 */
export function detectLanguage(text: string): Language {
  const words = tokenise(text.slice(0, sampleLength)).filter((token) => token.kind === "word");
  if (words.length === 0) return "und";
  let best: Language = "und";
  let bestHits = words.length * leastShare;
  for (const language of languages) {
    const stopWords = stopWordsOf(language);
    let hits = 0;
    for (const { word } of words) if (stopWords.has(word)) hits += 1;
    if (hits > bestHits) {
      best = language;
      bestHits = hits;
    }
  }
  return best;
}
