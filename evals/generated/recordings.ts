import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { EarlierMessage } from "../../server/language/follow-up.ts";
import { toLanguage } from "../../server/language/languages.ts";
import { detectLanguage } from "../../server/language/analyse.ts";
import type { RetrievedPassage } from "../../server/retrieval/passage.ts";
import type { RetrievedTable } from "../../server/answering/tables/retrieved-table.ts";
import { holdsAnswer } from "../answers/judge.ts";
import { containsKeys } from "../everyday/keys.ts";

/** The recorded output of a language model for a question and its passages. */
export interface Recording {
  id: string;
  /** In cross-validation, answers of one group are judged by a fit to the other groups. */
  group: string;
  question: string;
  history: EarlierMessage[];
  passages: RetrievedPassage[];
  /** The typed tables of the passages; empty if only their text was recorded. */
  tables: RetrievedTable[];
  output: string;
  /** Whether the documents contain an answer. */
  isAnswerable: boolean;
  /** Whether these words answer the question. */
  isRight(words: string): boolean;
}

/** One recorded answer of a file. */
export interface Row {
  id: string;
  set?: string;
  organization?: string;
  kind?: string;
  expect?: string;
  must?: string[][];
  must_not?: string[];
  question: string;
  document_indexed?: boolean;
  references?: string[];
  output: string;
}

type Shown = Pick<Recording, "passages" | "tables">;

/** Reads a file of recordings; ends the process if it does not exist. */
export function readRecordings(folder: string, name: "answers" | "everyday"): Recording[] {
  const file = join(folder, `${name}.jsonl`);
  if (!existsSync(file)) {
    console.error(`No recordings at ${file}: name their folder with --recordings DIR.`);
    process.exit(1);
  }
  return readRecordingsFile(file);
}

export function readRecordingsFile(file: string): Recording[] {
  const rows = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  return rows.map((line) => {
    const row = JSON.parse(line) as Row & { passages: { heading: string; text: string }[] };
    const passages = row.passages.map(({ heading, text }, index) => toPassage(heading, text, index));
    return toRecording(row, { passages, tables: [] });
  });
}

/** Longer answers count as wrong: they are of no use on a telephone. */
const maxAnswerWords = 80;

export function toRecording(row: Row, { passages, tables }: Shown): Recording {
  const asked = { id: row.id, question: row.question, passages, tables, output: row.output, history: [] };
  if (row.organization !== undefined) {
    return {
      ...asked,
      group: row.organization,
      isAnswerable: row.expect === "answer",
      isRight: (words) =>
        row.expect === "answer" &&
        words.split(/\s+/u).length <= maxAnswerWords &&
        containsKeys({ ...row, must: row.must ?? [] }, words),
    };
  }
  return {
    ...asked,
    group: passages[0]?.documentName ?? row.id,
    isAnswerable: row.document_indexed === true,
    isRight: (words) => row.document_indexed === true && holdsAnswer([words], row.references ?? []),
  };
}

export function toPassage(heading: string, text: string, index: number): RetrievedPassage {
  const [documentName = "", ...headingPath] = heading.split(" > ");
  const language = toLanguage(detectLanguage(text));
  return {
    documentId: documentName,
    documentName,
    versionId: documentName,
    segment: 0,
    version: 1,
    ordinal: index,
    spans: [{ page: 1, start: 0, end: text.length, at: 0 }],
    headingPath,
    sections: [],
    language: language === "und" ? "en" : language,
    text,
    score: 1 / (index + 1),
    matches: [],
    features: { bm25: 1, coverage: 0.5, proximity: 0 },
  };
}

/** A model's output without its verdict and its citations. */
export function plainOutput(output: string): string {
  return output.replace(/^\s*(?:SURE|PARTLY|NONE)\b\W*/u, "").replace(/\s*\[\d+\]/gu, "");
}

/** The verdict at the beginning of a model's output. */
export function verdictOf(output: string): "SURE" | "PARTLY" | "NONE" {
  const said = /^\W*(SURE|PARTLY|NONE)\b/u.exec(output)?.[1];
  return said === "SURE" || said === "NONE" ? said : "PARTLY";
}
