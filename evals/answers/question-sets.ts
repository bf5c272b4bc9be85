import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { EarlierMessage } from "../../server/language/follow-up.ts";

/** One question of a set with everything that a good answer is judged by. */
export interface Question {
  set: string;
  id: string;
  text: string;
  history: EarlierMessage[];
  /** Name of the document that holds the answer. */
  document: string;
  references: string[];
  answerable: boolean;
  /** What the question is about where its words don't say it (a website), for large collections. */
  scope: string | null;
}

/** A document that questions are asked of: a file, or passages that stand in for one. */
export interface SourceDocument {
  name: string;
  file: string | null;
  passages: { heading: string | null; text: string }[];
}

export interface QuestionSet {
  name: string;
  documents: SourceDocument[];
  questions: Question[];
}

interface Row {
  id: string;
  question: string;
  answers: string[];
  doc: string | null;
  passage_id: string | null;
  answerable: boolean;
  answerability?: string;
  scope?: string;
  standalone?: boolean;
  title?: string;
  history?: EarlierMessage[];
  needs_chart?: boolean;
}

interface PassageRow {
  passage_id: string;
  title: string;
  text: string;
}

const folders: Record<string, string> = {
  squad2: "docs/derived/squad2",
  covidqa: "docs/derived/covidqa",
  policyqa: "docs/derived/policyqa",
  "hr-handbook-faq": "docs/derived/hr-handbooks",
  "zava-insurance-hr": "docs/pdf/azure-zava",
};

/** Reads the question sets of a corpus folder; sets without documents get some made of passages. */
export function readQuestionSets(corpus: string): QuestionSet[] {
  return [
    ...Object.entries(folders).map(([name, folder]) => fromFiles(corpus, name, folder)),
    fromPassages(corpus, "covid-faq", 5),
    fromPassages(corpus, "mtrag-un", 1),
  ].filter((set) => set.questions.length > 0);
}

function fromFiles(corpus: string, set: string, folder: string): QuestionSet {
  const rows = readRows<Row>(corpus, set).filter((row) => row.doc !== null && row.needs_chart !== true);
  const names = [...new Set(rows.map((row) => row.doc as string))].filter((name) =>
    existsSync(join(corpus, folder, name)),
  );
  return {
    name: set,
    documents: names.map((name) => ({ name, file: join(corpus, folder, name), passages: [] })),
    questions: rows
      .filter((row) => names.includes(row.doc ?? ""))
      .map((row) => toQuestion(set, row, row.doc ?? "")),
  };
}

/** Groups passages by title, `each` titles to a document; a title stands as heading over its text. */
function fromPassages(corpus: string, set: string, each: number): QuestionSet {
  const titles = new Map<string, PassageRow[]>();
  for (const row of readRows<PassageRow>(corpus, `${set}.passages`))
    titles.set(row.title, [...(titles.get(row.title) ?? []), row]);
  const documents: SourceDocument[] = [];
  const documentOf = new Map<string, string>();
  let filled = 0;
  for (const [title, passages] of titles) {
    if (filled % each === 0)
      documents.push({
        name: each === 1 ? `${title}.docx` : `${set} ${documents.length + 1}.docx`,
        file: null,
        passages: [],
      });
    filled++;
    const document = documents.at(-1) as SourceDocument;
    passages.forEach((row, i) => {
      document.passages.push({ heading: i === 0 ? title : null, text: row.text });
      documentOf.set(row.passage_id, document.name);
    });
  }
  const questions = readRows<Row>(corpus, set)
    .filter((row) => row.answerability !== "PARTIAL" && row.answerability !== "UNDERSPECIFIED")
    .map((row) => toQuestion(set, row, documentOf.get(row.passage_id ?? "") ?? ""));
  return { name: set, documents, questions: questions.filter((question) => question.document !== "") };
}

function toQuestion(set: string, row: Row, document: string): Question {
  const scope = row.scope ?? (row.standalone === false ? (row.title ?? null) : null);
  const history = (row.history ?? []).map(({ role, content, ...message }) => ({
    role,
    content: content ?? (message as unknown as { text: string }).text,
  }));
  return {
    set,
    id: row.id,
    text: row.question,
    history,
    document,
    references: row.answers,
    answerable: row.answerable,
    scope,
  };
}

function readRows<T>(corpus: string, name: string): T[] {
  const path = join(corpus, "qa", `${name}.jsonl`);
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);
}
