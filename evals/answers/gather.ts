import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Block, ExtractedDocument } from "../../document-reader/extracted-document.ts";
import { readDocument } from "../../document-reader/read-document.ts";
import { collectCases, collectCorpusCases, documentKey, type Case } from "./cases.ts";
import { compareFollowUps } from "./follow-ups.ts";
import { withCollections, type ReadDocument } from "./collections.ts";
import { readQuestionSets, type QuestionSet, type SourceDocument } from "./question-sets.ts";

export interface Gathered {
  cases: Case[];
  /** A table of follow-ups with and without the messages before them. */
  followUps: string;
}

export interface Sources {
  sets: QuestionSet[];
  /** By `documentKey`. */
  documents: Map<string, ReadDocument>;
}

/** Reads the question sets of a corpus, their documents through the product's extractors. */
export async function readSources(corpus: string): Promise<Sources> {
  if (!existsSync(corpus)) throw new Error(`there is no corpus at ${corpus}: give one with --corpus DIR`);
  const sets = readQuestionSets(corpus);
  const documents = new Map<string, ReadDocument>();
  for (const set of sets) {
    for (const document of set.documents) {
      const content =
        document.file === null ? fromPassages(document) : await readDocument(await readFile(document.file));
      documents.set(documentKey(set.name, document.name), { name: document.name, content });
    }
  }
  return { sets, documents };
}

/** Asks the questions of the corpus: about a minute and a half. */
export async function gatherCases({ sets, documents }: Sources, maxCases: number): Promise<Gathered> {
  return withCollections(async (collect) => {
    const cases = await collectCases(sets, documents, collect, { maxCases });
    cases.push(...(await collectCorpusCases(sets, documents, collect, Math.round(maxCases / 6))));
    const conversations = sets.filter(({ questions }) => questions.some(({ history }) => history.length > 0));
    const talked = await collect(
      conversations.flatMap((set) =>
        set.documents.flatMap(({ name }) => documents.get(documentKey(set.name, name)) ?? []),
      ),
    );
    const followUps = await compareFollowUps(
      conversations.flatMap(({ questions }) => questions),
      talked,
    );
    return { cases, followUps };
  });
}

/** Passages as a document of one page: what extraction would make of a simple Word file. */
function fromPassages({ passages }: SourceDocument): ExtractedDocument {
  const blocks: Block[] = [];
  let text = "";
  const add = (content: string, kind: "heading" | "paragraph") => {
    if (content.trim() === "") return;
    if (text !== "") text += "\n";
    const start = text.length;
    text += content.trim();
    blocks.push({ kind, page: 1, start, end: text.length, ...(kind === "heading" ? { level: 1 } : {}) });
  };
  for (const { heading, text: body } of passages) {
    if (heading !== null) add(heading, "heading");
    for (const paragraph of body.split(/\n+/u)) add(paragraph, "paragraph");
  }
  return {
    fileType: "docx",
    title: null,
    pages: [{ page: 1, width: 595, height: 842, text, boxes: [] }],
    blocks,
  };
}
