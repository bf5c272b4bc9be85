import { documentOf } from "./collection.ts";
import { readTables } from "../document-reader/tables/read-tables.ts";
import { answerFromTables } from "../server/answering/tables/answer-from-tables.ts";
import type { RetrievedTable } from "../server/answering/tables/retrieved-table.ts";
import type { TableCandidate } from "../server/answering/tables/table-candidate.ts";
import { withValues } from "../server/ingestion/tables/prepare-tables.ts";
import { nothingEarlier } from "../server/language/follow-up.ts";
import { stem } from "../server/language/stem.ts";
import { stopWordsOf } from "../server/language/languages.ts";
import { tokenize } from "../server/language/tokenize.ts";
import type { QueryTerm } from "../server/retrieval/passage.ts";

/** The tables of a text, as retrieval returns them. */
export function tablesOf(text: string): RetrievedTable[] {
  return readTables(documentOf(text)).map((table, number) => ({
    documentId: "document",
    documentName: "Document.pdf",
    versionId: "version",
    version: 1,
    number,
    language: "en",
    passage: 0,
    passageScore: 1,
    table: withValues(table),
    definitions: [],
  }));
}

/** The question's terms, as retrieval without synonyms returns them. */
export function termsOf(question: string): QueryTerm[] {
  const stopWords = stopWordsOf("en");
  return tokenize(question)
    .flatMap(({ word, parts }) => [word, ...parts])
    .filter((word) => !stopWords.has(word) && word.length > 1)
    .map((word) => ({
      word,
      variants: [stem(word, "en")],
      correction: null,
      idf: 4,
      emphasis: 1,
      chunkFrequency: 1,
    }));
}

/** A question without earlier messages. */
export const alone = (question: string) => ({ text: question, question, earlier: nothingEarlier });

/** The best answer to a question from the tables of a text. */
export function best(table: string, question: string): TableCandidate | undefined {
  return answerFromTables(alone(question), termsOf(question), tablesOf(table))[0];
}
