import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { Audience } from "../../contract/common.ts";
import type { ReadDocument } from "../answers/collections.ts";
import { parseMarkdown, type Source } from "./markdown.ts";
import { writePdfFile } from "./pdf-file.ts";
import { writeWordFile } from "./word-file.ts";
import { readDocument } from "../../document-reader/read-document.ts";
import type { EarlierMessage } from "../../server/language/follow-up.ts";

/** A question as a customer or a member of staff really asks it, with what a good answer must contain. */
export interface EverydayQuestion {
  id: string;
  audience: Audience;
  kind: string;
  lang: string;
  history: EarlierMessage[];
  question: string;
  expect: "answer" | "decline" | "hand_over" | "small_talk";
  /** At least one string of each group must occur in the answer. */
  must: string[][];
  must_not: string[];
  documents: string[];
  ideal: string;
}

/** Whether a question is judged by its answer. */
export const isJudged = ({ expect }: EverydayQuestion): boolean =>
  expect === "answer" || expect === "decline";

export interface EverydayDocument extends ReadDocument {
  audience: Audience;
  /** What it was rendered from, if it was written as Markdown. */
  source?: Source | undefined;
}

export interface EverydayOrganization {
  name: string;
  documents: EverydayDocument[];
  questions: EverydayQuestion[];
  /** Questions that are only fitted to, of `further.jsonl`; empty if there is none. */
  further: EverydayQuestion[];
}

/** The folders below `directory` that hold documents and questions, by name. */
export function everydayFolders(directory: string): string[] {
  return readdirSync(directory)
    .map((name) => path.join(directory, name))
    .filter((folder) => statSync(folder).isDirectory() && existsSync(path.join(folder, "questions.jsonl")))
    .toSorted();
}

/** Reads an organization's documents through the product's reader, and its questions. */
export async function readEverydayOrganization(folder: string): Promise<EverydayOrganization> {
  const audiences = JSON.parse(readFileSync(path.join(folder, "documents.json"), "utf8")) as Record<
    string,
    Audience
  >;
  const documents: EverydayOrganization["documents"] = [];
  for (const name of readdirSync(path.join(folder, "documents")).toSorted()) {
    if (name.startsWith(".")) continue;
    const file = readFileSync(path.join(folder, "documents", name));
    const documentName = name.replace(/\.md$/u, "");
    const source = name.endsWith(".md") ? parseMarkdown(file.toString("utf8")) : undefined;
    const bytes = source === undefined ? file : (await renderDocument(documentName, source)).bytes;
    const content = await readDocument(bytes);
    documents.push({ name: documentName, content, audience: audiences[documentName] ?? "external", source });
  }
  const questionsOf = (name: string) =>
    readFileSync(path.join(folder, name), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as EverydayQuestion);
  return {
    name: path.basename(folder),
    documents,
    questions: questionsOf("questions.jsonl"),
    further: existsSync(path.join(folder, "further.jsonl")) ? questionsOf("further.jsonl") : [],
  };
}

/** Renders a Markdown source as PDF or Word, by its name. About half of the PDFs have tables without lines. */
export async function renderDocument(
  name: string,
  source: Source,
): Promise<{ bytes: Buffer; isPlain: boolean }> {
  const isPlain = !name.endsWith(".docx") && name.length % 2 === 0;
  const bytes = await (name.endsWith(".docx") ? writeWordFile(source) : writePdfFile(source, isPlain));
  return { bytes, isPlain };
}
