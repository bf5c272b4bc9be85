import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { Audience } from "../../contract/common.ts";
import { demoDocuments } from "../../demo/documents.ts";
import { demoQuestions } from "../../demo/questions.ts";
import { StartError } from "../../server/start-error.ts";
import { root } from "../steps.ts";

/** An organization with documents, and questions whose right answers are known. */
export interface QuestionSet {
  name: string;
  documents: { file: string; audience: Audience }[];
  questions: SetQuestion[];
}

export interface SetQuestion {
  audience: Audience;
  question: string;
  /** The answer must contain a phrase of every group; empty: the documents don't answer it. */
  must: string[][];
  mustNot: string[];
}

const Line = z.object({
  audience: Audience.default("external"),
  question: z.string().min(1),
  expect: z.string().default("answer"),
  history: z.array(z.unknown()).default([]),
  must: z.array(z.array(z.string())).default([]),
  must_not: z.array(z.string()).default([]),
});

/** The set that comes with the product: the documents and questions of its demo shop. */
export function shippedSet(): QuestionSet {
  return {
    name: "demo",
    documents: demoDocuments.map(({ fileName, audience }) => ({
      file: path.join(root, "demo", "files", fileName),
      audience,
    })),
    questions: demoQuestions
      .filter(({ after = [] }) => after.length === 0)
      .map(({ audience, question, holds }) => ({
        audience,
        question,
        must: holds === null ? [] : [[holds]],
        mustNot: [],
      })),
  };
}

/**
 * The sets in or below a directory: folders with documents/, documents.json (the audience of each) and questions.jsonl
 * (lines of audience, question, expect, must, must_not). Throws StartError.
 */
export function readSets(directory: string): QuestionSet[] {
  const folders = [directory, ...listFolders(directory)].filter((each) =>
    existsSync(path.join(each, "questions.jsonl")),
  );
  if (folders.length === 0) throw new StartError(`There is no questions.jsonl in or below ${directory}.`);
  return folders.map(readSet);
}

function listFolders(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => path.join(directory, name))
    .toSorted();
}

function readSet(folder: string): QuestionSet {
  const file = path.join(folder, "documents.json");
  const audiences = existsSync(file)
    ? z.record(z.string(), Audience).parse(JSON.parse(readFileSync(file, "utf8")))
    : {};
  const documents = readdirSync(path.join(folder, "documents"))
    .filter((name) => !name.startsWith("."))
    .toSorted()
    .map((name) => ({
      file: path.join(folder, "documents", name),
      audience: audiences[name] ?? ("external" as const),
    }));
  const questions = readFileSync(path.join(folder, "questions.jsonl"), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => Line.parse(JSON.parse(line)))
    .filter(({ expect, history }) => history.length === 0 && ["answer", "decline"].includes(expect))
    .map(({ audience, question, expect, must, must_not: mustNot }) => ({
      audience,
      question,
      must: expect === "answer" ? must : [],
      mustNot,
    }));
  return { name: path.basename(folder), documents, questions };
}
