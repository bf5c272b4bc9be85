import { headingsOf } from "../../ingestion/chunk/chunk.ts";
import { analyse } from "../../language/analyse.ts";
import { toLanguage } from "../../language/languages.ts";
import { idfCoverage } from "../features.ts";
import {
  storedPassage,
  type QueryTerm,
  type RetrievedPassage,
  type StoredChunk,
  type TermMatch,
} from "../passage.ts";

/**
 * A passage that was found by embeddings only. Confidence is fitted on matching words, so its features are computed
 * from the words of the question that it contains, each counted once and without proximity. So it never looks better
 * supported than a passage found by words.
 */
export function vectorPassage(row: StoredChunk, terms: QueryTerm[]): RetrievedPassage {
  const termsOf = (text: string) => Map.groupBy(analyse(text, toLanguage(row.language)), ({ term }) => term);
  const [inText, inHeading, inTitle] = [row.text, headingsOf(row).join("\n"), row.documentName].map(termsOf);
  const matches = terms.flatMap(({ variants }, term): TermMatch[] => {
    const match = {
      term,
      frequency: variants.reduce((sum, variant) => sum + (inText?.get(variant)?.length ?? 0), 0),
      inHeading: variants.some((variant) => inHeading?.has(variant)),
      inTitle: variants.some((variant) => inTitle?.has(variant)),
    };
    return match.frequency > 0 || match.inHeading || match.inTitle ? [match] : [];
  });
  const inItsText = matches.filter(({ frequency }) => frequency > 0);
  // The BM25 score of a word that occurs once in a passage of mean length is its idf.
  const bm25 = inItsText.reduce((sum, { term }) => sum + (terms[term]?.idf ?? 0), 0);
  const features = { bm25, coverage: idfCoverage(matches, terms), proximity: 0 };
  return { ...storedPassage(row), score: 0, matches, features };
}
