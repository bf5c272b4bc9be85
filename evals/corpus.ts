import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ExtractedDocument } from "../document-reader/extracted-document.ts";
import { readDocument } from "../document-reader/read-document.ts";

/** One answerable question of a set. */
export interface CorpusQuestion {
  id: string;
  question: string;
  answers: string[];
  /** Names of the documents that contain the answer. */
  documents: string[];
  /** The cited pages whose text supports the answer; empty if none are cited. */
  pages: number[];
}

export interface CorpusDocument {
  name: string;
  content: ExtractedDocument;
}

/** The kind of reference answers: words from the text ("span") or sentences about it ("long"). */
export type AnswerKind = "span" | "long";

export interface CorpusSet {
  name: string;
  answers: AnswerKind;
  documents: CorpusDocument[];
  questions: CorpusQuestion[];
}

interface QuestionRow {
  id: string;
  question: string;
  answers: string[];
  doc: string | null;
  passage_id: string | null;
  passage_ids?: string[];
  answerable: boolean;
  answerability?: string;
  scope?: string;
  history?: unknown[];
  evidence?: { page: number; page_plausible?: boolean }[];
}

/** The folder with the documents of a set; null if it has only passages, each of which becomes a document. */
const layouts: Record<string, { folder: string | null; answers: AnswerKind }> = {
  covidqa: { folder: "docs/derived/covidqa", answers: "span" },
  squad2: { folder: "docs/derived/squad2", answers: "span" },
  "hr-handbook-faq": { folder: "docs/derived/hr-handbooks", answers: "long" },
  "zava-insurance-hr": { folder: "docs/pdf/azure-zava", answers: "long" },
  "covid-faq": { folder: null, answers: "long" },
  policyqa: { folder: "docs/derived/policyqa", answers: "span" },
  "mtrag-un": { folder: null, answers: "long" },
  financebench: { folder: "docs/pdf/financebench", answers: "long" },
};

export const setNames = Object.keys(layouts);

/** The folder given with --corpus, or ../shared/corpus; ends the process if it does not exist. */
export function corpusFolder(args: readonly string[] = process.argv): string {
  const at = args.indexOf("--corpus");
  const folder = (at >= 0 ? args[at + 1] : undefined) ?? "../shared/corpus";
  if (existsSync(join(folder, "qa"))) return folder;
  console.error(`No corpus at ${folder}: name one with --corpus DIR.`);
  process.exit(1);
}

/** Reads one set: all documents of its folder, even those without questions, and its answerable questions. */
export async function readSet(corpus: string, name: string): Promise<CorpusSet> {
  const layout = layouts[name];
  if (layout === undefined) throw new Error(`there is no set ${name}`);
  const documents =
    layout.folder === null ? readPassages(corpus, name) : await readFolder(join(corpus, layout.folder));
  const questions = readRows<QuestionRow>(corpus, name)
    .filter(
      (row) =>
        row.answerable && (row.answerability ?? "ANSWERABLE") === "ANSWERABLE" && row.answers.length > 0,
    )
    .map((row) => toQuestion(row, layout.folder === null));
  return { name, answers: layout.answers, documents, questions };
}

function toQuestion(row: QuestionRow, ofPassages: boolean): CorpusQuestion {
  const documents = ofPassages ? (row.passage_ids ?? [row.passage_id ?? ""]) : [row.doc ?? ""];
  const pages = (row.evidence ?? [])
    .filter((evidence) => evidence.page_plausible !== false)
    .map((evidence) => evidence.page);
  // Questions about privacy policies do not name the website, so without it they could be about any of them.
  const question = row.scope === undefined ? row.question : `${row.scope}: ${row.question}`;
  return { id: row.id, question, answers: row.answers, documents, pages };
}

async function readFolder(folder: string): Promise<CorpusDocument[]> {
  const documents: CorpusDocument[] = [];
  for (const name of readdirSync(folder).toSorted()) {
    documents.push({ name, content: await readDocument(readFileSync(join(folder, name))) });
  }
  return documents;
}

function readPassages(corpus: string, set: string): CorpusDocument[] {
  return readRows<{ passage_id: string; title: string; text: string }>(corpus, `${set}.passages`).map(
    (row) => ({
      name: row.passage_id,
      content: passageDocument(row.title, row.text),
    }),
  );
}

/** A document of one page, with the title as its heading and every line as a paragraph. */
function passageDocument(title: string, body: string): ExtractedDocument {
  const lines = [title, ...body.split(/\n+/)].map((line) => line.trim()).filter((line) => line !== "");
  let start = 0;
  const blocks = lines.map((line, index) => {
    const block = {
      kind: index === 0 && title !== "" ? ("heading" as const) : ("paragraph" as const),
      page: 1,
      start,
      end: start + line.length,
    };
    start = block.end + 1;
    return block.kind === "heading" ? { ...block, level: 1 } : block;
  });
  const page = { page: 1, width: 595, height: 842, text: lines.join("\n"), boxes: [] };
  return { fileType: "docx", title: title === "" ? null : title, pages: [page], blocks };
}

function readRows<T>(corpus: string, name: string): T[] {
  return readFileSync(join(corpus, "qa", `${name}.jsonl`), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);
}
