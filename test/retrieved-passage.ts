import type { RetrievedPassage } from "../server/retrieval/passage.ts";

/** A retrieved passage on one page. */
export function retrievedPassage(documentName: string, text: string): RetrievedPassage {
  return {
    documentId: "d",
    documentName,
    versionId: "v",
    segment: 0,
    version: 1,
    ordinal: 0,
    spans: [{ page: 1, start: 0, end: text.length, at: 0 }],
    headingPath: [],
    sections: [],
    language: "en",
    text,
    score: 1,
    matches: [],
    features: { bm25: 1, coverage: 1, proximity: 1 },
  };
}
