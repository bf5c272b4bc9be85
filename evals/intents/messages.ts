import { readdirSync, readFileSync } from "node:fs";
import { z } from "zod";

const Message = z.object({
  text: z.string(),
  lang: z.string(),
  intent: z.enum(["person", "complaint", "status", "thanks", "greeting", "small_talk", "question", "none"]),
});
export type Message = z.infer<typeof Message>;

/** A message that weights are trained on, with its group, which determines its fold of the cross-validation. */
export interface TrainingMessage extends Message {
  /** The name of its file without the extension. */
  set: string;
  /** Shared by messages with the same meaning, such as one message in nine languages. */
  group: number;
}

export const readMessages = (file: string): Message[] =>
  readLines(file).map((line) => Message.parse(JSON.parse(line)));

/** The set of questions of customers and staff: there are many, and few of them resemble a hand-off request. */
export const everyday = "everyday";

/** Nothing is trained on these. */
export const testSets = ["newcomer", "unseen", "held-out", "outsider"];

/** The messages that weights are trained on, without duplicates and without any message of a test set. */
export function readTrainingMessages(): TrainingMessage[] {
  const known = new Set(
    testSets.flatMap((set) => readMessages(`${set}.jsonl`)).map(({ text }) => plain(text)),
  );
  const sets = [
    "independent.jsonl",
    "messages.jsonl",
    "added.jsonl",
    "written.jsonl",
    "typed.jsonl",
    "chat.jsonl",
    "trades.jsonl",
    "situations.jsonl",
    "turns.jsonl",
  ].map(readGrouped);
  return [...sets.flat(), ...readEverydayQuestions()].filter(({ text }) => {
    const isNew = !known.has(plain(text));
    known.add(plain(text));
    return isNew;
  });
}

/** The number of consecutive messages with the same language and intent in a group. */
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

const batches = new URL("../../scripts/word-vectors/questions/", import.meta.url);
const Batch = z.object({ questions: z.array(z.string()) });

/**
 * The first six batches of questions that the word vectors are trained on. Each file has the questions of one
 * organization. Some are hand-off requests ("want my deposit back"), which `everyday-requests.txt` lists.
 */
function readEverydayQuestions(): TrainingMessage[] {
  const requests = new Set(readLines("everyday-requests.txt"));
  const files = readdirSync(batches).filter((file) => /^[a-f]-.*\.jsonl$/u.test(file));
  return files.toSorted().flatMap((file, index) =>
    readLines(new URL(file, batches))
      .flatMap((line) => Batch.parse(JSON.parse(line)).questions)
      .filter((text) => !requests.has(text))
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
