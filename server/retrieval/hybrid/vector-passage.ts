import { analyse } from "../../language/analyse.ts";
import { toLanguage } from "../../language/languages.ts";
import type { StoredChunk } from "../stored-index.ts";
import type { PassageSpan, QueryTerm, RetrievedPassage, TermMatch } from "../passage.ts";

/**
 * A passage that was found by embeddings only. Confidence is fitted on evidence by words, so its evidence is
 * computed from the words of the question that it contains, each counted once and none adjacent. So it never looks
 * better founded than a passage found by words.
 */
export function vectorPassage(row: StoredChunk, terms: QueryTerm[]): RetrievedPassage {
  const language = toLanguage(row.language);
  const termsOf = (text: string) => countTerms(analyse(text, language).map(({ term }) => term));
  const [inText, inHeading, inTitle] = [row.text, row.heading_path.join("\n"), row.document_name].map(
    termsOf,
  );
  const matches = terms.flatMap(({ variants }, term): TermMatch[] => {
    const match = {
      term,
      frequency: variants.reduce((sum, variant) => sum + (inText?.get(variant) ?? 0), 0),
      inHeading: variants.some((variant) => inHeading?.has(variant)),
      inTitle: variants.some((variant) => inTitle?.has(variant)),
    };
    return match.frequency > 0 || match.inHeading || match.inTitle ? [match] : [];
  });
  const massOf = (found: TermMatch[]) => found.reduce((sum, { term }) => sum + (terms[term]?.idf ?? 0), 0);
  const mass = terms.reduce((sum, { idf }) => sum + idf, 0) || 1;
  const held = matches.filter(({ frequency }) => frequency > 0);
  const spans = spansOf(row.spans);
  return {
    documentId: row.document_id,
    documentName: row.document_name,
    versionId: row.version_id,
    version: row.version,
    segment: row.segment,
    ordinal: row.ordinal,
    page: spans[0]?.page ?? 1,
    spans,
    headingPath: row.heading_path,
    language,
    text: row.text,
    score: 0,
    matches,
    features: {
      // What BM25 gives a word that stands once in a passage of mean length is its idf.
      bm25: massOf(held),
      coverage: massOf(matches) / mass,
      textCoverage: massOf(held) / mass,
      matchedTerms: matches.length,
      proximity: 0,
    },
  };
}

function countTerms(terms: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

function spansOf(stored: number[]): PassageSpan[] {
  const spans: PassageSpan[] = [];
  for (let from = 0; from + 3 < stored.length; from += 4) {
    const [page = 1, start = 0, end = 0, at = 0] = stored.slice(from, from + 4);
    spans.push({ page, start, end, at });
  }
  return spans;
}
