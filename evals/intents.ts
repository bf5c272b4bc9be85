/**
 * How many wishes are understood that no document can meet (a person, a complaint, the status of one's own matter), how
 * many greetings and thanks, and how many ordinary questions are taken for either, by language.
 *
 *   npm run evals intents [-- --corpus DIR]
 *
 * `messages.jsonl` is what the patterns and cues were improved by. `unseen.jsonl` was written before the
 * cues by their author, who did not look at its failures but knew its words: it flatters. With `--corpus`, all
 * questions of its sets are asked as well: none of them is a wish.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { recognizeIntent } from "../server/language/intents.ts";
import { recognizeSmallTalk } from "../server/language/small-talk.ts";

const Message = z.object({
  text: z.string(),
  lang: z.string(),
  intent: z.enum(["person", "complaint", "status", "thanks", "small_talk", "question", "none"]),
});
type Message = z.infer<typeof Message>;

/** What the assistant would do: politeness is looked for first, as in a conversation. */
function understand(text: string): "wish" | "polite" | "question" {
  if (recognizeSmallTalk(text).act !== null) return "polite";
  return recognizeIntent(text) === null ? "question" : "wish";
}

const expected = ({ intent }: Message): ReturnType<typeof understand> => {
  if (intent === "question" || intent === "none") return "question";
  return intent === "thanks" || intent === "small_talk" ? "polite" : "wish";
};

function readMessages(file: string): Message[] {
  const lines = readFileSync(new URL(`./intents/${file}`, import.meta.url), "utf8").split("\n");
  return lines.filter((line) => line.trim() !== "").map((line) => Message.parse(JSON.parse(line)));
}

function share(messages: Message[], kind: ReturnType<typeof understand>): string {
  const asked = messages.filter((message) => expected(message) === kind);
  const right = asked.filter(({ text }) => understand(text) === kind).length;
  const percent = asked.length === 0 ? "–" : `${((100 * right) / asked.length).toFixed(1)}%`;
  return `${right}/${asked.length} ${percent}`.padStart(15);
}

function printTable(title: string, messages: Message[]): void {
  console.log(
    `\n${title.padEnd(12)}${["wishes", "polite", "questions"].map((head) => head.padStart(15)).join("")}`,
  );
  const languages = [...new Set(messages.map(({ lang }) => lang))].toSorted();
  for (const lang of languages)
    printRow(
      lang,
      messages.filter((message) => message.lang === lang),
    );
  for (const intent of ["person", "complaint", "status"] as const) {
    printRow(
      intent,
      messages.filter((message) => message.intent === intent),
    );
  }
  printRow("all", messages);
}

function printRow(name: string, messages: Message[]): void {
  const shares = (["wish", "polite", "question"] as const).map((kind) => share(messages, kind));
  console.log(`${name.padEnd(12)}${shares.join("")}`);
}

function printCorpus(folder: string): void {
  const sets = join(folder, "qa");
  if (!existsSync(sets)) throw new Error(`there are no question sets in ${sets}`);
  const questions = readdirSync(sets)
    .filter((file) => file.endsWith(".jsonl") && !file.includes("passages"))
    .flatMap((file) => readFileSync(join(sets, file), "utf8").split("\n"))
    .filter((line) => line.trim() !== "")
    .map((line) => z.object({ question: z.string() }).parse(JSON.parse(line)).question);
  const taken = questions.map((question) => understand(question)).filter((kind) => kind !== "question");
  console.log(
    `\nof ${questions.length} questions of the corpus ${taken.length} are taken for a wish or politeness`,
  );
}

const { values } = parseArgs({
  options: { corpus: { type: "string" }, failures: { type: "boolean", default: false } },
});
const known = readMessages("messages.jsonl");
printTable("unseen", readMessages("unseen.jsonl"));
printTable("seen", known);
if (values.failures) {
  for (const message of known) {
    const kind = understand(message.text);
    if (kind !== expected(message))
      console.log(`${message.lang} ${message.intent} → ${kind}: ${message.text}`);
  }
}
if (values.corpus !== undefined) printCorpus(values.corpus);
