import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { EverydayQuestion } from "./organizations.ts";

/** How one message is judged, as the judge that is kept beside the questions does it. */
export interface EverydayJudge {
  judge: (row: EverydayQuestion, message: JudgedMessage) => "right" | "wrong" | "declined";
  helps: (row: EverydayQuestion, message: JudgedMessage) => boolean;
}

export interface JudgedMessage {
  content: string;
  metadata: { answered: boolean; kind: string; sources: { quote: string }[] };
}

/** The judge.mjs of the first of these directories that has one. */
export async function openJudge(directories: string[]): Promise<EverydayJudge> {
  const file = directories.map((name) => path.resolve(name, "judge.mjs")).find((name) => existsSync(name));
  if (file === undefined) throw new Error(`there is no judge.mjs in ${directories.join(", ")}`);
  return (await import(pathToFileURL(file).href)) as EverydayJudge;
}
