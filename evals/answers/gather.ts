import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Block, ExtractedDocument } from "../../server/pipeline/extract/extracted-document.ts";
import { readDocument } from "../../server/pipeline/extract/read-document.ts";
import { collectCases, collectCorpusCases, documentKey, type Case } from "./cases.ts";
import { withCollections, type ReadDocument } from "./collections.ts";
import { readQuestionSets, type SourceDocument } from "./question-sets.ts";

/** Reads the corpus through the whole pipeline and asks its questions: about a minute and a half. */
export async function gatherCases(corpus: string, most: number): Promise<Case[]> {
  if (!existsSync(corpus)) throw new Error(`there is no corpus at ${corpus}: give one with --corpus DIR`);
  const sets = readQuestionSets(corpus);
  const documents = new Map<string, ReadDocument>();
  for (const set of sets) {
    for (const document of set.documents) {
      const content = document.file === null ? fromPassages(document) : await readDocument(await readFile(document.file));
      documents.set(documentKey(set.name, document.name), { name: document.name, content });
    }
  }
  return withCollections(async (collect) => [
    ...(await collectCases(sets, documents, collect, { most })),
    ...(await collectCorpusCases(sets, documents, collect, Math.round(most / 6))),
  ]);
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
  return { fileType: "docx", title: null, pages: [{ page: 1, width: 595, height: 842, text, boxes: [] }], blocks };
}
