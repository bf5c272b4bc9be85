import { readdirSync, readFileSync } from "node:fs";
import { z } from "zod";

const Message = z.object({
  text: z.string(),
  lang: z.string(),
  intent: z.enum(["person", "complaint", "status", "thanks", "greeting", "small_talk", "question", "none"]),
});
export type Message = z.infer<typeof Message>;

/** A message that weights are learned from, with what decides which part of the cross-validation it is in. */
export interface TrainingMessage extends Message {
  /** The file that it stands in, without its ending. */
  set: string;
  /** Messages of one meaning, such as one message in nine languages, share it. */
  group: number;
}

export const readMessages = (file: string): Message[] =>
  readLines(file).map((line) => Message.parse(JSON.parse(line)));

/** The set of questions of customers and staff: there are many, and few of them are near to a wish. */
export const everyday = "everyday";

/** Nothing is learned from these. */
export const measuringSets = ["newcomer", "unseen", "held-out", "outsider"];

/** The sets that weights are learned from; nothing that stands in what only measures, and no message twice. */
export function readTrainingMessages(): TrainingMessage[] {
  const known = new Set(
    measuringSets.flatMap((set) => readMessages(`${set}.jsonl`)).map(({ text }) => plain(text)),
  );
  const sets = [
    "independent.jsonl",
    "messages.jsonl",
    "added.jsonl",
    "written.jsonl",
    "typed.jsonl",
    "chat.jsonl",
    "trades.jsonl",
  ].map(readGrouped);
  return [...sets.flat(), ...readEverydayQuestions()].filter(({ text }) => {
    const isNew = !known.has(plain(text));
    known.add(plain(text));
    return isNew;
  });
}

/** How many messages of a language and wish that follow each other are in one group. */
const groupLength = 10;

/** The sets mirror each other's messages in each language, in about the same order. */
function readGrouped(file: string): TrainingMessage[] {
  const places = new Map<string, number>();
  return readMessages(file).map((message) => {
    const key = `${message.lang} ${message.intent}`;
    const group = places.get(key) ?? 0;
    places.set(key, group + 1);
    return { ...message, set: file.replace(".jsonl", ""), group: Math.floor(group / groupLength) };
  });
}

const taught = new URL("../../scripts/word-vectors/questions/", import.meta.url);
const Taught = z.object({ questions: z.array(z.string()) });

/**
 * What word vectors learn from, in its first six batches: a file holds the questions asked of one organization. Some of
 * them are rather wishes ("want my deposit back"); `everyday-wishes.txt` names those.
 */
function readEverydayQuestions(): TrainingMessage[] {
  const wishes = new Set(readLines("everyday-wishes.txt"));
  const files = readdirSync(taught).filter((file) => /^[a-f]-.*\.jsonl$/u.test(file));
  return files.toSorted().flatMap((file, index) =>
    readLines(new URL(file, taught))
      .flatMap((line) => Taught.parse(JSON.parse(line)).questions)
      .filter((text) => !wishes.has(text))
      .map((text) => ({ text, lang: "en", intent: "question", set: everyday, group: index + 1 })),
  );
}

function readLines(file: string | URL): string[] {
  const text = readFileSync(new URL(file, import.meta.url), "utf8");
  return text.split("\n").filter((line) => line.trim() !== "");
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]+/gu, " ")
    .trim();
